import type { Cells, Choices, Reading, Unusable } from '@malote/spreadsheet/cells.ts';
import { useEffect, useRef, useState } from 'react';
import { type Running, startReading } from './reader.ts';

/** What becomes of the rows that the spreadsheet hides. */
export type HiddenRows = 'kept' | 'left_out';

/** A spreadsheet that was chosen or pasted on this page; a draft keeps its cells only. */
interface Chosen {
  source: File | string;
  choices: Choices;
  reading: Reading;
  hidden: HiddenRows | undefined;
}

/** The rows that become letters; none until a person has said what becomes of hidden ones. */
function cellsOf({ reading: { cells }, hidden }: Chosen): Cells | null {
  if (hidden === 'left_out') return { ...cells, rows: cells.rows.filter((row) => !row.hidden) };
  return hidden === undefined && hiddenRows(cells) > 0 ? null : cells;
}

export const hiddenRows = ({ rows }: Cells) => rows.filter(({ hidden }) => hidden).length;

/** Reading of a spreadsheet, with what a person may choose about it. @param take receives the rows, or none */
export function useSpreadsheet(take: (cells: Cells | null) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [unusable, setUnusable] = useState<Unusable | 'no_reader' | null>(null);
  /** The share that is done, while a spreadsheet is read. */
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<Running | null>(null);
  useEffect(() => () => running.current?.stop(), []);

  const settle = (next: Chosen) => {
    setChosen(next);
    take(cellsOf(next));
  };
  const fail = (reason: Unusable | 'no_reader', before: Chosen | null) => {
    setUnusable(reason);
    // A choice that does not fit the file leaves the reading as it was.
    if (before) return;
    // An unusable file leaves nothing to send: the person no longer wants the previous one.
    setChosen(null);
    take(null);
  };
  const read = async (source: File | string, choices: Choices, before: Chosen | null): Promise<boolean> => {
    running.current?.stop();
    setUnusable(null);
    setShare(0);
    const own = startReading({ source, choices }, setShare);
    running.current = own;
    const result = await own.result.catch(() => 'no_reader' as const);
    // A later choice has its own reading.
    if (running.current !== own) return false;
    setShare(null);
    if (typeof result === 'object') settle({ source, choices, reading: result, hidden: before?.hidden });
    else fail(result, before);
    return typeof result === 'object';
  };
  return {
    reading: chosen?.reading ?? null,
    hidden: chosen?.hidden,
    unusable,
    share,
    read: (source: File | string) => read(source, {}, null),
    /** Another sheet has another heading, and other hidden rows. */
    choose: (choices: Choices) => {
      if (!chosen) return;
      if (choices.sheet === undefined) void read(chosen.source, { ...chosen.choices, ...choices }, chosen);
      else void read(chosen.source, choices, { ...chosen, hidden: undefined });
    },
    chooseHidden: (hidden: HiddenRows | undefined) => chosen && settle({ ...chosen, hidden }),
  };
}

export type Spreadsheet = ReturnType<typeof useSpreadsheet>;

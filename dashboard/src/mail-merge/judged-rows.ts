import type { Cells } from '@malote/spreadsheet/cells.ts';
import type { Warning } from '../api/objects.ts';
import { isBlank } from './columns.ts';

/** The result of a row: its price and warnings, or its problems. */
export type Checked = { total: number; warnings: readonly Warning[] } | { message: string };

/** What the check of all rows has found. */
export interface JudgedRows {
  /** Rows with a result. */
  done: number;
  isWhole: boolean;
  /** Rows that would become letters. */
  sound: readonly number[];
  wrong: readonly { row: number; message: string }[];
  /** Warnings of every sound row: they are about the PDF. */
  common: readonly Warning[];
  /** Sound rows with further warnings. */
  doubtful: readonly { row: number; warnings: readonly Warning[] }[];
  /** Price of the sound rows, in centavos. */
  total: number;
}

/**
 * The results of a check, with blank cells that nobody has accepted as problems.
 * @param blank columns in which a blank cell is a problem
 */
export function judgedRows(
  results: readonly (Checked | undefined)[],
  cells: Cells,
  blank: readonly string[],
  blankText: (columns: string) => string,
): JudgedRows {
  const sound: number[] = [];
  const wrong: { row: number; message: string }[] = [];
  const warned: { row: number; warnings: readonly Warning[] }[] = [];
  let total = 0;
  results.forEach((checked, row) => {
    if (!checked) return;
    const gaps = blank.filter((column) => isBlank(cells, cells.rows[row]!, column));
    const texts = [
      ...('message' in checked ? [checked.message] : []),
      ...(gaps.length > 0 ? [blankText(gaps.join(', '))] : []),
    ];
    if ('total' in checked && texts.length === 0) {
      sound.push(row);
      warned.push({ row, warnings: checked.warnings });
      total += checked.total;
    } else wrong.push({ row, message: texts.join(' ') });
  });
  const done = sound.length + wrong.length;
  return { done, isWhole: done === results.length, sound, wrong, total, ...sharedAndOwn(warned) };
}

function sharedAndOwn(warned: readonly { row: number; warnings: readonly Warning[] }[]) {
  const rowsWith = new Map<string, number>();
  for (const { warnings } of warned)
    for (const key of new Set(warnings.map(keyOf))) rowsWith.set(key, (rowsWith.get(key) ?? 0) + 1);
  const isCommon = (warning: Warning) => rowsWith.get(keyOf(warning)) === warned.length;
  const common = (warned[0]?.warnings ?? []).filter(isCommon);
  const doubtful = warned
    .map(({ row, warnings }) => ({ row, warnings: warnings.filter((warning) => !isCommon(warning)) }))
    .filter(({ warnings }) => warnings.length > 0);
  return { common, doubtful };
}

const keyOf = ({ code, page, name, font }: Warning) => JSON.stringify([code, page, name, font]);

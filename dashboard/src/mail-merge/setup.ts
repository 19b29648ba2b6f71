import { type LetterForm, letterOrder, type Source } from '../letters/letter-form.ts';
import { formOfRow, type Matches } from './columns.ts';
import type { Cells } from './spreadsheet.ts';

/** What the letters are made of, until they are confirmed. */
export interface Setup {
  file: File | null;
  /** Names of the markers in the PDF. */
  markers: readonly string[];
  cells: Cells | null;
  matches: Matches;
  /** Options, sender and date of all letters. */
  form: LetterForm;
}

export interface Draft {
  /** Idempotency-Key of its mail merge, as long as the setup stays: two tabs that confirm the same one confirm one. */
  key: string;
  setup: Setup;
  /** The mail merge that a person confirmed with this setup: kept before it is asked for, since the answer may be lost. */
  confirming?: string | undefined;
}

/** Rows with problems in the page's tables; the files have all. */
export const MOST_SHOWN = 100;

export const draftOf = (setup: Setup): Draft => ({ key: crypto.randomUUID(), setup });

/** Changes the draft of now. @returns when the browser has kept it */
export type ChangeDraft = (change: (draft: Draft) => Draft) => Promise<unknown>;

/** The order of a row. */
export function orderOfRow({ markers, matches, form }: Setup, cells: Cells, row: number, source: Source) {
  return letterOrder(formOfRow(form, cells, cells.rows[row]!, matches, markers), source, markers);
}

/** The file of the rows that are sent: what all letters share, and what each adds (docs/dashboard-api.md). */
export function rowsFile(setup: Setup, cells: Cells, rows: readonly number[]): Blob {
  let shared: object = {};
  const letters = rows.map((row) => {
    const { to, reference, document, ...others } = orderOfRow(setup, cells, row, { type: 'upload', upload_id: '' });
    shared = others;
    const { variables } = document;
    return {
      line: cells.rows[row]!.line,
      letter: {
        to,
        ...(reference === undefined ? {} : { reference }),
        ...(variables === undefined ? {} : { variables }),
      },
    };
  });
  return new Blob([JSON.stringify({ shared, rows: letters })], { type: 'application/json' });
}

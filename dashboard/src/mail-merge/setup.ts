import type { Cells } from '@malote/spreadsheet/cells.ts';
import { type LetterForm, letterOrder, type Source } from '../letters/letter-form.ts';
import { formOfRow, type Matches } from './columns.ts';

/** What the letters are made from, until they are confirmed. */
export interface Setup {
  file: File | null;
  /** Names of the markers in the PDF. */
  markers: readonly string[];
  cells: Cells | null;
  matches: Matches;
  /** Options, sender and date of all letters. */
  form: LetterForm;
}

/** Edition of the spreadsheet's reader: a draft of an earlier one has cells that may be wrong. */
const READER = 2;

export interface Draft {
  reader: number;
  /**
   * Idempotency-Key of its mail merge, as long as the setup does not change: repeated confirmations create one.
   */
  key: string;
  setup: Setup;
  /**
   * The mail merge that a person confirmed with this setup, stored before the request, since the response may be lost.
   */
  confirming?: string | undefined;
}

/** Maximum rows with problems in the page's tables; the downloadable files have all. */
export const MOST_SHOWN = 100;

export const draftOf = (setup: Setup): Draft => ({ reader: READER, key: crypto.randomUUID(), setup });

/** A stored draft, without cells that an earlier edition has read. */
export const currentDraft = (draft: Draft): Draft =>
  draft.reader === READER ? draft : draftOf({ ...draft.setup, cells: null });

/** Changes the current draft. @returns once the browser has stored it */
export type ChangeDraft = (change: (draft: Draft) => Draft) => Promise<unknown>;

/** The order of a row. */
export function orderOfRow({ markers, matches, form }: Setup, cells: Cells, row: number, source: Source) {
  return letterOrder(formOfRow(form, cells, cells.rows[row]!, matches, markers), source, markers);
}

/** The file of the rows to send: the common fields, and those of each row (docs/dashboard-api.md). */
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

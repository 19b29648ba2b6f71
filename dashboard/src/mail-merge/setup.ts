import type { CellRow, Cells } from '@malote/spreadsheet/cells.ts';
import { type LetterForm, letterOrder, type Source } from '../letters/letter-form.ts';
import { type EditedCells, type EditedRow, formOfRow, type Matches, type RowEdits } from './columns.ts';

/** What the letters are made from, until they are confirmed. */
export interface Setup {
  file: File | null;
  /** Names of the markers in the PDF. */
  markers: readonly string[];
  /** As the file has them. */
  cells: Cells | null;
  /** What a person typed in place of cells, by the row's number in the spreadsheet. */
  edits?: Readonly<Record<number, RowEdits>>;
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

/** Maximum rows of a table; the downloadable files have all. */
export const MOST_SHOWN = 100;

export const draftOf = (setup: Setup): Draft => ({ reader: READER, key: crypto.randomUUID(), setup });

/** A stored draft, without cells that an earlier edition has read. */
export const currentDraft = (draft: Draft): Draft =>
  draft.reader === READER ? draft : draftOf({ ...draft.setup, cells: null });

/** Changes the current draft. @returns once the browser has stored it */
export type ChangeDraft = (change: (draft: Draft) => Draft) => Promise<unknown>;

const editedRows = new WeakMap<CellRow, EditedRow & { typed: RowEdits }>();

/** A row with its edits; the same object as long as both are. */
function editedRow(row: CellRow, typed: RowEdits | undefined): EditedRow {
  if (!typed) return row;
  const known = editedRows.get(row);
  if (known?.typed === typed) return known;
  const edited = { ...row, typed };
  editedRows.set(row, edited);
  return edited;
}

/** The cells with what a person typed in their place. */
export function editedCells({ cells, edits = {} }: Pick<Setup, 'cells' | 'edits'>): EditedCells | null {
  return cells && { ...cells, rows: cells.rows.map((row) => editedRow(row, edits[row.line])) };
}

/** The setup with texts for fields and markers of a row; `undefined` takes the cell of the file again. */
export function withEdits(setup: Setup, line: number, texts: Readonly<Record<string, string | undefined>>): Setup {
  const { [line]: before = {}, ...others } = setup.edits ?? {};
  const typed = Object.fromEntries(
    Object.entries({ ...before, ...texts }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { ...setup, edits: Object.keys(typed).length === 0 ? others : { ...others, [line]: typed } };
}

/** The setup with other columns. What was typed for a field belongs to its column. */
export function withMatches(setup: Setup, matches: Matches): Setup {
  const same = (target: string) => matches[target] === setup.matches[target];
  const edits = Object.entries(setup.edits ?? {}).flatMap(([line, typed]) => {
    const kept = Object.entries(typed).filter(([target]) => same(target));
    return kept.length === 0 ? [] : [[line, Object.fromEntries(kept)] as const];
  });
  return { ...setup, matches, edits: Object.fromEntries(edits) };
}

/** The order of a row. */
export function orderOfRow({ markers, matches, form }: Setup, cells: EditedCells, row: number, source: Source) {
  return letterOrder(formOfRow(form, cells, cells.rows[row]!, matches, markers), source, markers);
}

/** The file of the rows to send: the common fields, and those of each row (docs/dashboard-api.md). */
export function rowsFile(setup: Setup, cells: EditedCells, rows: readonly number[]): Blob {
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

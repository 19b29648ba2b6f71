import { type LetterForm, letterOrder, type Source } from '../letters/letter-form.ts';
import { formOfRow, type Matches } from './columns.ts';
import { metadataOf, type Sending } from './sending.ts';
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
  setup: Setup;
  /** Null until they are confirmed; then the setup stays as it is. */
  sending: Sending | null;
}

/** Rows with problems in the page's tables; the files have all. */
export const MOST_SHOWN = 100;

/** Changes the draft of now. @returns when the browser has kept it */
export type ChangeDraft = (change: (draft: Draft) => Draft) => Promise<unknown>;

/**
 * The order of a row; the same for each repetition.
 * @param marker of the mailing; a quote has none
 */
export function orderOfRow(
  { markers, matches, form }: Setup,
  cells: Cells,
  row: number,
  source: Source,
  marker?: string,
) {
  const order = letterOrder(formOfRow(form, cells, cells.rows[row]!, matches, markers), source, markers);
  return marker === undefined ? order : { ...order, metadata: metadataOf(marker, row) };
}

/** Base64 in pieces: a call takes no million arguments. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  return btoa(pieces.join(''));
}

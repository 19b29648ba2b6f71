/** Rows of a spreadsheet below its heading. */
export interface Cells {
  /** Name of the file; empty for pasted cells. */
  name: string;
  /** Headings, without duplicates. */
  columns: string[];
  rows: CellRow[];
}

export interface CellRow {
  /** The row's number as Excel counts it, from 1. */
  line: number;
  /** The texts that the cells show in Brazil, without blanks around them. */
  values: string[];
  /** Cells whose text is not certain, by column from 0. No letter may use them. */
  faults?: Readonly<Record<number, CellFault>>;
  /** The row has another number of cells than the heading, so none of its cells is certain. */
  misfit?: { cells: number; columns: number };
  /** The row is hidden or filtered out. */
  hidden?: true;
}

/** Why the text of a cell is not certain. */
export type CellFault =
  /** A date before March 1900 or after 9999. */
  | 'date'
  /** The cell shows an error of a formula, such as `#N/D`. */
  | 'error'
  /** A number format whose text is not certain. */
  | 'format'
  /** A text that was read with the wrong encoding before, such as `JoÃ£o`. */
  | 'garbled'
  /** A formula without a result. */
  | 'not_computed'
  /** A number with more digits than its cell shows. */
  | 'rounded'
  /** The file contradicts itself about the cell. */
  | 'unclear';

/** Why a file has no usable cells. */
export type Unusable =
  | 'damaged'
  | 'empty'
  | 'inflates'
  | 'locked'
  | 'not_text'
  | 'old_workbook'
  | 'open_quote'
  | 'other_archive'
  | 'too_large'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'web_page';

/** The service's limit of letters (docs/dashboard-api.md). */
export const MAX_ROWS = 10_000;
export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_COLUMNS = 200;

/** `mixed`: each line in UTF-8 or Windows-1252. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'mixed', 'utf-16le', 'utf-16be', 'macintosh'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [';', '\t', ',', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** What a person chooses where a file does not say it. */
export interface Choices {
  /** Index among the visible sheets; the first by default. */
  sheet?: number;
  encoding?: Encoding;
  separator?: Separator;
  /** Number of the heading's row. */
  heading?: number;
}

/** A file as it was read. */
export interface Reading {
  /** Names of the visible sheets; a text has none. */
  sheets: string[];
  sheet: number;
  /** How a text was read. */
  text?: { encoding: Encoding; separator: Separator };
  /** Rows that may be the heading, with their first cells. */
  headings: { line: number; values: string[] }[];
  heading: number;
  cells: Cells;
}

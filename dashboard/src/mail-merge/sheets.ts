import { type Cells, cellsOfFile, MAX_BYTES, type Unusable } from './spreadsheet.ts';

/** A file with its tables, of which a person chooses one. */
export interface Sheets {
  /** Names of the visible sheets, in order; a text file has one without a name. */
  names: string[];
  cells: (index: number) => Cells | Unusable;
}

/** ZIP: an XLSX file is one, and so is an ODS file. */
const ZIP = [0x50, 0x4b];
/** Compound File Binary: workbooks from before 2007, and XLSX with a password (MS-OFFCRYPTO). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/** The tables of an XLSX or CSV file. The workbook reader is loaded with the first workbook. */
export async function sheetsOfFile(bytes: Uint8Array, name: string): Promise<Sheets | Unusable> {
  const begins = (sign: readonly number[]) => sign.every((byte, index) => bytes[index] === byte);
  if (bytes.byteLength > MAX_BYTES) return 'too_large';
  if (begins(COMPOUND)) return 'locked';
  if (!begins(ZIP)) return { names: [''], cells: () => cellsOfFile(bytes, name) };
  const { sheetsOfWorkbook } = await import('./workbook.ts');
  return sheetsOfWorkbook(bytes, name);
}

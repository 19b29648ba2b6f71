import xlsx from '@e965/xlsx/dist/xlsx.mini.min.js';

/** A text, a number, or the wall clock that a date shows, as if it were UTC. */
export type WrittenCell = string | number | Date | null;

/**
 * An XLSX file with one sheet. Texts are stored as texts, so none is read as a formula; dates and numbers are true ones.
 * @param columns the first row
 */
export function workbookOf(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly WrittenCell[])[],
): Uint8Array<ArrayBuffer> {
  const cells = [[...columns], ...rows.map((row) => [...row])];
  const sheet = xlsx.utils.aoa_to_sheet(cells, { UTC: true, dateNF: 'dd/mm/yyyy hh:mm' });
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, name);
  return new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

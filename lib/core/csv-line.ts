/** What a cell holds; members of a list are separated by blanks. */
type CsvCell = string | number | boolean | readonly (string | number)[];

/** A row of RFC 4180. */
export function csvLine(cells: readonly CsvCell[]): string {
  const texts = cells.map((cell) => (Array.isArray(cell) ? cell.join(' ') : String(cell)));
  return `${texts.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}

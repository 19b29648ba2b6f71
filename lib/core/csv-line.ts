/** What a cell holds; members of a list are separated by blanks. */
type CsvCell = string | number | boolean | readonly (string | number)[];

/** Texts that a spreadsheet would read as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that customers chose, for a file that people open in a spreadsheet: an apostrophe makes it text. */
export const chosenText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A row of RFC 4180; texts with the separators of other programs are quoted too, so that they stay in their cell. */
export function csvLine(cells: readonly CsvCell[]): string {
  const texts = cells.map((cell) => (Array.isArray(cell) ? cell.join(' ') : String(cell)));
  return `${texts.map((text) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}

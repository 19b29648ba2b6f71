/**
 * Texts that a spreadsheet would read as a formula, also with wide characters
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Other people's texts must never become formulas in the reader's spreadsheet: an apostrophe makes them text. */
export function csvText(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  // Some programs take commas or tabs as separators: what follows one in a text must not become a cell of its own.
  return /[",;\t\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Centavos with a decimal comma, as Brazilian spreadsheets read numbers. */
export function csvAmount(centavos: number): string {
  const sign = centavos < 0 ? '-' : '';
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/**
 * A file for spreadsheets: semicolons and a byte order mark, as they expect in Brazil.
 * @param rows cells by `csvText` and `csvAmount`
 */
export function csvFile(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(csvText), ...rows].map((cells) => cells.join(';'));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A row of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  const texts = cells.map(String);
  return `${texts.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}

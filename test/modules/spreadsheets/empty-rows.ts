import { workbook } from './workbook-by-hand.ts';

/** A workbook of one letter, and of many rows that have a style and no value, as copying a format down leaves them. */
export function emptyRows(count: number): Uint8Array {
  const rows = Array.from({ length: count }, (_, index) => {
    const line = index + 3;
    return `<row r="${line}"><c r="A${line}" s="1"/><c r="B${line}" s="1"/><c r="C${line}" s="1"/></row>`;
  });
  const letter = '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>10</v></c></row>';
  return workbook(`${letter}${rows.join('')}</sheetData></worksheet>`, { level: 6 });
}

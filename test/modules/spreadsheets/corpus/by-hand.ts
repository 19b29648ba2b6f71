import { strToU8, zipSync } from 'fflate';
import type { Book, BookCell, BookSheet } from './books.ts';

/**
 * Workbooks as no library of the corpus writes them, but some program does: texts in cells (EPPlus, Open XML SDK), texts
 * as results of formulas (reports of databases), no places of cells (streaming exports), prefixes before elements
 * (ClosedXML), UTF-16, days from 1904 (old Macintosh), runs and escaped characters, dates as texts (Strict Open XML),
 * and formats chosen by number (`id:14`).
 */
const ways = ['inline', 'strings', 'placeless', 'prefixed', 'utf16', '1904', 'runs'] as const;
type Way = (typeof ways)[number];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Writes the book in the way of its turn. */
export function byHand(book: Book, turn: number): Uint8Array {
  const way = ways[turn % ways.length]!;
  const codes = [...new Set(book.sheets.flatMap(({ rows }) => rows.flat().flatMap(({ format }) => format ?? [])))];
  const texts = new Map<string, number>();
  const sheets = book.sheets.map((sheet) => sheetXml(sheet, way, codes, texts));
  const parts = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index): [string, string] => ['worksheet', `sheet${index}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'texts.xml'],
    ]),
    'xl/workbook.xml': workbookXml(book, way),
    'xl/styles.xml': stylesXml(codes),
    'xl/texts.xml': `<sst xmlns="${MAIN}">${[...texts.keys()].map((text) => `<si>${textXml(text, way)}</si>`).join('')}</sst>`,
    ...Object.fromEntries(sheets.map((xml, index) => [`xl/sheet${index}.xml`, xml])),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, encoded(path, xml, way)])));
}

function encoded(path: string, xml: string, way: Way): Uint8Array {
  const isMain = path.startsWith('xl/') && !path.endsWith('.rels');
  const prefixed = xml
    .replace(`xmlns="${MAIN}"`, `xmlns:x="${MAIN}"`)
    .replace(/<(\/?)([a-zA-Z])/g, (_, slash: string, letter: string) => `<${slash}x:${letter}`);
  const text = isMain && way === 'prefixed' ? prefixed : xml;
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}" standalone="yes"?>\n${text}`;
  if (!isMain || way !== 'utf16') return strToU8(declared('UTF-8'));
  const wide = `\uFEFF${declared('UTF-16')}`;
  return new Uint8Array(Uint16Array.from({ length: wide.length }, (_, index) => wide.charCodeAt(index)).buffer);
}

const relations = (targets: readonly [string, string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="r${index}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${SPREADSHEET}.${type}+xml"/>`;
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${override('texts.xml', 'sharedStrings')}${Array.from({ length: sheets }, (_, index) => override(`sheet${index}.xml`, 'worksheet')).join('')}</Types>`;
}

const workbookXml = ({ sheets }: Book, way: Way) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${way === '1904' ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
    .map(
      ({ name, hidden }, index) =>
        `<sheet name="${name}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="r${index}"/>`,
    )
    .join('')}</sheets></workbook>`;

function stylesXml(codes: readonly string[]): string {
  const own = codes.filter((code) => !code.startsWith('id:'));
  const idOf = (code: string) => (code.startsWith('id:') ? Number(code.slice(3)) : 164 + own.indexOf(code));
  const formats = own.map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${escaped(code)}"/>`);
  const styles = codes.map(
    (code) => `<xf numFmtId="${idOf(code)}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
  );
  return `<styleSheet xmlns="${MAIN}">${own.length > 0 ? `<numFmts count="${own.length}">${formats.join('')}</numFmts>` : ''}<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${codes.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
}

function textXml(text: string, way: Way): string {
  const plain = (part: string) => `<t xml:space="preserve">${escaped(part)}</t>`;
  if (way !== 'runs' || text.length < 2) return plain(text);
  // A phonetic guide is not shown.
  return `<r>${plain(text.slice(0, 1))}</r><r><rPr><b/></rPr>${plain(text.slice(1))}</r><rPh sb="0" eb="1"><t>guia</t></rPh>`;
}

function sheetXml(
  { rows, hiddenRows = [], titleColumns }: BookSheet,
  way: Way,
  codes: readonly string[],
  texts: Map<string, number>,
): string {
  const cellXml = ({ value, format, formula }: BookCell, line: number, column: number) => {
    const place = way === 'placeless' ? '' : ` r="${lettersOf(column)}${line + 1}"`;
    const style = format === undefined ? '' : ` s="${codes.indexOf(format) + 1}"`;
    const element = (type: string, content: string) => `<c${place}${style}${type && ` t="${type}"`}>${content}</c>`;
    if (formula !== undefined) return element('', `<f>${escaped(formula)}</f>`);
    if (value === null) return format === undefined && way !== 'placeless' ? '' : `<c${place}${style}/>`;
    if (typeof value === 'number') return element('', `<v>${value}</v>`);
    if (typeof value === 'boolean') return element('b', `<v>${value ? 1 : 0}</v>`);
    if (way === 'inline') return element('inlineStr', `<is>${textXml(value, way)}</is>`);
    if (way === 'strings') return element('str', `<v>${escaped(value)}</v>`);
    if (!texts.has(value)) texts.set(value, texts.size);
    return element('s', `<v>${texts.get(value)}</v>`);
  };
  const data = rows.map((row, line) => {
    const hidden = hiddenRows.includes(line) ? ' hidden="1"' : '';
    return `<row${way === 'placeless' ? '' : ` r="${line + 1}"`}${hidden}>${row.map((cell, column) => cellXml(cell, line, column)).join('')}</row>`;
  });
  const merged =
    titleColumns === undefined
      ? ''
      : `<mergeCells count="1"><mergeCell ref="A1:${lettersOf(titleColumns - 1)}1"/></mergeCells>`;
  return `<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData>${merged}</worksheet>`;
}

/** Formats of dates, amounts and shares that are chosen by number. */
const BUILT_IN = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,
  47, 48, 49,
];

export function builtInBook(): Book {
  const values = [46331, 46363, 46363.25, 46356.75, 1234.5, -1234.5, 0.125, 12, 0];
  const heading = ['Nome', ...values.map((_, index) => `V${index}`)].map((value): BookCell => ({ value }));
  const rows = BUILT_IN.map((id) => [
    { value: `Formato ${id}` },
    ...values.map((value) => ({ value, format: `id:${id}` })),
  ]);
  return { name: 'embutidos', sheets: [{ name: 'Embutidos', rows: [heading, ...rows] }] };
}

import { unzipSync } from 'fflate';
import { builtInFormat, shownIsoDate, shownNumber } from './number-formats.ts';
import type { Sheets } from './sheets.ts';
import { type CellRow, cellsOfRows, type Unusable } from './spreadsheet.ts';

/** Maximum unpacked bytes of all parts together. A sheet of 10,000 rows with 20 columns has about 15 MB. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
/** Maximum parts of the archive. A workbook has a few for each sheet, and its pictures. */
const MAX_PARTS = 2_000;
/** Maximum characters of all cells, including repeated texts. */
const MAX_CHARACTERS = 5 * 1024 * 1024;
const MAX_COLUMNS = 200;

/** Shown in a cell whose formula was never computed; no letter is created with it. */
const NOT_COMPUTED = '#N/D';

/** Why a part of the workbook cannot be read. */
class WorkbookError extends Error {
  readonly reason: Unusable;
  constructor(reason: Unusable) {
    super(reason);
    this.name = 'WorkbookError';
    this.reason = reason;
  }
}

/** How to interpret a cell's number. */
interface Reading {
  /** Texts that cells refer to by number. */
  texts: readonly string[];
  /** Formats by the style of a cell. */
  formats: readonly string[];
  since1904: boolean;
}

/**
 * The visible sheets of an XLSX file (ECMA-376 parts 1 and 2, transitional or strict), read in the browser. Cells have
 * the text that they show in Brazil; formulas have their computed value. Hidden rows and columns are read as well, as
 * in a CSV file of the sheet.
 */
export function sheetsOfWorkbook(bytes: Uint8Array, name: string): Sheets | Unusable {
  return readable(() => {
    const parts = unpacked(bytes);
    if (!parts.has('_rels/.rels')) return 'other_archive';
    const path = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
    if (!path?.endsWith('.xml')) return 'other_archive';
    const root = xmlOf(parts, path);
    if (root.localName !== 'workbook') return 'other_archive';
    const relations = relationsOf(parts, path);
    const sheets = all(root, 'sheet').filter((sheet) => !/hidden/i.test(sheet.getAttribute('state') ?? ''));
    if (sheets.length === 0) return 'empty';
    const part = (type: string) => relations.find((relation) => relation.type === type)?.target;
    const reading: Reading = {
      texts: textsOf(parts, part('sharedStrings')),
      formats: formatsOf(parts, part('styles')),
      since1904: /^(1|true)$/.test(all(root, 'workbookPr')[0]?.getAttribute('date1904') ?? ''),
    };
    // A sheet of another kind, such as a chart, has no cells.
    const tables = sheets.flatMap((sheet) => {
      const id = Array.from(sheet.attributes).find((attribute) => attribute.name.endsWith(':id'))?.value;
      const relation = relations.find((each) => each.id === id);
      return relation?.type === 'worksheet' ? [{ name: sheet.getAttribute('name') ?? '', path: relation.target }] : [];
    });
    if (tables.length === 0) return 'empty';
    return {
      names: tables.map((table) => table.name),
      cells: (index) => readable(() => cellsOfRows(rowsOf(xmlOf(parts, tables[index]!.path), reading), name)),
    };
  });
}

function readable<Result>(read: () => Result | Unusable): Result | Unusable {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorkbookError) return error.reason;
    throw error;
  }
}

type Parts = ReadonlyMap<string, Uint8Array>;

/** The XML parts. Unpacking is limited to the declared sizes: `fflate` writes no byte beyond them. */
function unpacked(bytes: Uint8Array): Parts {
  let size = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        if (++count > MAX_PARTS) throw new WorkbookError('inflates');
        if (!/\.(xml|rels)$/i.test(file.name)) return false;
        size += Math.max(file.size, file.originalSize);
        if (size > MAX_UNPACKED_BYTES) throw new WorkbookError('inflates');
        return true;
      },
    });
    return new Map(Object.entries(files).map(([path, data]) => [path.toLowerCase(), data]));
  } catch (error) {
    // Any other error means a damaged archive.
    throw error instanceof WorkbookError ? error : new WorkbookError('damaged');
  }
}

function xmlOf(parts: Parts, path: string | undefined): Element {
  const data = path === undefined ? undefined : parts.get(path.toLowerCase());
  if (!data) throw new WorkbookError('damaged');
  const isUtf16 = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
  const text = new TextDecoder(!isUtf16 ? 'utf-8' : data[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(data);
  // A package has no document type (ECMA-376 part 2, 8.1.4): one could define expanding entities.
  if (text.includes('<!DOCTYPE')) throw new WorkbookError('damaged');
  const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
  if (all(root, 'parsererror').length > 0 || root.localName === 'parsererror') throw new WorkbookError('damaged');
  return root;
}

const all = (element: Element, name: string) => Array.from(element.getElementsByTagNameNS('*', name));

interface Relation {
  id: string;
  /** Last word of its address, which is the same in both editions of the standard. */
  type: string;
  /** Path in the archive. */
  target: string;
}

function relationsOf(parts: Parts, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const root = xmlOf(parts, `${folder}_rels/${path.slice(folder.length)}.rels`);
  return all(root, 'Relationship').map((relation) => ({
    id: relation.getAttribute('Id') ?? '',
    type: (relation.getAttribute('Type') ?? '').split('/').at(-1)!,
    target: new URL(relation.getAttribute('Target') ?? '', `file:///${folder}`).pathname.slice(1),
  }));
}

function textsOf(parts: Parts, path: string | undefined): string[] {
  return path === undefined ? [] : all(xmlOf(parts, path), 'si').map(textOf);
}

/** A text with its runs, without its phonetic guide. */
function textOf(element: Element): string {
  let text = '';
  for (let part = element.firstElementChild; part; part = part.nextElementSibling) {
    if (part.localName === 't') text += part.textContent;
    else if (part.localName === 'r') text += childOf(part, 't')?.textContent ?? '';
  }
  return unescaped(text);
}

/** The first child with this name. A sheet has hundreds of thousands of cells, so no list is made for each. */
function childOf(element: Element, name: string): Element | undefined {
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === name) return child;
  return undefined;
}

/** Escaped characters that XML cannot contain (ST_Xstring). */
const unescaped = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function formatsOf(parts: Parts, path: string | undefined): string[] {
  if (path === undefined) return [];
  const root = xmlOf(parts, path);
  const own = new Map(
    all(root, 'numFmt').map((format) => [format.getAttribute('numFmtId'), format.getAttribute('formatCode') ?? '']),
  );
  return all(root, 'cellXfs')
    .flatMap((list) => Array.from(list.children))
    .map((style) => {
      const id = style.getAttribute('numFmtId');
      return own.get(id) ?? builtInFormat(Number(id));
    });
}

function rowsOf(root: Element, reading: Reading): CellRow[] {
  let line = 0;
  let characters = 0;
  return all(root, 'sheetData')
    .flatMap((data) => Array.from(data.children))
    .map((row) => {
      line = Number(row.getAttribute('r')) || line + 1;
      const values: string[] = [];
      let column = -1;
      for (let cell = row.firstElementChild; cell; cell = cell.nextElementSibling) {
        if (cell.localName !== 'c') continue;
        column = columnOf(cell.getAttribute('r')) ?? column + 1;
        const value = valueOf(cell, reading).trim();
        if (value === '') continue;
        if (column >= MAX_COLUMNS) throw new WorkbookError('too_many_columns');
        characters += value.length;
        if (characters > MAX_CHARACTERS) throw new WorkbookError('too_large');
        while (values.length < column) values.push('');
        values[column] = value;
      }
      return { line, values };
    });
}

/** `AB12` is in column 27, counted from 0. */
function columnOf(place: string | null): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(cell: Element, { texts, formats, since1904 }: Reading): string {
  const text = childOf(cell, 'v')?.textContent ?? '';
  switch (cell.getAttribute('t') ?? 'n') {
    case 's': {
      const shared = texts[Number(text)];
      if (shared === undefined) throw new WorkbookError('damaged');
      return shared;
    }
    case 'inlineStr': {
      const inline = childOf(cell, 'is');
      return inline ? textOf(inline) : '';
    }
    case 'str':
      return unescaped(text);
    case 'e':
      return text;
    case 'b':
      return text === '1' || text === 'true' ? 'VERDADEIRO' : 'FALSO';
    case 'd':
      return shownIsoDate(text);
    default: {
      if (text.trim() === '') return childOf(cell, 'f') ? NOT_COMPUTED : '';
      const number = Number(text);
      if (!Number.isFinite(number)) throw new WorkbookError('damaged');
      return shownNumber(number, formats[Number(cell.getAttribute('s') ?? 0)] ?? 'General', since1904);
    }
  }
}

import type { Parts } from './archive.ts';
import { MAX_COLUMNS } from './cells.ts';
import type { NumberFormat } from './shown.ts';
import { type Element, visitXml } from './xml.ts';

/** What a workbook says beside the values of its cells, which its reader does not tell. */
export interface WorkbookFacts {
  /** The visible sheets that have cells, and their parts. */
  sheets: { name: string; part: string }[];
  /** Formats by the style of a cell. */
  formats: readonly NumberFormat[];
  texts: readonly TextFacts[];
  /** The workbook's values of formulas are no results: it asks for them to be computed when it is opened. */
  isUncomputed: boolean;
  since1904: boolean;
}

interface TextFacts {
  /** Programs decode it differently. */
  isUnclear: boolean;
  /** Parts of it have fonts of their own. */
  hasRuns: boolean;
}

export interface CellFacts {
  type: string;
  style: number;
  /** Undefined without a value; the value may be empty. */
  value: string | undefined;
  hasFormula: boolean;
  /** Beneath a merged cell, where nothing is shown, or with a text that programs decode differently. */
  isUnclear: boolean;
  /** A text whose parts have fonts of their own. */
  hasRuns: boolean;
}

export interface RowFacts {
  line: number;
  isHidden: boolean;
  /** By column from 0; only cells with a value or a formula. */
  cells: Map<number, CellFacts>;
}

interface Relation {
  id: string;
  /** Last word of its address, which is the same in both editions of the standard. */
  type: string;
  target: string;
}

/** The relations of a part; the package itself is the part `''`. */
export function relationsOf(parts: Parts, part: string): Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations: Relation[] = [];
  visitXml(required(parts, `${folder}_rels/${part.slice(folder.length)}.rels`), {
    open: ({ name, attributes: { Id = '', Type = '', Target = '' } }) => {
      if (name !== 'Relationship') return;
      const target = decodeURIComponent(new URL(Target, `file:///${folder}`).pathname.slice(1));
      relations.push({ id: Id, type: Type.split('/').at(-1)!, target: target.toLowerCase() });
    },
  });
  return relations;
}

export function required(parts: Parts, part: string): Uint8Array {
  const bytes = parts.get(part.toLowerCase());
  if (!bytes) throw new Error(`no part ${part}`);
  return bytes;
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** @returns undefined for a document of another kind */
export function workbookFacts(parts: Parts, part: string): WorkbookFacts | undefined {
  const relations = relationsOf(parts, part);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const sheets: WorkbookFacts['sheets'] = [];
  let isUncomputed = false;
  let since1904 = false;
  let root: string | undefined;
  visitXml(required(parts, part), {
    open: ({ name, attributes }) => {
      root ??= name;
      if (name === 'calcPr')
        isUncomputed = isTrue(attributes.fullCalcOnLoad) || /^(0|false)$/.test(attributes.calcCompleted ?? '');
      if (name === 'workbookPr') since1904 = isTrue(attributes.date1904);
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
      const found = relations.find(({ id }) => id === attributes.id);
      // A sheet of another kind, such as a chart, has no cells.
      if (found?.type === 'worksheet') sheets.push({ name: attributes.name ?? '', part: found.target });
    },
  });
  if (root !== 'workbook') return undefined;
  return {
    sheets,
    formats: formatsOf(parts, partOf('styles')),
    texts: sharedTexts(parts, partOf('sharedStrings')),
    isUncomputed,
    since1904,
  };
}

/**
 * Escaped characters other than line ends (ST_Xstring, ECMA-376 part 1, 22.9.2.19): writers leave them as they are,
 * LibreOffice and SheetJS decode them in other ways than Excel.
 */
const ESCAPED = /_x(?!000[AD]_)[0-9a-f]{4}_/i;

function sharedTexts(parts: Parts, part: string | undefined): TextFacts[] {
  const texts: TextFacts[] = [];
  if (part === undefined) return texts;
  let text = '';
  let hasRuns = false;
  visitXml(required(parts, part), {
    open: ({ name }) => {
      if (name === 'r') hasRuns = true;
      if (name !== 'si') return;
      text = '';
      hasRuns = false;
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      if (name === 'si') texts.push({ isUnclear: ESCAPED.test(text), hasRuns });
    },
  });
  return texts;
}

function formatsOf(parts: Parts, part: string | undefined): NumberFormat[] {
  const general = { id: 0, code: undefined };
  if (part === undefined) return [general];
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  visitXml(required(parts, part), {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') isOfCells = true;
      const id = Number(attributes.numFmtId ?? 0);
      if (isOfCells && name === 'xf') formats.push({ id, code: codes.get(id) });
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats.length > 0 ? formats : [general];
}

interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const isWithin = ({ top, bottom, left, right }: Range, line: number, column: number) =>
  line >= top && line <= bottom && column >= left && column <= right;

/** The cells of a sheet that have something, as its XML has them. */
export function sheetFacts(bytes: Uint8Array, progress: (share: number) => void): RowFacts[] {
  const rows: RowFacts[] = [];
  const computed: Range[] = [];
  const merged: Range[] = [];
  let line = 0;
  let column = -1;
  let row: RowFacts | undefined;
  let cell: CellFacts | undefined;
  let text = '';
  const open = ({ name, attributes }: Element) => {
    if (name === 'row') {
      line = Number(attributes.r) || line + 1;
      column = -1;
      row = { line, isHidden: isTrue(attributes.hidden) || Number(attributes.ht ?? 1) === 0, cells: new Map() };
    } else if (name === 'c') {
      column = columnOf(attributes.r) ?? column + 1;
      const style = Number(attributes.s ?? 0);
      cell = {
        type: attributes.t ?? 'n',
        style,
        value: undefined,
        hasFormula: false,
        isUnclear: false,
        hasRuns: false,
      };
    } else if (cell && name === 'f') {
      cell.hasFormula = true;
      if (attributes.ref !== undefined && attributes.t !== 'shared') computed.push(rangeOf(attributes.ref));
    } else if (name === 'is' || name === 'v') text = '';
    else if (cell && name === 'r') cell.hasRuns = true;
    else if (name === 'mergeCell') merged.push(rangeOf(attributes.ref ?? ''));
  };
  const close = (name: string) => {
    if ((name === 'v' || name === 'is') && cell) {
      cell.value = text;
      cell.isUnclear = ESCAPED.test(text);
    } else if (name === 'c' && cell) {
      if (cell.value !== undefined || cell.hasFormula) row?.cells.set(column, cell);
      cell = undefined;
    } else if (name === 'row' && row) {
      if (row.cells.size > 0) rows.push(row);
      row = undefined;
    }
  };
  visitXml(bytes, { open, close, text: (piece) => void (text += piece) }, progress);
  for (const range of computed) markEach(rows, range, (facts) => (facts.hasFormula = true));
  for (const range of merged)
    markEach(rows, range, (facts, at, of) => (facts.isUnclear ||= at !== range.top || of !== range.left));
  return rows;
}

type Mark = (cell: CellFacts, line: number, column: number) => void;

function markEach(rows: readonly RowFacts[], range: Range, mark: Mark): void {
  for (const { line, cells } of rows) {
    if (line < range.top || line > range.bottom) continue;
    for (const [column, cell] of cells) if (isWithin(range, line, column)) mark(cell, line, column);
  }
}

/** `AB12` is in column 27, counted from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** `A1:B2`, or a single cell. */
function rangeOf(text: string): Range {
  const [first = '', last = first] = text.replaceAll('$', '').split(':');
  const lineOf = (place: string) => Number(/\d+$/.exec(place)?.[0] ?? 0);
  return {
    top: lineOf(first),
    bottom: lineOf(last),
    left: columnOf(first) ?? 0,
    right: columnOf(last) ?? MAX_COLUMNS,
  };
}

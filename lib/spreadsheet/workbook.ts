import xlsx from '@e965/xlsx/dist/xlsx.mini.min.js';
import { zipSync } from 'fflate';
import { type Parts, unpacked, WorkbookError } from './archive.ts';
import { type CellFault, type Choices, MAX_COLUMNS, type Unusable } from './cells.ts';
import type { SheetRow } from './sheet.ts';
import { type NumberFormat, type Shown, shownNumber, shownText } from './shown.ts';
import {
  type CellFacts,
  relationsOf,
  required,
  type RowFacts,
  sheetFacts,
  type WorkbookFacts,
  workbookFacts,
} from './workbook-check.ts';

/** Maximum characters of all cells, including repeated texts. */
const MAX_CHARACTERS = 5 * 1024 * 1024;

export interface WorkbookSheet {
  names: string[];
  sheet: number;
  rows: SheetRow[];
}

/** The share of the work that is done, from 0 to 1. */
export type Progress = (share: number) => void;

/**
 * The rows of a visible sheet of an XLSX file (ECMA-376 parts 1 and 2, transitional or strict). SheetJS reads the
 * values; a second pass over the XML says what each cell is, and a cell about which the two differ is a fault.
 */
export function rowsOfWorkbook(bytes: Uint8Array, choices: Choices, progress: Progress): WorkbookSheet | Unusable {
  try {
    const parts = unpacked(bytes);
    progress(0.1);
    const part = workbookPart(parts);
    if (part === undefined) return 'other_archive';
    const facts = workbookFacts(parts, part);
    if (!facts) return 'other_archive';
    const sheet = choices.sheet ?? 0;
    const chosen = facts.sheets[sheet];
    if (!chosen) return 'empty';
    progress(0.2);
    const rows = sheetFacts(required(parts, chosen.part), (share) => progress(0.2 + share * 0.4));
    refuseFarColumns(rows);
    progress(0.6);
    const values = valuesOf(parts, chosen.name);
    progress(0.9);
    const read = rows.map((row) => rowOf(row, values[row.line - 1] ?? [], facts));
    if (charactersOf(read) > MAX_CHARACTERS) return 'too_large';
    return { names: facts.sheets.map(({ name }) => name), sheet, rows: read };
  } catch (error) {
    // What the archive, the parser or SheetJS rejects is damaged.
    return error instanceof WorkbookError ? error.reason : 'damaged';
  }
}

function workbookPart(parts: Parts): string | undefined {
  if (!parts.has('_rels/.rels')) return undefined;
  const part = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
  // That of an XLSB file is not XML.
  return part?.endsWith('.xml') ? part : undefined;
}

/** A sheet with more columns than any mailing has is not read. */
function refuseFarColumns(rows: readonly RowFacts[]): void {
  for (const { cells } of rows)
    for (const [column, { value }] of cells)
      if (column >= MAX_COLUMNS && value !== undefined && value !== '') throw new WorkbookError('too_many_columns');
}

/** SheetJS unpacks without a limit, so it gets the unpacked parts. */
function valuesOf(parts: Parts, sheet: string): (xlsx.CellObject | undefined)[][] {
  const archive = zipSync(Object.fromEntries(parts), { level: 0 });
  const { Sheets } = xlsx.read(archive, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheets: sheet,
  });
  // SheetJS leaves out a sheet that it cannot read.
  const read = Sheets[sheet] as { '!data'?: (xlsx.CellObject | undefined)[][] } | undefined;
  if (!read) throw new WorkbookError('damaged');
  return read['!data'] ?? [];
}

function rowOf(row: RowFacts, values: readonly (xlsx.CellObject | undefined)[], facts: WorkbookFacts): SheetRow {
  const texts: string[] = [];
  const faults: Record<number, CellFault> = {};
  for (const [column, cell] of row.cells) {
    const shown = shownCell(cell, values[column], facts);
    const text = 'text' in shown ? shown.text.trim() : '';
    if ('fault' in shown) faults[column] = shown.fault;
    if (text === '') continue;
    while (texts.length < column) texts.push('');
    texts[column] = text;
  }
  return {
    line: row.line,
    values: texts,
    ...(Object.keys(faults).length > 0 ? { faults } : {}),
    ...(row.isHidden ? { hidden: true } : {}),
  };
}

/** What SheetJS has of a cell. */
type Read = xlsx.CellObject | undefined;

const unclear: Shown = { fault: 'unclear' };

function shownCell(cell: CellFacts, read: Read, facts: WorkbookFacts): Shown {
  const format = facts.formats[cell.style];
  if (cell.isUnclear || !format) return unclear;
  // A formula of `t="str"` with an empty value has the result "".
  if (cell.hasFormula && (facts.isUncomputed || cell.value === undefined || (cell.type !== 'str' && cell.value === '')))
    return { fault: 'not_computed' };
  const value = cell.value ?? '';
  switch (cell.type) {
    case 's':
      return sharedText(read, facts.texts[Number(value)], format);
    case 'inlineStr':
      return textOf(read, format, cell.hasRuns);
    case 'str':
      return value === '' ? { text: '' } : textOf(read, format);
    case 'e':
      return { fault: 'error' };
    case 'b':
      return read?.t === 'b' && read.v === /^(1|true)$/.test(value)
        ? { text: read.v ? 'VERDADEIRO' : 'FALSO' }
        : unclear;
    case 'd':
      return numberOf(read, undefined, format, facts);
    case 'n':
      return value.trim() === '' ? { text: '' } : numberOf(read, Number(value), format, facts);
    default:
      return unclear;
  }
}

function sharedText(read: Read, text: WorkbookFacts['texts'][number] | undefined, format: NumberFormat): Shown {
  return !text || text.isUnclear ? unclear : textOf(read, format, text.hasRuns);
}

/** LibreOffice leaves the format out where parts of a text have fonts of their own. */
function textOf(read: Read, format: NumberFormat, hasRuns = false): Shown {
  if (read?.t !== 's' || typeof read.v !== 'string') return unclear;
  const shown = shownText(read.v, format);
  return hasRuns && 'text' in shown && shown.text !== read.v ? { fault: 'format' } : shown;
}

/** Days from 1904 to 1900 (ECMA-376 part 1, 18.17.4.1). */
const DAYS_BETWEEN_EPOCHS = 1_462;

function numberOf(read: Read, expected: number | undefined, format: NumberFormat, { since1904 }: WorkbookFacts): Shown {
  if (read?.t !== 'n' || typeof read.v !== 'number' || !Number.isFinite(read.v)) return unclear;
  if (expected !== undefined && read.v !== expected) return unclear;
  return shownNumber(read.v, format, since1904 ? DAYS_BETWEEN_EPOCHS : 0);
}

const charactersOf = (rows: readonly SheetRow[]) =>
  rows.reduce((sum, { values }) => sum + values.reduce((length, value) => length + value.length, 0), 0);

import xlsx from '@e965/xlsx/dist/xlsx.mini.min.js';
import { zipSync } from 'fflate';
import { format } from 'numfmt';
import { unpacked } from '../../../../lib/spreadsheet/archive.ts';
import type { CellFault, Unusable } from '../../../../lib/spreadsheet/cells.ts';
import type { SheetRow } from '../../../../lib/spreadsheet/sheet.ts';
import { rowsOfWorkbook, type WorkbookSheet } from '../../../../lib/spreadsheet/workbook.ts';
import type { Shown } from './judge.ts';

export interface Comparison {
  equal: number;
  /** Blank for both. */
  blank: number;
  refused: Partial<Record<CellFault, number>>;
  /** Refused although the library alone shows what LibreOffice shows. */
  needless: number;
  /** Cells that differ for a reason that is listed. */
  listed: Record<string, number>;
  /** Cells that differ otherwise: there must be none. */
  differences: string[];
}

/** Where LibreOffice shows something else than Excel in Brazil (docs/decisions/spreadsheets.md). */
const listed: readonly { reason: string; isMeant: (ours: string, theirs: string, place: string) => boolean }[] = [
  {
    reason: 'the short date of Windows in Brazil has two digits',
    isMeant: (ours, theirs) => ours.replace(/^0?(\d+)\/0?(\d+)\//, '$1/$2/') === theirs,
  },
  {
    reason: 'a truth in a format of numbers is shown as a number',
    isMeant: (ours, theirs) => /^(VERDADEIRO|FALSO)$/.test(ours) && /^[01](,0+)?$|^\d+%$/.test(theirs),
  },
  {
    reason: 'the format 000 gets the thousands of 0,00 if a workbook has both',
    isMeant: (ours, theirs, place) => place.includes('/numeros-') && theirs.replaceAll('.', '') === ours,
  },
];

const tidy = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();

/** Compares what we read of a workbook with what LibreOffice shows, cell by cell, in each visible sheet. */
export function compare(name: string, bytes: Uint8Array, shown: Shown): Comparison {
  const comparison: Comparison = { equal: 0, blank: 0, refused: {}, needless: 0, listed: {}, differences: [] };
  // Packed again, since SheetJS complains of archives that were written as a stream.
  const archive = zipSync(Object.fromEntries(unpacked(bytes)), { level: 0 });
  const library = xlsx.read(archive, { type: 'array', cellNF: true, cellText: false });
  const first = usable(
    name,
    rowsOfWorkbook(bytes, {}, () => undefined),
  );
  first.names.forEach((sheet, index) => {
    const theirs = shown[sheet];
    if (!theirs) throw new Error(`${name}: LibreOffice has no sheet ${sheet}`);
    const { rows } = usable(
      name,
      rowsOfWorkbook(bytes, { sheet: index }, () => undefined),
    );
    const ours = new Map(rows.map((row) => [row.line, row]));
    for (let line = 1; line <= Math.max(theirs.length, ...ours.keys()); line++)
      compareRow(comparison, `${name}/${sheet}`, line, ours.get(line), theirs[line - 1] ?? [], library.Sheets[sheet]!);
  });
  return comparison;
}

function usable(name: string, sheet: WorkbookSheet | Unusable): WorkbookSheet {
  if (typeof sheet === 'string') throw new Error(`${name} is ${sheet}`);
  return sheet;
}

function compareRow(
  into: Comparison,
  name: string,
  line: number,
  ours: SheetRow | undefined,
  theirs: readonly string[],
  library: xlsx.WorkSheet,
): void {
  for (let column = 0; column < Math.max(theirs.length, ours?.values.length ?? 0); column++) {
    const [our, their] = [tidy(ours?.values[column] ?? ''), tidy(theirs[column] ?? '')];
    const fault = ours?.faults?.[column];
    const place = `${name} ${xlsx.utils.encode_cell({ r: line - 1, c: column })}`;
    if (fault) {
      into.refused[fault] = (into.refused[fault] ?? 0) + 1;
      const cell = library[xlsx.utils.encode_cell({ r: line - 1, c: column })] as xlsx.CellObject | undefined;
      if (fault !== 'not_computed' && cell?.t === 'n' && alone(cell) === their) into.needless += 1;
    } else if (our === their) into[our === '' ? 'blank' : 'equal'] += 1;
    else {
      const reason = listed.find(({ isMeant }) => isMeant(our, their, place))?.reason;
      if (reason === undefined) into.differences.push(`${place}: ${JSON.stringify(our)}, not ${JSON.stringify(their)}`);
      else into.listed[reason] = (into.listed[reason] ?? 0) + 1;
    }
  }
}

/** What numfmt shows without any check. */
function alone({ v, z }: xlsx.CellObject): string {
  try {
    return tidy(format(String(z ?? 'General'), v, { locale: 'pt-BR' }));
  } catch {
    return '';
  }
}

import { fields } from '@malote/spreadsheet/headings.ts';
import type { Warning } from '../api/objects.ts';
import { csvFile, csvText } from '../parts/csv.ts';
import { type EditedCells, isMisfit, markerTarget, textOf } from './columns.ts';
import type { Flaw, JudgedRows } from './judged-rows.ts';
import type { Setup } from './setup.ts';

/** A row of the spreadsheet in the table of the page. */
export interface Line {
  /** Its index among the rows, and its number in the spreadsheet. */
  index: number;
  line: number;
  /** What a letter takes from it, by field and marker. */
  texts: Readonly<Record<string, string>>;
  /** What the file has for the fields and markers that a person typed. */
  typedOver: Readonly<Record<string, string>>;
  flaws: readonly Flaw[];
  warnings: readonly Warning[];
  /** A person has changed it, and nothing is wrong with it now. */
  isCorrected: boolean;
  /** Whether all its cells may be in wrong columns. */
  isMisfit: boolean;
}

export const lineFilters = ['all', 'wrong', 'doubtful', 'edited'] as const;
export type LineFilter = (typeof lineFilters)[number];

/** Every field and marker that a cell may fill. */
const targetsOf = ({ markers }: Pick<Setup, 'markers'>) => [...fields, ...markers.map(markerTarget)];

/** The rows with what is known of each. */
export function tableLines(setup: Setup, cells: EditedCells, judged: JudgedRows | null): Line[] {
  const { matches } = setup;
  const targets = targetsOf(setup);
  const sound = new Set(judged?.sound);
  return cells.rows.map((row, index) => {
    const { typed = {} } = row;
    const flaws = judged?.wrong.get(index) ?? [];
    return {
      index,
      line: row.line,
      texts: Object.fromEntries(targets.map((target) => [target, textOf(cells, row, matches, target)])),
      typedOver: Object.fromEntries(
        Object.keys(typed).map((target) => [target, row.values[cells.columns.indexOf(matches[target] ?? '')] ?? '']),
      ),
      flaws,
      warnings: judged?.doubtful.get(index) ?? [],
      isCorrected: row.typed !== undefined && sound.has(index),
      isMisfit: isMisfit(row, matches),
    };
  });
}

export function linesBy(lines: readonly Line[], filter: LineFilter): readonly Line[] {
  if (filter === 'all') return lines;
  return lines.filter(({ flaws, warnings, typedOver }) =>
    filter === 'wrong'
      ? flaws.length > 0
      : filter === 'doubtful'
        ? warnings.length > 0
        : Object.keys(typedOver).length > 0,
  );
}

/** The fields and markers that have a column, or a problem or text in some row. */
export function shownTargets(setup: Setup, lines: readonly Line[]): string[] {
  const mentioned = new Set(
    lines.flatMap(({ flaws, typedOver }) => [...flaws.map(({ target }) => target), ...Object.keys(typedOver)]),
  );
  return targetsOf(setup).filter((target) => setup.matches[target] || mentioned.has(target));
}

/** All problems of a line in one text, each with the name of its column. */
export const flawText = (flaws: readonly Flaw[], nameOf: (target: string) => string) =>
  flaws.map(({ target, text }) => (target === undefined ? text : `${nameOf(target)}: ${text}`)).join(' ');

/** The rows with problems, with the cells of the file, so that they can be corrected there. */
export function problemsCsv(
  cells: EditedCells,
  lines: readonly Line[],
  { columns, nameOf }: { columns: readonly string[]; nameOf: (target: string) => string },
): string {
  return csvFile(
    [...columns, ...cells.columns],
    linesBy(lines, 'wrong').map(({ index, line, flaws }) => [
      String(line),
      csvText(flawText(flaws, nameOf)),
      ...cells.columns.map((_, column) => csvText(cells.rows[index]!.values[column] ?? '')),
    ]),
  );
}

/** The spreadsheet with what was typed in place of its cells; a field without a column gets one. */
export function correctedTable(
  { matches }: Pick<Setup, 'matches'>,
  cells: EditedCells,
  nameOf: (target: string) => string,
): { columns: string[]; rows: string[][] } {
  const further = [...new Set(cells.rows.flatMap(({ typed = {} }) => Object.keys(typed)))].filter(
    (target) => !matches[target],
  );
  return {
    columns: [...cells.columns, ...further.map(nameOf)],
    rows: cells.rows.map(({ values, typed = {} }) => {
      const own = cells.columns.map((column, at) => {
        const target = Object.keys(typed).find((each) => matches[each] === column);
        return target === undefined ? (values[at] ?? '') : typed[target]!;
      });
      return [...own, ...further.map((target) => typed[target] ?? '')];
    }),
  };
}

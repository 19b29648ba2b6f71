import type { Cells } from '@malote/spreadsheet/cells.ts';
import { isBlank } from './columns.ts';

/** The result of a row: its price, or its problems. */
export type Checked = { total: number } | { message: string };

/** What the check of all rows has found. */
export interface JudgedRows {
  /** Rows with a result. */
  done: number;
  isWhole: boolean;
  /** Rows that would become letters. */
  sound: readonly number[];
  wrong: readonly { row: number; message: string }[];
  /** Price of the sound rows, in centavos. */
  total: number;
}

/**
 * The results of a check, with blank cells that nobody has accepted as problems.
 * @param blank columns in which a blank cell is a problem
 */
export function judgedRows(
  results: readonly (Checked | undefined)[],
  cells: Cells,
  blank: readonly string[],
  blankText: (columns: string) => string,
): JudgedRows {
  const sound: number[] = [];
  const wrong: { row: number; message: string }[] = [];
  let total = 0;
  results.forEach((checked, row) => {
    if (!checked) return;
    const gaps = blank.filter((column) => isBlank(cells, cells.rows[row]!, column));
    const texts = [
      ...('message' in checked ? [checked.message] : []),
      ...(gaps.length > 0 ? [blankText(gaps.join(', '))] : []),
    ];
    if ('total' in checked && texts.length === 0) {
      sound.push(row);
      total += checked.total;
    } else wrong.push({ row, message: texts.join(' ') });
  });
  const done = sound.length + wrong.length;
  return { done, isWhole: done === results.length, sound, wrong, total };
}

import type { Letter } from '../../../core/domain/letters.ts';
import type { Tools } from '../money/ledger.ts';
import type { Table } from '../table/table.ts';
import { takeNumberWrites } from './authenticity-numbers.ts';
import { letterShape } from './mailing-shapes.ts';
import { type Mailings, openMailings } from './mailings.ts';

/** Letters, each created together with its authenticity number if it has one: see `openMailings`. */
export const openLetters = (table: Table, tools: Tools): Letters =>
  openMailings(table, tools, letterShape, (letter) => takeNumberWrites(table, letter));

export type Letters = Mailings<Letter>;

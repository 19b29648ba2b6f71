import type { Letter } from '../../../core/domain/letters.ts';
import type { Tools } from '../money/ledger.ts';
import type { Table } from '../table/table.ts';
import { letterShape } from './mailing-shapes.ts';
import { type Mailings, openMailings } from './mailings.ts';

/** Letters: see `openMailings`. */
export const openLetters = (table: Table, tools: Tools): Letters => openMailings(table, tools, letterShape);

export type Letters = Mailings<Letter>;

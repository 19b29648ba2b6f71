import type { CellRow } from './cells.ts';

/** A row of a sheet, before it is known which one is the heading. */
export type SheetRow = Omit<CellRow, 'misfit'>;

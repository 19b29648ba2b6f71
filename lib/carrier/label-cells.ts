import { Sheet, sheetsFile } from './sheet.ts';

/** One label of a sheet, in millimeters from the top left corner of the sheet. */
export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Stock that shops sell for the carrier: six labels of 84.7 x 101.6 mm on an A4 sheet, in two columns. */
const LABEL = { width: 101.6, height: 84.7 } as const;
const [COLUMNS, ROWS] = [2, 3];
const MARGIN = { x: (210 - COLUMNS * LABEL.width) / 2, y: (297 - ROWS * LABEL.height) / 2 };

const CELLS: readonly Cell[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
  x: MARGIN.x + (index % COLUMNS) * LABEL.width,
  y: MARGIN.y + Math.floor(index / COLUMNS) * LABEL.height,
  ...LABEL,
}));

/** A file with one label for each item, six on a sheet, row by row. */
export function onCells<Item>(
  items: readonly Item[],
  draw: (sheet: Sheet, cell: Cell, item: Item) => void,
): Promise<Uint8Array> {
  const sheets = Array.from({ length: Math.ceil(items.length / CELLS.length) }, () => new Sheet());
  for (const [index, item] of items.entries())
    draw(sheets[Math.floor(index / CELLS.length)]!, CELLS[index % CELLS.length]!, item);
  return sheetsFile(sheets);
}

import { format, mm } from '../pdf/base/geometry.ts';
import { cepnetBars } from './cepnet.ts';
import { code128, dataMatrix } from './symbols.ts';

/**
 * Operators that draw codes as vectors, in points from the bottom left corner of the page. All bars of a symbol are one
 * path that is filled once, so that no seams show between them.
 */

/** A symbol in its frame: from its bottom left corner. */
export interface Symbol {
  width: number;
  height: number;
  draw: (left: number, bottom: number) => string;
}

/** Least side of a module; all sizes that the carrier's guide names are multiples of it. */
const MODULE = mm(0.35);

export function dataMatrixSymbol(text: string): Symbol {
  const { size, isDark } = dataMatrix(text);
  const side = size * MODULE;
  const runs: [row: number, first: number, count: number][] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const last = runs.at(-1);
      if (!isDark(row, column)) continue;
      if (last && last[0] === row && last[1] + last[2] === column) last[2]++;
      else runs.push([row, column, 1]);
    }
  const draw = (left: number, bottom: number) =>
    filled(
      runs.map(([row, first, count]) => [
        left + first * MODULE,
        bottom + side - (row + 1) * MODULE,
        count * MODULE,
        MODULE,
      ]),
    );
  return { width: side, height: side, draw };
}

/**
 * Bars of CEPNet: 22 in an inch, 0.020 inch wide, 0.125 or 0.050 inch tall, the middles of the carrier's tolerances.
 * Their feet are on one line.
 */
const BAR = { pitch: 72 / 22, width: 0.02 * 72, tall: 0.125 * 72, short: 0.05 * 72 } as const;

/** @param digits of the postal code, eight */
export function cepnetSymbol(digits: string): Symbol {
  const bars = [...cepnetBars(digits)];
  const draw = (left: number, bottom: number) =>
    filled(bars.map((bar, index) => [left + index * BAR.pitch, bottom, BAR.width, bar === '1' ? BAR.tall : BAR.short]));
  return { width: (bars.length - 1) * BAR.pitch + BAR.width, height: BAR.tall, draw };
}

/** @param size of all bars, without the quiet zones */
export function code128Symbol(text: string, { width, height }: { width: number; height: number }): Symbol {
  const widths = code128(text);
  const unit = width / widths.reduce((sum, modules) => sum + modules, 0);
  const draw = (left: number, bottom: number) => {
    let at = left;
    const bars: Rectangle[] = [];
    for (const [index, modules] of widths.entries()) {
      if (index % 2 === 0) bars.push([at, bottom, modules * unit, height]);
      at += modules * unit;
    }
    return filled(bars);
  };
  return { width, height, draw };
}

type Rectangle = [left: number, bottom: number, width: number, height: number];

const filled = (rectangles: readonly Rectangle[]) =>
  `q 0 g ${rectangles.map((rectangle) => `${format(...rectangle)} re`).join('\n')} f Q`;

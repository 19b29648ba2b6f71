import { alongLine, concat, type Matrix } from '../base/geometry.ts';
import type { Show } from '../text/interpreter.ts';

/** The direction, height and size of text after a matrix, and where its line starts. */
export function placeAfter({ direction, baseline, em }: Pick<Show, 'direction' | 'baseline' | 'em'>, move: Matrix) {
  const [a, b, c, d, e, f] = concat(alongLine(direction), move);
  const stretch = Math.hypot(a, b);
  const turned = [a / stretch, b / stretch] as const;
  const [x, y] = [c * baseline + e, d * baseline + f];
  return {
    direction: turned,
    baseline: y * turned[0] - x * turned[1],
    em: (em * Math.abs(a * d - b * c)) / stretch,
    start: x * turned[0] + y * turned[1],
    stretch,
  };
}

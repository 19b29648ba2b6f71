import { spendComparisons } from '../base/budgets.ts';
import type { Glyph } from '../text/interpreter.ts';
import { pageBoxOf } from '../text/path.ts';
import { type Anchor, anchorOf, BLOCK, NEAR, type Segment, type SideEdges } from './alignment.ts';
import { type Columns, least, lies, outermostOf } from './columns.ts';
import { TOUCH } from './layout.ts';

/** What tells how a piece of a line is aligned. */
export interface Surroundings {
  head: Glyph;
  page: Columns;
  /** All text of the page; only computed when it is needed. */
  segments: () => readonly Segment[];
}

/**
 * How the text of a column is aligned, whose first glyph tells what it is when nothing else does: after a leader, at the right.
 * Text in a frame of its own, such as a badge, also keeps its right edge where that of the frame shows it; their middles are
 * the same.
 */
export function anchorIn(own: Segment, first: Glyph, around: Surroundings): Anchor {
  const aligned = (segment: Segment, otherwise: Anchor) => {
    const sides = [wallsOf(segment, around), framesOf(segment, around), rulesAround(segment, around)] as const;
    return anchorOf(segment, textAround(around), ...sides, otherwise);
  };
  const ofText = aligned(own, around.page.led.has(first) ? 'right' : 'left');
  const [left, right] = around.page.framed.get(first) ?? [own.left, own.right];
  const isFramed = left < own.left && right > own.right;
  return isFramed && aligned({ ...own, left, right }, ofText) === 'right' ? 'right' : ofText;
}

export function textAround({ segments, page }: Surroundings): readonly Segment[] {
  const all = segments();
  spendComparisons(page.comparisons, 6 * all.length);
  return all;
}

/** The edges of the cell that contains a segment: drawn lines, or the clip around it. */
export function wallsOf({ left, right }: Segment, { head, page: { edges, comparisons } }: Surroundings): SideEdges {
  spendComparisons(comparisons, 2 * edges.length);
  const { show } = head;
  const clip = show.clips.at(-1);
  const [clipLeft, , clipRight] = clip ? pageBoxOf(clip) : [-Infinity, 0, Infinity];
  const before = edges.filter((edge) => lies(edge, -Infinity, left + TOUCH, show)).map(({ x }) => -x);
  const after = edges.filter((edge) => lies(edge, right - TOUCH, Infinity, show)).map(({ x }) => x);
  return [-least([...before, -clipLeft]), least([...after, clipRight])];
}

/** The first and the last upright edge as near to a line as the text that tells how it is aligned, and those of the page. */
function framesOf({ baseline, em }: Segment, { page: { edges, frame, comparisons } }: Surroundings): SideEdges[] {
  spendComparisons(comparisons, edges.length);
  const reach = NEAR * em;
  return [outermostOf(edges.filter(({ bottom, top }) => bottom <= baseline + reach && top >= baseline - reach)), frame];
}

/** The rules right above or below a segment, as over the name of the person who signs. */
function rulesAround({ baseline, em }: Segment, { page: { rules, comparisons } }: Surroundings): SideEdges[] {
  spendComparisons(comparisons, rules.length);
  return rules.flatMap(({ left, right, y }) => (Math.abs(y - baseline) <= BLOCK * em ? [[left, right] as const] : []));
}

import { spendComparisons } from '../base/budgets.ts';
import type { Edge, Glyph, PageText, Show } from '../text/interpreter.ts';
import { gapBetween, isSpace, isUpright, onOneLine } from '../text/markers.ts';
import { DECIMAL, type Segment, type SideEdges } from './alignment.ts';
import { COLUMN_GAP, type GapInRows } from './gaps.ts';
import type { Leader } from './leaders.ts';

/** The text of a page, and what separates its columns. */
export interface Columns extends PageText {
  /** The gaps that other rows have too, by the glyphs after them. */
  gaps: ReadonlyMap<Glyph, GapInRows>;
  /** The leaders by their dots. */
  leaders: ReadonlyMap<Glyph, Leader>;
  /** The first glyphs of texts that leaders lead to, from a name to what follows its colon excepted. */
  led: ReadonlySet<Glyph>;
  /** The first and the last upright edge. */
  frame: SideEdges;
  /** The glyphs of markers whose values have a place of their own. */
  placed: ReadonlySet<Glyph>;
  /** The sides of frames and grounds, by the first glyphs of their texts. */
  framed: ReadonlyMap<Glyph, SideEdges>;
}

/** Whether a new column, or a leader, begins at a glyph. Spaces that were drawn belong to the gap. */
export function isColumnBreak(line: readonly Glyph[], at: number, page: Columns): boolean {
  const { edges, leaders, comparisons } = page;
  const right = line[at]!;
  if (page.placed.has(right) !== page.placed.has(line[at - 1]!)) return true;
  if (isSpace(right)) return false;
  let before = at - 1;
  while (before > 0 && isSpace(line[before]!)) before--;
  const left = line[before]!;
  if (leaders.get(left) !== leaders.get(right)) return true;
  const gap = gapBetween(left, right);
  if (gap > COLUMN_GAP.alone) return true;
  if (gap <= COLUMN_GAP.withEdge) return false;
  spendComparisons(comparisons, edges.length);
  return edges.some((edge) => lies(edge, left.along + left.width, right.along, right.show));
}

/** Whether an edge crosses a line of upright text between two places. */
export function lies({ x, bottom, top }: Edge, from: number, to: number, show: Show): boolean {
  const { baseline, em } = show;
  return isUpright(show) && x >= from && x <= to && bottom <= baseline && top >= baseline + 0.4 * em;
}

export function segmentOf(glyphs: readonly Glyph[], { baseline, em } = glyphs.at(-1)!.show): Segment {
  const text = glyphs.map((glyph) => (glyph.text.length === 1 ? glyph.text : '\ufffd')).join('');
  const at = [...text.matchAll(DECIMAL)].at(-1)?.index;
  return {
    left: glyphs[0]!.along,
    right: glyphs.reduce((right, { along, width }) => Math.max(right, along + width), -Infinity),
    baseline,
    em,
    decimal: at === undefined ? undefined : glyphs[at]!.along,
  };
}

/** The upright text of a page by lines, from top to bottom and left to right, without blanks. */
export function uprightLines(page: PageText): Glyph[][] {
  const upright = page.shows.filter(isUpright).flatMap(({ glyphs }) => glyphs.filter((glyph) => !isSpace(glyph)));
  spendComparisons(page.comparisons, 20 * upright.length);
  const lines: Glyph[][] = [];
  for (const glyph of upright.sort((one, other) => other.show.baseline - one.show.baseline)) {
    const line = lines.at(-1);
    if (line && onOneLine(line[0]!.show, glyph.show)) line.push(glyph);
    else lines.push([glyph]);
  }
  for (const line of lines) line.sort((one, other) => one.along - other.along);
  return lines;
}

/** The text of lines by columns. */
export function segmentsOf(lines: readonly (readonly Glyph[])[], page: Columns): Segment[] {
  const isStart = (line: readonly Glyph[], at: number) => isColumnBreak(line, at, page) || page.gaps.has(line[at]!);
  return lines.flatMap((line) => {
    const starts = [0, ...line.keys()].filter((at, index) => index === 0 || (at > 0 && isStart(line, at)));
    return starts.map((start, index) => segmentOf(line.slice(start, starts[index + 1])));
  });
}

/** The first and the last of some upright edges. */
export const outermostOf = (edges: readonly Edge[]): SideEdges => [
  least(edges.map(({ x }) => x)),
  -least(edges.map(({ x }) => -x)),
];

/** Works for any number of values: a call takes a limited number of arguments. */
export const least = (values: readonly number[]) => values.reduce((lowest, value) => Math.min(lowest, value), Infinity);

import { spendComparisons } from '../base/budgets.ts';
import { A4, mm } from '../base/geometry.ts';
import type { Glyph, Show } from '../text/interpreter.ts';
import { isSpace, isUpright } from '../text/markers.ts';
import type { PageLines } from '../text/page-lines.ts';
import { pageBoxOf } from '../text/path.ts';
import type { Span } from '../text/spans.ts';
import type { Anchor, Segment, SideEdges } from './alignment.ts';
import { least, lies } from './columns.ts';
import { type Relayout, spanBefore, spanOf, TOUCH } from './layout.ts';
import { COLUMN_PADDING, type LineToPlace } from './lines.ts';
import { textAround, wallsOf } from './surroundings.ts';

/** Points by which text exceeds its room. */
export function beyond([left, right]: SideEdges, [start, end]: SideEdges): number {
  const over = Math.max(end - right, left - start);
  return over > TOUCH ? over : 0;
}

/**
 * Points by which text that shares its line exceeds its cell, or the margins that the other lines of the page show. Text that
 * it exceeds is a matter of `overrunsOf`; of text that is turned, no margin is known.
 */
export function beyondRoom(own: Segment, [start, end]: SideEdges, context: LineToPlace): number {
  if (!isUpright(context.head.show) || (end <= own.right && start >= own.left)) return 0;
  const walls = wallsOf(own, context);
  const others = textAround(context).filter(({ baseline }) => baseline !== own.baseline);
  const from = least(others.map(({ left }) => left));
  const to = Math.max(-least(others.map(({ right }) => -right)), A4.width - Math.min(from, own.left));
  const margins = [from <= own.left ? from : -Infinity, to >= own.right - TOUCH ? to : Infinity] as const;
  return beyond(
    [Math.min(own.left, Math.max(walls[0], margins[0])), Math.max(own.right, Math.min(walls[1], margins[1]))],
    [start, end],
  );
}

/** From where to where a piece of a line may extend. Of text that is turned, only what follows on its line is a limit. */
export function limitsOf(anchor: Anchor, own: Segment, context: LineToPlace, result: Relayout): SideEdges {
  const turned = isUpright(context.head.show) ? undefined : -Infinity;
  return [
    anchor === 'left' ? own.left : (turned ?? leftLimitOf(own, context, result)),
    limitOf(context.line, context, result),
  ];
}

/** Where glyphs, or the values in their place, have ink now: lines that have no place yet are where they were. */
const spansNow = (glyphs: readonly Glyph[], { placed }: LineToPlace, result: Relayout): Span[] =>
  glyphs.flatMap((glyph) => {
    const span = placed.has(glyph) ? spanOf(glyph, result) : spanBefore(glyph);
    return span ? [span] : [];
  });

const UPRIGHT = [1, 0] as const;

/** Limit on the margin derived from the text, for pages with little text. */
const WIDEST_MARGIN = mm(20);

/** How far left a line may extend: to the text or the edge before it, otherwise to the page's margin. */
function leftLimitOf(own: Segment, context: LineToPlace, result: Relayout): number {
  const { head, lines, page } = context;
  const padding = COLUMN_PADDING * own.em;
  const before = lines
    .beside(head)
    .filter((glyph) => glyph.along + glyph.width <= own.left + TOUCH && !isSpace(glyph) && !page.leaders.has(glyph));
  const texts = spansNow(before, context, result).map(([, end]) => -(end + 2 * padding));
  const [wall] = wallsOf(own, context);
  const margin = Math.min(lines.extentOf({ direction: UPRIGHT }).start, WIDEST_MARGIN);
  return Math.max(-least([...texts, -(wall + padding)]), margin);
}

/**
 * How far right a line may extend: to the next column, even one whose lines are a little higher or lower, to its cell's edge,
 * otherwise to the right edge of the page's text.
 */
function limitOf(line: readonly Glyph[], context: LineToPlace, result: Relayout): number {
  const { lines, page } = context;
  const { edges, comparisons } = page;
  spendComparisons(comparisons, edges.length);
  const last = line.at(-1)!;
  const own = new Set(line);
  const { show } = last;
  const end = last.along + last.width;
  const padding = COLUMN_PADDING * show.em;
  const next = lines
    .level(last)
    .filter((glyph) => glyph.along >= end && !isSpace(glyph) && !own.has(glyph) && !page.leaders.has(glyph));
  const texts = spansNow(next, context, result).map(([start]) => start - padding);
  const walls = edges.filter((edge) => lies(edge, end - 0.5, Infinity, show)).map(({ x }) => x - padding);
  const nearest = least([...texts, ...walls, sharedClipEdge(line)]);
  return Math.min(nearest, marginOf(lines, show));
}

/** The right edge of a clip that contains a whole line, as in the cells of a table. */
function sharedClipEdge(line: readonly Glyph[]): number {
  const clip = line[0]!.show.clips.at(-1);
  if (!clip || line.length < 2 || line.some(({ show }) => show.clips.at(-1) !== clip)) return Infinity;
  const [, , right] = pageBoxOf(clip);
  return right >= line.at(-1)!.along + line.at(-1)!.width ? right : Infinity;
}

/** The right edge of the page's text or the mirror of its left margin, whichever is farther. */
function marginOf(lines: PageLines, show: Show): number {
  const { start, end } = lines.extentOf(show);
  return isUpright(show) ? Math.min(Math.max(end, A4.width - start), A4.width) : end;
}

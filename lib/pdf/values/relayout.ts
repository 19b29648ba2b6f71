import { once } from '../../core/once.ts';
import { spendComparisons } from '../base/budgets.ts';
import { A4, alongLine, apply, type Matrix, mm } from '../base/geometry.ts';
import type { Edge, Glyph, PageText, Rule, Show } from '../text/interpreter.ts';
import { gapBetween, isSpace, isUpright, type Marker, onOneLine } from '../text/markers.ts';
import { PageLines } from '../text/page-lines.ts';
import { pageBoxOf } from '../text/path.ts';
import type { Span } from '../text/spans.ts';
import { placeAfter } from './after.ts';
import {
  type Anchor,
  anchorOf,
  BLOCK,
  DECIMAL,
  fitBetween,
  isOfParagraph,
  isSame,
  NEAR,
  type Segment,
  type SideEdges,
} from './alignment.ts';
import { agreeingPart, declaredIn, hasOwnPlace, type Heads, ownPlace } from './declared.ts';
import { type Decoration, decorationsOf, isEdgeOf, resize, type Resized, sidesOf, type Stop } from './decorations.ts';
import { type Leader, leadersIn, placesOf } from './leaders.ts';
import type { Lettering } from './lettering.ts';

/** New position of a glyph or a value in points along the line, and its condensation. */
interface Placement {
  along: number;
  scale: number;
}

export interface PlacedValue extends Placement {
  name: string;
  lettering: Lettering;
}

/** The changes to the text of one page. Glyphs that are not listed stay where they are. */
export interface Relayout {
  removed: Set<Glyph>;
  moved: Map<Glyph, Placement>;
  /** Values by the glyph whose place and style they take. */
  values: Map<Glyph, PlacedValue>;
  removedRules: Rule[];
  /** Shapes that are painted with text and have a new length. */
  decorations: Resized[];
  lines: PlacedLine[];
  /** The values whose lines print over other text, run off the paper, or exceed their room. */
  overruns: Overrun[];
}

/** A line with values, once it is placed. */
export interface PlacedLine {
  /** Its longest value. */
  longest: { name: string; glyph: Glyph };
  pieces: Piece[];
  /** Points by which it exceeds its room. */
  over: number;
}

/** Where a glyph has ink along its line, and where it or the value in its place has ink now. */
interface Piece {
  glyph: Glyph;
  before: Span | undefined;
  now: Span | undefined;
}

export interface Overrun {
  name: string;
  /** Other text, the area beyond the paper, or what is beyond its room: its declared width, its cell, its column, the margin. */
  onto: 'text' | 'nothing' | 'margin';
  /** Points beyond its room. */
  by: number;
}

/** The showing operations that a layout changes. */
export function changedShows({ removed, moved, values }: Relayout): Set<Show> {
  const shows = new Set<Show>();
  for (const glyphs of [removed, moved.keys(), values.keys()]) for (const { show } of glyphs) shows.add(show);
  return shows;
}

/** The narrowest scale of a line (rule DOC-12): a line that is still too long runs past the margin. */
const NARROWEST = 0.85;

/**
 * Gaps that separate columns, in ems: one this wide always does. A smaller one does if it contains an upright edge, or if two
 * nearby lines, like the rows of a table without borders, have a gap of the same width in the same place: a narrow one that
 * begins and ends where theirs do. A gap like that of a space does if no space is drawn in it, it is the only one of its text,
 * and the texts before it end in one place, but begin in several. Beside such rows, any gap does that ends where their columns
 * begin.
 */
const COLUMN_GAP = { alone: 5, withEdge: 0.34, inRows: { width: 1.5, narrow: 0.65, undrawn: 0.12, lines: 2, near: 6 } };
/** A page with more gaps in its lines is a drawing. */
const MOST_GAPS = 2_000;

/** Distance kept from the next column, in ems. */
const COLUMN_PADDING = 0.15;

/**
 * Replaces markers by values: each value begins where its marker began, and the following text on the line, up to the next
 * column, moves left or right to fit. A line that then exceeds its column or margin is condensed from the first value on.
 * Underlines, frames and highlights go with their text.
 */
export function relayout(
  text: PageText,
  markers: readonly Marker[],
  letteringOf: (marker: Marker) => Lettering,
): Relayout {
  const result: Relayout = {
    removed: new Set(),
    moved: new Map(),
    values: new Map(),
    removedRules: [],
    decorations: [],
    lines: [],
    overruns: [],
  };
  if (markers.length === 0) return result;
  const widths = new Map<Glyph, Lettering | undefined>();
  for (const marker of markers) {
    result.removedRules.push(...marker.rules);
    marker.parts.forEach((part, index) => {
      for (const glyph of part) result.removed.add(glyph);
      widths.set(part[0]!, index === 0 ? letteringOf(marker) : undefined);
    });
    result.values.set(marker.styled, {
      name: marker.name,
      lettering: widths.get(marker.parts[0]![0]!)!,
      along: 0,
      scale: 1,
    });
  }
  const parts = markers.flatMap((marker) => marker.parts.map((glyphs) => ({ marker, glyphs })));
  const heads = new Map(parts.map((part) => [part.glyphs[0]!, part]));
  const lines = new PageLines(text);
  const decorations = decorationsOf(text, linesWith(heads, lines));
  spendComparisons(text.comparisons, text.edges.length * decorations.length);
  const upright = uprightLines(text);
  const edges = text.edges.filter((edge) => !decorations.some((each) => isEdgeOf(each, edge)));
  const leaders = leadersIn(upright);
  const page: Columns = {
    ...text,
    edges,
    gaps: gapsInRows(upright, text),
    leaders: new Map(leaders.flatMap((leader) => leader.dots.map((dot) => [dot, leader]))),
    placed: new Set(markers.filter(hasOwnPlace).flatMap((marker) => marker.parts[0]!)),
    led: new Set(leaders.flatMap(({ after }) => (after && after.text !== ':' ? [after] : []))),
    frame: outermostOf(edges),
    framed: new Map(decorations.flatMap((each) => framedBy(each))),
  };
  const segments = once(() => segmentsOf(upright, page));
  const placed = new Set<Glyph>();
  const placedLines: Glyph[][] = [];
  const shifts = new Map<Glyph, Shift>();
  for (const head of heads.keys()) {
    if (result.moved.has(head)) continue;
    const surroundings = { head, page, segments };
    const { before, line } = lineFrom(surroundings, lines, heads, result);
    if (line[0] !== head) continue;
    const shift = placeLine({ ...surroundings, before, line, lines, heads, placed }, result);
    placedLines.push([...before, ...line]);
    for (const glyph of placedLines.at(-1)!) {
      placed.add(glyph);
      shifts.set(glyph, shift);
    }
  }
  for (const leader of leaders) placeLeader(leader, shifts, result);
  result.lines = placedLines.flatMap((line) => placedLine(line, shifts.get(line[0]!)!.over, result) ?? []);
  result.overruns = result.lines.flatMap((line) => overrunsOf(line, lines, result));
  result.decorations = decorations.flatMap(
    (decoration) => resize(decoration, stopsOf(decoration, heads, result), text) ?? [],
  );
  return result;
}

/** The upright lines that have markers, all columns of them. */
function linesWith(heads: Heads, lines: PageLines): { glyphs: Glyph[]; markers: Glyph[][] }[] {
  const seen = new Set<Glyph>();
  return [...heads.keys()].flatMap((head) => {
    if (seen.has(head) || !isUpright(head.show)) return [];
    const glyphs = lineInStream(head, lines);
    const markers = glyphs.flatMap((glyph) => (heads.has(glyph) ? [heads.get(glyph)!.glyphs] : []));
    for (const glyph of glyphs) if (heads.has(glyph)) seen.add(glyph);
    return [{ glyphs, markers }];
  });
}

/** The old and new places of a decoration's text, piece by piece; empty when no text is left. */
function stopsOf({ glyphs }: Decoration, heads: Heads, { values, removed, moved }: Relayout): Stop[] {
  const stops: Stop[] = [];
  for (const glyph of glyphs) {
    const part = heads.get(glyph);
    const value = part && part.marker.parts[0] === part.glyphs ? values.get(part.marker.styled)! : undefined;
    if (value && value.lettering.width > 0) {
      const last = part!.glyphs.at(-1)!;
      stops.push(
        [glyph.along, value.along],
        [last.along + last.width, value.along + value.lettering.width * value.scale],
      );
    }
    if (removed.has(glyph)) continue;
    const { along, scale } = moved.get(glyph) ?? { along: glyph.along, scale: 1 };
    stops.push([glyph.along, along], [glyph.along + glyph.width, along + glyph.width * scale]);
  }
  return stops.sort(([one], [other]) => one - other);
}

/** The text of a page, and what separates its columns. */
interface Columns extends PageText {
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

function framedBy(decoration: Decoration): [Glyph, SideEdges][] {
  const [first, sides] = [decoration.glyphs.find((glyph) => !isSpace(glyph)), sidesOf(decoration)];
  return first && sides ? [[first, sides]] : [];
}

interface GapInRows {
  /** Whether the text before it ends where that of the other rows does: it is aligned at the right. */
  isAfterEnd: boolean;
}

/** What tells how a piece of a line is aligned. */
interface Surroundings {
  head: Glyph;
  page: Columns;
  /** All text of the page; only computed when it is needed. */
  segments: () => readonly Segment[];
}

/** A line with markers, and its surroundings. */
interface LineToPlace extends Surroundings {
  /** The text of lines that already have their place. */
  placed: ReadonlySet<Glyph>;
  /** What comes before the first marker in its column. */
  before: readonly Glyph[];
  line: readonly Glyph[];
  lines: PageLines;
  heads: Heads;
}

/**
 * The glyphs of a marker's column on its line, in one stream: those before the first marker, and the others. Text after a gap
 * that only other rows reveal as a column moves on if the values before it need the room, unless a marker of the line declares
 * an alignment.
 */
function lineFrom(surroundings: Surroundings, lines: PageLines, heads: Heads, result: Relayout) {
  const { head, page } = surroundings;
  if (page.placed.has(head)) return { before: [], line: heads.get(head)!.glyphs };
  const line = withRaised(lineInStream(head, lines), head, lines, page, heads);
  const isDeclared = declaredIn(line, heads) !== undefined;
  const at = line.indexOf(head);
  let [start, end] = [at, at + 1];
  const isGap = (index: number) => page.gaps.has(line[index]!) && !isFilled(line, index, head.show);
  const isEnd = () =>
    isColumnBreak(line, end, page) ||
    (isGap(end) && (isDeclared || hasRoom(line, [start, at, end], surroundings, heads, result)));
  while (start > 0 && !isColumnBreak(line, start, page) && !isGap(start)) start--;
  while (end < line.length && !isEnd()) end++;
  const column = isDeclared ? agreeingPart(line.slice(start, end), head, heads) : line.slice(start, end);
  const first = column.findIndex((glyph) => heads.has(glyph));
  return { before: column.slice(0, first), line: column.slice(first) };
}

/**
 * Whether the values of a piece of a line, condensed if need be, leave a gap of rows as it is: they end before the text after
 * it or, if they end where the gap begins and are no line of a justified paragraph, start after the text before them. In the
 * middle of their column they may do both.
 */
function hasRoom(
  line: readonly Glyph[],
  [start, at, end]: readonly [start: number, head: number, end: number],
  surroundings: Surroundings,
  heads: Heads,
  result: Relayout,
): boolean {
  const [head, next, piece] = [line[at]!, line[end]!, line.slice(at, end)];
  const last = piece.findLast((glyph) => !isSpace(glyph)) ?? head;
  const right = last.along + last.width;
  const width = replacementsOf(piece, heads, result).reduce(
    (sum, { start: from, end: to, width: value }) => sum + value - (to - from),
    right - head.along,
  );
  const padding = COLUMN_PADDING * head.show.em;
  const isAtLeft =
    !surroundings.page.gaps.get(next)?.isAfterEnd || isOfParagraph(head.show, right - line[start]!.along);
  const limit = next.along - padding;
  if (isAtLeft && head.along + NARROWEST * width <= limit) return true;
  const before = line.slice(0, start).findLast((glyph) => !isSpace(glyph));
  const left = before ? before.along + before.width + 2 * padding : 0;
  const narrowest = head.along - line[start]!.along + NARROWEST * width;
  if (!isAtLeft) return left + narrowest <= right;
  const own = segmentOf(
    line.slice(start, end).filter((glyph) => !isSpace(glyph)),
    head.show,
  );
  const middle = (own.left + own.right) / 2;
  const fits = left <= middle - narrowest / 2 && middle + narrowest / 2 <= limit;
  return fits && anchorIn(own, line[start]!, surroundings) === 'center';
}

const lineInStream = (head: Glyph, lines: PageLines): Glyph[] =>
  lines
    .beside(head)
    .filter((glyph) => glyph.show.stream === head.show.stream)
    .sort((one, other) => one.along - other.along);

/** Of text that is raised or lowered: its largest size in ems of its line, and how far from the text beside it it may be. */
const RAISED = { size: 0.95, gap: 0.15 };

/** A line with the smaller text that touches its letters higher or lower, as in `nº`, `m²` or the number of a footnote. */
function withRaised(
  line: readonly Glyph[],
  { show }: Glyph,
  lines: PageLines,
  { comparisons }: PageText,
  heads: Heads,
): Glyph[] {
  const isRaised = (glyph: Glyph) =>
    glyph.show.stream === show.stream && glyph.show.em <= RAISED.size * show.em && !onOneLine(glyph.show, show);
  const raised = lines
    .level(line[0]!)
    .filter((glyph) => isRaised(glyph) && !heads.has(glyph))
    .sort((one, other) => one.along - other.along);
  const whole = new Set(line);
  spendComparisons(comparisons, 2 * raised.length * (line.length + raised.length));
  const follows = (left: Glyph, right: Glyph) =>
    Math.abs(right.along - left.along - left.width) <= RAISED.gap * show.em;
  // From the left, letters that follow others; from the right, letters that others follow.
  for (const glyph of [...raised, ...raised.toReversed()]) {
    const touches = (other: Glyph) =>
      (follows(other, glyph) || follows(glyph, other)) && (!isRaised(other) || onOneLine(other.show, glyph.show));
    if ([...whole].some(touches)) whole.add(glyph);
  }
  return [...whole].sort((one, other) => one.along - other.along);
}

/** Whether raised text fills the gap before a glyph, or is that glyph: its own line has gaps of its own. */
function isFilled(line: readonly Glyph[], at: number, show: Show): boolean {
  const [before, glyph] = [line.slice(0, at).findLast((each) => !isSpace(each)), line[at]!];
  if (!onOneLine(glyph.show, show)) return true;
  if (!before || onOneLine(before.show, show)) return false;
  return glyph.along - before.along - before.width <= COLUMN_GAP.withEdge * show.em;
}

/** Whether a new column, or a leader, begins at a glyph. Spaces that were drawn belong to the gap. */
function isColumnBreak(line: readonly Glyph[], at: number, page: Columns): boolean {
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
function lies({ x, bottom, top }: Edge, from: number, to: number, show: Show): boolean {
  const { baseline, em } = show;
  return isUpright(show) && x >= from && x <= to && bottom <= baseline && top >= baseline + 0.4 * em;
}

/** A marker's position on its line, and its value's width. */
interface Replacement {
  start: number;
  end: number;
  width: number;
}

/** How far a piece of a line begins and ends from where it did, and by how much it exceeds its room. */
interface Shift {
  left: number;
  right: number;
  over: number;
}

function placeLine(context: LineToPlace, result: Relayout): Shift {
  const { before, line, head, page, heads } = context;
  const { comparisons } = page;
  const replacements = replacementsOf(line, heads, result);
  spendComparisons(comparisons, line.length * replacements.length);
  // Text drawn twice in one place, as fake bold, has two markers there, but makes room once.
  const shiftAt = (along: number) =>
    replacements.reduce(
      (shift, { start, end, width }) => (end <= along + TOUCH ? shift + width - (end - start) : shift),
      0,
    );
  const places = new Map<Glyph, number>();
  let end = head.along;
  for (const glyph of line) {
    const part = heads.get(glyph);
    const along = glyph.along + shiftAt(glyph.along);
    if (part && part.marker.parts[0] === part.glyphs) {
      places.set(part.marker.styled, along);
      end = Math.max(end, along + result.values.get(part.marker.styled)!.lettering.width);
    } else if (!result.removed.has(glyph)) {
      places.set(glyph, along);
      if (!isSpace(glyph)) end = Math.max(end, along + glyph.width);
    }
  }
  const own = segmentOf(
    [...before, ...line].filter((glyph) => !isSpace(glyph)),
    head.show,
  );
  const declared = mayMove(context, result) ? declaredIn(line, heads) : undefined;
  const anchor = declared?.anchor ?? inferredAnchor(own, context, result);
  const text = {
    head: head.along,
    left: Math.min(own.left, head.along),
    right: end,
    decimal: decimalOf(places, result),
  };
  const limits =
    declared?.width !== undefined && page.placed.has(head)
      ? ownPlace(declared.anchor, declared.width, own)
      : limitsOf(anchor, own, context, result);
  const { scale, shift } = fitBetween(anchor, own, text, limits, NARROWEST, declared !== undefined);
  if (shift !== 0) for (const glyph of before) result.moved.set(glyph, { along: glyph.along + shift, scale: 1 });
  for (const [glyph, along] of places) {
    const placement = { along: head.along + (along - head.along) * scale + shift, scale };
    const value = result.values.get(glyph);
    if (value) result.values.set(glyph, { ...value, ...placement });
    else result.moved.set(glyph, placement);
  }
  for (const glyph of line) if (heads.has(glyph)) result.moved.set(glyph, { along: glyph.along, scale });
  const right = head.along + (end - head.along) * scale + shift;
  const now = [text.left + shift, right] as const;
  const over = page.placed.has(head) ? beyond(limits, now) : beyondRoom(own, now, context);
  return { left: shift, right: right - own.right, over };
}

/** Points by which text exceeds its room. */
function beyond([left, right]: SideEdges, [start, end]: SideEdges): number {
  const over = Math.max(end - right, left - start);
  return over > TOUCH ? over : 0;
}

/**
 * Points by which text that shares its line exceeds its cell, or the margins that the other lines of the page show. Text that
 * it exceeds is a matter of `overrunsOf`; of text that is turned, no margin is known.
 */
function beyondRoom(own: Segment, [start, end]: SideEdges, context: LineToPlace): number {
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

const inferredAnchor = (own: Segment, context: LineToPlace, result: Relayout): Anchor =>
  isUpright(context.head.show) && mayMove(context, result)
    ? anchorIn(own, context.before[0] ?? context.head, context)
    : 'left';

/** From where to where a piece of a line may extend. Of text that is turned, only what follows on its line is a limit. */
function limitsOf(anchor: Anchor, own: Segment, context: LineToPlace, result: Relayout): SideEdges {
  const turned = isUpright(context.head.show) ? undefined : -Infinity;
  return [
    anchor === 'left' ? own.left : (turned ?? leftLimitOf(own, context, result)),
    limitOf(context.line, context, result),
  ];
}

/** Lengthens or shortens a leader by the new ends of the texts beside it. */
function placeLeader(leader: Leader, shifts: ReadonlyMap<Glyph, Shift>, { moved, removed }: Relayout): void {
  const shiftOf = (text: Glyph | undefined) => (text && shifts.get(text)) ?? { left: 0, right: 0, over: 0 };
  const [startsBy, endsBy] = [shiftOf(leader.before).right, shiftOf(leader.after).left];
  if (startsBy === 0 && endsBy === 0) return;
  placesOf(leader, startsBy, endsBy).forEach((along, index) => {
    if (along === undefined) removed.add(leader.dots[index]!);
    else moved.set(leader.dots[index]!, { along, scale: 1 });
  });
}

/** In ems: the overlap of slanted or tightly set letters. */
const OVERLAP = 0.15;

function placedLine(line: readonly Glyph[], over: number, result: Relayout): PlacedLine | undefined {
  const { values, removed } = result;
  const [longest] = line
    .flatMap((glyph) => (values.has(glyph) ? [{ glyph, ...values.get(glyph)! }] : []))
    .sort((one, other) => other.lettering.width - one.lettering.width);
  const pieces = line.map((glyph) => ({
    glyph,
    before: removed.has(glyph) || isSpace(glyph) ? undefined : spanBefore(glyph),
    now: spanOf(glyph, result),
  }));
  return longest && { longest, pieces, over };
}

/** A line where a form is drawn again, after a matrix on the page. */
export function moveLine({ longest, pieces, over }: PlacedLine, move: Matrix): PlacedLine {
  const moved = (glyph: Glyph) => {
    const { start, stretch, ...place } = placeAfter(glyph.show, move);
    return { start, stretch, glyph: { ...glyph, show: { ...glyph.show, ...place } } };
  };
  const first = moved(longest.glyph);
  return {
    longest: { ...longest, glyph: first.glyph },
    over: over * first.stretch,
    pieces: pieces.map(({ before, now, ...piece }) => {
      const { start, stretch, glyph } = moved(piece.glyph);
      const span = (each: Span | undefined): Span | undefined =>
        each && [start + stretch * each[0], start + stretch * each[1]];
      return { glyph, before: span(before), now: span(now) };
    }),
  };
}

/** The damage that lines do on another page, or elsewhere on theirs, where the form that has them is drawn again. */
export function overrunsOn(text: PageText, repeated: readonly PlacedLine[], result: Relayout): Overrun[] {
  if (repeated.length === 0) return [];
  const lines = new PageLines(text);
  return repeated.flatMap((line) => overrunsOf(line, lines, result));
}

/**
 * The damage of a line's longest value once all lines are placed: the value or the text after it prints over other text, or
 * the text after it runs off the paper, or else it exceeds its room. Text that already overlapped other text does not count, nor a value over itself:
 * documents draw letters twice to make them bold.
 */
function overrunsOf(
  { longest: { name, glyph: longest }, pieces, over }: PlacedLine,
  lines: PageLines,
  result: Relayout,
): Overrun[] {
  const reach = OVERLAP * longest.show.em;
  const own = new Set(pieces.map(({ glyph }) => glyph));
  const now = lines.spans(pieces.flatMap((piece) => (piece.now ? [piece.now] : [])));
  const before = lines.spans(pieces.flatMap((piece) => (piece.before ? [piece.before] : [])));
  const others = lines.level(longest).filter((glyph) => !own.has(glyph) && result.values.get(glyph)?.name !== name);
  const isPrintedOver = (glyph: Glyph) => {
    const span = spanOf(glyph, result);
    return span !== undefined && now.overlap(span, reach) && !before.overlap(spanBefore(glyph), reach);
  };
  const runsOff = (piece: Piece) =>
    piece.before !== undefined && isOnPaper(piece.glyph, piece.before[1]) && !isOnPaper(piece.glyph, piece.now![1]);
  const overruns: Overrun[] = [];
  if (others.some(isPrintedOver)) overruns.push({ name, onto: 'text', by: over });
  if (pieces.some(runsOff)) overruns.push({ name, onto: 'nothing', by: over });
  if (overruns.length === 0 && over > 0) overruns.push({ name, onto: 'margin', by: over });
  return overruns;
}

/** Whether a place on a glyph's line is on the paper. */
function isOnPaper({ show: { direction, baseline } }: Glyph, along: number): boolean {
  const [x, y] = apply(alongLine(direction), along, baseline);
  return x >= -TOUCH && x <= A4.width + TOUCH && y >= -TOUCH && y <= A4.height + TOUCH;
}

const spanBefore = ({ along, width }: Glyph): Span => [along, along + width];

/** The extent along the line of a glyph's ink, or of the value in its place; undefined when there is none. */
function spanOf(glyph: Glyph, { values, removed, moved }: Relayout): Span | undefined {
  const value = values.get(glyph);
  if (value)
    return value.lettering.width > 0 ? [value.along, value.along + value.lettering.width * value.scale] : undefined;
  if (removed.has(glyph) || isSpace(glyph)) return undefined;
  const { along, scale } = moved.get(glyph) ?? { along: glyph.along, scale: 1 };
  return [along, along + glyph.width * scale];
}

/** Where glyphs, or the values in their place, have ink now: lines that have no place yet are where they were. */
const spansNow = (glyphs: readonly Glyph[], { placed }: LineToPlace, result: Relayout): Span[] =>
  glyphs.flatMap((glyph) => {
    const span = placed.has(glyph) ? spanOf(glyph, result) : spanBefore(glyph);
    return span ? [span] : [];
  });

/** A value that continues on the next line stays where it begins, as does an empty one, such as the place of a picture. */
function mayMove({ line, heads }: LineToPlace, { values }: Relayout): boolean {
  const markers = line.flatMap((glyph) => heads.get(glyph)?.marker ?? []);
  return (
    markers.every(({ parts }) => parts.length === 1) &&
    markers.some(({ styled }) => values.get(styled)!.lettering.characters.length > 0)
  );
}

/** The new position of the last value's decimal separator, before condensing. */
function decimalOf(places: ReadonlyMap<Glyph, number>, { values }: Relayout): number | undefined {
  let decimal: number | undefined;
  for (const [glyph, along] of places) {
    const characters = values.get(glyph)?.lettering.characters;
    if (!characters) continue;
    const at = [
      ...characters
        .map(({ character }) => character)
        .join('')
        .matchAll(DECIMAL),
    ].at(-1)?.index;
    const before = at === undefined ? undefined : characters.slice(0, at);
    decimal = before && along + before.reduce((sum, { width }) => sum + width, 0);
  }
  return decimal;
}

function segmentOf(glyphs: readonly Glyph[], { baseline, em } = glyphs.at(-1)!.show): Segment {
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
function uprightLines(page: PageText): Glyph[][] {
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

/** A gap in a line, and the glyph after it. */
interface Gap {
  row: number;
  from: number;
  glyph: Glyph;
}

/** A gap like that of a space, in which none is drawn. */
interface CloseGap extends Gap {
  /** Where the text before it begins. */
  start: number;
}

/** The gaps that nearby lines have too, by the glyphs after them. */
function gapsInRows(lines: readonly (readonly Glyph[])[], { comparisons }: PageText): Map<Glyph, GapInRows> {
  const { width, narrow, lines: agreeing, near } = COLUMN_GAP.inRows;
  const gaps = gapsOver(narrow, lines);
  const found = new Map<Glyph, GapInRows>();
  if (gaps.length > MOST_GAPS) return found;
  const agree = (gap: Gap, all: readonly Gap[], isAlike: (other: Gap) => boolean) => {
    const { baseline, em } = gap.glyph.show;
    const isNear = ({ row, glyph }: Gap) => row !== gap.row && Math.abs(glyph.show.baseline - baseline) <= near * em;
    return new Set(all.filter((other) => isNear(other) && isAlike(other)).map(({ row }) => row)).size >= agreeing;
  };
  spendComparisons(comparisons, gaps.length * gaps.length);
  for (const gap of gaps) {
    const { from, glyph } = gap;
    const endsWith = (other: Gap) => isSame(other.from, from);
    const startsWith = (other: Gap) => isSame(other.glyph.along, glyph.along);
    const overlap = (other: Gap) => Math.min(other.glyph.along, glyph.along) - Math.max(other.from, from);
    const isInRows = agree(
      gap,
      gaps,
      (other) => endsWith(other) || startsWith(other) || overlap(other) >= width * glyph.show.em,
    );
    if (isInRows) found.set(glyph, { isAfterEnd: agree(gap, gaps, endsWith) });
  }
  const close = closeGapsIn(lines);
  spendComparisons(comparisons, close.length * close.length);
  for (const gap of close) {
    const copies = close.filter(({ from, glyph }) => isSame(from, gap.from) && isSame(glyph.along, gap.glyph.along));
    if (agree(gap, copies, () => true) && copies.some(({ start }) => !isSame(start, gap.start)))
      found.set(gap.glyph, { isAfterEnd: true });
  }
  if (found.size === 0) return found;
  gaps.forEach((gap, index) => {
    const next = gaps[index + 1];
    const isBeforeColumn = next?.row === gap.row && found.get(next.glyph)?.isAfterEnd;
    if (isBeforeColumn && !found.has(gap.glyph)) found.set(gap.glyph, { isAfterEnd: false });
  });
  const starts = [...gaps, ...close].filter(({ glyph }) => found.has(glyph));
  const others = [...gapsOver(COLUMN_GAP.withEdge, lines), ...close].filter(({ glyph }) => !found.has(glyph));
  spendComparisons(comparisons, starts.length * others.length);
  for (const gap of others)
    if (agree(gap, starts, (other) => isSame(other.glyph.along, gap.glyph.along)))
      found.set(gap.glyph, { isAfterEnd: false });
  return found;
}

const gapsOver = (ems: number, lines: readonly (readonly Glyph[])[]): Gap[] =>
  lines.flatMap((line, row) =>
    line.flatMap((glyph, at) => {
      const before = line[at - 1];
      if (!before || gapBetween(before, glyph) <= ems) return [];
      return [{ row, from: before.along + before.width, glyph }];
    }),
  );

/** The close gaps that are the only ones of their text: programs that draw every word by itself leave several. */
function closeGapsIn(lines: readonly (readonly Glyph[])[]): CloseGap[] {
  const { narrow, undrawn } = COLUMN_GAP.inRows;
  const close = lines.flatMap((line, row) => {
    const pieces: CloseGap[][] = [[]];
    let start = line[0]!.along;
    line.forEach((glyph, at) => {
      const before = line[at - 1];
      const ems = before ? gapBetween(before, glyph) : 0;
      if (ems > narrow) {
        start = glyph.along;
        pieces.push([]);
      } else if (before && ems > undrawn && isUndrawn(before, glyph))
        pieces.at(-1)!.push({ row, from: before.along + before.width, glyph, start });
    });
    return pieces.flatMap((gaps) => (gaps.length === 1 ? gaps : []));
  });
  return close.length > MOST_GAPS ? [] : close;
}

/** Whether a gap lies between two text operations, and neither draws a space there. */
const isUndrawn = (before: Glyph, glyph: Glyph) =>
  before.show !== glyph.show && before.show.glyphs.at(-1) === before && glyph.show.glyphs[0] === glyph;

/** The text of lines by columns. */
function segmentsOf(lines: readonly (readonly Glyph[])[], page: Columns): Segment[] {
  const isStart = (line: readonly Glyph[], at: number) => isColumnBreak(line, at, page) || page.gaps.has(line[at]!);
  return lines.flatMap((line) => {
    const starts = [0, ...line.keys()].filter((at, index) => index === 0 || (at > 0 && isStart(line, at)));
    return starts.map((start, index) => segmentOf(line.slice(start, starts[index + 1])));
  });
}

/**
 * How the text of a column is aligned, whose first glyph tells what it is when nothing else does: after a leader, at the right.
 * Text in a frame of its own, such as a badge, also keeps its right edge where that of the frame shows it; their middles are
 * the same.
 */
function anchorIn(own: Segment, first: Glyph, around: Surroundings): Anchor {
  const aligned = (segment: Segment, otherwise: Anchor) => {
    const sides = [wallsOf(segment, around), framesOf(segment, around), rulesAround(segment, around)] as const;
    return anchorOf(segment, textAround(around), ...sides, otherwise);
  };
  const ofText = aligned(own, around.page.led.has(first) ? 'right' : 'left');
  const [left, right] = around.page.framed.get(first) ?? [own.left, own.right];
  const isFramed = left < own.left && right > own.right;
  return isFramed && aligned({ ...own, left, right }, ofText) === 'right' ? 'right' : ofText;
}

function textAround({ segments, page }: Surroundings): readonly Segment[] {
  const all = segments();
  spendComparisons(page.comparisons, 6 * all.length);
  return all;
}

/** The edges of the cell that contains a segment: drawn lines, or the clip around it. */
function wallsOf({ left, right }: Segment, { head, page: { edges, comparisons } }: Surroundings): SideEdges {
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

/** The first and the last of some upright edges. */
const outermostOf = (edges: readonly Edge[]): SideEdges => [
  least(edges.map(({ x }) => x)),
  -least(edges.map(({ x }) => -x)),
];

/** The rules right above or below a segment, as over the name of the person who signs. */
function rulesAround({ baseline, em }: Segment, { page: { rules, comparisons } }: Surroundings): SideEdges[] {
  spendComparisons(comparisons, rules.length);
  return rules.flatMap(({ left, right, y }) => (Math.abs(y - baseline) <= BLOCK * em ? [[left, right] as const] : []));
}

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

/** In points: glyphs this close are adjacent. */
const TOUCH = 0.5;

function replacementsOf(line: readonly Glyph[], heads: Heads, { values }: Relayout): Replacement[] {
  const replacements: Replacement[] = [];
  for (const glyph of line) {
    const part = heads.get(glyph);
    if (!part || glyph.along < (replacements.at(-1)?.end ?? -Infinity) - TOUCH) continue;
    const last = part.glyphs.at(-1)!;
    const isFirst = part.marker.parts[0] === part.glyphs;
    const width = isFirst ? values.get(part.marker.styled)!.lettering.width : 0;
    replacements.push({ start: glyph.along, end: last.along + last.width, width });
  }
  return replacements;
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

/** Works for any number of values: a call takes a limited number of arguments. */
const least = (values: readonly number[]) => values.reduce((lowest, value) => Math.min(lowest, value), Infinity);

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

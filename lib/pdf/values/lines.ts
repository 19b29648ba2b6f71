import { spendComparisons } from '../base/budgets.ts';
import type { Glyph, PageText, Show } from '../text/interpreter.ts';
import { isSpace, isUpright, onOneLine } from '../text/markers.ts';
import type { PageLines } from '../text/page-lines.ts';
import { isOfParagraph } from './alignment.ts';
import { isColumnBreak, segmentOf } from './columns.ts';
import { agreeingPart, declaredIn, type Heads } from './declared.ts';
import { COLUMN_GAP } from './gaps.ts';
import { NARROWEST, type Relayout, TOUCH } from './layout.ts';
import { anchorIn, type Surroundings } from './surroundings.ts';

/** Distance kept from the next column, in ems. */
export const COLUMN_PADDING = 0.15;

/** The upright lines that have markers, all columns of them. */
export function linesWith(heads: Heads, lines: PageLines): { glyphs: Glyph[]; markers: Glyph[][] }[] {
  const seen = new Set<Glyph>();
  return [...heads.keys()].flatMap((head) => {
    if (seen.has(head) || !isUpright(head.show)) return [];
    const glyphs = lineInStream(head, lines);
    const markers = glyphs.flatMap((glyph) => (heads.has(glyph) ? [heads.get(glyph)!.glyphs] : []));
    for (const glyph of glyphs) if (heads.has(glyph)) seen.add(glyph);
    return [{ glyphs, markers }];
  });
}

/** A line with markers, and its surroundings. */
export interface LineToPlace extends Surroundings {
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
export function lineFrom(surroundings: Surroundings, lines: PageLines, heads: Heads, result: Relayout) {
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
 * Whether a piece of a line fits its column with its values, so that the text of the next column stays where it is. The values
 * may be condensed. Text that is aligned at the left, or is a line of a paragraph, must end before the next column. Text that
 * is aligned at the right must begin after the text before it. Centered text must do both.
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

/** Raised or lowered text: its largest size, and its largest distance from the text beside it, in ems of its line. */
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

/** A marker's position on its line, and its value's width. */
interface Replacement {
  start: number;
  end: number;
  width: number;
}

export function replacementsOf(line: readonly Glyph[], heads: Heads, { values }: Relayout): Replacement[] {
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

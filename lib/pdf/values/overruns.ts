import { A4, alongLine, apply, type Matrix } from '../base/geometry.ts';
import type { Glyph, PageText } from '../text/interpreter.ts';
import { isSpace } from '../text/markers.ts';
import { PageLines } from '../text/page-lines.ts';
import type { Span } from '../text/spans.ts';
import { placeAfter } from './after.ts';
import { type Overrun, type Piece, type PlacedLine, type Relayout, spanBefore, spanOf, TOUCH } from './layout.ts';

/** In ems: the overlap of slanted or tightly set letters. */
const OVERLAP = 0.15;

export function placedLine(line: readonly Glyph[], over: number, result: Relayout): PlacedLine | undefined {
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
export function overrunsOf(
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

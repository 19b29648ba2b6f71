import { spendComparisons } from '../base/budgets.ts';
import type { Glyph, PageText } from '../text/interpreter.ts';
import { gapBetween } from '../text/markers.ts';
import { isSame } from './alignment.ts';

/**
 * Gaps that separate columns, in ems of the text after them:
 *
 * - `alone`: a gap this wide always does.
 * - `withEdge`: one this wide does if it contains an upright edge.
 * - `inRows.width`: one that overlaps the gaps of `lines` other lines by so much does. They are at most `near` above or below,
 *   like the rows of a table without borders.
 * - `inRows.narrow`: a narrower one does if the gaps of so many lines begin or end where it does.
 * - `inRows.undrawn`: one like a space does if three things hold: no space is drawn in it, it is the only such gap of its text,
 *   and the texts before it end in one place but begin in several.
 *
 * Beside such rows, every gap does that ends where one of their columns begins.
 */
export const COLUMN_GAP = {
  alone: 5,
  withEdge: 0.34,
  inRows: { width: 1.5, narrow: 0.65, undrawn: 0.12, lines: 2, near: 6 },
};

/** A page with more gaps in its lines is a drawing. */
const MOST_GAPS = 2_000;

export interface GapInRows {
  /** Whether the text before it ends where that of the other rows does: it is aligned at the right. */
  isAfterEnd: boolean;
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
export function gapsInRows(lines: readonly (readonly Glyph[])[], { comparisons }: PageText): Map<Glyph, GapInRows> {
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

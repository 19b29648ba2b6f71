import { A4 } from './geometry.ts';

/** A piece of text on one line of one column, in points along the line and across it. */
export interface Segment {
  left: number;
  right: number;
  baseline: number;
  em: number;
  /** Where its decimal separator begins, if it ends in a number that has one. */
  decimal: number | undefined;
}

/** The point of a segment that stays in place when its text becomes longer or shorter. */
export type Anchor = 'left' | 'center' | 'right' | 'decimal';

/** The nearest upright edges beside a segment; infinite where there are none. */
export type SideEdges = readonly [left: number, right: number];

/** In points: producers round positions and widths letter by letter. */
const TOLERANCE = 0.6;
/**
 * In ems of the text in a cell: the widest padding, the amount by which the other side is clearly wider, the amount by which it
 * may be in the middle, where only one side has a padding, and the padding of a cell without borders that nobody notices, or
 * what hangs over its edge.
 */
const CELL = { padding: 1.2, wider: 1.5, uneven: 0.4, unseen: 0.3 };
/** In ems: lines farther above or below are not considered. */
export const NEAR = 14;
/**
 * Lines that must agree. Among ten nearby ragged lines of 40 ems, one ends where another does in 3 of 100 cases, two do in
 * 1 of 2,000.
 */
const AGREEING = 2;
/** In ems: the lines of a block, such as a heading or a name under the line to sign on, are no farther apart. */
export const BLOCK = 3;
/** In ems: texts whose baselines are no farther apart are on one line. */
const ONE_LINE = 0.5;
/** In ems: a wider line belongs to a paragraph; a line nearly as long as its paragraph may be justified and indented. */
const PARAGRAPH = { width: 20, nearly: 0.6 };

/**
 * The alignment of a segment, derived from the edges of its cell, else from the lines above and below that share its start,
 * end or middle, else from the end of a frame, else from what shares the middle of a line without columns: the sheet, the
 * body of its text, its frames, a line right above or below. Left when evidence also fits left, `otherwise` when it is missing.
 * @param page all text of the page
 * @param frames the first and the last of the upright edges: of those near the segment, and of all
 * @param rules the ends of the rules right above and below
 */
export function anchorOf(
  own: Segment,
  page: readonly Segment[],
  walls: SideEdges,
  frames: readonly SideEdges[],
  rules: readonly SideEdges[],
  otherwise: Anchor,
): Anchor {
  const columns = page.filter((other) => onOneLine(other, own) && isBeside(other, own));
  const isUnder = ([from, to]: SideEdges) =>
    isInMiddleOf([from, to], own) && columns.every(({ left: start, right: end }) => end <= from || start >= to);
  const isSignature = rules.some(isUnder);
  const others = page.filter((other) => !onOneLine(other, own));
  const near = others.filter((other) => isNear(own, other, isSignature ? BLOCK : NEAR));
  const telling = near.filter((other) => isTelling(own, other));
  const left = near.filter(
    (other) => isSame(other.left, own.left) && (isTelling(own, other) || isOfParagraph(own, widthOf(other))),
  ).length;
  const right = telling.filter((other) => isSame(other.right, own.right));
  const center = near.filter((other) => isSame(middleOf(other), middleOf(own)) && !isAlike(own, other));
  const decimal = telling.filter((other) => other.decimal !== undefined && isSame(other.decimal, own.right)).length;
  const isShared = columns.some((other) => other.left > walls[0] && other.right < walls[1]);
  const fits = anchorInCell(own, walls);
  // Between walls that hold several columns, text is in the middle by chance.
  const inCell = isShared && fits === 'center' ? undefined : fits;
  const isInMiddle = columns.length === 0 && [SHEET, walls].some((each) => isInMiddleOf(each, own));
  // Of many lines, one begins where this one does by chance, as may all rows of one table.
  const needed = Math.max(right.length, center.length, decimal, inCell === 'right' || isInMiddle ? AGREEING : 1);
  const isAtEnd = inCell === 'right' && !isShared && right.length > 0;
  if (inCell === 'left' || (left >= needed && !isAtEnd)) return 'left';
  if (decimal >= AGREEING) return 'decimal';
  if (inCell) return inCell;
  if (right.length >= AGREEING) return 'right';
  if (center.length >= AGREEING || (center.length > 0 && isInMiddleOfCell(own, walls)) || isSignature) return 'center';
  const columnsBeside = (other: Segment) => others.filter((each) => onOneLine(each, other) && isBeside(each, other));
  const isRow = (other: Segment) => areRows(columns, columnsBeside(other));
  if (right.some(isRow) || [...frames, ...rules].some((each) => isAtEndOf(each, own)) || isAtMargin(own, others))
    return 'right';
  const isOfBlock = (other: Segment) =>
    Math.abs(other.baseline - own.baseline) <= BLOCK * own.em && columnsBeside(other).length === 0;
  const isCentered = () =>
    isInMiddleOf(SHEET, own, WHOLE_POINTS) ||
    [bodyOf(others), ...frames].some((each) => isInMiddleOf(each, own)) ||
    center.some(isOfBlock);
  const isAlone = columns.length === 0 && isCentered();
  if (isAlone || center.some(isRow)) return 'center';
  return left > 0 ? 'left' : otherwise;
}

/** From the start of the first text to the end of the last. */
const textSidesOf = (segments: readonly Segment[]): SideEdges => [
  segments.reduce((least, { left }) => Math.min(least, left), Infinity),
  segments.reduce((most, { right }) => Math.max(most, right), -Infinity),
];

/** The extent of text whose right margin shows: several lines end there. */
function bodyOf(segments: readonly Segment[]): SideEdges {
  const [start, end] = textSidesOf(segments);
  return [start, segments.filter(({ right }) => isSame(right, end)).length >= AGREEING ? end : Infinity];
}

/**
 * Whether a segment ends at the right margin, where other text of its page ends, even far from it, as a page's footer, or a
 * little before it, as in a cell without borders, or with its last period beyond it, as Typst does.
 */
function isAtMargin(own: Segment, others: readonly Segment[]): boolean {
  const [start, end] = textSidesOf(others);
  const [, margin] = bodyOf(others.filter((other) => !isAlike(own, other)));
  const isPadded = Math.abs(margin - own.right) <= CELL.unseen * own.em;
  return (
    end - own.right <= own.em &&
    isFarFromStartOf([start, own.right], own) &&
    (isPadded || others.some((other) => isSame(other.right, own.right) && isTelling(own, other)))
  );
}

const SHEET = [0, A4.width] as const;
/** In points: programs center text at half a sheet, rounded to 297 or 298. */
const WHOLE_POINTS = 1;

/** Whether a segment is in the middle between two places, far from both. */
const isInMiddleOf = ([start, end]: SideEdges, own: Segment, tolerance = TOLERANCE) =>
  Math.abs((start + end) / 2 - middleOf(own)) <= tolerance &&
  own.left - start > CELL.padding * own.em &&
  !isLongLineOf(own, end - start);

/**
 * Whether other columns of two lines are aligned as well. Then one line is enough evidence, such as the heading of a table
 * with one row and no borders.
 */
const areRows = (columns: readonly Segment[], others: readonly Segment[]) =>
  columns.some((one) =>
    others.some(
      (other) =>
        isSame(one.left, other.left) || isSame(one.right, other.right) || isSame(middleOf(one), middleOf(other)),
    ),
  );

/** Whether a segment ends where a frame or a rule does, as a document's number over its table, and begins far from its start. */
const isAtEndOf = ([start, end]: SideEdges, own: Segment) =>
  isSame(own.right, end) && isFarFromStartOf([start, end], own);

const isFarFromStartOf = ([start, end]: SideEdges, own: Segment) =>
  own.left >= start + CELL.wider * own.em && !isLongLineOf(own, end - start);

const onOneLine = (one: Segment, other: Segment) => Math.abs(one.baseline - other.baseline) <= ONE_LINE * other.em;
const isBeside = (one: Segment, other: Segment) => one.right <= other.left || one.left >= other.right;
export const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;
const middleOf = ({ left, right }: Segment) => (left + right) / 2;
const widthOf = ({ left, right }: Segment) => right - left;

const isNear = (own: Segment, other: Segment, ems: number) =>
  !isBeside(other, own) && Math.abs(other.baseline - own.baseline) <= ems * own.em;

/** Whether the end of another line tells how a line is aligned. */
const isTelling = (own: Segment, other: Segment) => !isAlike(own, other) && !isLongLineOf(own, widthOf(other));

/** A line of the same width shares start, end and middle, so it proves nothing. */
const isAlike = (own: Segment, other: Segment) => Math.abs(widthOf(other) - widthOf(own)) <= 2 * TOLERANCE;

/** Whether a line of such a width belongs to a paragraph, which may be justified. */
export const isOfParagraph = ({ em }: Pick<Segment, 'em'>, width: number): boolean => width > PARAGRAPH.width * em;

const isLongLineOf = (own: Segment, width: number) =>
  isOfParagraph(own, width) && widthOf(own) > PARAGRAPH.nearly * width;

/** Whether text fills its cell so that either alignment fits, but leaves as much room before it as after it. */
const isInMiddleOfCell = (own: Segment, [left, right]: SideEdges) =>
  own.left > left && isSame((left + right) / 2, middleOf(own));

/** Undefined when there is no cell, or when two alignments fit the text. */
function anchorInCell(own: Segment, [leftWall, rightWall]: SideEdges): Anchor | undefined {
  const [before, after] = [own.left - leftWall, rightWall - own.right];
  if (!Number.isFinite(before + after) || Math.min(before, after) < -TOLERANCE) return undefined;
  const [padding, wider] = [CELL.padding * own.em, CELL.wider * own.em];
  const uneven = Math.max(2 * TOLERANCE, CELL.uneven * own.em);
  if (Math.abs(before - after) <= uneven && Math.min(before, after) > padding) return 'center';
  if (isLongLineOf(own, rightWall - leftWall)) return 'left';
  if (after <= padding && before >= after + wider) return 'right';
  return before <= padding && after >= before + wider ? 'left' : undefined;
}

/** Text of a new width, in points along its line. */
interface NewText {
  /** Start of the part that may be condensed. */
  head: number;
  left: number;
  right: number;
  decimal: number | undefined;
}

/**
 * Places text of a new width by its anchor between two limits: condenses it as far as needed and moves it.
 * @param own the original text
 * @param narrowest smallest scale; text that is still too wide begins at the left limit and runs past the right one
 */
export function fitBetween(
  anchor: Anchor,
  own: Segment,
  text: NewText,
  [leftLimit, rightLimit]: SideEdges,
  narrowest: number,
): { scale: number; shift: number } {
  const { head, left, right, decimal = right } = text;
  const lead = head - left;
  const room: Record<Anchor, number> = {
    left: rightLimit - head,
    right: own.right - leftLimit - lead,
    center: 2 * Math.min(middleOf(own) - leftLimit, rightLimit - middleOf(own)) - lead,
    decimal: ((own.right - leftLimit - lead) * (right - head)) / Math.max(decimal - head, 1),
  };
  const width = right - head;
  const scale = width > room[anchor] ? Math.max(room[anchor] / width, narrowest) : 1;
  const end = head + width * scale;
  const shifts: Record<Anchor, number> = {
    left: 0,
    right: own.right - end,
    center: middleOf(own) - (left + end) / 2,
    decimal: own.right - (head + (decimal - head) * scale),
  };
  return { scale, shift: Math.max(shifts[anchor], Math.min(leftLimit - left, 0)) };
}

/** A separator, and one or two digits at the end of a number. */
export const DECIMAL = /[.,](?=\d{1,2}(?!\d|[.,]\d))/g;

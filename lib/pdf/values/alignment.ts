import { A4 } from '../base/geometry.ts';

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

/** All numbers of the rules, each with its unit and its source. */
export const TUNING = {
  /** Points. Producers round positions and widths letter by letter. */
  tolerance: 0.6,
  /** Points. Programs center text at half a sheet, rounded to 297 or 298. */
  wholePoints: 1,
  /** Ems of the text in a cell: its widest padding. */
  padding: 1.2,
  /** Ems: by so much, one side of a cell is clearly wider than the other. More than the widest padding. */
  wider: 1.5,
  /** Ems: by so much, text in the middle of a cell may be off, where only one side has a padding. */
  uneven: 0.4,
  /** Ems: slack at the edge of a cell without borders: its padding, or a last period beyond the edge, as Typst sets it. */
  unseen: 0.3,
  /** Ems: lines farther above or below are not considered. Ten lines of 1.4 ems. */
  near: 14,
  /**
   * Lines that must agree. Among ten nearby ragged lines of 40 ems, one ends where another does in 3 of 100 cases, two do in
   * 1 of 2,000.
   */
  agreeing: 2,
  /** Ems: the lines of a block, such as a heading or a name under the line to sign on, are no farther apart. */
  block: 3,
  /** Ems: the next line of a paragraph is no farther away. Word processors set up to double spacing, of 1.2 ems each. */
  nextLine: 2.4,
  /** Ems: texts whose baselines are no farther apart are on one line. */
  oneLine: 0.5,
  /** Ems: a wider line belongs to a paragraph. */
  paragraph: 20,
  /** Of the paragraph's width: a longer line may be justified and indented. */
  nearlyWhole: 0.6,
} as const;

export const { near: NEAR, block: BLOCK } = TUNING;

/** What a page shows of how a segment was aligned. */
export interface Evidence {
  /** Numbers of nearby lines that share its start, its end, its middle, and the end of whose number it shares. */
  left: number;
  right: number;
  center: number;
  decimal: number;
  /** It is as wide as lines of paragraphs are, and the line right above or below begins where it does. */
  isOfParagraph: boolean;
  /** The only alignment that fits its cell. */
  cell: Anchor | undefined;
  /** Its cell holds other columns. */
  isShared: boolean;
  /** It fills its cell so that either side fits, and leaves as much room before as after. */
  isInMiddleOfCell: boolean;
  /** It has its line for itself, in the middle of the sheet or its cell. */
  isInMiddle: boolean;
  /** It is centered under a line to sign on. */
  isSignature: boolean;
  /** A line that shares its end, or its middle, belongs to the same table: their other columns are aligned too. */
  hasRowAtEnd: boolean;
  hasRowInMiddle: boolean;
  /** It ends where a frame, a rule or the right margin does, far from where that begins. */
  isAtEnd: boolean;
  /** It has its line for itself, in the middle of what is around: the sheet, the body of the text, a frame, its block. */
  isCentered: boolean;
}

interface Rule {
  name: string;
  why: string;
  test: (evidence: Evidence) => Anchor | undefined;
}

const when = (holds: boolean, anchor: Anchor) => (holds ? anchor : undefined);

/** In order: the first that decides. */
export const RULES: readonly Rule[] = [
  {
    name: 'left cell',
    why: 'text that fits its cell at the left alone was set there',
    test: ({ cell }) => when(cell === 'left', 'left'),
  },
  {
    name: 'line of a paragraph',
    why: 'a line that fills the measure of its paragraph ends where columns of numbers above do, by chance or by justification',
    test: ({ isOfParagraph: isOne }) => when(isOne, 'left'),
  },
  {
    name: 'lines of one start',
    why:
      'lines that begin alike outvote as many of any other alignment. Of many lines, one begins where this one does by chance, ' +
      'as may all rows of one table: a cell, or the middle of a line, is outvoted by two only',
    test: ({ left, right, center, decimal, cell, isShared, isInMiddle }) => {
      const needed = Math.max(right, center, decimal, cell === 'right' || isInMiddle ? TUNING.agreeing : 1);
      const isAtEndOfCell = cell === 'right' && !isShared && right > 0;
      return when(left >= needed && !isAtEndOfCell, 'left');
    },
  },
  {
    name: 'numbers of one separator',
    why: 'numbers above and below end where this text does',
    test: ({ decimal }) => when(decimal >= TUNING.agreeing, 'decimal'),
  },
  { name: 'cell', why: 'only one alignment fits the cell', test: ({ cell }) => cell },
  {
    name: 'lines of one end',
    why: 'two ragged lines do not end alike by chance',
    test: ({ right }) => when(right >= TUNING.agreeing, 'right'),
  },
  {
    name: 'lines of one middle',
    why: 'two lines do not share a middle by chance, nor one in a cell, nor a name under the line to sign on',
    test: ({ center, isInMiddleOfCell, isSignature }) =>
      when(center >= TUNING.agreeing || (center > 0 && isInMiddleOfCell) || isSignature, 'center'),
  },
  {
    name: 'end of a row, a frame or the page',
    why: 'one line of the same table suffices, and so does what ends there: a frame, a rule, the margin',
    test: ({ hasRowAtEnd, isAtEnd }) => when(hasRowAtEnd || isAtEnd, 'right'),
  },
  {
    name: 'middle of a row or of what is around',
    why: 'one line of the same table suffices, and a line of its own in the middle of the sheet, the text or a frame',
    test: ({ isCentered, hasRowInMiddle }) => when(isCentered || hasRowInMiddle, 'center'),
  },
  { name: 'a line of one start', why: 'nothing speaks against it', test: ({ left }) => when(left > 0, 'left') },
];

/**
 * The alignment of a segment by the first rule that decides: from the edges of its cell, else from the lines above and below
 * that share its start, end or middle, else from the end of a frame, else from what shares the middle of a line without columns:
 * the sheet, the body of its text, its frames, a line right above or below. Left when evidence also fits left, `otherwise` when
 * it is missing.
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
  const evidence = evidenceOf(own, page, walls, frames, rules);
  for (const { test } of RULES) {
    const anchor = test(evidence);
    if (anchor) return anchor;
  }
  return otherwise;
}

/** What takes long is looked for when a rule asks. */
function evidenceOf(
  own: Segment,
  page: readonly Segment[],
  walls: SideEdges,
  frames: readonly SideEdges[],
  rules: readonly SideEdges[],
): Evidence {
  const columns = page.filter((other) => onOneLine(other, own) && isBeside(other, own));
  const isUnder = ([from, to]: SideEdges) =>
    isInMiddleOf([from, to], own) && columns.every(({ left: start, right: end }) => end <= from || start >= to);
  const isSignature = rules.some(isUnder);
  const others = page.filter((other) => !onOneLine(other, own));
  const near = others.filter((other) => isNear(own, other, isSignature ? TUNING.block : TUNING.near));
  const telling = near.filter((other) => isTelling(own, other));
  const right = telling.filter((other) => isSame(other.right, own.right));
  const center = near.filter((other) => isSame(middleOf(other), middleOf(own)) && !isAlike(own, other));
  const isShared = columns.some((other) => other.left > walls[0] && other.right < walls[1]);
  const fits = anchorInCell(own, walls);
  const columnsBeside = (other: Segment) => others.filter((each) => onOneLine(each, other) && isBeside(each, other));
  const isRow = (other: Segment) => areRows(columns, columnsBeside(other));
  const isOfBlock = (other: Segment) =>
    Math.abs(other.baseline - own.baseline) <= TUNING.block * own.em && columnsBeside(other).length === 0;
  return {
    left: near.filter(
      (other) => isSame(other.left, own.left) && (isTelling(own, other) || isOfParagraph(own, widthOf(other))),
    ).length,
    right: right.length,
    center: center.length,
    decimal: telling.filter((other) => other.decimal !== undefined && isSame(other.decimal, own.right)).length,
    isOfParagraph:
      isOfParagraph(own, widthOf(own)) &&
      others.some(
        (other) =>
          isSame(other.left, own.left) && Math.abs(other.baseline - own.baseline) <= TUNING.nextLine * other.em,
      ),
    // Between walls that hold several columns, text is in the middle by chance.
    cell: isShared && fits === 'center' ? undefined : fits,
    isShared,
    isInMiddle: columns.length === 0 && [SHEET, walls].some((each) => isInMiddleOf(each, own)),
    isInMiddleOfCell: isInMiddleOfCell(own, walls),
    isSignature,
    get hasRowAtEnd() {
      return right.some(isRow);
    },
    get hasRowInMiddle() {
      return center.some(isRow);
    },
    get isAtEnd() {
      return [...frames, ...rules].some((each) => isAtEndOf(each, own)) || isAtMargin(own, others);
    },
    get isCentered() {
      return (
        columns.length === 0 &&
        (isInMiddleOf(SHEET, own, TUNING.wholePoints) ||
          [bodyOf(others), ...frames].some((each) => isInMiddleOf(each, own)) ||
          center.some(isOfBlock))
      );
    },
  };
}

/** From the start of the first text to the end of the last. */
const textSidesOf = (segments: readonly Segment[]): SideEdges => [
  segments.reduce((least, { left }) => Math.min(least, left), Infinity),
  segments.reduce((most, { right }) => Math.max(most, right), -Infinity),
];

/** The extent of text whose right margin shows: several lines end there. */
function bodyOf(segments: readonly Segment[]): SideEdges {
  const [start, end] = textSidesOf(segments);
  return [start, segments.filter(({ right }) => isSame(right, end)).length >= TUNING.agreeing ? end : Infinity];
}

/**
 * Whether a segment ends at the right margin. The margin is where other text of the page ends, however far above or below: a
 * footer counts. The segment may end a little before it (a cell without borders) or a little beyond it (Typst's last period).
 */
function isAtMargin(own: Segment, others: readonly Segment[]): boolean {
  const [start, end] = textSidesOf(others);
  const [, margin] = bodyOf(others.filter((other) => !isAlike(own, other)));
  const isPadded = Math.abs(margin - own.right) <= TUNING.unseen * own.em;
  return (
    end - own.right <= own.em &&
    isFarFromStartOf([start, own.right], own) &&
    (isPadded || others.some((other) => isSame(other.right, own.right) && isTelling(own, other)))
  );
}

const SHEET = [0, A4.width] as const;

/** Whether a segment is in the middle between two places, far from both. */
const isInMiddleOf = ([start, end]: SideEdges, own: Segment, tolerance: number = TUNING.tolerance) =>
  Math.abs((start + end) / 2 - middleOf(own)) <= tolerance &&
  own.left - start > TUNING.padding * own.em &&
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
  own.left >= start + TUNING.wider * own.em && !isLongLineOf(own, end - start);

const onOneLine = (one: Segment, other: Segment) =>
  Math.abs(one.baseline - other.baseline) <= TUNING.oneLine * other.em;
const isBeside = (one: Segment, other: Segment) => one.right <= other.left || one.left >= other.right;
export const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= TUNING.tolerance;
const middleOf = ({ left, right }: Segment) => (left + right) / 2;
const widthOf = ({ left, right }: Segment) => right - left;

const isNear = (own: Segment, other: Segment, ems: number) =>
  !isBeside(other, own) && Math.abs(other.baseline - own.baseline) <= ems * own.em;

/** Whether the end of another line tells how a line is aligned. */
const isTelling = (own: Segment, other: Segment) => !isAlike(own, other) && !isLongLineOf(own, widthOf(other));

/** A line of the same width shares start, end and middle, so it proves nothing. */
const isAlike = (own: Segment, other: Segment) => Math.abs(widthOf(other) - widthOf(own)) <= 2 * TUNING.tolerance;

/** Whether a line of such a width belongs to a paragraph, which may be justified. */
export const isOfParagraph = ({ em }: Pick<Segment, 'em'>, width: number): boolean => width > TUNING.paragraph * em;

const isLongLineOf = (own: Segment, width: number) =>
  isOfParagraph(own, width) && widthOf(own) > TUNING.nearlyWhole * width;

/** Whether text fills its cell so that either alignment fits, but leaves as much room before it as after it. */
const isInMiddleOfCell = (own: Segment, [left, right]: SideEdges) =>
  own.left > left && isSame((left + right) / 2, middleOf(own));

/** Undefined when there is no cell, or when two alignments fit the text. */
function anchorInCell(own: Segment, [leftWall, rightWall]: SideEdges): Anchor | undefined {
  const [before, after] = [own.left - leftWall, rightWall - own.right];
  if (!Number.isFinite(before + after) || Math.min(before, after) < -TUNING.tolerance) return undefined;
  const [padding, wider] = [TUNING.padding * own.em, TUNING.wider * own.em];
  const uneven = Math.max(2 * TUNING.tolerance, TUNING.uneven * own.em);
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
 * @param isDeclared the anchor stays where it is, however wide the text
 */
export function fitBetween(
  anchor: Anchor,
  own: Segment,
  text: NewText,
  [leftLimit, rightLimit]: SideEdges,
  narrowest: number,
  isDeclared = false,
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
  return { scale, shift: isDeclared ? shifts[anchor] : Math.max(shifts[anchor], Math.min(leftLimit - left, 0)) };
}

/** A separator, and one or two digits at the end of a number. */
export const DECIMAL = /[.,](?=\d{1,2}(?!\d|[.,]\d))/g;

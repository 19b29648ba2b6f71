import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Anchor,
  anchorOf,
  type Evidence,
  fitBetween,
  RULES,
  type Segment,
  type SideEdges,
  TUNING,
} from '../../lib/pdf/values/alignment.ts';

const NOTHING: Evidence = {
  left: 0,
  right: 0,
  center: 0,
  decimal: 0,
  isOfParagraph: false,
  cell: undefined,
  isShared: false,
  isInMiddleOfCell: false,
  isInMiddle: false,
  isSignature: false,
  hasRowAtEnd: false,
  hasRowInMiddle: false,
  isAtEnd: false,
  isCentered: false,
};

/** By rule: evidence, and what the rule says. */
const CASES: Readonly<Record<string, readonly [evidence: Partial<Evidence>, anchor: Anchor | undefined][]>> = {
  'left cell': [
    [{ cell: 'left' }, 'left'],
    [{ cell: 'right' }, undefined],
    [{ left: 9 }, undefined],
  ],
  'line of a paragraph': [
    [{ isOfParagraph: true, right: 9 }, 'left'],
    [{ right: 9 }, undefined],
  ],
  'lines of one start': [
    [{ left: 1 }, 'left'],
    [{ left: 2, right: 2 }, 'left'],
    [{ left: 1, right: 2 }, undefined],
    [{ left: 1, center: 2 }, undefined],
    [{ left: 1, decimal: 2 }, undefined],
    [{ left: 1, cell: 'right' }, undefined],
    [{ left: 2, cell: 'right' }, 'left'],
    [{ left: 2, cell: 'right', right: 1 }, undefined],
    [{ left: 2, cell: 'right', right: 1, isShared: true }, 'left'],
    [{ left: 1, isInMiddle: true }, undefined],
    [{ left: 2, isInMiddle: true }, 'left'],
  ],
  'numbers of one separator': [
    [{ decimal: 2 }, 'decimal'],
    [{ decimal: 1 }, undefined],
  ],
  cell: [
    [{ cell: 'center' }, 'center'],
    [{ cell: 'right' }, 'right'],
    [{}, undefined],
  ],
  'lines of one end': [
    [{ right: 2 }, 'right'],
    [{ right: 1 }, undefined],
  ],
  'lines of one middle': [
    [{ center: 2 }, 'center'],
    [{ center: 1 }, undefined],
    [{ center: 1, isInMiddleOfCell: true }, 'center'],
    [{ isInMiddleOfCell: true }, undefined],
    [{ isSignature: true }, 'center'],
  ],
  'end of a row, a frame or the page': [
    [{ hasRowAtEnd: true }, 'right'],
    [{ isAtEnd: true }, 'right'],
    [{ right: 1 }, undefined],
  ],
  'middle of a row or of what is around': [
    [{ isCentered: true }, 'center'],
    [{ hasRowInMiddle: true }, 'center'],
    [{ center: 1 }, undefined],
  ],
  'a line of one start': [
    [{ left: 1 }, 'left'],
    [{}, undefined],
  ],
};

test('every rule has its cases, and a reason', () => {
  expect(RULES.map(({ name }) => name)).toEqual(Object.keys(CASES));
  for (const { why } of RULES) expect(why).not.toBe('');
});

describe.each(RULES)('$name', ({ name, test: decide }) => {
  test.each([...CASES[name]!])('%j: %s', (evidence, anchor) => {
    expect(decide({ ...NOTHING, ...evidence })).toBe(anchor);
  });
});

const NO_WALLS: SideEdges = [-Infinity, Infinity];
const EM = 10;
const line = (left: number, right: number, row: number, decimal?: number): Segment => ({
  left,
  right,
  baseline: 700 - 14 * row,
  em: EM,
  decimal,
});

describe('the alignment of a line', () => {
  const align = (
    own: Segment,
    page: readonly Segment[],
    {
      walls = NO_WALLS,
      frames = [],
      rules = [],
    }: { walls?: SideEdges; frames?: readonly SideEdges[]; rules?: readonly SideEdges[] } = {},
  ) => anchorOf(own, [own, ...page], walls, frames, rules, 'left');

  test.each<[string, Anchor, () => Anchor]>([
    ['alone', 'left', () => align(line(60, 120, 0), [])],
    ['as two lines that begin alike', 'left', () => align(line(60, 120, 0), [line(60, 180, 1), line(60, 90, 2)])],
    ['as two lines that end alike', 'right', () => align(line(60, 120, 0), [line(20, 120, 1), line(90, 120, 2)])],
    ['as two lines of one middle', 'center', () => align(line(60, 120, 0), [line(40, 140, 1), line(80, 100, 2)])],
    [
      'as two numbers of one separator',
      'decimal',
      () => align(line(60, 120, 0), [line(80, 135, 1, 120), line(70, 135, 2, 120)]),
    ],
    ['in a cell, with a padding at its right', 'right', () => align(line(160, 195, 0), [], { walls: [100, 200] })],
    ['in a cell, with a padding at its left', 'left', () => align(line(105, 140, 0), [], { walls: [100, 200] })],
    ['in the middle of a cell', 'center', () => align(line(130, 170, 0), [], { walls: [100, 200] })],
    [
      'that fills a paragraph under a column of numbers',
      'left',
      () => align(line(60, 520, 5), [line(480, 520, 0), line(490, 520, 1), line(470, 520, 2), line(60, 300, 6)]),
    ],
    [
      'that is as long, and the next line begins elsewhere',
      'right',
      () => align(line(60, 520, 5), [line(480, 520, 0), line(490, 520, 1), line(220, 520, 6)]),
    ],
    ['at the end of a frame', 'right', () => align(line(460, 520, 0), [], { frames: [[60, 520]] })],
    ['in the middle of the sheet', 'center', () => align(line(260, 335.28, 0), [])],
    ['under a line to sign on', 'center', () => align(line(160, 240, 0), [], { rules: [[100, 300]] })],
  ])('%s: %s', (_, anchor, find) => {
    expect(find()).toBe(anchor);
  });

  test('ignores lines that are far', () => {
    const far = Math.ceil((TUNING.near * EM) / 14) + 1;
    expect(align(line(60, 120, 0), [line(40, 140, far), line(80, 100, far + 1)])).toBe('left');
    expect(align(line(60, 120, 0), [line(40, 140, 1), line(80, 100, 2)])).toBe('center');
  });
});

describe('text of a new width', () => {
  const own = { ...line(100, 160, 0), decimal: 150 };
  const place = (anchor: Anchor, width: number, limits: SideEdges = [0, 600], decimal?: number) => {
    const text = { head: 100, left: 100, right: 100 + width, decimal };
    const { scale, shift } = fitBetween(anchor, own, text, limits, 0.85);
    return { scale, left: 100 + shift, right: 100 + width * scale + shift };
  };

  test.each<[Anchor, number, object]>([
    ['left', 90, { scale: 1, left: 100, right: 190 }],
    ['right', 90, { scale: 1, left: 70, right: 160 }],
    ['center', 90, { scale: 1, left: 85, right: 175 }],
    ['left', 30, { scale: 1, left: 100, right: 130 }],
    ['right', 30, { scale: 1, left: 130, right: 160 }],
    ['center', 30, { scale: 1, left: 115, right: 145 }],
  ])('at the %s, %d wide', (anchor, width, expected) => {
    expect(place(anchor, width)).toEqual(expected);
  });

  test('ends its whole part where the marker ended', () => {
    expect(place('decimal', 90, [0, 600], 175)).toEqual({ scale: 1, left: 85, right: 175 });
  });

  test('is condensed to its room, and no further than allowed', () => {
    expect(place('left', 100, [0, 190]).scale).toBeCloseTo(0.9);
    expect(place('left', 200, [0, 190]).scale).toBe(0.85);
    expect(place('right', 200, [0, 600]).scale).toBe(0.85);
  });

  test('too wide for its room, begins at its left limit and runs past the right one', () => {
    expect(place('right', 300, [50, 600])).toEqual({ scale: 0.85, left: 50, right: 305 });
  });

  test('never begins before its left limit, nor is wider than it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Anchor>('left', 'right', 'center', 'decimal'),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 160, max: 600 }),
        (anchor, width, from, to) => {
          const { left, scale } = place(anchor, width, [from, to]);
          expect(left).toBeGreaterThanOrEqual(from - 1e-9);
          expect(scale).toBeGreaterThanOrEqual(0.85);
          expect(scale).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import type { Glyph, Show } from '../../lib/pdf/text/interpreter.ts';
import { insideOf, type Marker } from '../../lib/pdf/text/markers.ts';
import { fitBetween, type Segment } from '../../lib/pdf/values/alignment.ts';
import { agreeingPart, declaredIn, ownPlace } from '../../lib/pdf/values/declared.ts';
import { type FieldRoom, fieldText } from '../../lib/pdf/values/field-text.ts';

describe('what is between the braces of a marker', () => {
  const [left, center, right] = (['left', 'center', 'right'] as const).map((anchor) => ({ anchor, width: undefined }));
  test.each([
    ['total', undefined],
    ['total:l', left],
    ['total:c', center],
    ['total:r', right],
    ['TOTAL:R', right],
    ['obs_2:l30', { anchor: 'left', width: 30 * (72 / 25.4) }],
    ['obs:c999', { anchor: 'center', width: 999 * (72 / 25.4) }],
  ])('%s', (text, declared) => {
    expect(insideOf(text)).toEqual({ name: text.split(':')[0], declared });
  });

  test.each(['', ':r', 'a:', 'a:b', 'a:rr', 'a:r0', 'a:r03', 'a:r1000', 'a:30', 'a:r:l', 'a:r-3', 'a:r3,5', 'ação:r'])(
    'is none in %s',
    (text) => {
      expect(insideOf(text)).toBeUndefined();
    },
  );
});

const SHOW = { em: 10, baseline: 0 } as Show;

/** A line of letters of 5 points; markers begin at `<name:letter>` and are as wide as that text. */
function lineOf(text: string) {
  const glyphs = [...text].map(
    (character, at): Glyph => ({ text: character, along: 5 * at, width: 5, show: SHOW }) as Glyph,
  );
  const markers = [...text.matchAll(/<(\w+)(?::([lcr]))?>/g)].map(({ 0: whole, 1: name, 2: letter, index }) => {
    const own = glyphs.slice(index, index + whole.length);
    const marker = { name, declared: letter && insideOf(`x:${letter}`)!.declared, parts: [own] } as unknown as Marker;
    return [own[0]!, { marker, glyphs: own }] as const;
  });
  return {
    glyphs,
    heads: new Map(markers),
    head: (name: string) => markers.find(([, { marker }]) => marker.name === name)![0],
  };
}

describe('a line whose markers declare alignments', () => {
  const partOf = (text: string, name: string) => {
    const { glyphs, heads, head } = lineOf(text);
    return agreeingPart(glyphs, head(name), heads)
      .map((glyph) => glyph.text)
      .join('');
  };

  test.each([
    ['one', 'R$ <a:r> de <b>', 'a', 'R$ <a:r> de <b>'],
    ['the same twice', '<a:r> <b:r>', 'b', '<a:r> <b:r>'],
    ['two: the first', 'Nome: <a:l> Total: <b:r> reais', 'a', 'Nome: <a:l> '],
    ['two: the second, with its name', 'Nome: <a:l> Total: <b:r> reais', 'b', 'Total: <b:r> reais'],
    ['two, at the widest gap', '<a:l> em    dia <b:r>', 'b', 'dia <b:r>'],
    ['two without a gap', '<a:l><b:r>', 'b', '<b:r>'],
    ['two, and none between', '<a:l>   <b> <c:r>', 'b', '<b> <c:r>'],
  ])('%s', (_, text, name, part) => {
    expect(partOf(text, name)).toBe(part);
  });

  test('has the first of them', () => {
    const { glyphs, heads } = lineOf('<a> <b:c> <c:c>');
    expect(declaredIn(glyphs, heads)?.anchor).toBe('center');
    expect(declaredIn(glyphs.slice(0, 4), heads)).toBeUndefined();
  });
});

const MARKER: Segment = { left: 100, right: 160, baseline: 0, em: 10, decimal: undefined };

test.each([
  ['left', [100, 180]],
  ['center', [90, 170]],
  ['right', [80, 160]],
] as const)('a place of 80 points at the %s of a marker', (anchor, place) => {
  expect(ownPlace(anchor, 80, MARKER)).toEqual(place);
});

test.each([
  ['right', 40, { scale: 1, shift: 20 }],
  ['right', 100, { scale: 0.9, shift: -30 }],
  ['right', 200, { scale: 0.85, shift: -110 }],
  ['center', 200, { scale: 0.85, shift: -55 }],
  ['left', 200, { scale: 0.85, shift: 0 }],
] as const)('a declared edge stays where it is: %s, %d points', (anchor, width, expected) => {
  const text = { head: 100, left: 100, right: 100 + width, decimal: undefined };
  const fit = fitBetween(anchor, MARKER, text, [70, 190], 0.85, true);
  expect(fit.scale).toBeCloseTo(expected.scale, 5);
  expect(fit.shift).toBeCloseTo(expected.shift, 5);
});

describe('the text of a field', () => {
  /** Every letter is half an em wide. */
  const measure = (text: string) => text.length / 2;
  const room: FieldRoom = {
    width: 104,
    height: 20,
    padding: 2,
    size: 10,
    align: 'left',
    isMultiline: false,
    cells: undefined,
  };
  const widthOf = (value: string, given: Partial<FieldRoom>) => fieldText(value, { ...room, ...given }, measure);

  test('of one line is in the middle of its height, aligned as its field says', () => {
    expect(widthOf('abcd', {}).lines).toEqual([{ text: 'abcd', x: 2, y: 6.5, scale: 1 }]);
    expect(widthOf('abcd', { align: 'center' }).lines[0]!.x).toBe(42);
    expect(widthOf('abcd', { align: 'right' }).lines[0]!.x).toBe(82);
  });

  test('is condensed to 85 %, then exceeds its box', () => {
    expect(widthOf('x'.repeat(20), {})).toMatchObject({ lines: [{ scale: 1 }], over: 0 });
    expect(widthOf('x'.repeat(22), {}).lines[0]!.scale).toBeCloseTo(100 / 110);
    expect(widthOf('x'.repeat(40), { align: 'right' })).toMatchObject({ lines: [{ scale: 0.85, x: -68 }], over: 70 });
  });

  test('without a size is as large as fits, up to 12 points and down to 4', () => {
    expect(widthOf('ab', { size: 0 }).size).toBe(12);
    expect(widthOf('ab', { size: 0, height: 12 }).size).toBeCloseTo(8 / 1.15);
    expect(widthOf('x'.repeat(25), { size: 0 }).size).toBe(8);
    expect(widthOf('x'.repeat(100), { size: 0 }).size).toBe(4);
  });

  test('of several lines wraps from the top, and says by how much it is too high', () => {
    const given = { isMultiline: true, height: 40 };
    expect(widthOf('aaaa bbbb cccc dddd eeee', given).lines).toEqual([
      { text: 'aaaa bbbb cccc dddd', x: 2, y: 29, scale: 1 },
      { text: 'eeee', x: 2, y: 17.5, scale: 1 },
    ]);
    expect(widthOf('x'.repeat(81), given).over).toBeCloseTo(4 * 11.5 + 11.5 + 4 - 40);
    expect(widthOf('x'.repeat(81), { ...given, size: 0 }).over).toBe(0);
  });

  test('of a comb has a character in the middle of each cell', () => {
    const given = { width: 80, cells: 4 };
    expect(widthOf('ab', given).lines.map(({ text, x }) => [text, x])).toEqual([
      ['a', 7.5],
      ['b', 27.5],
    ]);
    expect(widthOf('ab', { ...given, align: 'right' }).lines[0]!.x).toBe(47.5);
    expect(widthOf('a b', given).lines.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(widthOf('abcdef', given).over).toBe(40);
  });

  test('that is blank has no lines', () => {
    expect(widthOf(' ', {}).lines).toEqual([]);
  });
});

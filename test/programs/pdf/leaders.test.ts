import { describe, expect, test } from '@jest/globals';
import { filled } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { rasterOf, textOf } from './tools.ts';

const DPI = 300;
const VALUES = ['1,50', '1.234.567,89', '9'];
/** Helvetica's widths at 10 points. */
const [DIGIT, DOT] = [5.56, 2.78];
const WIDTHS: Readonly<Record<string, number>> = { '{': 3.34, '}': 3.34, ',': DOT, '.': DOT, v: 5, l: 2.22, r: 3.33 };
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (WIDTHS[character] ?? DIGIT), 0);
/** In points: between two dots there is less. */
const NO_GAP = 4;
const MARKER = widthOf('{{valor}}');

const show = (text: string, x: number, y = 500) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;
const dots = (from: number, to: number) => '.'.repeat(Math.floor((to - from) / DOT));

/** The pieces of ink on the line, from left to right, in points: dots that follow one another are one. */
function piecesOf(file: Uint8Array): [left: number, right: number][] {
  const { width, pixels } = rasterOf(file, 1, DPI);
  const row = (y: number) => Math.round(((841.89 - y) * DPI) / 72);
  const pieces: [number, number][] = [];
  for (let x = 0; x < width; x++) {
    let isInk = false;
    for (let y = row(509); y < row(498); y++) isInk ||= pixels[y * width + x]! < 128;
    const [left, right] = [(x * 72) / DPI, ((x + 1) * 72) / DPI];
    const last = pieces.at(-1);
    if (isInk && last && left - last[1] < NO_GAP) last[1] = right;
    else if (isInk) pieces.push([left, right]);
  }
  return pieces;
}

const print = (content: string[], valor: string) => filled(handmade({ content: content.join(' ') }), { valor });

describe('the dots that lead to a value', () => {
  test.each(VALUES)('end before it, and it keeps its right edge: %s', async (valor) => {
    const start = 515 - MARKER;
    const content = [show('Total', 57), show(dots(81, start), 81), show('{{valor}}', start)];
    const file = await print(content, valor);
    const [all, ...others] = piecesOf(file);
    expect(others).toEqual([]);
    expect(Math.abs(all![1] - 515)).toBeLessThan(1);
    expect(textOf(file)).toMatch(new RegExp(String.raw`Total ?\.{100,} ?${valor.replaceAll('.', String.raw`\.`)}\s`));
  });

  test.each(VALUES)('as in the other lines of a list, under one another: %s', async (valor) => {
    const line = (text: string, y: number) => {
      const start = 400 - widthOf(text);
      return [show('Total', 57, y), show(dots(81, start), 81, y), show(text, start, y)].join(' ');
    };
    const content = [line('12,00', 520), line('{{valor}}', 500), line('7', 480)];
    const pieces = piecesOf(await print(content, valor));
    expect(pieces).toHaveLength(1);
    expect(Math.abs(pieces[0]![1] - 400)).toBeLessThan(1);
  });

  test.each(VALUES)('after a colon: the value begins where its marker began: %s', async (valor) => {
    const content = [show('Total', 57), show(dots(81, 150), 81), show(': {{valor}}', 150)];
    const [, right] = piecesOf(await print(content, valor)).at(-1)!;
    expect(Math.abs(right - 150 - 2 * DOT - widthOf(valor))).toBeLessThan(1);
  });
});

describe('the dots that lead from a value', () => {
  test.each(VALUES)('begin after it, and the text at their end stays: %s', async (valor) => {
    const content = [show('{{valor}}', 57), show(dots(57 + MARKER, 400), 57 + MARKER), show('7', 400)];
    const file = await print(content, valor);
    const [all, ...others] = piecesOf(file);
    expect(others).toEqual([]);
    expect(Math.abs(all![1] - 400 - DIGIT)).toBeLessThan(1);
    expect(textOf(file)).toMatch(new RegExp(String.raw`${valor.replaceAll('.', String.raw`\.`)}\.{80,} ?7\s`));
  });

  test('move with the text around them where they are an ellipsis', async () => {
    const file = await print([show('{{valor}}... 7', 57)], '9');
    expect(piecesOf(file).at(-1)![1]).toBeLessThan(57 + 2 * DIGIT + 4 * DOT + 1);
  });
});

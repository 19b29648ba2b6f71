import { describe, expect, test } from '@jest/globals';
import { filled, fixture, LETTERS, TABLES, valuesFor } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { pageSizesOf, type Raster, rasterOf, type Renderer, type Word, wordsOf } from './tools.ts';

/*
 * A text may be read that nobody sees. So here nothing is read back: where poppler says that a word stands, two renderers
 * must draw its first and its last letter.
 */

const TABLE_VALUES = { nome: 'Zuleide Conceição', parcela: '12 de 24', valor: '1.234.567,89', total: '1.234.579,89' };

const DPI = 150;
const PIXELS_PER_MM = DPI / 25.4;
/** Of a word's height: narrower than a figure and a comma, wider than the white beside a letter. */
const END = 0.3;
/** Of 255, between the darkest and the lightest pixel. */
const CONTRAST = 48;

const isDrawn = ({ width, pixels }: Raster, [left, top, right, bottom]: readonly number[]): boolean => {
  let [darkest, lightest] = [255, 0];
  for (let y = Math.floor(top! * PIXELS_PER_MM); y < bottom! * PIXELS_PER_MM; y++)
    for (let x = Math.floor(left! * PIXELS_PER_MM); x < right! * PIXELS_PER_MM; x++) {
      const pixel = pixels[y * width + x] ?? 255;
      [darkest, lightest] = [Math.min(darkest, pixel), Math.max(lightest, pixel)];
    }
  return lightest - darkest >= CONTRAST;
};

/** Words whose first or last letter a renderer does not draw. */
const withoutInk = (file: Uint8Array, renderer: Renderer): string[] =>
  pageSizesOf(file).flatMap((_, index) => withoutInkOn(index + 1, file, renderer));

function withoutInkOn(page: number, file: Uint8Array, renderer: Renderer): string[] {
  const raster = rasterOf(file, page, DPI, renderer);
  const ends = ({ left, top, right, bottom }: Word) => {
    const end = Math.min(END * (bottom - top), right - left);
    return [
      [left, top, left + end, bottom],
      [right - end, top, right, bottom],
    ];
  };
  return wordsOf(file, page)
    .filter((word) => !ends(word).every((box) => isDrawn(raster, box)))
    .map(({ text }) => text);
}

describe.each<Renderer>(['poppler', 'mupdf'])(
  'drawn by %s, every word has its first and its last letter',
  (renderer) => {
    test.each([...LETTERS, ...TABLES])('%s', async (name) => {
      const source = fixture(name);
      const printed = await filled(source, TABLES.includes(name) ? TABLE_VALUES : valuesFor(source));
      // TCPDF writes its own name so that nobody sees it.
      const unseen = name.startsWith('tcpdf') ? ['Powered', 'by', 'TCPDF', '(www.tcpdf.org)'] : [];
      expect(withoutInk(printed, renderer)).toEqual(unseen);
    });

    test.each([
      ['clipped', '295 495 50 20 re W n BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET'],
      ['covered', 'BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET 1 g 345 495 50 20 re f'],
      ['white', '1 g BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET'],
    ])('and one that is %s is found', (_, content) => {
      expect(withoutInk(handmade({ content }), renderer)).toEqual(['1.234.567,89']);
    });
  },
);

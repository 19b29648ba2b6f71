import { describe, expect, test } from '@jest/globals';
import { handmade } from './handmade.ts';
import { LETTER_FILES, LONG_FILES, TABLE_FILES, VERIFICATION_FILES } from './print-files.ts';
import { type Renderer, RENDERERS } from './renderers.ts';
import { type Raster, type Word, wordsOf } from './tools.ts';

/* A program can read text that is invisible. So nothing is read back here: at each word that poppler finds, three
   renderers must draw the first and the last letter. */

const DPI = 150;
const PIXELS_PER_MM = DPI / 25.4;
/** As a share of the word's height: narrower than a digit and a comma, wider than the space next to a letter. */
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

const endsOf = ({ left, top, right, bottom }: Word) => {
  const end = Math.min(END * (bottom - top), right - left);
  return [
    [left, top, left + end, bottom],
    [right - end, top, right, bottom],
  ];
};

/** Words whose first or last letter a renderer does not draw, by renderer. */
function withoutInk(file: Uint8Array): Record<string, string[]> {
  const renderers = Object.keys(RENDERERS) as Renderer[];
  const drawings = renderers.map((renderer) => [renderer, RENDERERS[renderer](file, DPI)] as const);
  const words = drawings[0]![1].map((_, index) => wordsOf(file, index + 1));
  return Object.fromEntries(
    drawings.map(([renderer, pages]) => [
      renderer,
      pages.flatMap((page, index) =>
        words[index]!.filter((word) => !endsOf(word).every((box) => isDrawn(page, box))).map(({ text }) => text),
      ),
    ]),
  );
}

const inEach = (words: string[]) => ({ poppler: words, mupdf: words, pdfium: words });

describe('each renderer draws the first and the last letter of every word', () => {
  test.each(Object.entries({ ...LETTER_FILES, ...TABLE_FILES, ...LONG_FILES, ...VERIFICATION_FILES }))(
    '%s',
    async (name, print) => {
      // TCPDF writes its own name invisibly.
      const unseen = name.startsWith('tcpdf') ? ['Powered', 'by', 'TCPDF', '(www.tcpdf.org)'] : [];
      expect(withoutInk(await print())).toEqual(inEach(unseen));
    },
  );

  test.each([
    ['clipped', '295 495 50 20 re W n BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET'],
    ['covered', 'BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET 1 g 345 495 50 20 re f'],
    ['white', '1 g BT /F1 11 Tf 300 500 Td (1.234.567,89) Tj ET'],
  ])('and one that is %s is found', (_, content) => {
    expect(withoutInk(handmade({ content }))).toEqual(inEach(['1.234.567,89']));
  });
});

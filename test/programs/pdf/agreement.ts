import type { Placement, PrintFiles } from './print-files.ts';
import { type Renderer, RENDERERS } from './renderers.ts';
import type { Raster } from './tools.ts';

/* Renderers round the edges of letters and lines differently, by less than a pixel, and draw hairlines in different
   darkness. Two drawings agree if
   - each dark pixel of one has some ink of the other on it or next to it, and
   - areas of one tone in both have the same tone.
   Measured this way, no pixel of the fixtures' pages differs. With the last letter of one word erased in one drawing,
   word by word, the first condition finds 4,302 of 4,311 words: all except one that ends with a comma and those that
   TCPDF writes 1 point high. */

/** At 100 dpi, letters of fonts that are not embedded are more than a pixel apart: each renderer has its own fonts. */
const DPI = 72;
/** A module of a QR code is two pixels; with fewer, renderers differ in which of them they draw. */
export const QR_CODE_DPI = 100;
/**
 * Of 255. Some renderers omit hairlines that others draw at 176. With 128, the last letters of 37 more words would be
 * too light to find.
 */
const DARK = 160;
/** Ink is darker. PDFium draws some hairlines as light as 230. */
const WHITE = 240;
/** The tones of the fixtures differ by at most 2. */
const SAME_TONE = 6;

export interface Difference {
  page: number;
  renderers: `${Renderer} and ${Renderer}`;
  /** Dark pixels of the first without ink of the second. */
  lost: number;
  /** Pixels of areas with different tones. */
  toned: number;
}

export type Drawings = Readonly<Record<Renderer, readonly Raster[]>>;

export function drawingsOf(file: Uint8Array, dpi = DPI): Drawings {
  const { poppler, mupdf, pdfium } = RENDERERS;
  return { poppler: poppler(file, dpi), mupdf: mupdf(file, dpi), pdfium: pdfium(file, dpi) };
}

/** The differences between any two renderers; empty if they agree. */
export function differencesIn(drawings: Drawings): Difference[] {
  const renderers = Object.keys(drawings) as Renderer[];
  const pairs = renderers.flatMap((one) =>
    renderers.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  return pairs.flatMap(([one, other]) => {
    if (drawings[one].length !== drawings[other].length)
      throw new Error(`${one} draws more or fewer pages than ${other}`);
    return drawings[one]
      .map((raster, index) => ({
        page: index + 1,
        renderers: `${one} and ${other}` as const,
        ...compared(raster, drawings[other][index]!),
      }))
      .filter(({ lost, toned }) => lost + toned > 0);
  });
}

function compared(one: Raster, other: Raster): Pick<Difference, 'lost' | 'toned'> {
  // Some renderers draw a partial last pixel of a page, which is paper.
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  let [lost, toned] = [0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const [here, there] = [one.pixels[y * one.width + x]!, other.pixels[y * other.width + x]!];
      if (here <= DARK && around(other, x, y)[0] >= WHITE) lost++;
      if (Math.abs(here - there) > SAME_TONE && isOfOneTone(one, x, y) && isOfOneTone(other, x, y)) toned++;
    }
  return { lost, toned };
}

/** The darkest and the lightest of a pixel and its eight neighbors. */
function around({ width, pixels }: Raster, x: number, y: number): readonly [darkest: number, lightest: number] {
  let [darkest, lightest] = [255, 0];
  for (let row = y - 1; row <= y + 1; row++)
    for (let at = row * width + x - 1; at <= row * width + x + 1; at++) {
      darkest = Math.min(darkest, pixels[at]!);
      lightest = Math.max(lightest, pixels[at]!);
    }
  return [darkest, lightest];
}

function isOfOneTone(raster: Raster, x: number, y: number): boolean {
  const [darkest, lightest] = around(raster, x, y);
  return lightest - darkest <= SAME_TONE;
}

export interface Agreement {
  differences: Difference[];
  /** Whether the comparison detects a renderer that omits the last letters of values. */
  findsCutValues: boolean;
}

export const AGREED: Agreement = { differences: [], findsCutValues: true };

/** Whether three renderers draw a print file in the same way. */
export async function agreementOn(print: PrintFiles[string], placement: Placement, dpi = DPI): Promise<Agreement> {
  const drawings = drawingsOf(await print({ placement }), dpi);
  const cut = await print({ placement, edit: (value) => value.slice(0, -1) });
  return {
    differences: differencesIn(drawings),
    findsCutValues: differencesIn({ ...drawings, pdfium: RENDERERS.pdfium(cut, dpi) }).length > 0,
  };
}

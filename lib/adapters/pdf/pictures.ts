import { type PDFContext, type PDFDict, PDFRawStream } from 'pdf-lib';
import { dictEntry, nameEntry, numberEntry, resolve } from './objects.ts';
import type { PrintPage } from './print-page.ts';
import { colourOf, type PictureColour } from './profiles.ts';

/** As deep as forms are read (`interpreter`). */
const MAX_DEPTH = 12;
/** Limit on forms and pictures that are examined: a page with more is not worth the time. */
const MOST_OBJECTS = 3_000;

/**
 * Cost of drawing a pixel, relative to one of grey or RGB. Measured: 26 ns with PDFium in WebAssembly, twice that for four
 * inks, five times for inks that are named, and 400 ns with a profile for four, whose colours are transformed one by one.
 */
const COST = { plain: 1, fourInks: 2, namedInks: 5, fourInksWithProfile: 16 };

export interface PictureOnPage extends PictureColour {
  dict: PDFDict;
}

/** The pictures of a page, each once. */
export function picturesOn(context: PDFContext, { resources }: PrintPage): PictureOnPage[] {
  const seen = new Set<PDFRawStream>();
  const pictures: PictureOnPage[] = [];
  const visit = (objects: Iterable<unknown>, spaces: PDFDict | undefined, depth: number): void => {
    for (const object of objects) {
      const stream = resolve(context, object as PDFRawStream);
      if (!(stream instanceof PDFRawStream) || seen.has(stream) || seen.size > MOST_OBJECTS) continue;
      seen.add(stream);
      const { dict } = stream;
      const subtype = nameEntry(context, dict, 'Subtype');
      if (subtype === 'Image') pictures.push({ dict, ...colourOf(context, dict, spaces) });
      const inner = subtype === 'Form' && dictEntry(context, dict, 'Resources');
      const drawn = inner && dictEntry(context, inner, 'XObject');
      if (drawn && depth < MAX_DEPTH) visit(drawn.values(), dictEntry(context, inner, 'ColorSpace'), depth + 1);
    }
  };
  visit(Object.values(resources.XObject), undefined, 0);
  return pictures;
}

/** Millions of plain pixels that take as long to draw as these pictures, of which some are drawn without their profile. */
export function megapixelsOf(
  context: PDFContext,
  pictures: readonly PictureOnPage[],
  withoutProfile: ReadonlySet<PDFRawStream>,
): number {
  const pixels = pictures.map(({ dict, profile, hasNamedInks }) => {
    const size = (numberEntry(context, dict, 'Width') ?? 0) * (numberEntry(context, dict, 'Height') ?? 0);
    const ofInks = !profile ? COST.plain : withoutProfile.has(profile) ? COST.fourInks : COST.fourInksWithProfile;
    return Math.max(size, 0) * Math.max(ofInks, hasNamedInks ? COST.namedInks : 0);
  });
  return pixels.reduce((sum, each) => sum + each, 0) / 1e6;
}

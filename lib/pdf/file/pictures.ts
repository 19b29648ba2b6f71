import type { PDFContext, PDFRawStream } from 'pdf-lib';
import { numberEntry } from './objects.ts';
import type { SourcePage } from './pages.ts';
import { colorOf, type PictureColor } from './profiles.ts';

/**
 * Cost of drawing a pixel, relative to one of gray or RGB. Measured: 26 ns with PDFium in WebAssembly, twice that for four
 * inks, five times for inks that are named, and 400 ns with a profile for four, whose colors are transformed one by one.
 */
const COST = { plain: 1, fourInks: 2, namedInks: 5, fourInksWithProfile: 16 };

export interface PictureOnPage extends PictureColor {
  stream: PDFRawStream;
}

/** The pictures of a page, each once. */
export const picturesOn = (context: PDFContext, { used }: SourcePage): PictureOnPage[] =>
  [...used.pictures].map(([stream, spaces]) => ({ stream, ...colorOf(context, stream.dict, spaces) }));

/** Millions of plain pixels that take as long to draw as these pictures, of which some are drawn without their profile. */
export function megapixelsOf(
  context: PDFContext,
  pictures: readonly PictureOnPage[],
  withoutProfile: ReadonlySet<PDFRawStream>,
): number {
  const pixels = pictures.map(({ stream: { dict }, profile, hasNamedInks }) => {
    const size = (numberEntry(context, dict, 'Width') ?? 0) * (numberEntry(context, dict, 'Height') ?? 0);
    const ofInks = !profile ? COST.plain : withoutProfile.has(profile) ? COST.fourInks : COST.fourInksWithProfile;
    return Math.max(size, 0) * Math.max(ofInks, hasNamedInks ? COST.namedInks : 0);
  });
  return pixels.reduce((sum, each) => sum + each, 0) / 1e6;
}

import { Buffer } from 'node:buffer';
import { sha256 } from '../../core/sha256.ts';
import { SHEET } from '../base/geometry.ts';
import { withDrawing } from './pdfium-drawing.ts';
import { pdfium, withPage } from './pdfium-module.ts';
import type { Bitmap } from './pixels.ts';

/**
 * Pixels a point at 100 dpi: an A4 page is 827 x 1,169. Strokes of text of 6 points, the smallest that people read, are
 * half a pixel wide there and change its gray, so every letter counts. 200 dpi would cost four times as much and tell no
 * more: any changed pixel changes the hash.
 */
const SCALE = 100 / 72;

/** SHA-256 of the drawing of each page of a print file, whose pages are all A4 portrait. */
export function shownPages(document: number): string[] {
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
    withPage(document, index, (page) => {
      const order = { pageHeight: pdfium.FPDF_GetPageHeightF(page), box: SHEET, scale: SCALE };
      return withDrawing(page, order, ({ view }) => sha256(asPpm(view())));
    }),
  );
}

/** The drawing as a file of the form PPM P6 (netpbm), which any reader can make from a drawing. */
function asPpm({ pixels, width, height }: Bitmap): Buffer {
  const head = `P6\n${width} ${height}\n255\n`;
  const file = Buffer.allocUnsafe(head.length + 3 * width * height);
  let at = file.write(head, 'latin1');
  for (let pixel = 0; pixel < 4 * width * height; pixel += 4) {
    file[at++] = pixels[pixel + 2]!;
    file[at++] = pixels[pixel + 1]!;
    file[at++] = pixels[pixel]!;
  }
  return file;
}

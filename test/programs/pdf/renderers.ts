import { A4 } from '../../../lib/pdf/base/geometry.ts';
import { withDrawing } from '../../../lib/pdf/pdfium/pdfium-drawing.ts';
import { pdfium, withDocument, withPage } from '../../../lib/pdf/pdfium/pdfium-module.ts';
import { type Raster, rastersIn, run } from './tools.ts';

export type Draw = (file: Uint8Array, dpi: number) => Raster[];

/** Renderers that share no code with each other. Each draws all pages of a file in gray. */
export const RENDERERS = {
  poppler: (file, dpi) => rastersIn(run('pdftoppm', file, ['-r', String(dpi), '-gray', 'FILE']).output),
  mupdf: (file, dpi) => {
    const args = ['draw', '-q', '-F', 'pgm', '-r', String(dpi), '-o', '-', 'FILE'];
    return rastersIn(run('mutool', file, args).output);
  },
  pdfium: (file, dpi) =>
    withDocument(file, (document) =>
      Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
        withPage(document, index, (page) => grayOf(page, dpi)),
      ),
    ),
} as const satisfies Record<string, Draw>;

export type Renderer = keyof typeof RENDERERS;

/** An A4 page; gray uses the weights of ITU-R BT.601, like the other renderers. */
function grayOf(page: number, dpi: number): Raster {
  const order = { pageHeight: A4.height, box: [0, 0, A4.width, A4.height], scale: dpi / 72 } as const;
  return withDrawing(page, order, ({ view }) => {
    const { pixels, width, height } = view();
    const gray = Buffer.alloc(width * height);
    for (let at = 0; at < gray.length; at++)
      gray[at] = Math.round(0.114 * pixels[4 * at]! + 0.587 * pixels[4 * at + 1]! + 0.299 * pixels[4 * at + 2]!);
    return { width, height, pixels: gray };
  });
}

import type { Box } from '../base/geometry.ts';
import { heap, pdfium, withFloats, withMemory } from './pdfium-module.ts';
import { without } from './pdfium-objects.ts';
import { type Bitmap, KEY, type PixelBox } from './pixels.ts';

/** A part of a page, drawn. */
export interface Drawing {
  /** The current pixels. They are in PDFium's memory, so call this again after every call that may move the memory. */
  view: () => Bitmap;
  /** The pixels around a box of the page. */
  pixelBox: (box: Box) => PixelBox;
  /** The box of the page that some pixels cover. */
  boxOf: (pixels: PixelBox) => Box;
}

/** The part of a page to draw, and how to draw it. */
export interface DrawingOrder {
  /** Height of the page on which `box` lies, in points. */
  pageHeight: number;
  box: Box;
  /** Pixels a point. */
  scale: number;
  /** Points in one of the page's own units. */
  userUnit?: number;
  /** Where the page's top left corner is, right of and below that of the page on which `box` lies, in points. */
  corner?: readonly [x: number, y: number];
  /** Objects that are not drawn. */
  hidden?: readonly number[];
  /** On paper of a color that no ink has, and without annotations. */
  onKey?: boolean;
}

const BITMAP_BGRX = 3;
/** Colors in PDFium's format: alpha, red, green, blue. */
const WHITE = 0xffffffff;
const KEY_PAPER = 0xff000000 + KEY[2] * 0x10000 + KEY[1] * 0x100 + KEY[0];
/** Flags of FPDF_RenderPageBitmap (fpdfview.h). */
const [WITH_ANNOTATIONS, FOR_PRINTING] = [0x01, 0x800];

/** Draws a part of a page with its annotations, as it prints. */
export function withDrawing<T>(
  page: number,
  { pageHeight, box, scale, userUnit = 1, corner: [x, y] = [0, 0], hidden = [], onKey = false }: DrawingOrder,
  use: (drawing: Drawing) => T,
): T {
  const around = ([left, bottom, right, top]: Box): PixelBox => ({
    left: Math.floor(left * scale),
    top: Math.floor((pageHeight - top) * scale),
    right: Math.ceil(right * scale),
    bottom: Math.ceil((pageHeight - bottom) * scale),
  });
  const [left, top] = [Math.round(box[0] * scale), Math.round((pageHeight - box[3]) * scale)];
  const [width, height] = [Math.round((box[2] - box[0]) * scale), Math.round((box[3] - box[1]) * scale)];
  return withBitmap(width, height, onKey ? KEY_PAPER : WHITE, (bitmap, view) => {
    const matrix = [scale * userUnit, 0, 0, scale * userUnit, scale * x - left, scale * y - top];
    withFloats(matrix, (place) =>
      withFloats([0, 0, width, height], (clip) =>
        without(hidden, () =>
          pdfium.FPDF_RenderPageBitmapWithMatrix(
            bitmap,
            page,
            place,
            clip,
            FOR_PRINTING | (onKey ? 0 : WITH_ANNOTATIONS),
          ),
        ),
      ),
    );
    return use({
      view,
      pixelBox: (inner) => {
        const pixels = around(inner);
        return {
          left: pixels.left - left,
          top: pixels.top - top,
          right: pixels.right - left,
          bottom: pixels.bottom - top,
        };
      },
      boxOf: (pixels) => [
        (left + pixels.left) / scale,
        pageHeight - (top + pixels.bottom) / scale,
        (left + pixels.right) / scale,
        pageHeight - (top + pixels.top) / scale,
      ],
    });
  });
}

/** A PDFium bitmap of one color, with a function that reads its current pixels. */
function withBitmap<T>(
  width: number,
  height: number,
  paper: number,
  use: (bitmap: number, view: () => Bitmap) => T,
): T {
  const stride = 4 * width;
  return withMemory(stride * height, (pointer) => {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, pointer, stride);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, paper);
    try {
      return use(bitmap, () => ({ pixels: heap().subarray(pointer, pointer + stride * height), width, height }));
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
    }
  });
}

import type { PDFContext } from 'pdf-lib';
import { create } from 'qrcode';
import { type Box, format } from '../base/geometry.ts';
import { QR_SIDE } from './picture-places.ts';
import type { PrintPage } from './print-page.ts';

/** Level M survives the wear of a letter: up to 15 % of the code may be lost. */
const ERROR_CORRECTION = 'M';

/** Draws a QR code with its top left corner at a place. As one picture of its modules, no seams show between them. */
export function drawQrCode(page: PrintPage, context: PDFContext, text: string, left: number, top: number): PrintPage {
  const { modules } = create(text, { errorCorrectionLevel: ERROR_CORRECTION });
  const picture = context.stream(bitmapOf(modules), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: modules.size,
    Height: modules.size,
    ImageMask: true,
    BitsPerComponent: 1,
  });
  const name = `QrCode${Object.keys(page.resources.XObject).length}`;
  const XObject = { ...page.resources.XObject, [name]: context.register(picture) };
  const operators = `q 0 g ${format(QR_SIDE, 0, 0, QR_SIDE, left, top - QR_SIDE)} cm /${name} Do Q`;
  return { ...page, content: `${page.content}\n${operators}`, resources: { ...page.resources, XObject } };
}

/** The square that a code takes, by its top left corner. */
export const qrBox = (left: number, top: number): Box => [left, top - QR_SIDE, left + QR_SIDE, top];

/** The box that marks the place of a code in a copy that must not contain it. */
export function drawQrPlace(page: PrintPage, left: number, top: number): PrintPage {
  const lineWidth = 0.75;
  const inner = format(left + lineWidth / 2, top - QR_SIDE + lineWidth / 2, QR_SIDE - lineWidth, QR_SIDE - lineWidth);
  return { ...page, content: `${page.content}\nq 0.92 g 0.45 G ${lineWidth} w ${inner} re B Q` };
}

/** Rows of bits, each filled up to a byte; a mask paints where a bit is 0. */
function bitmapOf({ size, data }: { size: number; data: ArrayLike<number> }): Uint8Array {
  const rowBytes = Math.ceil(size / 8);
  const bitmap = new Uint8Array(rowBytes * size).fill(255);
  for (let at = 0; at < size * size; at++) {
    if (!data[at]) continue;
    const [row, column] = [Math.floor(at / size), at % size];
    const byte = row * rowBytes + (column >> 3);
    bitmap[byte] = bitmap[byte]! & ~(0x80 >> (column & 7));
  }
  return bitmap;
}

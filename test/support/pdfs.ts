import { randomBytes } from 'node:crypto';
import { A4_BOX, fileOf, handmade } from '../programs/pdf/handmade.ts';

/** Small PDFs for tests about something else; test/programs/pdf tests each way of writing one with real files. */

/** Blank A4 pages. `bytes` makes the file exactly this large, with an unused stream. */
export function blankPdf(pages = 1, bytes?: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 4);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const file = (padding: number) =>
    fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
      [3, ['', 'x'.repeat(padding)]],
      ...numbers.map((number): [number, string] => [number, `<< /Type /Page /Parent 2 0 R ${A4_BOX} >>`]),
    ]);
  if (bytes === undefined) return file(0);
  // The file's own numbers grow with the padding; the excess is removed again.
  const guess = bytes - file(0).length;
  return file(guess - (file(guess).length - bytes));
}

/** A page with ink in the middle of the address area: 65 mm from the left, 67 mm from the top. */
export const inkInAddressArea = handmade({ content: '184 650 10 10 re f' });

/** A page with these words, one below the other, below the address area. */
export function wordsPdf(...words: string[]): Buffer {
  const lines = words.map((word) => `(${word}) Tj 0 -20 Td`).join(' ');
  return handmade({ content: `BT /F1 12 Tf 60 400 Td ${lines} ET` });
}

/** A page that contains only a picture, like a scan. */
export const scannedPdf = handmade({
  content: 'q 100 0 0 100 100 100 cm /Im1 Do Q',
  resources: '/XObject << /Im1 10 0 R >>',
  objects: [['/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\0']],
});

/** A page with a picture of noise, `side` pixels each way, which no program makes smaller than `side`² bytes. */
export const noisyPdf = (side: number) =>
  handmade({
    content: 'q 100 0 0 100 100 100 cm /Im1 Do Q',
    resources: '/XObject << /Im1 10 0 R >>',
    objects: [
      [
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        randomBytes(side * side),
      ],
    ],
  });

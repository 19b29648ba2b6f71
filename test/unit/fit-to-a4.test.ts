import { describe, expect, test } from '@jest/globals';
import {
  decodePDFRawStream,
  degrees,
  PDFArray,
  PDFDocument,
  type PDFPage,
  type PDFRawStream,
  StandardFonts,
} from 'pdf-lib';
import { fitToA4, ontoA4 } from '../../dashboard/src/pdf/fit-to-a4.ts';
import { A4, POINTS_A_MILLIMETER } from '../../dashboard/src/pdf/paper.ts';

const mm = (points: number) => points / POINTS_A_MILLIMETER;
const points = (millimeters: number) => millimeters * POINTS_A_MILLIMETER;

describe('a page on A4', () => {
  const LETTER = { width: 215.9, height: 279.4 };
  test.each([
    ['Letter', LETTER, 0],
    ['Letter, turned by the viewer', { width: LETTER.height, height: LETTER.width }, 90],
    ['Letter, upside down', LETTER, 180],
    ['A5', { width: 148, height: 210 }, 0],
    ['A4 in landscape', { width: A4.height, height: A4.width }, 0],
    ['A4 in landscape, by the viewer', { width: A4.width, height: A4.height }, 270],
    ['a strip', { width: 50, height: 290 }, 0],
  ])('%s is whole, in the middle, and as large as possible', (_, { width, height }, rotation) => {
    const box = { x: 30, y: -20, width: points(width), height: points(height) };
    const [a, b, c, d, e, f] = ontoA4(box, rotation);
    const corners = [
      [box.x, box.y],
      [box.x + box.width, box.y + box.height],
    ].map(([x, y]) => [mm(a * x! + c * y! + e), mm(b * x! + d * y! + f)] as const);
    const [left, right] = corners.map(([x]) => x).sort((one, two) => one - two);
    const [bottom, top] = corners.map(([, y]) => y).sort((one, two) => one - two);
    expect(left! + right!).toBeCloseTo(A4.width, 6);
    expect(bottom! + top!).toBeCloseTo(A4.height, 6);
    expect(Math.max((right! - left!) / A4.width, (top! - bottom!) / A4.height)).toBeCloseTo(1, 6);
    // Not distorted, and not mirrored.
    expect(a * d - b * c).toBeCloseTo(a * a + b * b, 9);
  });

  test('keeps upright what a viewer shows upright', () => {
    // The viewer turns it by 90°, so the content's upward is the page's right.
    const [a, b] = ontoA4({ x: 0, y: 0, width: points(279.4), height: points(215.9) }, 90);
    expect([Math.abs(a) < 1e-9, b < 0]).toEqual([true, true]);
  });
});

/** The streams of a page's content. */
function contentOf({ node, doc }: PDFPage): string[] {
  const contents = node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((each) => doc.context.lookup(each)) : [contents];
  return streams.map((stream) => Buffer.from(decodePDFRawStream(stream as PDFRawStream).decode()).toString('latin1'));
}

async function pdf(build: (document: PDFDocument) => Promise<unknown> | void): Promise<File> {
  const document = await PDFDocument.create();
  await build(document);
  return new File([new Uint8Array(await document.save())], 'carta.pdf');
}

describe('a PDF fitted to A4', () => {
  test('has only A4 pages, and its markers are still texts', async () => {
    const file = await pdf(async (document) => {
      const font = await document.embedFont(StandardFonts.Helvetica);
      document.addPage([612, 792]).drawText('Prezado {{nome}},', { x: 60, y: 300, font });
      document.addPage([points(A4.height), points(A4.width)]).drawText('Tabela', { x: 60, y: 300, font });
      document.addPage([points(A4.width), points(A4.height)]).setRotation(degrees(180));
    });
    const fitted = await fitToA4(file);
    const pages = (await PDFDocument.load(await fitted!.arrayBuffer())).getPages();
    expect(pages.map((page) => [Math.round(mm(page.getWidth())), Math.round(mm(page.getHeight()))])).toEqual(
      Array.from({ length: 3 }, () => [210, 297]),
    );
    // The last one was A4 and stays as it was.
    expect(pages.map((page) => page.getRotation().angle)).toEqual([0, 0, 180]);
    // What the page draws is unchanged, between a matrix and its end.
    expect(contentOf(pages[0]!)[1]).toBe(contentOf((await PDFDocument.load(await file.arrayBuffer())).getPage(0))[0]);
    expect(contentOf(pages[0]!)).toHaveLength(3);
  });

  test('is none if a page has fields, which would stay in their places', async () => {
    const file = await pdf((document) => {
      const page = document.addPage([612, 792]);
      document.getForm().createTextField('nome').addToPage(page, { x: 50, y: 50, width: 100, height: 20 });
    });
    expect(await fitToA4(file)).toBeUndefined();
  });
});

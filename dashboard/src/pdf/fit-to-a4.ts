import {
  concatTransformationMatrix,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import { A4, POINTS_A_MILLIMETER } from './paper.ts';

/** `[a b c d e f]` of PDF: x′ = ax + cy + e, y′ = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number];

interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** First `one`, then `two`. */
const after = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

/** Moves a box to the origin and turns it clockwise by quarters. */
function turned({ x, y, width, height }: PageBox, quarters: number): { matrix: Matrix; width: number; height: number } {
  const toOrigin: Matrix = [1, 0, 0, 1, -x, -y];
  const turns: readonly Matrix[] = [
    [1, 0, 0, 1, 0, 0],
    [0, -1, 1, 0, 0, width],
    [-1, 0, 0, -1, width, height],
    [0, 1, -1, 0, height, 0],
  ];
  const isSwapped = quarters % 2 === 1;
  return {
    matrix: after(toOrigin, turns[quarters]!),
    width: isSwapped ? height : width,
    height: isSwapped ? width : height,
  };
}

/**
 * How the content of a page gets onto an A4 sheet in portrait, whole and as large as possible, in its middle; landscape
 * lies on its side, as printers do it.
 * @param rotation degrees that a viewer turns the page clockwise
 */
export function ontoA4(box: PageBox, rotation: number): Matrix {
  const upright = turned(box, (((rotation / 90) % 4) + 4) % 4);
  const isLandscape = upright.width > upright.height;
  const { matrix, width, height } = isLandscape
    ? combined(upright, turned({ x: 0, y: 0, width: upright.width, height: upright.height }, 3))
    : upright;
  const [sheetWidth, sheetHeight] = [A4.width * POINTS_A_MILLIMETER, A4.height * POINTS_A_MILLIMETER];
  const scale = Math.min(sheetWidth / width, sheetHeight / height);
  return after(matrix, [scale, 0, 0, scale, (sheetWidth - width * scale) / 2, (sheetHeight - height * scale) / 2]);
}

type Turned = ReturnType<typeof turned>;

const combined = (first: Turned, second: Turned): Turned => ({ ...second, matrix: after(first.matrix, second.matrix) });

/**
 * The PDF with each page of another size or orientation on A4 in portrait. Its texts stay texts, so markers stay
 * markers.
 * @returns undefined if a page has fields or other annotations, which have places of their own
 */
export async function fitToA4(file: File): Promise<File | undefined> {
  const document = await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false });
  const pages = document.getPages().filter((page) => !isA4(page));
  if (pages.some(hasPrintedAnnotations)) return undefined;
  for (const page of pages) fit(document, page);
  const bytes = await document.save();
  return new File([new Uint8Array(bytes)], file.name, { type: 'application/pdf', lastModified: Date.now() });
}

/** Whether something other than links lies on the page. */
function hasPrintedAnnotations({ node }: PDFPage): boolean {
  const annotations = node.Annots();
  return Array.from({ length: annotations?.size() ?? 0 }, (_, index) => annotations!.lookup(index, PDFDict)).some(
    (annotation) => annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link'),
  );
}

function isA4(page: PDFPage): boolean {
  const { width, height } = page.getCropBox();
  const isTurned = page.getRotation().angle % 180 !== 0;
  const [wide, high] = isTurned ? [height, width] : [width, height];
  const isNear = (points: number, millimeters: number) =>
    Math.abs(points / POINTS_A_MILLIMETER - millimeters) <= A4.tolerance;
  return isNear(wide, A4.width) && isNear(high, A4.height);
}

function fit(document: PDFDocument, page: PDFPage): void {
  const matrix = ontoA4(page.getCropBox(), page.getRotation().angle);
  const { context } = document;
  const start = context.contentStream([pushGraphicsState(), concatTransformationMatrix(...matrix)]);
  const end = context.contentStream([popGraphicsState()]);
  page.node.wrapContentStreams(context.register(start), context.register(end));
  // Links are left: they do not print.
  page.node.delete(PDFName.of('Annots'));
  page.node.delete(PDFName.of('Rotate'));
  const [width, height] = [A4.width * POINTS_A_MILLIMETER, A4.height * POINTS_A_MILLIMETER];
  page.setMediaBox(0, 0, width, height);
  page.setCropBox(0, 0, width, height);
  page.setTrimBox(0, 0, width, height);
  page.setBleedBox(0, 0, width, height);
  page.setArtBox(0, 0, width, height);
}

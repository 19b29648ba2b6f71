import { concat, IDENTITY, type Matrix } from '../base/geometry.ts';
import { floatsAt, heap, pdfium, withFloats, withMemory } from './pdfium-module.ts';

/** FPDF_PAGEOBJ_TEXT, _PATH, _IMAGE and _FORM (fpdf_edit.h). */
export const [TEXT, PATH, IMAGE, FORM] = [1, 2, 3, 5];
/** As deep as forms are read (`interpreter`). */
const MAX_FORM_DEPTH = 12;

/** An object on a page, and the matrix that maps the space of its form to the page. */
export interface PageObject {
  object: number;
  toPage: Matrix;
}

/** All objects of a page except the forms themselves, also those inside forms, in drawing order. */
export function* objectsOf(page: number): Generator<PageObject> {
  for (let index = 0, count = pdfium.FPDFPage_CountObjects(page); index < count; index++)
    yield* leavesOf(pdfium.FPDFPage_GetObject(page, index), IDENTITY, 0);
}

function* leavesOf(object: number, toPage: Matrix, depth: number): Generator<PageObject> {
  if (pdfium.FPDFPageObj_GetType(object) !== FORM) {
    yield { object, toPage };
    return;
  }
  if (depth >= MAX_FORM_DEPTH) return;
  const inner = concat(matrixOf(object), toPage);
  for (let index = 0, count = pdfium.FPDFFormObj_CountObjects(object); index < count; index++)
    yield* leavesOf(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1);
}

export function matrixOf(object: number): Matrix {
  return withFloats(IDENTITY, (pointer) => {
    pdfium.FPDFPageObj_GetMatrix(object, pointer);
    return floatsAt(pointer, 6) as unknown as Matrix;
  });
}

/** Runs a function while the objects are hidden. */
export function without<T>(objects: readonly number[], act: () => T): T {
  for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, false);
  try {
    return act();
  } finally {
    for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, true);
  }
}

/** Text directly on the page. That is the address: the customer's content is inside forms (`print-page`). */
export function ownTextsOf(page: number): number[] {
  const count = pdfium.FPDFPage_CountObjects(page);
  return Array.from({ length: count }, (_, index) => pdfium.FPDFPage_GetObject(page, index)).filter(
    (object) => pdfium.FPDFPageObj_GetType(object) === TEXT,
  );
}

/** The objects in marked content of this name, and all others. */
export function objectsByMark(page: number, name: string): Record<'marked' | 'others', number[]> {
  const [marked, others]: number[][] = [[], []];
  for (const { object } of objectsOf(page)) (hasMark(object, name) ? marked! : others!).push(object);
  return { marked: marked!, others: others! };
}

function hasMark(object: number, name: string): boolean {
  const count = pdfium.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index++) if (nameOfMark(object, index) === name) return true;
  return false;
}

const LONGEST_MARK_BYTES = 64;

function nameOfMark(object: number, index: number): string {
  return withMemory(LONGEST_MARK_BYTES + 4, (pointer) => {
    const mark = pdfium.FPDFPageObj_GetMark(object, index);
    if (!pdfium.FPDFPageObjMark_GetName(mark, pointer, LONGEST_MARK_BYTES, pointer + LONGEST_MARK_BYTES)) return '';
    const text = Buffer.from(heap().subarray(pointer, pointer + LONGEST_MARK_BYTES)).toString('utf16le');
    return text.slice(0, text.indexOf('\0'));
  });
}

export interface Picture {
  object: number;
  /** From the unit square to the page. */
  matrix: Matrix;
}

/** The pictures of a page, in drawing order, without those of annotations. */
export const picturesOf = (page: number): Picture[] =>
  [...objectsOf(page)]
    .filter(({ object }) => pdfium.FPDFPageObj_GetType(object) === IMAGE)
    .map(({ object, toPage }) => ({ object, matrix: concat(matrixOf(object), toPage) }));

/** Whether the stored bytes of two pictures are equal. */
export function holdSameData({ object: one }: Picture, { object: other }: Picture): boolean {
  const size = pdfium.FPDFImageObj_GetImageDataRaw(one, 0, 0);
  if (size !== pdfium.FPDFImageObj_GetImageDataRaw(other, 0, 0)) return false;
  return withMemory(2 * size, (pointer) => {
    pdfium.FPDFImageObj_GetImageDataRaw(one, pointer, size);
    pdfium.FPDFImageObj_GetImageDataRaw(other, pointer + size, size);
    const bytes = heap();
    return (
      Buffer.compare(bytes.subarray(pointer, pointer + size), bytes.subarray(pointer + size, pointer + 2 * size)) === 0
    );
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { A4, type Box } from './geometry.ts';
import type {
  Answer,
  PageFinding,
  PageToCheck,
  PdfiumTasks,
  TaskMessage,
  TaskName,
  ValueToCheck,
} from './pdfium-protocol.ts';
import { type Bitmap, blank, differWithin, inkOf, type PixelBox, showDifferentThings } from './pixels.ts';
import { limitMemory } from './wasm-memory.ts';

/*
 * PDFium in a thread of its own: some files keep it busy for ever or exhaust its memory, and only ending the thread helps.
 * One task at a time; the other side of the port watches over its time.
 */

/** A page of a letter needs about 30 MB, one scanned at 600 dpi 280; beyond this it is an attack, and ends in a caught abort. */
const MEMORY_BYTES = 448 * 1024 * 1024;

/** A Lambda bundle carries the file beside its code. */
const wasmFile = () =>
  process.env['LAMBDA_TASK_ROOT']
    ? join(process.env['LAMBDA_TASK_ROOT'], 'pdfium.wasm')
    : fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));

const wasmBinary = limitMemory(readFileSync(wasmFile()), MEMORY_BYTES);
const silent = () => undefined;
const pdfium: WrappedPdfiumModule = await init({ wasmBinary, print: silent, printErr: silent });
pdfium.PDFiumExt_Init();

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY, e.g. encryption for the holders of certificates (fpdfview.h). */
const PROTECTED_ERRORS: ReadonlySet<number> = new Set([4, 5]);
/** Flags of FPDF_RenderPageBitmap and FPDF_SaveAsCopy. */
const [WITH_ANNOTATIONS, FOR_PRINTING, REMOVE_SECURITY] = [0x01, 0x800, 3];
const BITMAP_BGRX = 3;
/** A form field, among the subtypes of annotations (fpdf_annot.h). */
const WIDGET = 20;
const WHITE = 0xffffffff;

/** 200 dpi: a dot of half a point is more than one pixel. */
const PIXELS_PER_POINT = 200 / 72;
/** Pixels a point. With 100 dpi the strokes of text of 6 points are half a pixel wide, and seen. */
const [COARSE_PIXELS, FINE_PIXELS] = [100 / 72, 300 / 72];
/** FPDF_PAGEOBJ_FORM (fpdf_edit.h). */
const FORM_OBJECT = 5;
/** As deep as forms are read (`interpreter`). */
const MAX_FORM_DEPTH = 12;

const tasks: { [Name in TaskName]: (input: PdfiumTasks[Name]['input']) => PdfiumTasks[Name]['output'] } = {
  inkIn: ({ file, page, box }) =>
    withDocument(file, (document) => withPage(document, page, (handle) => inkIn(handle, box))),
  textOf: ({ file }) =>
    withDocument(file, (document) =>
      Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
        withPage(document, index, pageText),
      ).join('\n'),
    ),
  checkPages,
  resave,
};

parentPort!.on('message', ({ task, input }: TaskMessage) => {
  const output = tasks[task](input as never);
  parentPort!.postMessage({ output, usedMs: usedMs() } satisfies Answer);
});

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
parentPort!.postMessage(usedMs());

function withMemory<T>(bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.pdfium.wasmExports.malloc(bytes);
  if (!pointer) throw new Error('PDFium is out of memory');
  try {
    return use(pointer);
  } finally {
    pdfium.pdfium.wasmExports.free(pointer);
  }
}

/** The heap moves when it grows, so the view of it is taken anew for every access. The module's types leave it out. */
const heap = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

function withDocument<T>(file: Uint8Array, use: (document: number) => T): T {
  const result = tryDocument(file, (document) => ({ used: use(document) }));
  if (!result) throw new Error('PDFium does not open the file');
  return result.used;
}

/** Undefined when PDFium does not open the file. */
function tryDocument<T>(file: Uint8Array, use: (document: number) => T): T | undefined {
  return withMemory(file.length, (pointer) => {
    heap().set(file, pointer);
    const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
    if (!document) return undefined;
    try {
      return use(document);
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

function withPage<T>(document: number, index: number, use: (page: number) => T): T {
  const result = tryPage(document, index, (page) => ({ used: use(page) }));
  if (!result) throw new Error('PDFium does not load the page');
  return result.used;
}

/** Undefined when PDFium does not load the page. */
function tryPage<T>(document: number, index: number, use: (page: number) => T): T | undefined {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (!page) return undefined;
  try {
    return use(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

/** Only the box is drawn: the page is placed so that the bitmap's corner is the box's. */
function inkIn(page: number, [left, bottom, right, top]: Box): Box | undefined {
  const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const pixels = (points: number) => Math.round(points * PIXELS_PER_POINT);
  return withBitmap(pixels(right - left), pixels(top - bottom), (bitmap, view) => {
    const origin = [-pixels(left), -pixels(pageHeight - top)] as const;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, ...origin, pixels(pageWidth), pixels(pageHeight), 0, FOR_PRINTING);
    const ink = inkOf(view());
    const points = (pixels: number) => pixels / PIXELS_PER_POINT;
    return ink && [left + points(ink.left), top - points(ink.bottom), left + points(ink.right), top - points(ink.top)];
  });
}

/** A white bitmap of PDFium's, and its pixels as they are when asked for. */
function withBitmap<T>(width: number, height: number, use: (bitmap: number, view: () => Bitmap) => T): T {
  const stride = 4 * width;
  return withMemory(stride * height, (pointer) => {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, pointer, stride);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    try {
      return use(bitmap, () => ({ pixels: heap().subarray(pointer, pointer + stride * height), width, height }));
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
    }
  });
}

function checkPages(input: PdfiumTasks['checkPages']['input']): PdfiumTasks['checkPages']['output'] {
  const checked = tryDocument(input.source, (source) =>
    withDocument(input.file, (file) => ({
      pages: pdfium.FPDF_GetPageCount(source),
      findings: input.pages.map(
        (page): PageFinding =>
          withPage(file, page.print, (printed) =>
            tryPage(source, page.source, (sent) => checkPage(sent, printed, page, input.valueMark)),
          ) ?? { isDifferent: true, values: page.values.map(() => 'unseen') },
      ),
    })),
  );
  return checked ?? 'unreadable';
}

/** What differs when it is drawn coarsely is drawn once more: a hairline may be lost between two pixels. */
function checkPage(sent: number, printed: number, check: PageToCheck, valueMark: string): PageFinding {
  return withDrawing(sent, COARSE_PIXELS, check, (before) =>
    withDrawing(printed, COARSE_PIXELS, AS_IT_IS, (after) => {
      const values = valuesOn(printed, check.values, { before, after, valueMark });
      const isDifferent =
        differ(before(), after(), check.changed, COARSE_PIXELS) &&
        withDrawing(sent, FINE_PIXELS, check, (sentFinely) =>
          withDrawing(printed, FINE_PIXELS, AS_IT_IS, (finely) =>
            differ(sentFinely(), finely(), check.changed, FINE_PIXELS),
          ),
        );
      return { isDifferent, values };
    }),
  );
}

/** Whether a page prints otherwise than it was sent, outside of what may differ. */
function differ(before: Bitmap, after: Bitmap, changed: readonly Box[], scale: number): boolean {
  for (const box of changed) for (const view of [before, after]) blank(view, pixelBox(box, scale));
  return showDifferentThings(before, after);
}

/** Around a box of an A4 page. */
const pixelBox = ([left, bottom, right, top]: Box, scale: number): PixelBox => ({
  left: Math.floor(left * scale),
  top: Math.floor((A4.height - top) * scale),
  right: Math.ceil(right * scale),
  bottom: Math.ceil((A4.height - bottom) * scale),
});

/** What values add to a page is what is gone when the objects that draw them are switched off; they stay so. */
function valuesOn(
  printed: number,
  values: readonly ValueToCheck[],
  { before, after, valueMark }: { before: () => Bitmap; after: () => Bitmap; valueMark: string },
): PageFinding['values'] {
  if (values.length === 0) return [];
  switchOff(objectsOf(printed), valueMark);
  return withDrawing(printed, COARSE_PIXELS, AS_IT_IS, (without) =>
    values.map(({ marker, parts }) => {
      const isInked = (box: Box) => differWithin(after(), without(), pixelBox(box, COARSE_PIXELS), SAME_PIXEL);
      const inked = parts.filter(isInked).length;
      if (inked > 0) return inked === parts.length ? 'whole' : 'cut';
      const markerShowed = differWithin(before(), without(), pixelBox(marker, COARSE_PIXELS), FAINT_MARKER);
      return markerShowed ? 'hidden' : 'unseen';
    }),
  );
}

/** Of 255. One drawing twice gives the same; two files place a letter up to a pixel apart. */
const [SAME_PIXEL, FAINT_MARKER] = [1, 48];

interface PageObjects {
  count: number;
  at: (index: number) => number;
}

const objectsOf = (page: number): PageObjects => ({
  count: pdfium.FPDFPage_CountObjects(page),
  at: (index) => pdfium.FPDFPage_GetObject(page, index),
});

/** Objects in marked content of this name are not drawn any more, in forms too. */
function switchOff({ count, at }: PageObjects, mark: string, depth = 0): void {
  for (let index = 0; index < count; index++) {
    const object = at(index);
    if (pdfium.FPDFPageObj_GetType(object) === FORM_OBJECT && depth < MAX_FORM_DEPTH)
      switchOff(
        {
          count: pdfium.FPDFFormObj_CountObjects(object),
          at: (inner) => pdfium.FPDFFormObj_GetObject(object, inner),
        },
        mark,
        depth + 1,
      );
    else if (hasMark(object, mark)) pdfium.FPDFPageObj_SetIsActive(object, false);
  }
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

type Placing = Pick<PageToCheck, 'userUnit' | 'corner'>;
const AS_IT_IS: Placing = { userUnit: 1, corner: [0, 0] };

/** The whole page with its annotations, on a bitmap of A4. */
function withDrawing<T>(
  page: number,
  scale: number,
  { userUnit, corner: [x, y] }: Placing,
  use: (view: () => Bitmap) => T,
): T {
  const [width, height] = [Math.ceil(A4.width * scale), Math.ceil(A4.height * scale)];
  return withBitmap(width, height, (bitmap, view) => {
    withFloats([scale * userUnit, 0, 0, scale * userUnit, scale * x, scale * y], (matrix) =>
      withFloats([0, 0, width, height], (clip) =>
        pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, clip, FOR_PRINTING | WITH_ANNOTATIONS),
      ),
    );
    return use(view);
  });
}

function withFloats(values: readonly number[], use: (pointer: number) => void): void {
  withMemory(4 * values.length, (pointer) => {
    heap().set(new Uint8Array(Float32Array.from(values).buffer), pointer);
    use(pointer);
  });
}

function pageText(page: number): string {
  const text = pdfium.FPDFText_LoadPage(page);
  const length = pdfium.FPDFText_CountChars(text);
  const bytes = 2 * (length + 1);
  const result = withMemory(bytes, (pointer) => {
    pdfium.FPDFText_GetText(text, 0, length, pointer);
    return Buffer.from(heap().subarray(pointer, pointer + 2 * length)).toString('utf16le');
  });
  pdfium.FPDFText_ClosePage(text);
  return result;
}

function resave({ file, undrawn }: PdfiumTasks['resave']['input']): PdfiumTasks['resave']['output'] {
  return withMemory(file.length, (pointer) => {
    heap().set(file, pointer);
    const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
    if (!document) return PROTECTED_ERRORS.has(pdfium.FPDF_GetLastError()) ? 'protected' : 'unreadable';
    const writer = pdfium.PDFiumExt_OpenFileWriter();
    try {
      const permissions = pdfium.FPDF_GetDocPermissions(document);
      for (const [index, annotations] of undrawn.entries())
        if (annotations.length > 0) withPage(document, index, (page) => draw(page, annotations));
      if (!pdfium.FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY)) return 'unreadable';
      const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
      return withMemory(size, (target) => {
        pdfium.PDFiumExt_GetFileWriterData(writer, target, size);
        return { file: heap().slice(target, target + size), permissions };
      });
    } finally {
      pdfium.PDFiumExt_CloseFileWriter(writer);
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

/** Gives annotations the appearance that viewers make up for them. */
function draw(page: number, annotations: readonly number[]): void {
  for (const index of annotations) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === WIDGET) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
    else pdfium.EPDFAnnot_GenerateAppearance(annotation);
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}

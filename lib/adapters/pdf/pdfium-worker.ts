import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Box } from './geometry.ts';
import type { Answer, PdfiumTasks, TaskMessage, TaskName } from './pdfium-protocol.ts';
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
const [FOR_PRINTING, REMOVE_SECURITY] = [0x800, 3];
const BITMAP_BGRX = 3;
/** A form field, among the subtypes of annotations (fpdf_annot.h). */
const WIDGET = 20;
const WHITE = 0xffffffff;

/** 200 dpi: a dot of half a point is more than one pixel. */
const PIXELS_PER_POINT = 200 / 72;
/** JPEG white is 253 to 255; a grey of 3 % is 247. */
const LIGHTEST_INK = 249;

const tasks: { [Name in TaskName]: (input: PdfiumTasks[Name]['input']) => PdfiumTasks[Name]['output'] } = {
  inkIn: ({ file, page, box }) =>
    withDocument(file, (document) => withPage(document, page, (handle) => inkIn(handle, box))),
  textOf: ({ file }) =>
    withDocument(file, (document) =>
      Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
        withPage(document, index, pageText),
      ).join('\n'),
    ),
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
  return withMemory(file.length, (pointer) => {
    heap().set(file, pointer);
    const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
    if (!document) throw new Error('PDFium does not open the file');
    try {
      return use(document);
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

function withPage<T>(document: number, index: number, use: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (!page) throw new Error('PDFium does not load the page');
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
  const [width, height] = [pixels(right - left), pixels(top - bottom)];
  const stride = 4 * width;
  return withMemory(stride * height, (pointer) => {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, pointer, stride);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const origin = [-pixels(left), -pixels(pageHeight - top)] as const;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, ...origin, pixels(pageWidth), pixels(pageHeight), 0, FOR_PRINTING);
    const ink = inkOf(heap().subarray(pointer, pointer + stride * height), width);
    pdfium.FPDFBitmap_Destroy(bitmap);
    const points = (pixels: number) => pixels / PIXELS_PER_POINT;
    return ink && [left + points(ink.left), top - points(ink.bottom), left + points(ink.right), top - points(ink.top)];
  });
}

/** The smallest rectangle around all ink of a bitmap, in pixels from its top left corner. */
function inkOf(bitmap: Uint8Array, width: number) {
  const white = Buffer.alloc(4 * width, WHITE);
  const edges = { left: width, top: Infinity, right: 0, bottom: 0 };
  for (let row = 0; row * white.length < bitmap.length; row++) {
    const pixels = bitmap.subarray(row * white.length, (row + 1) * white.length);
    // Nearly all rows are white as they were filled, and compared at once.
    if (white.equals(pixels)) continue;
    const isInk = (value: number, index: number) => value <= LIGHTEST_INK && index % 4 !== 3;
    const first = pixels.findIndex(isInk);
    if (first < 0) continue;
    edges.left = Math.min(edges.left, first >> 2);
    edges.right = Math.max(edges.right, (pixels.findLastIndex(isInk) >> 2) + 1);
    edges.top = Math.min(edges.top, row);
    edges.bottom = row + 1;
  }
  return edges.bottom > 0 ? edges : undefined;
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

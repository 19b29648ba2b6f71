import { parentPort } from 'node:worker_threads';
import { inkIn, judge } from './pdfium-judge.ts';
import { floatsAt, heap, pdfium, withDocument, withFloats, withMemory, withPage } from './pdfium-module.ts';
import { shownPages } from './pdfium-pages.ts';
import type { PdfiumTasks, TaskMessage, TaskName, TaskResult } from './pdfium-protocol.ts';

/*
 * PDFium in a separate thread: some files keep it busy without end or exhaust its memory, and only ending the thread helps.
 * It runs one task at a time; the other side of the port enforces the time limit.
 */

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY, e.g. encryption for the holders of certificates (fpdfview.h). */
const PROTECTED_ERRORS: ReadonlySet<number> = new Set([4, 5]);
/** A flag of FPDF_SaveAsCopy (fpdf_save.h). */
const REMOVE_SECURITY = 3;
/** Of one note; lines of a page are fewer. */
const MOST_QUADS = 500;
/** A form field, among the subtypes of annotations (fpdf_annot.h). */
const WIDGET = 20;

const tasks: { [Name in TaskName]: (input: PdfiumTasks[Name]['input']) => PdfiumTasks[Name]['output'] } = {
  inkIn: ({ file, page, box }) =>
    withDocument(file, (document) => withPage(document, page, (handle) => inkIn(handle, box))),
  judge,
  show: ({ file }) => withDocument(file, shownPages),
  resave,
};

parentPort!.on('message', ({ task, input }: TaskMessage) => {
  startAnew();
  const output = tasks[task](input as never);
  parentPort!.postMessage({ output, usedMs: usedMs() } satisfies TaskResult);
});

/**
 * A font that no file embeds and PDFium does not know is drawn with one face that PDFium shapes anew for each such font
 * (`CFX_Face::AdjustVariationParams`, https://pdfium.googlesource.com/pdfium/+/main/core/fxge/cfx_face.cpp): it keeps the shape of the last document. Without this, 4 of 1,000 damaged files
 * had another verdict after other files; with it none has, at the same processor time.
 */
function startAnew(): void {
  pdfium.FPDF_DestroyLibrary();
  pdfium.PDFiumExt_Init();
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
parentPort!.postMessage(usedMs());

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

/** Gives annotations the appearance that viewers generate for them. */
function draw(page: number, annotations: readonly number[]): void {
  for (const index of annotations) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === WIDGET) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
    else {
      fitToMarks(annotation);
      pdfium.EPDFAnnot_GenerateAppearance(annotation);
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}

/** FS_QUADPOINTSF (fpdfview.h): four points. */
const QUAD_FLOATS = 8;

/**
 * The generated appearance of marked text has the size of its quadrilaterals, but placing it fills the rectangle, which may
 * be larger: so the rectangle is reduced to that size.
 */
function fitToMarks(annotation: number): void {
  const count = pdfium.FPDFAnnot_CountAttachmentPoints(annotation);
  const [xs, ys] = [new Array<number>(), new Array<number>()];
  for (let quad = 0; quad < Math.min(count, MOST_QUADS); quad++)
    withFloats(new Array<number>(QUAD_FLOATS).fill(0), (pointer) => {
      if (!pdfium.FPDFAnnot_GetAttachmentPoints(annotation, quad, pointer)) return;
      floatsAt(pointer, QUAD_FLOATS).forEach((value, index) => (index % 2 === 0 ? xs : ys).push(value));
    });
  if (xs.length === 0) return;
  // In the order of FS_RECTF: left, top, right, bottom.
  const rectangle = [Math.min(...xs), Math.max(...ys), Math.max(...xs), Math.min(...ys)];
  if (rectangle[0]! < rectangle[2]! && rectangle[3]! < rectangle[1]!)
    withFloats(rectangle, (pointer) => pdfium.FPDFAnnot_SetRect(annotation, pointer));
}

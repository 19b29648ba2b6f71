import { parentPort } from 'node:worker_threads';
import { inkIn, judge } from './pdfium-judge.ts';
import { heap, pdfium, withDocument, withMemory, withPage } from './pdfium-module.ts';
import type { Answer, PdfiumTasks, TaskMessage, TaskName } from './pdfium-protocol.ts';

/*
 * PDFium in a thread of its own: some files keep it busy without end or exhaust its memory, and only ending the thread helps.
 * One task at a time; the other side of the port watches over its time.
 */

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY, e.g. encryption for the holders of certificates (fpdfview.h). */
const PROTECTED_ERRORS: ReadonlySet<number> = new Set([4, 5]);
/** A flag of FPDF_SaveAsCopy (fpdf_save.h). */
const REMOVE_SECURITY = 3;
/** A form field, among the subtypes of annotations (fpdf_annot.h). */
const WIDGET = 20;

const tasks: { [Name in TaskName]: (input: PdfiumTasks[Name]['input']) => PdfiumTasks[Name]['output'] } = {
  inkIn: ({ file, page, box }) =>
    withDocument(file, (document) => withPage(document, page, (handle) => inkIn(handle, box))),
  judge,
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

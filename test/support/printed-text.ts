import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

let loading: Promise<WrappedPdfiumModule> | undefined;

/**
 * What PDFium reads on all pages of a file. The tests of `npm test` need no program of the system; those that judge how a
 * file prints ask poppler and others (`test/pdf/tools.ts`).
 */
export async function printedText(file: Uint8Array): Promise<string> {
  const pdfium = await (loading ??= load());
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const pointer = malloc(file.length);
  (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8.set(file, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
  if (!document) throw new Error('PDFium does not open the file');
  try {
    const pages = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, page) => {
      const handle = pdfium.FPDF_LoadPage(document, page);
      const text = pdfium.FPDFText_LoadPage(handle);
      const characters = pdfium.FPDFText_CountChars(text);
      const buffer = malloc(2 * (characters + 1));
      pdfium.FPDFText_GetText(text, 0, characters, buffer);
      const read = pdfium.pdfium.UTF16ToString(buffer);
      free(buffer);
      pdfium.FPDFText_ClosePage(text);
      pdfium.FPDF_ClosePage(handle);
      return read;
    });
    return pages.join('\n');
  } finally {
    pdfium.FPDF_CloseDocument(document);
    free(pointer);
  }
}

async function load(): Promise<WrappedPdfiumModule> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const silent = () => undefined;
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  const pdfium = await init({ wasmBinary, print: silent, printErr: silent });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

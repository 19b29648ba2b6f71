import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

let loading: Promise<WrappedPdfiumModule> | undefined;

/**
 * The text that PDFium reads on all pages of a file. Recordings and the tests of `npm test` need no programs besides
 * Node and Java; tests of how a file prints use poppler and others (`test/programs/pdf/tools.ts`).
 */
export async function printedText(file: Uint8Array): Promise<string> {
  const pdfium = await (loading ??= load());
  const { malloc, free } = pdfium.pdfium.wasmExports;
  // Read each time, because growing replaces the array.
  const memory = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  const pointer = malloc(file.length);
  memory().set(file, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, file.length, '');
  if (!document) throw new Error('PDFium does not open the file');
  try {
    const pages = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, page) => {
      const handle = pdfium.FPDF_LoadPage(document, page);
      const text = pdfium.FPDFText_LoadPage(handle);
      const characters = pdfium.FPDFText_CountChars(text);
      const buffer = malloc(2 * (characters + 1));
      pdfium.FPDFText_GetText(text, 0, characters, buffer);
      const read = new TextDecoder('utf-16le').decode(memory().subarray(buffer, buffer + 2 * characters));
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

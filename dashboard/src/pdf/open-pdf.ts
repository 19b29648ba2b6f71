import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where `build/pdf-files.ts` puts the files that pdf.js fetches by name. */
const FILES = '/assets/pdfjs/';

/** Maximum height of a drawing; if paper is too long for browsers, its width is reduced. */
const MOST_HEIGHT_PIXELS = 4_096;

/** Opens a PDF. Runs nothing in it, and fetches nothing from elsewhere. Throws the errors of pdf.js. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    wasmUrl: `${FILES}wasm/`,
    // The policy forbids WebAssembly; the decoders also work without it.
    useWasm: false,
    enableXfa: false,
  }).promise;
}

/** Draws a page on white, `width` pixels wide unless it is extremely tall. */
export async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const points = page.getViewport({ scale: 1 });
  const scale = Math.min(width / points.width, MOST_HEIGHT_PIXELS / points.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport, background: '#ffffff' }).promise;
}

export type { PDFDocumentProxy, PDFPageProxy };

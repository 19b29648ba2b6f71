import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where `build/pdf-files.ts` puts what pdf.js fetches by name. */
const FILES = '/assets/pdfjs/';

/** Of a drawing; on paper that is longer than browsers draw, the width gives way. */
const MOST_HEIGHT_PIXELS = 4_096;

/** Opens a PDF. Nothing in it is run, and nothing is fetched from elsewhere. Throws what pdf.js throws. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    wasmUrl: `${FILES}wasm/`,
    // A strict policy forbids WebAssembly; the decoders have a form without it.
    useWasm: false,
    enableXfa: false,
  }).promise;
}

/** Draws a page upon white, `width` pixels wide unless it is extremely tall. */
export async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const points = page.getViewport({ scale: 1 });
  const scale = Math.min(width / points.width, MOST_HEIGHT_PIXELS / points.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport, background: '#ffffff' }).promise;
}

export type { PDFDocumentProxy, PDFPageProxy };

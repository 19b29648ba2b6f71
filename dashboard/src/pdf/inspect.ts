import { markersInLine } from './marker-text.ts';
import { drawPage, openPdf, type PDFDocumentProxy, type PDFPageProxy } from './open-pdf.ts';
import { A4, addressArea, type Box, MAX_PAGES, POINTS_A_MILLIMETER, SAFE_MARGIN } from './paper.ts';

/** A place for a value, such as `{{name}}`. */
export interface Marker {
  name: string;
  page: number;
  box: Box;
}

export interface Finding {
  code: 'document_page_size' | 'address_area_not_blank' | 'ink_near_edge';
  page: number;
  box: Box;
}

export interface Inspection {
  document: PDFDocumentProxy;
  markers: Marker[];
  findings: Finding[];
}

/** Why a file cannot be inspected. */
export type Unreadable = 'document_invalid' | 'document_encrypted';

/** Fine enough for hairlines, coarse enough to be fast: 100 dots per inch. */
const DOTS_A_MILLIMETER = 100 / 25.4;
/** Threshold of ink: darker than a scanner's white. */
const WHITE = 245;

/**
 * Inspects a PDF in the browser as the service will, so that problems show before anything is sent. The service checks
 * again with its own rendering, and its result counts.
 */
export async function inspect(bytes: ArrayBuffer): Promise<Inspection | Unreadable> {
  let document;
  try {
    document = await openPdf(bytes);
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'document_encrypted' : 'document_invalid';
  }
  const markers = [];
  const findings: Finding[] = [];
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const size = { width: viewport.width / POINTS_A_MILLIMETER, height: viewport.height / POINTS_A_MILLIMETER };
    markers.push(...(await markersOn(page, number)));
    const { width, height, tolerance } = A4;
    if (Math.abs(size.width - width) > tolerance || Math.abs(size.height - height) > tolerance) {
      findings.push({ code: 'document_page_size', page: number, box: { left: 0, top: 0, ...size } });
    } else {
      findings.push(...(await inkOn(page, number)));
    }
  }
  return { document, markers, findings };
}

async function inkOn(page: PDFPageProxy, number: number): Promise<Finding[]> {
  const canvas = window.document.createElement('canvas');
  await drawPage(page, canvas, Math.round(A4.width * DOTS_A_MILLIMETER));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const found: Finding[] = [];
  if (number === 1) {
    const box = inkIn(context, addressArea);
    if (box) found.push({ code: 'address_area_not_blank', page: 1, box });
  }
  const { width, height } = A4;
  const edges: Box[] = [
    { left: 0, top: 0, width, height: SAFE_MARGIN },
    { left: 0, top: height - SAFE_MARGIN, width, height: SAFE_MARGIN },
    { left: 0, top: SAFE_MARGIN, width: SAFE_MARGIN, height: height - 2 * SAFE_MARGIN },
    { left: width - SAFE_MARGIN, top: SAFE_MARGIN, width: SAFE_MARGIN, height: height - 2 * SAFE_MARGIN },
  ];
  for (const edge of edges) {
    const box = inkIn(context, edge);
    if (box) found.push({ code: 'ink_near_edge', page: number, box });
  }
  return found;
}

/** The smallest box around all ink in an area; undefined if it is blank. */
function inkIn(context: CanvasRenderingContext2D, area: Box): Box | undefined {
  const dots = (millimeters: number) => Math.round(millimeters * DOTS_A_MILLIMETER);
  const width = dots(area.width);
  const height = dots(area.height);
  const { data } = context.getImageData(dots(area.left), dots(area.top), width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (data[at]! < WHITE || data[at + 1]! < WHITE || data[at + 2]! < WHITE) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
  }
  if (right < 0) return undefined;
  return {
    left: area.left + left / DOTS_A_MILLIMETER,
    top: area.top + top / DOTS_A_MILLIMETER,
    width: (right - left + 1) / DOTS_A_MILLIMETER,
    height: (bottom - top + 1) / DOTS_A_MILLIMETER,
  };
}

interface Run {
  text: string;
  box: Box;
}

/** Markers of a page (rule DOC-10), including those that a PDF writes in several pieces of one line. */
async function markersOn(page: PDFPageProxy, number: number): Promise<Marker[]> {
  const [, , , pageTop] = page.view as [number, number, number, number];
  const { items } = await page.getTextContent();
  const lines: Run[][] = [[]];
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , , , x, y] = item.transform as number[];
    const size = item.height || Math.abs((item.transform as number[])[3] ?? 0);
    lines.at(-1)!.push({
      text: item.str,
      box: {
        left: x! / POINTS_A_MILLIMETER,
        top: (pageTop - y! - size) / POINTS_A_MILLIMETER,
        width: item.width / POINTS_A_MILLIMETER,
        height: (size * 1.2) / POINTS_A_MILLIMETER,
      },
    });
    if (item.hasEOL) lines.push([]);
  }
  return lines.flatMap((runs) => {
    const line = runs.map(({ text }) => text).join('');
    return markersInLine(line).map(({ name, start, end }) => ({
      name,
      page: number,
      box: spanOf(runs, start, end),
    }));
  });
}

/** The box of some characters of a line, assuming that each run's characters are equally wide. */
function spanOf(runs: readonly Run[], start: number, end: number): Box {
  let offset = 0;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { text, box } of runs) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, text.length);
    if (from < to) {
      left = Math.min(left, box.left + (box.width * from) / text.length);
      right = Math.max(right, box.left + (box.width * to) / text.length);
      top = Math.min(top, box.top);
      bottom = Math.max(bottom, box.top + box.height);
    }
    offset += text.length;
  }
  return { left, top, width: right - left, height: bottom - top };
}

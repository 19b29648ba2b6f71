import { readableName } from '../base/font-names.ts';
import { A4, type Box, concat, type Matrix, SHEET, transformBox } from '../base/geometry.ts';
import { withDrawing } from './pdfium-drawing.ts';
import { floatsAt, heap, pdfium, withFloats, withMemory } from './pdfium-module.ts';
import { IMAGE, matrixOf, objectsOf, type PageObject, PATH, TEXT } from './pdfium-objects.ts';
import type { PageFinding, PageRemark } from './pdfium-protocol.ts';
import { hasInkOnKey } from './pixels.ts';

/** Dots per inch that text in a picture needs to be read. */
const LOWEST_DPI = 150;
/** Pixels on one side; a smaller picture is a colored area or a shading. */
const SMALLEST_PICTURE = 20;
/** A one-bit code has fewer pixels on a side: QR codes have at most 177 modules, and their pictures often one pixel for each. */
const SMALLEST_SCAN = 300;
/** In points: thinner lines break up. Programs round 0.25 to two digits. */
const THINNEST_LINE = 0.245;
/** In points: a thin box that is shorter may be part of a letter or a dot. */
const SHORTEST_LINE = 10;

/** What may print differently than intended on a page, each kind once, and whether a picture does not print at all. */
export function remarksOn(page: number): Pick<PageFinding, 'remarks' | 'hasLostPicture'> {
  let hasLostPicture = false;
  const remarks = new Map<string, PageRemark>();
  const fonts = new Set<number>();
  const doubtful: PageObject[] = [];
  for (const found of objectsOf(page)) {
    const type = pdfium.FPDFPageObj_GetType(found.object);
    if (type === TEXT) {
      const font = pdfium.FPDFTextObj_GetFont(found.object);
      if (!fonts.has(font) && isVisible(found.object) && !isBeyondPaper(found)) fonts.add(font);
    }
    if (type === IMAGE) {
      const picture = pictureOf(found.object, page);
      if (picture.bits === 0) doubtful.push(found);
      else if (picture.bits === 1) hasLostPicture ||= isUndecoded(found.object);
      if (isCoarse(found, picture) && !isBeyondPaper(found)) remarks.set('image', { code: 'image_low_resolution' });
    }
    const isThin = (type === PATH && isHairline(found)) || (type === TEXT && isThinOutline(found));
    if (isThin && !isBeyondPaper(found)) remarks.set('line', { code: 'hairline' });
  }
  hasLostPicture ||= isAnyUndrawn(page, doubtful);
  for (const font of fonts) {
    if (pdfium.FPDFFont_GetIsEmbedded(font) !== 0) continue;
    const name = nameOf(font);
    remarks.set(`font ${name}`, { code: 'font_not_embedded', ...(name && { font: name }) });
  }
  return { remarks: [...remarks.values()], hasLostPicture };
}

/** Files for printers have marks, notes and colors beside their paper. */
function isBeyondPaper({ object, toPage }: PageObject): boolean {
  const [left, bottom, right, top] = transformBox(toPage, boundsOf(object));
  return left > A4.width || bottom > A4.height || right < 0 || top < 0;
}

/** Text modes (ISO 32000-1, table 106): outline, outline that also clips, and the invisible text under a scanned page. */
const [OUTLINED, OUTLINED_CLIP, INVISIBLE] = [1, 5, 3];
const isVisible = (text: number) => pdfium.FPDFTextObj_GetTextRenderMode(text) !== INVISIBLE;

const LONGEST_NAME_BYTES = 128;

function nameOf(font: number): string {
  return withMemory(LONGEST_NAME_BYTES, (pointer) => {
    const bytes = pdfium.FPDFFont_GetBaseFontName(font, pointer, LONGEST_NAME_BYTES);
    if (bytes < 1 || bytes > LONGEST_NAME_BYTES) return '';
    return readableName(Buffer.from(heap().subarray(pointer, pointer + bytes - 1)).toString('utf8'));
  });
}

function isCoarse({ object, toPage }: PageObject, { width, height, bits }: PictureSize): boolean {
  if (Math.min(width, height) < (bits === 1 ? SMALLEST_SCAN : SMALLEST_PICTURE)) return false;
  const [a, b, c, d] = concat(matrixOf(object), toPage);
  const inches = [Math.hypot(a, b) / 72, Math.hypot(c, d) / 72] as const;
  return width < LOWEST_DPI * inches[0] || height < LOWEST_DPI * inches[1];
}

/** FPDF_IMAGEOBJ_METADATA (fpdf_edit.h): numbers of four bytes. */
const METADATA = { fields: 7, width: 0, height: 1, bits: 4 };

interface PictureSize {
  width: number;
  height: number;
  /** 0 when the picture cannot be decoded, or has colors that PDFium finds only while it draws the page. */
  bits: number;
}

/** Only decoding shows whether PDFium can decode a JBIG2 picture, which has one bit a pixel. */
function isUndecoded(object: number): boolean {
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object);
  if (bitmap) pdfium.FPDFBitmap_Destroy(bitmap);
  return bitmap === 0;
}

/** Pixels a point: a picture of half a point is seen. */
const DOUBTFUL_SCALE = 2;

/**
 * Whether one of these pictures leaves no trace where it is, on a paper of a color that no ink has: a picture in the content
 * itself may take its colors from the resources of the page, of which PDFium knows nothing before it draws.
 */
function isAnyUndrawn(page: number, pictures: readonly PageObject[]): boolean {
  const [onPaper, drawn] = [
    pictures.filter((picture) => !isBeyondPaper(picture)),
    new Set(pictures.map(({ object }) => object)),
  ];
  if (onPaper.length === 0) return false;
  const hidden = [...objectsOf(page)].map(({ object }) => object).filter((object) => !drawn.has(object));
  const order = { pageHeight: A4.height, box: SHEET, scale: DOUBTFUL_SCALE, hidden, onKey: true };
  return withDrawing(page, order, ({ view, pixelBox }) =>
    onPaper.some(({ object, toPage }) => !hasInkOnKey(view(), pixelBox(transformBox(toPage, boundsOf(object))))),
  );
}

function pictureOf(object: number, page: number): PictureSize {
  return withMemory(4 * METADATA.fields, (pointer) => {
    if (!pdfium.FPDFImageObj_GetImageMetadata(object, page, pointer)) return { width: 0, height: 0, bits: 0 };
    // No more than the fields: the heap behind them has hundreds of megabytes.
    const fields = Buffer.from(heap().slice(pointer, pointer + 4 * METADATA.fields));
    const field = (index: number) => fields.readUInt32LE(4 * index);
    return { width: field(METADATA.width), height: field(METADATA.height), bits: field(METADATA.bits) };
  });
}

/** A thin line, or a thin box, with which many programs draw lines. */
function isHairline({ object, toPage }: PageObject): boolean {
  const mode = drawModeOf(object);
  if (mode === 'filled') return isThin(transformBox(toPage, boundsOf(object)));
  return mode === 'stroked' && strokeWidthOf(object) * scaleOf(concat(matrixOf(object), toPage)) < THINNEST_LINE;
}

/**
 * Letters of thin outlines alone; a filling shows them whatever their outline. Their matrix is that of the text, which does
 * not scale outlines and often has the size of the font, times that of the content, which does and often shrinks.
 */
function isThinOutline({ object, toPage }: PageObject): boolean {
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(object);
  if (mode !== OUTLINED && mode !== OUTLINED_CLIP) return false;
  return strokeWidthOf(object) * Math.min(scaleOf(matrixOf(object)), 1) * scaleOf(toPage) < THINNEST_LINE;
}

const strokeWidthOf = (object: number): number =>
  withFloats([0], (pointer) => {
    pdfium.FPDFPageObj_GetStrokeWidth(object, pointer);
    return floatsAt(pointer, 1)[0]!;
  });

function isThin([left, bottom, right, top]: Box): boolean {
  const [width, height] = [right - left, top - bottom];
  return Math.min(width, height) < THINNEST_LINE && Math.max(width, height) > SHORTEST_LINE;
}

const boundsOf = (object: number): Box =>
  withFloats([0, 0, 0, 0], (pointer) => {
    pdfium.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12);
    return floatsAt(pointer, 4) as unknown as Box;
  });

function drawModeOf(path: number): 'stroked' | 'filled' | 'invisible' {
  return withMemory(8, (pointer) => {
    pdfium.FPDFPath_GetDrawMode(path, pointer, pointer + 4);
    const [fill, stroke] = [heap()[pointer], heap()[pointer + 4]];
    return stroke !== 0 ? 'stroked' : fill !== 0 ? 'filled' : 'invisible';
  });
}

const scaleOf = ([a, b, c, d]: Matrix) => Math.sqrt(Math.abs(a * d - b * c));

import { readableName } from './font-text.ts';
import { A4, type Box, concat, type Matrix, transformBox } from './geometry.ts';
import { floatsAt, heap, pdfium, withFloats, withMemory } from './pdfium-module.ts';
import { IMAGE, matrixOf, objectsOf, type PageObject, PATH, TEXT } from './pdfium-objects.ts';
import type { PageFinding, PageRemark } from './pdfium-protocol.ts';

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
  for (const found of objectsOf(page)) {
    const type = pdfium.FPDFPageObj_GetType(found.object);
    if (type === TEXT) {
      const font = pdfium.FPDFTextObj_GetFont(found.object);
      if (!fonts.has(font) && isVisible(found.object) && !isBeyondPaper(found)) fonts.add(font);
    }
    if (type === IMAGE) {
      const picture = pictureOf(found.object, page);
      hasLostPicture ||= isLost(found.object, picture);
      if (isCoarse(found, picture) && !isBeyondPaper(found)) remarks.set('image', { code: 'image_low_resolution' });
    }
    const isThin = (type === PATH && isHairline(found)) || (type === TEXT && isThinOutline(found));
    if (isThin && !isBeyondPaper(found)) remarks.set('line', { code: 'hairline' });
  }
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
  /** 0 when the picture cannot be decoded. */
  bits: number;
}

/** Only decoding shows whether PDFium can decode a JBIG2 picture, which has one bit a pixel. */
function isLost(object: number, { bits }: PictureSize): boolean {
  if (bits !== 1) return bits === 0;
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object);
  if (bitmap) pdfium.FPDFBitmap_Destroy(bitmap);
  return bitmap === 0;
}

function pictureOf(object: number, page: number): PictureSize {
  return withMemory(4 * METADATA.fields, (pointer) => {
    if (!pdfium.FPDFImageObj_GetImageMetadata(object, page, pointer)) return { width: 0, height: 0, bits: 0 };
    const field = (index: number) => Buffer.from(heap().subarray(pointer + 4 * index)).readUInt32LE();
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

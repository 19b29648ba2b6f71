import { PDFBool, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { type Box, boxOf, concat, IDENTITY, type Matrix, transformBox } from './geometry.ts';
import { arrayEntry, asDict, dictEntry, entry, nameEntry, numberEntry, numbersEntry, resolve } from './objects.ts';
import { tooComplex } from './refusal.ts';

/** An annotation's or form field's picture, as it prints. */
export interface Appearance {
  /** The form XObject: its stream or the reference to it. */
  form: PDFObject;
  /** From the form's own space to the page's. */
  matrix: Matrix;
  /** The layer it belongs to, if any. */
  layer: PDFObject | undefined;
  /** Its place, in the page's own units. */
  rectangle: Box;
  /** What of a text it marks, in the page's own units: each of its quadrilaterals, or its rectangle. */
  marks: readonly Box[];
  /** The part of it that is shown, in the page's own units; undefined shows it all. */
  clip?: Box;
}

/** Bits 2 and 3 of /F (ISO 32000-1, table 165). */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;

const MAX_ANNOTATIONS = 5_000;

/** What annotations and form fields add to a page when it is printed, in drawing order. A popup is never printed. */
export function appearancesOf(context: PDFContext, leaf: PDFDict): Appearance[] {
  return annotationsOf(context, leaf).flatMap((annotation) =>
    annotation && prints(context, annotation) ? appearanceOf(context, annotation) : [],
  );
}

/** One for each place in the page's list; undefined for what is no annotation. */
function annotationsOf(context: PDFContext, leaf: PDFDict): (PDFDict | undefined)[] {
  const references = arrayEntry(context, leaf, 'Annots') ?? [];
  if (references.length > MAX_ANNOTATIONS) throw tooComplex('too many annotations');
  return references.map((reference) => asDict(resolve(context, reference)));
}

/** What viewers draw by themselves when it brings no appearance (ISO 32000-1, 12.5.6); a link's frame is for the screen. */
const DRAWN_BY_VIEWERS: ReadonlySet<string | undefined> = new Set(
  'Widget Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Ink'.split(' '),
);
/** Fields whose appearance follows from their value. */
const VALUE_FIELDS: ReadonlySet<string | undefined> = new Set(['Tx', 'Ch']);

/**
 * The places, from 0, of a page's annotations that print but have no appearance, or one that the form declares out of date:
 * programs that fill in forms often leave it to the viewer.
 */
export function undrawnAnnotations(context: PDFContext, catalog: PDFDict, leaf: PDFDict): number[] {
  const form = dictEntry(context, catalog, 'AcroForm');
  const outdated = form !== undefined && entry(context, form, 'NeedAppearances') === PDFBool.True;
  const isUndrawn = (annotation: PDFDict) => {
    if (!prints(context, annotation) || !DRAWN_BY_VIEWERS.has(nameEntry(context, annotation, 'Subtype'))) return false;
    if (!dictEntry(context, annotation, 'AP')) return true;
    return outdated && VALUE_FIELDS.has(fieldType(context, annotation));
  };
  return annotationsOf(context, leaf).flatMap((annotation, index) =>
    annotation && isUndrawn(annotation) ? [index] : [],
  );
}

const INTERACTIVE: ReadonlySet<string | undefined> = new Set(['Widget', 'Link']);

/** The places of form fields and links among a page's annotations. */
export const interactiveOf = (context: PDFContext, leaf: PDFDict): number[] =>
  annotationsOf(context, leaf).flatMap((annotation, index) =>
    annotation && INTERACTIVE.has(nameEntry(context, annotation, 'Subtype')) ? [index] : [],
  );

/** The rectangles of annotations by their places, from 0, in the page's own units. */
export function rectanglesOf(context: PDFContext, leaf: PDFDict, places: readonly number[]): Box[] {
  const annotations = annotationsOf(context, leaf);
  return places.flatMap((place) => {
    const annotation = annotations[place];
    const rectangle = annotation && boxEntry(context, annotation, 'Rect');
    return rectangle ? [rectangle] : [];
  });
}

/** Fields inherit what they are from the fields that they belong to; no form is nested this deep. */
const DEEPEST_FIELD = 16;

function fieldType(context: PDFContext, annotation: PDFDict): string | undefined {
  let field: PDFDict | undefined = annotation;
  for (let level = 0; field && level < DEEPEST_FIELD; level++) {
    const type = nameEntry(context, field, 'FT');
    if (type !== undefined) return type;
    field = dictEntry(context, field, 'Parent');
  }
  return undefined;
}

function prints(context: PDFContext, annotation: PDFDict): boolean {
  const flags = numberEntry(context, annotation, 'F') ?? 0;
  return (flags & PRINT) !== 0 && (flags & HIDDEN) === 0 && nameEntry(context, annotation, 'Subtype') !== 'Popup';
}

/** The placing rule is algorithm 8.1 of ISO 32000-1, 12.5.5: the form's box, after its matrix, fills the annotation's rectangle. */
function appearanceOf(context: PDFContext, annotation: PDFDict): Appearance[] {
  const form = normalAppearance(context, annotation);
  const stream = resolve(context, form);
  const rectangle = boxEntry(context, annotation, 'Rect');
  if (!form || !(stream instanceof PDFRawStream) || !rectangle) return [];
  const box = boxEntry(context, stream.dict, 'BBox');
  if (!box) return [];
  // Some programs leave out what an appearance always is; on a page it must be said.
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const own = (numbersEntry(context, stream.dict, 'Matrix', 6) as unknown as Matrix | undefined) ?? IDENTITY;
  const [left, bottom, right, top] = transformBox(own, box);
  if (!(right > left && top > bottom)) return [];
  const [scaleX, scaleY] = [
    (rectangle[2] - rectangle[0]) / (right - left),
    (rectangle[3] - rectangle[1]) / (top - bottom),
  ];
  const fit: Matrix = [scaleX, 0, 0, scaleY, rectangle[0] - left * scaleX, rectangle[1] - bottom * scaleY];
  const layer = annotation.get(PDFName.of('OC'));
  return [{ form, matrix: fit, layer, rectangle, marks: marksOf(context, annotation, rectangle) }];
}

/** Notes that go with a piece of text. */
const MARKING: ReadonlySet<string | undefined> = new Set(
  'Highlight Underline Squiggly StrikeOut Link Square'.split(' '),
);

/** QuadPoints come in several orders of their corners; the box around them is the same. */
function marksOf(context: PDFContext, annotation: PDFDict, rectangle: Box): Box[] {
  if (!MARKING.has(nameEntry(context, annotation, 'Subtype'))) return [];
  const length = arrayEntry(context, annotation, 'QuadPoints')?.length ?? 0;
  const points = length > 0 && length % 8 === 0 && numbersEntry(context, annotation, 'QuadPoints', length);
  if (!points) return [rectangle];
  const boxes = Array.from({ length: length / 8 }, (_, quad): Box => {
    const own = points.slice(8 * quad, 8 * quad + 8);
    const [xs, ys] = [0, 1].map((axis) => own.filter((_, index) => index % 2 === axis)) as [number[], number[]];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  return boxes.every(([left, bottom, right, top]) => right > left && top > bottom) ? boxes : [rectangle];
}

/** /AP /N, or the state of it that /AS names. */
function normalAppearance(context: PDFContext, annotation: PDFDict): PDFObject | undefined {
  const appearances = dictEntry(context, annotation, 'AP');
  if (!appearances) return undefined;
  const normal = entry(context, appearances, 'N');
  if (normal instanceof PDFRawStream) return appearances.get(PDFName.of('N'));
  const state = nameEntry(context, annotation, 'AS');
  return normal instanceof PDFDict && state !== undefined ? normal.get(PDFName.of(state)) : undefined;
}

function boxEntry(context: PDFContext, dict: PDFDict, key: string): Box | undefined {
  const numbers = numbersEntry(context, dict, key, 4);
  return numbers && boxOf(numbers as [number, number, number, number]);
}

/** How far the ends of a highlight bulge, in heights of its text. */
const BULGE = 0.3;

/**
 * A picture of which some marks have another length: drawn as wide as its mark has become, and mark by mark where it has
 * several.
 * @param becomes the new box of a mark, by its place; undefined when it stays
 */
export function stretched(
  { rectangle, marks, ...picture }: Appearance,
  becomes: (mark: number) => Box | undefined,
): Appearance[] {
  return marks.map((mark, index): Appearance => {
    const [left, bottom, right, top] = mark;
    const box = becomes(index) ?? mark;
    const [wide, high] = [(box[2] - box[0]) / (right - left), (box[3] - box[1]) / (top - bottom)];
    const stretch: Matrix = [wide, 0, 0, high, box[0] - left * wide, box[1] - bottom * high];
    const own = {
      ...picture,
      matrix: concat(picture.matrix, stretch),
      rectangle: transformBox(stretch, rectangle),
      marks: [box],
    };
    const bulge = BULGE * (top - bottom);
    return marks.length > 1 ? { ...own, clip: [box[0] - bulge, box[1], box[2] + bulge, box[3]] } : own;
  });
}

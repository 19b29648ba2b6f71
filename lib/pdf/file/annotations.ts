import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { budgetOf } from '../base/budgets.ts';
import { type Box, boxOf, concat, format, IDENTITY, type Matrix, transformBox } from '../base/geometry.ts';
import { tooComplex } from '../base/refusal.ts';
import { decodeStream } from './filters.ts';
import { arrayEntry, asDict, dictEntry, entry, nameEntry, numberEntry, numbersEntry, resolve } from './objects.ts';
import type { SourcePage } from './pages.ts';

/** The printed appearance of an annotation or form field. */
export interface Appearance {
  /** The form XObject: its stream or the reference to it. */
  form: PDFObject;
  /** From the form's own space to the page's. */
  matrix: Matrix;
  /** The layer it belongs to, if any. */
  layer: PDFObject | undefined;
  /** Its place, in the page's own units. */
  rectangle: Box;
  /** The parts of the text that it marks, in the page's own units: each of its quadrilaterals, or its rectangle. */
  marks: readonly Box[];
  /** The visible part of it, in the page's own units; undefined shows all of it. */
  clip?: Box;
  /** The annotation, of a form field. */
  widget?: PDFDict;
}

/** Bits 2, 3 and 5 of /F (ISO 32000-1, table 165). */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const NO_ROTATE = 1 << 4;

const MAX_ANNOTATIONS = 5_000;

/** What annotations and form fields add to a page when it is printed, in drawing order. A popup is never printed. */
export function appearancesOf(
  context: PDFContext,
  { leaf, rotation }: Pick<SourcePage, 'leaf' | 'rotation'>,
): Appearance[] {
  return annotationsOf(context, leaf).flatMap((annotation) =>
    annotation && prints(context, annotation)
      ? appearanceOf(context, annotation).map((each) => upright(each, flagsOf(context, annotation), rotation))
      : [],
  );
}

/** An appearance that does not turn with its page stands upright there, with the top left corner of its rectangle as the pivot. */
function upright(appearance: Appearance, flags: number, rotation: SourcePage['rotation']): Appearance {
  if ((flags & NO_ROTATE) === 0 || rotation === 0) return appearance;
  const { matrix, rectangle, marks } = appearance;
  const [left, , , top] = rectangle;
  const [cosine, sine] = ({ 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const)[rotation];
  const turn = concat([1, 0, 0, 1, -left, -top], [cosine, sine, -sine, cosine, left, top]);
  return {
    ...appearance,
    matrix: concat(matrix, turn),
    rectangle: transformBox(turn, rectangle),
    marks: marks.map((mark) => transformBox(turn, mark)),
  };
}

/** One for each place in the page's list; undefined for anything that is not an annotation. */
function annotationsOf(context: PDFContext, leaf: PDFDict): (PDFDict | undefined)[] {
  const references = arrayEntry(context, leaf, 'Annots') ?? [];
  if (references.length > MAX_ANNOTATIONS) throw tooComplex('annotations', MAX_ANNOTATIONS);
  return references.map((reference) => asDict(resolve(context, reference)));
}

/** Annotations that PDFium draws when they have no appearance (ISO 32000-1, 12.5.6). */
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

/** The last thing that PDFium draws in a list to choose from: the arrow that opens it on a screen. */
const ARROW = /q\n0 g\n(?:[-.\d]+ [-.\d]+ [ml]\s){4}f\nQ\s*$/;

/** Removes the arrows from pictures that PDFium drew: on paper, lists do not open. */
export function removeArrows(context: PDFContext, leaf: PDFDict, places: readonly number[]): void {
  const annotations = annotationsOf(context, leaf);
  for (const place of places) {
    const annotation = annotations[place];
    const picture = annotation && resolve(context, normalAppearance(context, annotation));
    if (!annotation || fieldType(context, annotation) !== 'Ch' || !(picture instanceof PDFRawStream)) continue;
    const content = decodeStream(context, picture, budgetOf(LARGEST_FIELD_BYTES));
    if (!content) continue;
    picture.updateContents(Buffer.from(Buffer.from(content).toString('latin1').replace(ARROW, ''), 'latin1'));
    for (const key of ['Filter', 'DecodeParms']) picture.dict.delete(PDFName.of(key));
  }
}

/** A field has some lines of text. */
const LARGEST_FIELD_BYTES = MEGABYTE;

/** The places of form fields among a page's annotations. */
export const fieldsOf = (context: PDFContext, leaf: PDFDict): number[] =>
  annotationsOf(context, leaf).flatMap((annotation, index) =>
    annotation && nameEntry(context, annotation, 'Subtype') === 'Widget' ? [index] : [],
  );

/** The sides of the frames that readers draw around links, in the page's own units. */
export function linkFramesOf(context: PDFContext, leaf: PDFDict): Box[] {
  return annotationsOf(context, leaf).flatMap((annotation): Box[] => {
    if (!annotation || nameEntry(context, annotation, 'Subtype') !== 'Link') return [];
    const rectangle = boxEntry(context, annotation, 'Rect');
    const { width } = borderOf(context, annotation);
    if (!rectangle || width <= 0) return [];
    const [left, bottom, right, top] = rectangle;
    return [
      [left, bottom, right, bottom + width],
      [left, top - width, right, top],
      [left, bottom, left + width, top],
      [right - width, bottom, right, top],
    ];
  });
}

/** The rectangles of annotations by their places, from 0, in the page's own units. */
export function rectanglesOf(context: PDFContext, leaf: PDFDict, places: readonly number[]): Box[] {
  const annotations = annotationsOf(context, leaf);
  return places.flatMap((place) => {
    const annotation = annotations[place];
    const rectangle = annotation && boxEntry(context, annotation, 'Rect');
    return rectangle ? [rectangle] : [];
  });
}

/** Fields inherit attributes from their parent fields; no form is nested this deep. */
const DEEPEST_FIELD = 16;

/** What the annotation of a field has, or the nearest of the fields that contain it. */
export function inherited<Found>(
  context: PDFContext,
  annotation: PDFDict,
  find: (field: PDFDict) => Found | undefined,
): Found | undefined {
  let field: PDFDict | undefined = annotation;
  for (let level = 0; field && level < DEEPEST_FIELD; level++) {
    const found = find(field);
    if (found !== undefined) return found;
    field = dictEntry(context, field, 'Parent');
  }
  return undefined;
}

const fieldType = (context: PDFContext, annotation: PDFDict) =>
  inherited(context, annotation, (field) => nameEntry(context, field, 'FT'));

const flagsOf = (context: PDFContext, annotation: PDFDict) => numberEntry(context, annotation, 'F') ?? 0;

function prints(context: PDFContext, annotation: PDFDict): boolean {
  const flags = flagsOf(context, annotation);
  return (flags & PRINT) !== 0 && (flags & HIDDEN) === 0 && nameEntry(context, annotation, 'Subtype') !== 'Popup';
}

/** The placing rule is algorithm 8.1 of ISO 32000-1, 12.5.5: the form's box, after its matrix, fills the annotation's rectangle. */
function appearanceOf(context: PDFContext, annotation: PDFDict): Appearance[] {
  const rectangle = boxEntry(context, annotation, 'Rect');
  const isBareLink = nameEntry(context, annotation, 'Subtype') === 'Link' && !annotation.has(PDFName.of('AP'));
  const form = isBareLink
    ? rectangle && frameOf(context, annotation, rectangle)
    : normalAppearance(context, annotation);
  const stream = resolve(context, form);
  if (!form || !(stream instanceof PDFRawStream) || !rectangle) return [];
  const box = boxEntry(context, stream.dict, 'BBox');
  if (!box) return [];
  // Some programs omit the type of an appearance; a page must state it.
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
  const isField = nameEntry(context, annotation, 'Subtype') === 'Widget';
  const marks = marksOf(context, annotation, rectangle);
  return [{ form, matrix: fit, layer, rectangle, marks, ...(isField && { widget: annotation }) }];
}

/** The matrix of a field's picture that is turned by 0, 90, 180 or 270 degrees within its rectangle. */
const TURNS: Readonly<Record<number, (width: number, height: number) => Matrix>> = {
  0: () => IDENTITY,
  90: (width) => [0, 1, -1, 0, width, 0],
  180: (width, height) => [-1, 0, 0, -1, width, height],
  270: (_, height) => [0, -1, 1, 0, 0, height],
};

/** Gives each text field that has no picture a blank one: readers draw none of a field without text. */
export function drawBlankFields(context: PDFContext, leaf: PDFDict): void {
  for (const field of annotationsOf(context, leaf)) {
    const rectangle = field && boxEntry(context, field, 'Rect');
    if (!field || !rectangle || !prints(context, field) || field.has(PDFName.of('AP'))) continue;
    if (nameEntry(context, field, 'Subtype') !== 'Widget' || fieldType(context, field) !== 'Tx') continue;
    const [width, height] = [rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]];
    const look = dictEntry(context, field, 'MK');
    const turn = (((look && numberEntry(context, look, 'R')) ?? 0) + 360) % 360;
    const matrix = TURNS[turn]?.(width, height) ?? IDENTITY;
    const box = turn % 180 === 90 ? [0, 0, height, width] : [0, 0, width, height];
    const dict = { Type: 'XObject', Subtype: 'Form', BBox: box, Matrix: [...matrix], Resources: {} };
    field.set(PDFName.of('AP'), context.obj({ N: context.register(context.stream('', dict)) }));
  }
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

/** The frame of a link inside its rectangle, with the link's width, color and dashes (ISO 32000-1, 12.5.4 and 12.5.6.5). */
function frameOf(context: PDFContext, annotation: PDFDict, rectangle: Box): PDFObject | undefined {
  const border = borderOf(context, annotation);
  const color = colorOf(context, annotation);
  if (!(border.width > 0) || color === undefined) return undefined;
  const [left, bottom, right, top] = rectangle;
  const [half, dash] = [border.width / 2, border.dash.length > 0 ? `[${format(...border.dash)}] 0 d ` : ''];
  const path = border.isUnderline
    ? `${format(left, bottom + half)} m ${format(right, bottom + half)} l S`
    : `${format(left + half, bottom + half, right - left - border.width, top - bottom - border.width)} re S`;
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [...rectangle], Resources: {} };
  const frame = context.register(context.stream(`${color} ${format(border.width)} w ${dash}${path}`, dict));
  annotation.set(PDFName.of('AP'), context.obj({ N: frame }));
  return frame;
}

function borderOf(context: PDFContext, annotation: PDFDict): { width: number; dash: number[]; isUnderline: boolean } {
  const style = dictEntry(context, annotation, 'BS');
  const border = arrayEntry(context, annotation, 'Border');
  const numbers = (list: readonly PDFObject[] = []) =>
    list.flatMap((each) => {
      const number = resolve(context, each);
      return number instanceof PDFNumber && number.asNumber() >= 0 ? [number.asNumber()] : [];
    });
  if (!style) {
    const dash = border && resolve(context, border[3]);
    return {
      width: border ? (numbers(border.slice(2, 3))[0] ?? 0) : 1,
      dash: dash instanceof PDFArray ? dashOf(numbers(dash.asArray())) : [],
      isUnderline: false,
    };
  }
  const kind = nameEntry(context, style, 'S');
  const dash = dashOf(numbers(arrayEntry(context, style, 'D')));
  return {
    width: numberEntry(context, style, 'W') ?? 1,
    dash: kind !== 'D' ? [] : dash.length > 0 ? dash : [3],
    isUnderline: kind === 'U',
  };
}

/** A dash pattern that contains only gaps counts as none. */
const dashOf = (lengths: readonly number[]) => (lengths.some((length) => length > 0) ? lengths.slice(0, 10) : []);

/** The operator that sets the color of strokes; undefined for a note without a color. */
function colorOf(context: PDFContext, annotation: PDFDict): string | undefined {
  const count = arrayEntry(context, annotation, 'C')?.length;
  if (count === undefined) return '0 G';
  const operator = ({ 1: 'G', 3: 'RG', 4: 'K' } as Record<number, string>)[count];
  const values = numbersEntry(context, annotation, 'C', count);
  return operator && values && `${format(...values)} ${operator}`;
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
 * An appearance some of whose marks have a new length: it is drawn at the new width of its mark, one mark at a time if it
 * has several.
 * @param becomes the new box of a mark, by its place; undefined when it stays
 */
export function resizedMarks(
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

import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRawStream } from 'pdf-lib';
import type { Budget } from '../base/budgets.ts';
import { type Box, format, type Matrix } from '../base/geometry.ts';
import { invalidPdf } from '../base/refusal.ts';
import { type Appearance, appearancesOf } from '../file/annotations.ts';
import { areFormsWhole, isContentCutOff, isFormWhole, noUsage, readContent } from '../file/forms.ts';
import { entry, resolve } from '../file/objects.ts';
import { contentsOf, type SourcePage, toUprightA4 } from '../file/pages.ts';

/** A page about to be written: upright A4, in points from the bottom left corner. */
export interface PrintPage {
  content: string;
  resources: Resources;
  /** The transparency group of the page as it was sent: its color space decides how transparent parts blend. */
  group?: PDFObject | undefined;
}

/** Name of the resource → the object or the reference to it. */
export interface Resources {
  XObject: Record<string, PDFObject>;
  Font: Record<string, PDFObject>;
  Properties: Record<string, PDFObject>;
}

export const blankPage = (): PrintPage => ({ content: '', resources: { XObject: {}, Font: {}, Properties: {} } });

/** What the page prints with: its forms, fonts and layers, and its transparency group. */
export const printedObjects = ({ resources, group }: PrintPage): PDFObject[] => [
  ...Object.values(resources).flatMap((named: Record<string, PDFObject>) => Object.values(named)),
  ...(group ? [group] : []),
];

/**
 * The printed page: its content becomes a separate form, so no unbalanced `q`, color or clip in it affects later drawing;
 * annotations and form fields follow as forms. Nothing else of the page is kept: no action, no link, no script, no
 * attachment.
 */
export function printPage(
  context: PDFContext,
  page: SourcePage,
  content: Buffer,
  appearances: readonly Appearance[] = appearancesOf(context, page),
): PrintPage {
  const result = { ...blankPage(), group: entry(context, page.leaf, 'Group') };
  const drawings = [
    draw(result.resources, 'Page', context.register(contentForm(context, page, content))),
    ...appearances.map((appearance, index) => drawAppearance(result.resources, appearance, index)),
  ];
  result.content = within(toUprightA4(page), drawings.join('\n'));
  return result;
}

function draw(resources: Resources, name: string, form: PDFObject): string {
  resources.XObject[name] = form;
  return `/${name} Do`;
}

function drawAppearance(resources: Resources, { form, matrix, layer, clip }: Appearance, index: number): string {
  const picture = within(matrix, draw(resources, `Note${index}`, form));
  const drawing = clip ? `q ${rectangleOf(clip)} re W n\n${picture}\nQ` : picture;
  if (!layer) return drawing;
  resources.Properties[`Layer${index}`] = layer;
  return `/OC /Layer${index} BDC\n${drawing}\nEMC`;
}

const rectangleOf = ([left, bottom, right, top]: Box) => format(left, bottom, right - left, top - bottom);

/** Operators inside a coordinate system of their own. */
export function within(matrix: Matrix, operators: string): string {
  return `q ${format(...matrix)} cm\n${operators}\nQ`;
}

/**
 * A page's content streams as one: a token may not cross from one stream to the next, but an operator's operands may. The
 * forms that they and the annotations draw are read too, and `page.used` lists what they use.
 * @throws PdfRefused when a part of them is missing or damaged: what cannot be read would not be printed
 */
export function pageContent(context: PDFContext, page: SourcePage, budget: Budget): Buffer {
  const damage = () => invalidPdf({ reason: 'page_damaged', page: page.number }, 'content cannot be read');
  // Most compressed data mark their own end.
  let isMarked = true;
  const parts = contentsOf(context, page).map((reference) => {
    const stream = resolve(context, reference);
    if (stream === PDFNull) return new Uint8Array(0);
    if (!(stream instanceof PDFRawStream)) throw damage();
    const { content, end } = readContent(context, stream, budget);
    if (!content || end === 'broken') throw damage();
    isMarked &&= end === 'marked';
    return content;
  });
  const content = Buffer.concat(parts.flatMap((part) => [part, LINE_BREAK]));
  if (isContentCutOff(content, isMarked)) throw damage();
  page.used = noUsage();
  if (!areFormsWhole(context, content, page.resources, budget, page.used)) throw damage();
  const notes = appearancesOf(context, page).map(({ form }) => resolve(context, form));
  const isWhole = (note: PDFObject | undefined) =>
    !(note instanceof PDFRawStream) || isFormWhole(context, note, page.resources, budget, page.used);
  if (!notes.every(isWhole)) throw damage();
  return content;
}

const LINE_BREAK = Buffer.from('\n');

function contentForm(context: PDFContext, { visible, resources }: SourcePage, content: Buffer): PDFRawStream {
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...visible],
    Resources: resources ?? PDFDict.withContext(context),
    Filter: 'FlateDecode',
  });
  return PDFRawStream.of(dict, deflateSync(Buffer.concat([content, closingMarks(content)])));
}

/**
 * Closes marked content that the page leaves open: some readers continue it beyond the form, and an open hidden layer would
 * hide the address. The count may include letters of a string; a surplus end mark has no effect.
 */
function closingMarks(content: Buffer): Buffer {
  const text = content.toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const open = count(/\bB(?:DC|MC)\b/g) - count(/\bEMC\b/g);
  return Buffer.from('EMC\n'.repeat(Math.max(open, 0)));
}

import { type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib';
import type { Budget } from '../base/budgets.ts';
import { type Box, boxOf, concat, format, IDENTITY, type Matrix } from '../base/geometry.ts';
import { type Appearance, inherited } from './annotations.ts';
import { decodeStream } from './filters.ts';
import { Name, type Operation, operations } from './lexer.ts';
import { dictEntry, nameEntry, numberEntry, numbersEntry, resolve } from './objects.ts';

/** A text field of a form that prints: a variable of its name is written into its box (rule DOC-18). */
export interface TextField {
  /** With the names of the fields that contain it, joined by dots. */
  name: string;
  appearance: Appearance;
  form: PDFRawStream;
  /** In the space of its form. */
  box: Box;
  /** From there to the page's own units. */
  toPage: Matrix;
  align: 'left' | 'center' | 'right';
  isMultiline: boolean;
  /** The cells of a comb, one for each character. */
  cells: number | undefined;
  /** Points between its box and its text. */
  padding: number;
  font: { name: string; flags: number };
  /** In points; 0 chooses one. */
  size: number;
  /** The operators that set the color of its text. */
  color: string;
}

/** Bits 13, 14, 21 and 25 of /Ff (ISO 32000-1, tables 221 and 228). */
const [MULTILINE, PASSWORD, FILE_SELECT, COMB] = [1 << 12, 1 << 13, 1 << 20, 1 << 24];
const ALIGNMENTS = ['left', 'center', 'right'] as const;
/** Points; readers keep twice the width of the border. */
const PADDING = 2;

export function textFieldsOf(context: PDFContext, catalog: PDFDict, appearances: readonly Appearance[]): TextField[] {
  const form = dictEntry(context, catalog, 'AcroForm');
  return appearances.flatMap((appearance) => (form ? (textField(context, form, appearance) ?? []) : []));
}

function textField(context: PDFContext, acroForm: PDFDict, appearance: Appearance): TextField | undefined {
  const { widget } = appearance;
  const form = resolve(context, appearance.form);
  if (!widget || !(form instanceof PDFRawStream)) return undefined;
  const number = (key: string) => inherited(context, widget, (field) => numberEntry(context, field, key));
  const flags = number('Ff') ?? 0;
  const isText = inherited(context, widget, (field) => nameEntry(context, field, 'FT')) === 'Tx';
  if (!isText || (flags & (PASSWORD | FILE_SELECT)) !== 0) return undefined;
  const box = numbersEntry(context, form.dict, 'BBox', 4) as [number, number, number, number] | undefined;
  if (!box) return undefined;
  const own = (numbersEntry(context, form.dict, 'Matrix', 6) as unknown as Matrix | undefined) ?? IDENTITY;
  const stated = (field: PDFDict) => textOf(resolve(context, field.get(PDFName.of('DA'))));
  const style = styleIn(inherited(context, widget, stated) ?? stated(acroForm) ?? '');
  const isMultiline = (flags & MULTILINE) !== 0;
  const cells = (flags & COMB) !== 0 && !isMultiline ? number('MaxLen') : undefined;
  const border = dictEntry(context, widget, 'BS');
  return {
    name: fullName(context, widget),
    appearance,
    form,
    box: boxOf(box),
    toPage: concat(own, appearance.matrix),
    align: ALIGNMENTS[number('Q') ?? numberEntry(context, acroForm, 'Q') ?? 0] ?? 'left',
    isMultiline,
    cells: cells !== undefined && cells >= 1 ? Math.floor(cells) : undefined,
    padding: PADDING * Math.max((border && numberEntry(context, border, 'W')) ?? 1, 1),
    font: fontOf(context, acroForm, style.font),
    size: style.size,
    color: style.color,
  };
}

function fullName(context: PDFContext, widget: PDFDict): string {
  const names: string[] = [];
  inherited(context, widget, (field) => {
    const name = textOf(resolve(context, field.get(PDFName.of('T'))));
    if (name !== undefined) names.unshift(name);
    return undefined;
  });
  return names.join('.');
}

const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;

/** The operators that set a color, and how many numbers each takes. */
const COLORS: ReadonlyMap<string, number> = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
]);

/** Font, size and color of a field's text, as /DA states them. */
function styleIn(stated: string): { font: string; size: number; color: string } {
  let [font, size, color] = ['', 0, '0 g'];
  for (const { operator, operands } of operations(Buffer.from(stated, 'latin1'))) {
    const numbers = operands.filter((operand) => typeof operand === 'number');
    if (operator === 'Tf' && operands[0] instanceof Name) [font, size] = [operands[0].value, Math.abs(numbers[0] ?? 0)];
    if (COLORS.get(operator) === numbers.length) color = `${format(...numbers)} ${operator}`;
  }
  return { font, size, color };
}

/** The font of a name in the form's resources; without it, the name alone tells its family. */
function fontOf(context: PDFContext, acroForm: PDFDict, name: string): TextField['font'] {
  const resources = dictEntry(context, acroForm, 'DR');
  const fonts = resources && dictEntry(context, resources, 'Font');
  const font = fonts && dictEntry(context, fonts, name);
  const descriptor = font && dictEntry(context, font, 'FontDescriptor');
  return {
    name: (font && nameEntry(context, font, 'BaseFont')) ?? name,
    flags: (descriptor && numberEntry(context, descriptor, 'Flags')) ?? 0,
  };
}

/** What a field shows besides its text: background and frame. Its text is marked `Tx` (ISO 32000-1, 12.7.3.3). */
export function withoutText(context: PDFContext, form: PDFRawStream, bytes: Budget): string {
  const content = decodeStream(context, form, bytes);
  if (!content) return '';
  const kept: string[] = [];
  let [end, isText] = ['', false];
  let depth = 0;
  for (const operation of operations(content)) {
    if (!isText) {
      isText = operation.operator === 'BT' || isMarkedText(operation);
      if (isText) [end, depth] = [operation.operator === 'BT' ? 'ET' : 'EMC', 0];
      else kept.push(Buffer.from(content.subarray(operation.start, operation.end)).toString('latin1'));
    }
    if (!isText) continue;
    if (end === 'EMC' && /^B[DM]C$/.test(operation.operator)) depth++;
    if (operation.operator === end && --depth <= 0) isText = false;
  }
  return kept.join('\n');
}

const isMarkedText = ({ operator, operands: [tag] }: Operation) =>
  /^B[DM]C$/.test(operator) && tag instanceof Name && tag.value === 'Tx';

import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFName, PDFRawStream } from 'pdf-lib';
import { type Budget, spendComparisons } from '../base/budgets.ts';
import { type Box, concat, format, type Matrix, transformBox } from '../base/geometry.ts';
import type { Appearance } from '../file/annotations.ts';
import { type TextField, withoutText } from '../file/fields.ts';
import { dictEntry } from '../file/objects.ts';
import { closestTo } from '../text/fallback-fonts.ts';
import { fontFile, type FontName } from '../text/font-files.ts';
import { missingCharacter, widthOf } from '../text/font-text.ts';
import { placeAfter } from './after.ts';
import { inkOf, type PageChanges, type ValueOnPaper } from './changes.ts';
import { fieldText } from './field-text.ts';
import type { AddedFonts } from './lettering.ts';
import { VALUE_MARK } from './patch.ts';

/** A field with its value: its new picture, and what it changes on the page. */
export interface FilledField {
  appearance: Appearance;
  changes: Pick<PageChanges, 'lines' | 'values' | 'overruns'>;
}

/** The closest of our fonts that has all of the value; the last when none has. */
function fontFor(value: string, { font }: TextField): FontName {
  const candidates = closestTo(font.name, font.flags);
  return candidates.find((name) => missingCharacter(fontFile(name), value) === undefined) ?? candidates.at(-1)!;
}

/** The first character of a value that no font can write. */
export const unwritableIn = (field: TextField, value: string): string | undefined =>
  missingCharacter(fontFile(fontFor(value, field)), value);

/** What filling needs of its document. */
interface Means {
  added: AddedFonts;
  comparisons: Budget;
  /** Decoded content of the fields. */
  bytes: Budget;
}

/** How far text extends beyond its baseline, in ems. */
const REACH = { up: 1.1, down: 0.4 };

/**
 * Writes a value into the box of a field, whose background and frame stay. The picture of the field is a new one: the source
 * may be filled again.
 * @param pageToPrint from the page's own units to the upright page
 */
export function fillField(
  context: PDFContext,
  field: TextField,
  value: string,
  pageToPrint: Matrix,
  { added, comparisons, bytes }: Means,
): FilledField {
  const { name, box, form, color } = field;
  const font = added(fontFor(value, field));
  const measure = (text: string) => {
    spendComparisons(comparisons, text.length);
    return widthOf(font.font, text);
  };
  const [left, bottom, right, top] = box;
  const { size, lines, over } = fieldText(value, { ...field, width: right - left, height: top - bottom }, measure);
  const placed = lines.map((line) => ({ ...line, x: line.x + left, y: line.y + bottom }));
  const extents = placed.map(({ text, x, y, scale }): Box => [
    x,
    y - REACH.down * size,
    x + measure(text) * size * scale,
    y + REACH.up * size,
  ]);
  const texts = placed.map(
    ({ text, x, y, scale }) =>
      `/${VALUE_MARK} BMC BT /Malote ${format(size)} Tf ${format(100 * scale)} Tz ${format(x, y)} Td ${font.encode(text)} Tj ET EMC`,
  );
  const content = ['q', withoutText(context, form, bytes), 'Q q', color, ...texts, 'Q'].join('\n');
  const dict = form.dict.clone(context);
  const resources = (dictEntry(context, dict, 'Resources') ?? context.obj({})).clone(context);
  const fonts = (dictEntry(context, resources, 'Font') ?? context.obj({})).clone(context);
  fonts.set(PDFName.of('Malote'), font.ref);
  resources.set(PDFName.of('Font'), fonts);
  dict.set(PDFName.of('Resources'), resources);
  dict.set(PDFName.of('BBox'), context.obj([...[box, ...extents].reduce(union)]));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  dict.delete(PDFName.of('DecodeParms'));
  const toPrint = concat(field.toPage, pageToPrint);
  return {
    appearance: {
      ...field.appearance,
      form: context.register(PDFRawStream.of(dict, deflateSync(Buffer.from(content, 'latin1')))),
    },
    changes: {
      lines: [box, ...extents].map((each) => transformBox(toPrint, each)),
      values: [
        { name, marker: transformBox(toPrint, box), ...inkIn(placed, size, toPrint, measure) } satisfies ValueOnPaper,
      ],
      overruns: over > 0 ? [{ name, onto: 'margin', by: over * Math.hypot(toPrint[0], toPrint[1]) }] : [],
    },
  };
}

const union = (one: Box, other: Box): Box => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

function inkIn(
  lines: readonly { text: string; x: number; y: number; scale: number }[],
  size: number,
  toPrint: Matrix,
  measure: (text: string) => number,
): Pick<ValueOnPaper, 'letters' | 'parts'> {
  const inks = lines.map(({ text, x, y, scale }) => {
    const { start, stretch, ...show } = placeAfter({ direction: [1, 0], baseline: y, em: size }, toPrint);
    const characters = [...text].map((character) => {
      const width = measure(character) * size * stretch;
      return { character, width, glyph: width };
    });
    return inkOf(show, characters, start + stretch * x, scale);
  });
  return { letters: inks.flatMap(({ letters }) => letters), parts: inks.flatMap(({ parts }) => parts) };
}

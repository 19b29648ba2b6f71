import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf, spendComparisons } from '../base/budgets.ts';
import { type Box, inverseOf, type Matrix, transformBox } from '../base/geometry.ts';
import { type Appearance, appearancesOf, drawBlankFields, resizedMarks } from '../file/annotations.ts';
import { type TextField, textFieldsOf } from '../file/fields.ts';
import { numbersEntry } from '../file/objects.ts';
import type { SourceDocument } from '../file/open.ts';
import { toUprightA4 } from '../file/pages.ts';
import { pageContent } from '../print/print-page.ts';
import { EmbeddedFont } from '../text/embedded-font.ts';
import { fontFile } from '../text/font-files.ts';
import {
  fontResources,
  Interpreter,
  newBudgets,
  type PageText,
  type Show,
  type TextStream,
} from '../text/interpreter.ts';
import { findLookAlikes, findMarkers, type LookAlike, type Marker } from '../text/markers.ts';
import type { TrueTypeFont } from '../text/true-type.ts';
import { changesOf, type PageChanges } from './changes.ts';
import { fillField, unwritableIn } from './fields.ts';
import type { Relayout } from './layout.ts';
import { type AddedFonts, letter, type Lettering, unwritable } from './lettering.ts';
import { type PatchedStream, patchStreams } from './patch.ts';
import { relayout } from './relayout.ts';

/** A document whose text was read, with the markers found on each page. */
export interface ReadDocument {
  source: SourceDocument;
  pages: {
    text: PageText;
    markers: Marker[];
    lookAlikes: LookAlike[];
    fields: TextField[];
    stream: PageStream;
    appearances: readonly Appearance[];
  }[];
  /** The source objects that `fill` has changed. */
  changed: Changed;
  /** Undoes the changes of `fill` in the source, so that the document can be filled with other values. */
  restore(): void;
}

/** The original of a source object. */
interface ObjectBefore {
  entries: ReadonlyMap<PDFName, PDFObject>;
  contents: Uint8Array | undefined;
}

type Changed = Map<PDFDict | PDFRawStream, ObjectBefore>;

/** The content of a page. */
interface PageStream extends TextStream {
  bytes: Buffer;
}

/** Reads the text of all pages. */
export function readText(source: SourceDocument, budget: Budget): ReadDocument {
  const { context } = source;
  const budgets = newBudgets(budget);
  const interpreter = new Interpreter(context, budgets);
  const pages = source.pages.map((page, index) => {
    // Fonts are added to the resources, which pages may share: each gets its own copy of the first level.
    page.resources = (page.resources ?? PDFDict.withContext(context)).clone(context);
    const stream = {
      key: index,
      bytes: pageContent(context, page, budget),
      resources: page.resources,
      toPage: toUprightA4(page),
      outer: undefined,
    };
    drawBlankFields(context, page.leaf);
    const appearances = appearancesOf(context, page);
    const text = interpreter.read(stream, appearances);
    const markers = findMarkers(text);
    // A field whose own text has a marker stands for that marker.
    const marked = new Set(markers.map(({ styled }) => styled.show.stream.key));
    const fields = textFieldsOf(context, source.catalog, appearances).filter(({ form }) => !marked.has(form));
    return { text, markers, lookAlikes: findLookAlikes(text, markers), fields, stream, appearances };
  });
  const { remaining } = budgets.comparisons;
  const changed: Changed = new Map();
  const restore = () => {
    for (const [object, before] of changed) restoreObject(object, before);
    changed.clear();
    // Each filling has the full budget of comparisons.
    budgets.comparisons.remaining = remaining;
  };
  return { source, pages, changed, restore };
}

/** Remembers an object before it is changed. */
function keep(changed: Changed, object: PDFDict | PDFRawStream): void {
  if (changed.has(object)) return;
  const [dict, contents] = object instanceof PDFRawStream ? [object.dict, object.contents] : [object, undefined];
  changed.set(object, { entries: new Map(dict.entries()), contents });
}

function restoreObject(object: PDFDict | PDFRawStream, { entries, contents }: ObjectBefore): void {
  if (object instanceof PDFRawStream) object.updateContents(contents!);
  const dict = object instanceof PDFRawStream ? object.dict : object;
  for (const key of dict.keys()) dict.delete(key);
  for (const [key, value] of entries) dict.set(key, value);
}

/** Whether the text of a document cannot be read: none of its glyphs is known to be a brace. */
export function isUnreadable({ pages }: ReadDocument): boolean {
  let [all, unknown] = [0, 0];
  for (const { text } of pages)
    for (const { glyphs } of text.shows)
      for (const glyph of glyphs) {
        if (glyph.text.includes('{')) return false;
        all++;
        if (glyph.text === '') unknown++;
      }
  return unknown >= all / 2;
}

/** The first character of a value that no font can write where its marker stands. */
export function unwritableAt({ pages }: ReadDocument, name: string, value: string): string | undefined {
  for (const { markers, fields, text } of pages) {
    for (const field of fields.filter((each) => each.name === name)) {
      spendWriting(text.comparisons, value);
      const character = unwritableIn(field, value);
      if (character !== undefined) return character;
    }
    for (const { styled } of markers.filter((marker) => marker.name === name)) {
      spendWriting(text.comparisons, value);
      const character = unwritable(value, styled.show);
      if (character !== undefined) return character;
    }
  }
  return undefined;
}

/** Finding a letter in the candidate fonts costs about as much as twenty comparisons. */
const spendWriting = (budget: Budget, value: string) => spendComparisons(budget, 20 * value.length);

/** The pictures of all text fields that are filled: one has a frame and some lines of text. */
const FIELD_BYTES = 8 * MEGABYTE;

/** A page after its markers were replaced. */
export interface FilledPage {
  content: Buffer;
  /** Their original placement: the placing rule would shrink a form that was widened for its value. */
  appearances: readonly Appearance[];
  places: MarkerPlace[];
  changes: PageChanges;
}

/** Where the value of a marker begins on the upright page, in points from the bottom left corner. */
export interface MarkerPlace {
  name: string;
  x: number;
  baseline: number;
  /** Size of its text. */
  em: number;
}

/**
 * Replaces markers by values, and writes values into text fields. Forms are rewritten in the document, the content of pages is
 * returned. `valueOf` and `fieldValueOf` give undefined for a marker, or a field, that stays.
 */
export function fill(
  { source, pages, changed }: ReadDocument,
  valueOf: (name: string) => string | undefined,
  fieldValueOf: (name: string) => string | undefined,
): FilledPage[] {
  const { context } = source;
  const fonts = new Map<string, EmbeddedFont>();
  const added: AddedFonts = (name) => {
    const font = fonts.get(name) ?? new EmbeddedFont(context, inWholeWidths(fontFile(name)));
    fonts.set(name, font);
    return font;
  };
  const bytes = budgetOf(FIELD_BYTES);
  const filled = pages.map(({ text, markers, fields, stream, appearances }) => {
    const replaced = markers.filter(({ name }) => valueOf(name) !== undefined);
    const letteringOf = (marker: Marker): Lettering => {
      const value = valueOf(marker.name)!;
      spendWriting(text.comparisons, value);
      return letter(value, marker, added);
    };
    const layout = relayout(text, replaced, letteringOf);
    const nameFont = (target: TextStream, fontName: string) => addFont(context, target, fontName, fonts, changed);
    const patched = patchStreams(layout, nameFont);
    for (const form of patched)
      if (form.stream.key instanceof PDFRawStream) rewriteForm(context, form.stream.key, form, changed);
    const notes = withText(appearances, stream.toPage, layout);
    const means = { added, comparisons: text.comparisons, bytes };
    const written = new Map(
      fields.flatMap((field) => {
        const value = fieldValueOf(field.name);
        if (value === undefined) return [];
        spendWriting(text.comparisons, value);
        return [[field.appearance, fillField(context, field, value, stream.toPage, means)] as const];
      }),
    );
    return {
      text,
      replaced,
      layout,
      content: patched.find((one) => one.stream === stream)?.bytes ?? stream.bytes,
      appearances: notes.appearances.map((each) => written.get(each)?.appearance ?? each),
      written: [...written.values()].map((each) => each.changes),
      boxes: notes.boxes,
      places: replaced.map(({ name, styled }) => placeOf(name, styled.show, layout.values.get(styled)!.along)),
    };
  });
  for (const font of fonts.values()) font.write();
  const changes = changesOf(filled);
  return filled.map(({ content, appearances, places, boxes, written }, index) => {
    const own = changes[index]!;
    return {
      content,
      appearances,
      places,
      changes: {
        ...own,
        lines: [...own.lines, ...boxes, ...written.flatMap(({ lines }) => lines)],
        values: [...own.values, ...written.flatMap(({ values }) => values)],
        overruns: [...own.overruns, ...written.flatMap(({ overruns }) => overruns)],
      },
    };
  });
}

/**
 * A font whose widths are whole thousandths of an em. PDFium drops the fractions of others: over a long value they would move
 * the text that the same operation draws after it.
 */
const inWholeWidths = (font: TrueTypeFont): TrueTypeFont => ({
  ...font,
  advanceOf: (glyph) => Math.round(font.advanceOf(glyph)),
});

/** The notes of a page, adapted to the new length of their text, and where they and their old pictures are. */
function withText(
  appearances: readonly Appearance[],
  toPage: Matrix,
  { decorations }: Relayout,
): { appearances: Appearance[]; boxes: Box[] } {
  const boxes: Box[] = [];
  const fromPage = inverseOf(toPage);
  const drawn = appearances.flatMap((appearance) => {
    const resized = decorations.filter(({ decoration }) => decoration.mark?.appearance === appearance);
    if (resized.length === 0 || !fromPage) return [appearance];
    const parts = resizedMarks(appearance, (mark) => {
      const box = resized.find(({ decoration }) => decoration.mark!.index === mark)?.box;
      return box && transformBox(fromPage, box);
    });
    boxes.push(...[appearance, ...parts].map(({ rectangle }) => transformBox(toPage, rectangle)));
    return parts;
  });
  return { appearances: drawn, boxes };
}

function placeOf(name: string, { direction, baseline, em }: Show, along: number): MarkerPlace {
  const [x, y] = direction;
  return { name, x: along * x - baseline * y, baseline: along * y + baseline * x, em };
}

function addFont(
  context: PDFContext,
  { resources }: TextStream,
  fontName: string,
  fonts: ReadonlyMap<string, EmbeddedFont>,
  changed: Changed,
): string {
  const font = [...fonts.values()].find((candidate) => candidate.font.postScriptName === fontName)!;
  const known = fontResources(context, resources);
  // A print file that is filled again already has such names, for other subsets.
  const isTaken = (name: string) => ![undefined, font.ref].includes(known.get(PDFName.of(name)) as PDFRef | undefined);
  let name = `Malote-${fontName}`;
  while (isTaken(name)) name += '-';
  keep(changed, known);
  known.set(PDFName.of(name), font.ref);
  return name;
}

/** The form's box is widened where moved text would leave it; the fonts of a form that has those of its page become its own. */
function rewriteForm(
  context: PDFContext,
  form: PDFRawStream,
  { stream, bytes, extent }: PatchedStream,
  changed: Changed,
): void {
  keep(changed, form);
  form.updateContents(deflateSync(bytes));
  form.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  form.dict.delete(PDFName.of('DecodeParms'));
  if (!form.dict.has(PDFName.of('Resources'))) form.dict.set(PDFName.of('Resources'), stream.resources);
  const box = numbersEntry(context, form.dict, 'BBox', 4);
  const toForm = inverseOf(stream.toPage);
  if (!box || !extent || !toForm) return;
  const [left, bottom, right, top] = transformBox(toForm, extent);
  const widened = [
    Math.min(box[0]!, left),
    Math.min(box[1]!, bottom),
    Math.max(box[2]!, right),
    Math.max(box[3]!, top),
  ];
  form.dict.set(PDFName.of('BBox'), context.obj(widened));
}

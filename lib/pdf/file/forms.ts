import { type PDFContext, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Budget } from '../base/budgets.ts';
import { decodeStream, type IrregularEnd } from './filters.ts';
import { isCutOff, mayBeCutOff, Name, operations } from './lexer.ts';
import { dictEntry, entry, nameEntry, numberEntry, resolve } from './objects.ts';

/** As deep as forms are read (`interpreter`). */
const MAX_DEPTH = 12;
/** A name and the operator that uses it, anywhere in the content, since a string may look like them. */
const USES = /\/([^\s/<>[\]{}()%]+)\s+(?:(Do|gs|scn|SCN)|[-+.\d]+\s+(Tf))\b/g;

/** Limit on the pictures of one page: checking more is not worth the time. */
const MOST_PICTURES = 3_000;

/** What the content of a page uses. */
export interface PageUsage {
  /** Forms, soft masks, patterns and drawn letters. */
  forms: Set<PDFRawStream>;
  /** Pictures, each with the color spaces of the content that draws it first. */
  pictures: Map<PDFRawStream, PDFDict | undefined>;
  /** Fonts of soft masks, patterns and drawn letters: PDFium lists no text in them. */
  unlistedFonts: Set<PDFDict>;
}

export const noUsage = (): PageUsage => ({ forms: new Set(), pictures: new Map(), unlistedFonts: new Set() });

/** How deeply content is nested, and whether PDFium lists its objects. */
interface Nesting {
  depth: number;
  isListed: boolean;
}

const ON_PAGE: Nesting = { depth: 0, isListed: true };

/**
 * Whether everything that content uses is intact: its forms and pictures are in the file, and its forms, soft masks,
 * patterns and drawn letters, and those nested in them, can be decoded to their end. Readers omit missing objects, draw
 * damaged ones as far as possible, and report neither.
 * @param used what was found before is not checked again; new finds are added
 */
export function areFormsWhole(
  context: PDFContext,
  content: Uint8Array,
  resources: PDFDict | undefined,
  budget: Budget,
  used: PageUsage,
  { depth, isListed } = ON_PAGE,
): boolean {
  if (depth > MAX_DEPTH) return true;
  const named = (category: string, name: string) => {
    const dict = resources && dictEntry(context, resources, category);
    return dict && entry(context, dict, name);
  };
  const uses = namesUsed(content);
  const streamsIn = (category: string, names: readonly string[]) =>
    names.map((name) => named(category, name)).filter(isStream);
  const missing = uses.Do.filter((name) => !isStream(named('XObject', name)));
  if (missing.length > 0 && drawsAny(content, new Set(missing.map((name) => PDFName.of(name).decodeText()))))
    return false;
  const drawn = streamsIn('XObject', uses.Do);
  const spaces = resources && dictEntry(context, resources, 'ColorSpace');
  for (const object of drawn)
    if (isPicture(context, object) && !used.pictures.has(object) && used.pictures.size < MOST_PICTURES)
      used.pictures.set(object, spaces);
  const forms = drawn.filter((object) => isForm(context, object));
  const unlisted = [
    ...uses.gs.map((name) => softMaskOf(context, named('ExtGState', name))).filter(isStream),
    ...streamsIn('Pattern', uses.scn).filter((pattern) => isTiling(context, pattern)),
  ];
  const fonts = uses.Tf.map((name) => named('Font', name)).filter((font) => font instanceof PDFDict);
  if (!isListed) for (const font of fonts) used.unlistedFonts.add(font);
  const [inner, innerUnlisted] = [isListed, false].map((isStillListed) => ({ depth, isListed: isStillListed }));
  return (
    forms.every((form) => isFormWhole(context, form, resources, budget, used, inner)) &&
    unlisted.every((form) => isFormWhole(context, form, resources, budget, used, innerUnlisted)) &&
    fonts.every((font) =>
      lettersOf(context, font).every((letter) => {
        const own = dictEntry(context, font, 'Resources') ?? resources;
        return isFormWhole(context, letter, own, budget, used, innerUnlisted);
      }),
    )
  );
}

const isPicture = (context: PDFContext, { dict }: PDFRawStream) => nameEntry(context, dict, 'Subtype') === 'Image';
const isForm = (context: PDFContext, { dict }: PDFRawStream) => nameEntry(context, dict, 'Subtype') === 'Form';
const isTiling = (context: PDFContext, { dict }: PDFRawStream) => numberEntry(context, dict, 'PatternType') === 1;
const isStream = (value: unknown): value is PDFRawStream => value instanceof PDFRawStream;

/** The names that content uses, by operator. */
function namesUsed(content: Uint8Array): Record<'Do' | 'gs' | 'scn' | 'Tf', string[]> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const names = { Do: new Set<string>(), gs: new Set<string>(), scn: new Set<string>(), Tf: new Set<string>() };
  for (const [, name, operator = 'Tf'] of text.matchAll(USES))
    names[(operator === 'SCN' ? 'scn' : operator) as keyof typeof names].add(name!);
  return { Do: [...names.Do], gs: [...names.gs], scn: [...names.scn], Tf: [...names.Tf] };
}

/** The form of a graphics state's soft mask. */
function softMaskOf(context: PDFContext, state: unknown): unknown {
  const mask = state instanceof PDFDict ? dictEntry(context, state, 'SMask') : undefined;
  return mask && entry(context, mask, 'G');
}

/** The letters of a font that draws them with content streams (Type 3). */
function lettersOf(context: PDFContext, font: PDFDict): PDFRawStream[] {
  const letters = nameEntry(context, font, 'Subtype') === 'Type3' ? dictEntry(context, font, 'CharProcs') : undefined;
  return (letters?.values() ?? []).map((letter) => resolve(context, letter)).filter(isStream);
}

function drawsAny(content: Uint8Array, names: ReadonlySet<string>): boolean {
  for (const { operator, operands } of operations(content)) {
    const name = operator === 'Do' ? operands.at(-1) : undefined;
    if (name instanceof Name && names.has(name.value)) return true;
  }
  return false;
}

/** @param outer resources for the names of a form that has none of its own */
export function isFormWhole(
  context: PDFContext,
  form: PDFRawStream,
  outer: PDFDict | undefined,
  budget: Budget,
  used: PageUsage,
  { depth, isListed } = ON_PAGE,
): boolean {
  if (used.forms.has(form)) return true;
  used.forms.add(form);
  const content = wholeStream(context, form, budget);
  const resources = dictEntry(context, form.dict, 'Resources') ?? outer;
  return (
    content !== undefined && areFormsWhole(context, content, resources, budget, used, { depth: depth + 1, isListed })
  );
}

/** The content of a form that can be read to its end; undefined otherwise. */
function wholeStream(context: PDFContext, stream: PDFRawStream, budget: Budget): Uint8Array | undefined {
  const { content, end } = readContent(context, stream, budget);
  return !content || end === 'broken' || isContentCutOff(content, end === 'marked') ? undefined : content;
}

/**
 * Whether content breaks off. A program may have cut it before compressing it, so an end mark proves nothing; but the whole
 * content is then read only if its last word suggests a cut.
 */
export const isContentCutOff = (content: Uint8Array, isMarked: boolean): boolean =>
  (!isMarked || mayBeCutOff(content)) && isCutOff(content);

/**
 * The content of a stream, undefined when it cannot be decoded, and whether its data end with the end mark of their filter.
 * Unfiltered data have no end mark.
 */
export function readContent(
  context: PDFContext,
  stream: PDFRawStream,
  budget: Budget,
): { content: Uint8Array | undefined; end: 'marked' | 'unmarked' | 'broken' } {
  const ends = new Set<IrregularEnd>(entry(context, stream.dict, 'Filter') === undefined ? ['unmarked'] : []);
  const content = decodeStream(context, stream, budget, (end) => ends.add(end));
  const isBroken = ends.has('cut') || ends.has('altered');
  return { content, end: isBroken ? 'broken' : ends.has('unmarked') ? 'unmarked' : 'marked' };
}

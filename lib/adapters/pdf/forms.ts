import { type PDFContext, type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Budget } from './budgets.ts';
import { decodeStream, type OddEnd } from './filters.ts';
import { isCutOff, mayBeCutOff, Name, operations } from './lexer.ts';
import { dictEntry, entry, nameEntry } from './objects.ts';

/** As deep as forms are read (`interpreter`). */
const MAX_DEPTH = 12;
/** `/Name Do`, wherever it stands: a string may look like it. */
const DRAWS = /\/([^\s/<>[\]{}()%]+)\s+Do\b/g;

/**
 * Whether every form and picture that some content draws, and every one within, is in the file, and every form can be decoded
 * to its end. Readers leave out a missing one, draw a damaged one as far as it goes, and say nothing.
 * @param seen forms that were looked at before
 */
export function areFormsWhole(
  context: PDFContext,
  content: Uint8Array,
  resources: PDFDict | undefined,
  budget: Budget,
  seen = new Set<PDFRawStream>(),
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH) return true;
  const objects = resources && dictEntry(context, resources, 'XObject');
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const names = new Set(Array.from(text.matchAll(DRAWS), ([, name]) => name!));
  const drawn = [...names].map((name) => ({ name, stream: objects && entry(context, objects, name) }));
  const missing = drawn.filter(({ stream }) => !(stream instanceof PDFRawStream)).map(({ name }) => name);
  if (missing.length > 0 && drawsAny(content, new Set(missing.map((name) => PDFName.of(name).decodeText()))))
    return false;
  return drawn.every(({ stream }) => {
    const isForm = stream instanceof PDFRawStream && nameEntry(context, stream.dict, 'Subtype') === 'Form';
    return !isForm || isFormWhole(context, stream, resources, budget, seen, depth);
  });
}

function drawsAny(content: Uint8Array, names: ReadonlySet<string>): boolean {
  for (const { operator, operands } of operations(content)) {
    const name = operator === 'Do' ? operands.at(-1) : undefined;
    if (name instanceof Name && names.has(name.value)) return true;
  }
  return false;
}

/** @param outer where a form that has no resources looks for names */
export function isFormWhole(
  context: PDFContext,
  form: PDFRawStream,
  outer: PDFDict | undefined,
  budget: Budget,
  seen = new Set<PDFRawStream>(),
  depth = 0,
): boolean {
  if (seen.has(form)) return true;
  seen.add(form);
  const content = wholeStream(context, form, budget);
  const resources = dictEntry(context, form.dict, 'Resources') ?? outer;
  return content !== undefined && areFormsWhole(context, content, resources, budget, seen, depth + 1);
}

/** The content of a form that can be read to its end; undefined otherwise. */
function wholeStream(context: PDFContext, stream: PDFRawStream, budget: Budget): Uint8Array | undefined {
  const { content, end } = readContent(context, stream, budget);
  return !content || end === 'cut' || isContentCutOff(content, end === 'marked') ? undefined : content;
}

/**
 * Whether content breaks off. A program may have cut it before it was compressed, so an end that is marked proves nothing; but
 * the whole of it is only read then when its last word tells so.
 */
export const isContentCutOff = (content: Uint8Array, isMarked: boolean): boolean =>
  (!isMarked || mayBeCutOff(content)) && isCutOff(content);

/**
 * The content of a stream, undefined when it cannot be decoded, and whether its data have an end that their filter marks. Plain
 * data have none.
 */
export function readContent(
  context: PDFContext,
  stream: PDFRawStream,
  budget: Budget,
): { content: Uint8Array | undefined; end: 'marked' | OddEnd } {
  const ends = new Set<OddEnd>(entry(context, stream.dict, 'Filter') === undefined ? ['unmarked'] : []);
  const content = decodeStream(context, stream, budget, (end) => ends.add(end));
  return { content, end: ends.has('cut') ? 'cut' : ends.has('unmarked') ? 'unmarked' : 'marked' };
}

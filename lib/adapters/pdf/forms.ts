import { type PDFContext, type PDFDict, PDFRawStream } from 'pdf-lib';
import type { Budget } from './budgets.ts';
import { decodeStream, type OddEnd } from './filters.ts';
import { isCutOff } from './lexer.ts';
import { dictEntry, entry, nameEntry } from './objects.ts';

/** As deep as forms are read (`interpreter`). */
const MAX_DEPTH = 12;
/** `/Name Do`, wherever it stands: a string that looks like it only makes one form more to be looked at. */
const DRAWS = /\/([^\s/<>[\]{}()%]+)\s+Do\b/g;

/**
 * Whether every form that some content draws, and every form within, can be decoded to its end. Readers draw a damaged one as
 * far as it goes, and say nothing.
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
  const objects = resources && dictEntry(context, resources, 'XObject');
  if (!objects || depth > MAX_DEPTH) return true;
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const names = new Set(Array.from(text.matchAll(DRAWS), ([, name]) => name!));
  return [...names].every((name) => {
    const form = entry(context, objects, name);
    const isForm = form instanceof PDFRawStream && nameEntry(context, form.dict, 'Subtype') === 'Form';
    return !isForm || isFormWhole(context, form, resources, budget, seen, depth);
  });
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
  return !content || end === 'cut' || (end === 'unmarked' && isCutOff(content)) ? undefined : content;
}

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

import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf } from '../base/budgets.ts';
import { PdfRefused } from '../base/refusal.ts';
import { type Measured, measureStream } from './filters.ts';
import { nameEntry, numberEntry, resolve } from './objects.ts';
import type { SourcePage } from './pages.ts';

/**
 * Limit on the inflated bytes of one document, as much as eight pages of 300 dpi in color have: two thirds of a second of
 * processor time, beside PDFium's. Streams beyond it are not looked at.
 */
const INFLATED_BYTES = 256 * MEGABYTE;

/** How the compressed streams of a document end, each looked at once. */
export class CompressedStreams {
  readonly #context: PDFContext;
  readonly #budget: Budget = budgetOf(INFLATED_BYTES);
  readonly #known = new Map<PDFRawStream, Measured | undefined>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Undefined for a stream that is not compressed, or that is too large to look at. */
  async measure(stream: PDFRawStream): Promise<Measured | undefined> {
    if (!this.#known.has(stream)) this.#known.set(stream, await measured(this.#context, stream, this.#budget));
    return this.#known.get(stream);
  }
}

async function measured(context: PDFContext, stream: PDFRawStream, budget: Budget): Promise<Measured | undefined> {
  try {
    return await measureStream(context, stream, budget);
  } catch (error) {
    if (error instanceof PdfRefused) return undefined;
    throw error;
  }
}

interface ReadFile {
  context: PDFContext;
  pages: readonly SourcePage[];
  resized: ReadonlySet<PDFRawStream>;
}

/**
 * The first page (from 0) that prints with a stream whose data break off or are not those that were written: content, a font, a
 * picture, a profile. Readers draw what is left of them, and report nothing.
 * @param pages the objects that each page prints with
 */
export async function brokenPage(
  { context, pages: sources, resized }: ReadFile,
  pages: readonly (readonly PDFObject[])[],
  streams: CompressedStreams,
): Promise<number | undefined> {
  const seen = new Set<PDFObject>();
  const drawn = new Set(sources.flatMap(({ used }) => [...used.forms, ...used.pictures.keys()]));
  for (const [index, roots] of pages.entries()) {
    for (const stream of streamsUnder(context, roots, drawn, seen)) {
      const measured = await streams.measure(stream);
      if (measured ? measured.end !== 'whole' : resized.has(stream)) return index;
    }
  }
  return undefined;
}

/** Some writers' lengths leave out the line end that they write after the data, or a part of it. */
const LINE_END_BYTES = 2;

/**
 * The pictures and fonts whose data have another length than their dictionaries say. Data that are not deflated have no
 * checksum, but a transfer in text mode changes their length. Writing a file sets the lengths anew, so this is asked before.
 */
export const resizedStreams = (context: PDFContext): ReadonlySet<PDFRawStream> =>
  new Set(
    context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFRawStream)
      .filter(({ dict, contents }) => {
        if (nameEntry(context, dict, 'Subtype') !== 'Image' && !dict.has(LENGTH_OF_FONT)) return false;
        const stated = numberEntry(context, dict, 'Length');
        return stated !== undefined && (contents.length < stated || contents.length > stated + LINE_END_BYTES);
      }),
  );

const LENGTH_OF_FONT = PDFName.of('Length1');

const DRAWINGS = PDFName.of('XObject');

/** The streams that can be reached from the roots, without forms and pictures that are only named among the resources. */
function* streamsUnder(
  context: PDFContext,
  roots: readonly PDFObject[],
  drawn: ReadonlySet<PDFObject>,
  seen: Set<PDFObject>,
): Generator<PDFRawStream> {
  const open: (PDFObject | undefined)[] = [...roots];
  const isDrawn = (object: PDFObject) => drawn.has(resolve(context, object)!);
  while (open.length > 0) {
    const object = open.pop();
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    if (object instanceof PDFRef) open.push(context.lookup(object));
    else if (object instanceof PDFRawStream) {
      yield object;
      open.push(object.dict);
    } else if (object instanceof PDFArray) open.push(...object.asArray());
    else if (object instanceof PDFDict)
      for (const [key, value] of object.entries()) {
        const named = key === DRAWINGS ? resolve(context, value) : undefined;
        if (named instanceof PDFDict) open.push(...named.values().filter(isDrawn));
        else open.push(value);
      }
  }
}

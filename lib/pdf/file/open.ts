import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { budgetOf, type TimeBudget } from '../base/budgets.ts';
import { type Box, transformBox } from '../base/geometry.ts';
import { invalidPdf, PdfRefused } from '../base/refusal.ts';
import { askPdfium } from '../pdfium/pdfium.ts';
import { fieldsOf, linkFramesOf, rectanglesOf, removeArrows, undrawnAnnotations } from './annotations.ts';
import { resizedStreams } from './broken-streams.ts';
import { parseFile } from './file-parser.ts';
import { decodeStream } from './filters.ts';
import { passGate } from './gate.ts';
import { dictEntry, entry, resolve } from './objects.ts';
import { MOST_PAGES_READ, pagesOf, type SourcePage, toUprightA4 } from './pages.ts';

/** The objects of a file that passed the gate, and its pages in order. */
export interface SourceDocument {
  /** The file to compare with: as it was sent, or with the appearances that PDFium draws. */
  file: Uint8Array;
  /** By page: the parts of the upright page that PDFium may draw differently: fields, links, notes. */
  redrawn: Box[][];
  context: PDFContext;
  catalog: PDFDict;
  pages: SourcePage[];
  /** Pictures and fonts that a transfer in text mode changed. */
  resized: ReadonlySet<PDFRawStream>;
}

/** Bits 3 and 12 of the permissions: print, and print in high quality (ISO 32000-1, table 22). */
const MAY_PRINT = (1 << 2) | (1 << 11);

/** How a file is read: as it was sent, or as PDFium rewrites it. */
export type Reading = 'own' | 'pdfium';

/**
 * Opens a file. PDFium may read a file that our parser cannot: it rewrites a protected or damaged file, and we read the
 * result. A protected file must open without a password and permit printing in high quality. PDFium also draws the form
 * fields and comments that print but have no appearance.
 * @throws PdfRefused `document_invalid`, `document_encrypted`
 */
export async function openDocument(
  file: Uint8Array,
  time: TimeBudget,
  reading: Reading = 'own',
): Promise<SourceDocument> {
  passGate(file);
  const read = await readOrRepair(file, time, reading);
  const undrawn = undrawnOf(read);
  const redrawn = read.pages.map((page, index) => redrawnOn(read.context, page, undrawn[index] ?? []));
  if (undrawn.every(({ length }) => length === 0)) return { ...read, file, redrawn };
  const drawn = await rewrite(read.file, undrawn, time);
  undrawn.forEach((places, index) => {
    const page = drawn.pages[index];
    if (page) removeArrows(drawn.context, page.leaf, places);
  });
  return { ...drawn, redrawn };
}

/** PDFium omits some form fields outside of interactive use, and draws frames around links. */
function redrawnOn(context: PDFContext, page: SourcePage, undrawn: readonly number[]): Box[] {
  const rectangles = rectanglesOf(context, page.leaf, [...undrawn, ...fieldsOf(context, page.leaf)]);
  return [...rectangles, ...linkFramesOf(context, page.leaf)].map((box) => transformBox(toUprightA4(page), box));
}

async function readOrRepair(file: Uint8Array, time: TimeBudget, reading: Reading): Promise<SourceDocument> {
  if (reading === 'pdfium') return rewrite(file, [], time);
  const read = await attempt(file);
  if (read instanceof PdfRefused) return repair(file, read, time);
  return isProtected(read) ? rewrite(file, [], time) : read;
}

/** By page, for as many pages as may be printed. */
function undrawnOf({ context, catalog, pages }: SourceDocument): number[][] {
  return pages.slice(0, MOST_PAGES_READ).map(({ leaf }) => undrawnAnnotations(context, catalog, leaf));
}

async function rewrite(
  file: Uint8Array,
  undrawn: readonly (readonly number[])[],
  time: TimeBudget,
): Promise<SourceDocument> {
  const rewritten = await askPdfium('resave', { file, undrawn }, time);
  if (rewritten === 'protected') throw new PdfRefused('protected', 'does not open without a password');
  if (rewritten === 'unreadable') throw invalidPdf({ reason: 'damaged' }, 'PDFium cannot read it');
  if ((rewritten.permissions & MAY_PRINT) !== MAY_PRINT) throw new PdfRefused('protected', 'printing is restricted');
  passGate(rewritten.file);
  const document = await attempt(rewritten.file);
  if (document instanceof PdfRefused) throw document;
  return document;
}

/**
 * Lets PDFium read a file that our parser refuses. If neither can read it, the reason of our parser is reported. But our
 * parser also takes too many steps when a file ends early; then PDFium's reason, damage, is right.
 */
async function repair(file: Uint8Array, refused: PdfRefused, time: TimeBudget): Promise<SourceDocument> {
  const own = { ...time, remainingMs: Math.min(time.remainingMs, REPAIR_MS) };
  const allowedMs = own.remainingMs;
  try {
    return await rewrite(file, [], own);
  } catch (error) {
    const reason = error instanceof PdfRefused && error.flaw?.reason;
    if (reason === 'damaged' && refused.flaw?.reason === 'too_complex') throw error;
    throw reason === 'damaged' || reason === 'too_complex' ? refused : error;
  } finally {
    time.remainingMs -= allowedMs - own.remainingMs;
  }
}

/** Limit on processor time. PDFium draws nothing here, and 10 MB of intact objects take a tenth of the limit. */
const REPAIR_MS = 1_500;

/** The document, or why our parser cannot read it. */
async function attempt(bytes: Uint8Array): Promise<SourceDocument | PdfRefused> {
  try {
    const context = await parseFile(bytes);
    const catalog = resolve(context, context.trailerInfo.Root);
    if (!(catalog instanceof PDFDict)) return invalidPdf({ reason: 'damaged' }, 'no catalog');
    const packaged = packageFlaw(context, catalog);
    if (packaged) return invalidPdf({ reason: packaged }, 'its pages only stand in for something else');
    const { pages, expected } = pagesOf(context, catalog);
    if (expected !== undefined)
      return invalidPdf({ reason: 'pages_missing', found: pages.length, count: expected }, 'a page cannot be read');
    return pages.length > 0
      ? { file: bytes, redrawn: [], context, catalog, pages, resized: resizedStreams(context) }
      : invalidPdf({ reason: 'damaged' }, 'no pages');
  } catch (error) {
    return error instanceof PdfRefused ? error : invalidPdf({ reason: 'damaged' }, 'cannot be parsed', error);
  }
}

/** A PDF whose pages only tell readers to show something else (ISO 32000-1, 12.7.8 and 12.3.5). */
function packageFlaw(context: PDFContext, catalog: PDFDict): 'dynamic_form' | 'portfolio' | undefined {
  if (dictEntry(context, catalog, 'Collection')) return 'portfolio';
  const form = dictEntry(context, catalog, 'AcroForm');
  if (!form?.has(PDFName.of('XFA'))) return undefined;
  const isDynamic = entry(context, catalog, 'NeedsRendering') === PDFBool.True || mustBeRendered(context, form);
  return isDynamic ? 'dynamic_form' : undefined;
}

/** Programs older than `NeedsRendering` say so in the form's configuration alone (XFA 3.3, `dynamicRender`). */
function mustBeRendered(context: PDFContext, form: PDFDict): boolean {
  const own = entry(context, form, 'XFA');
  const packets = own instanceof PDFArray ? own.asArray().slice(0, MOST_XFA_PACKETS) : [own];
  const budget = budgetOf(XFA_BYTES);
  return packets.some((packet) => {
    const stream = resolve(context, packet);
    const text = stream instanceof PDFRawStream ? decodeStream(context, stream, budget) : undefined;
    return text !== undefined && /<dynamicRender>\s*required\s*</.test(Buffer.from(text).toString('latin1'));
  });
}

/** Pairs of a name and a stream; there are some ten kinds. */
const MOST_XFA_PACKETS = 64;
const XFA_BYTES = 16 * MEGABYTE;

const isProtected = ({ context }: SourceDocument) => resolve(context, context.trailerInfo.Encrypt) !== undefined;

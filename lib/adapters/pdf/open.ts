import { type PDFContext, PDFDict } from 'pdf-lib';
import { undrawnAnnotations } from './annotations.ts';
import type { TimeBudget } from './budgets.ts';
import { parseFile } from './file-parser.ts';
import { passGate } from './gate.ts';
import { resolve } from './objects.ts';
import { MOST_PAGES_READ, pagesOf, type SourcePage } from './pages.ts';
import { askPdfium } from './pdfium.ts';
import { invalidPdf, PdfRefused } from './refusal.ts';

/** The objects of a file that passed the gate, and its pages in order. */
export interface SourceDocument {
  context: PDFContext;
  catalog: PDFDict;
  pages: SourcePage[];
}

/** Bits 3 and 12 of the permissions: print, and print in high quality (ISO 32000-1, table 22). */
const MAY_PRINT = (1 << 2) | (1 << 11);

/**
 * Opens a file. What our parser cannot read, PDFium may: it writes a protected or damaged file anew, and that is read. A
 * protected file must open without a password and permit printing in high quality. PDFium also draws the form fields and
 * comments that print but come without a picture of themselves.
 * @throws PdfRefused `document_invalid`, `document_encrypted`
 */
export async function openDocument(file: Uint8Array, time: TimeBudget): Promise<SourceDocument> {
  passGate(file);
  const read = await attempt(file);
  const sound =
    read instanceof PdfRefused
      ? await repair(file, read, time)
      : isProtected(read)
        ? await rewrite(file, [], time)
        : { file, document: read };
  const undrawn = undrawnOf(sound.document);
  if (undrawn.every(({ length }) => length === 0)) return sound.document;
  return (await rewrite(sound.file, undrawn, time)).document;
}

/** By page, for as many pages as may be printed. */
function undrawnOf({ context, catalog, pages }: SourceDocument): number[][] {
  return pages.slice(0, MOST_PAGES_READ).map(({ leaf }) => undrawnAnnotations(context, catalog, leaf));
}

async function rewrite(
  file: Uint8Array,
  undrawn: readonly (readonly number[])[],
  time: TimeBudget,
): Promise<{ file: Uint8Array; document: SourceDocument }> {
  const rewritten = await askPdfium('resave', { file, undrawn }, time);
  if (rewritten === 'protected') throw new PdfRefused('document_encrypted', 'does not open without a password');
  if (rewritten === 'unreadable') throw invalidPdf({ reason: 'damaged' }, 'PDFium cannot read it');
  if ((rewritten.permissions & MAY_PRINT) !== MAY_PRINT)
    throw new PdfRefused('document_encrypted', 'printing is restricted');
  passGate(rewritten.file);
  const document = await attempt(rewritten.file);
  if (document instanceof PdfRefused) throw document;
  return { file: rewritten.file, document };
}

/** What our parser refuses, by PDFium's reading. What neither reads is refused for the reason ours gives. */
async function repair(file: Uint8Array, refused: PdfRefused, time: TimeBudget) {
  try {
    return await rewrite(file, [], time);
  } catch (error) {
    throw error instanceof PdfRefused && error.flaw?.reason === 'damaged' ? refused : error;
  }
}

/** The document, or why our parser cannot read it. */
async function attempt(bytes: Uint8Array): Promise<SourceDocument | PdfRefused> {
  try {
    const context = await parseFile(bytes);
    const catalog = resolve(context, context.trailerInfo.Root);
    if (!(catalog instanceof PDFDict)) return invalidPdf({ reason: 'damaged' }, 'no catalog');
    const { pages, expected } = pagesOf(context, catalog);
    if (expected !== undefined)
      return invalidPdf({ reason: 'pages_missing', found: pages.length, count: expected }, 'a page cannot be read');
    return pages.length > 0 ? { context, catalog, pages } : invalidPdf({ reason: 'damaged' }, 'no pages');
  } catch (error) {
    return error instanceof PdfRefused ? error : invalidPdf({ reason: 'damaged' }, 'cannot be parsed', error);
  }
}

const isProtected = ({ context }: SourceDocument) => resolve(context, context.trailerInfo.Encrypt) !== undefined;

import { PDFDict, PDFParser, type PDFContext } from 'pdf-lib';
import { passGate } from './gate.ts';
import { resolve } from './objects.ts';
import { pagesOf, type SourcePage } from './pages.ts';
import { askPdfium, type Patience } from './pdfium.ts';
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
 * protected file must open without a password and permit printing in high quality.
 * @throws PdfRefused `document_invalid`, `document_encrypted`
 */
export async function openDocument(bytes: Uint8Array, patience: Patience): Promise<SourceDocument> {
  passGate(bytes);
  const read = await attempt(bytes);
  if (read instanceof PdfRefused || isProtected(read)) return openRewritten(bytes, patience);
  return read;
}

async function openRewritten(bytes: Uint8Array, patience: Patience): Promise<SourceDocument> {
  const rewritten = await askPdfium('resave', { file: bytes }, patience);
  if (rewritten === 'password_needed') throw new PdfRefused('document_encrypted', 'does not open without a password');
  if (rewritten === 'unreadable') throw invalidPdf('PDFium cannot read it either');
  if ((rewritten.permissions & MAY_PRINT) !== MAY_PRINT)
    throw new PdfRefused('document_encrypted', 'printing is restricted');
  passGate(rewritten.file);
  const read = await attempt(rewritten.file);
  if (read instanceof PdfRefused) throw read;
  return read;
}

/** The parser pauses never: the gate has bounded what it may cost. */
const OBJECTS_AT_A_TIME = Infinity;

/** The document, or why our parser cannot read it. */
async function attempt(bytes: Uint8Array): Promise<SourceDocument | PdfRefused> {
  try {
    // Not `PDFDocument.load`: it would bring all that draws new documents into the bundle.
    const context = await PDFParser.forBytesWithOptions(bytes, OBJECTS_AT_A_TIME).parseDocument();
    const catalog = resolve(context, context.trailerInfo.Root);
    if (!(catalog instanceof PDFDict)) return invalidPdf('no catalog');
    const pages = pagesOf(context, catalog);
    return pages.length > 0 ? { context, catalog, pages } : invalidPdf('no pages');
  } catch (error) {
    return invalidPdf('cannot be parsed', error);
  }
}

const isProtected = ({ context }: SourceDocument) => resolve(context, context.trailerInfo.Encrypt) !== undefined;

import { ParseSpeeds, PDFDict, PDFDocument, type PDFContext } from 'pdf-lib';
import { passGate } from './gate.ts';
import { asDict, numberEntry, resolve } from './objects.ts';
import { invalidPdf, PdfRefused } from './refusal.ts';

/** The objects of a file that passed the gate, and its catalog. */
export interface SourceDocument {
  context: PDFContext;
  catalog: PDFDict;
}

/** Bits 3 and 12 of /P: print, and print in high quality; the second exists from revision 3 on (ISO 32000-1, table 22). */
const PRINT = 1 << 2;
const PRINT_HIGH_QUALITY = 1 << 11;

/**
 * Opens a file. One that has an owner password alone opens without it and must permit printing in high quality.
 * @throws PdfRefused `document_invalid`, `document_encrypted`
 */
export async function openDocument(bytes: Uint8Array): Promise<SourceDocument> {
  passGate(bytes);
  const document = await parse(bytes);
  const encryption = asDict(resolve(document.context, document.context.trailerInfo.Encrypt));
  if (!encryption) return asSource(document);
  if (!permitsPrinting(document.context, encryption))
    throw new PdfRefused('document_encrypted', 'printing is restricted');
  return asSource(await decrypt(bytes));
}

const LOAD_OPTIONS = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest, throwOnInvalidObject: false };

async function parse(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { ...LOAD_OPTIONS, ignoreEncryption: true });
  } catch (error) {
    throw invalidPdf('cannot be parsed', error);
  }
}

async function decrypt(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { ...LOAD_OPTIONS, password: '' });
  } catch (error) {
    throw new PdfRefused('document_encrypted', 'does not open without a password', { cause: error });
  }
}

function permitsPrinting(context: PDFContext, encryption: PDFDict): boolean {
  const permissions = numberEntry(context, encryption, 'P') ?? 0;
  const revision = numberEntry(context, encryption, 'R') ?? 0;
  const needed = revision < 3 ? PRINT : PRINT | PRINT_HIGH_QUALITY;
  return (permissions & needed) === needed;
}

function asSource({ context }: PDFDocument): SourceDocument {
  const catalog = resolve(context, context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) throw invalidPdf('no catalog');
  return { context, catalog };
}

import { createHash } from 'node:crypto';
import type { Detail } from '../domain/problems.ts';
import { isDuplex, MAX_SHEETS, sheetsOf, sidesOf, type AddressPlacement } from '../domain/sheets.ts';
import { addressBlock, type PrintedAddress, type TextLine } from './address-block.ts';
import { EmbeddedFont, missingCharacter, widthOf } from './embedded-font.ts';
import { fontFile } from './font-files.ts';
import { format, toMm } from './geometry.ts';
import { openDocument, type SourceDocument } from './open.ts';
import { isA4Portrait, pagesOf, seenSize, type SourcePage } from './pages.ts';
import { blankPage, printPage, type PrintPage } from './print-page.ts';
import { PdfRefused } from './refusal.ts';
import { writeFile } from './write.ts';

export type { PrintedAddress } from './address-block.ts';

/** What decides whether a document can be printed; a quote needs no more. */
export interface DocumentRequest {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Values of the markers; null or absent: the document prints as it is. */
  variables?: Record<string, string> | null;
  /** Where the document came from, for `details[].param`, e.g. `document.data`. */
  param: string;
}

export interface LetterRequest extends DocumentRequest {
  to: PrintedAddress;
  from: PrintedAddress;
}

interface Refused {
  ok: false;
  details: Detail[];
}

export interface Inspected {
  ok: true;
  /** Pages of the document, without the address side. */
  pages: number;
  /** Sheets in the envelope, with the address sheet. */
  sheets: number;
}

export interface Prepared extends Inspected {
  file: Uint8Array;
  /** Hexadecimal SHA-256 of `file`. */
  sha256: string;
}

/** Whether a document can be printed (spec, PDF rules), with every problem found at once. */
export async function inspectLetter(bytes: Uint8Array, request: DocumentRequest): Promise<Inspected | Refused> {
  const opened = await open(bytes, request);
  return opened.ok ? { ok: true, pages: opened.pages.length, sheets: opened.sheets } : opened;
}

/**
 * The print file of a letter: the document on upright A4 pages with the address drawn in. The print house prints it as it
 * is, on both sides of the paper where the catalog's `Duplex` says so. With `extra_page` it does: front and back of each
 * sheet follow one another, blank sides included, and the address has the side `sidesOf` gives it.
 * Equal input gives equal bytes.
 */
export async function prepareLetter(bytes: Uint8Array, request: LetterRequest): Promise<Prepared | Refused> {
  const opened = await open(bytes, request);
  const details = [
    ...(opened.ok ? [] : opened.details),
    ...undrawable('to', request.to),
    ...undrawable('from', request.from),
  ];
  if (!opened.ok || details.length > 0) return { ok: false, details };
  const file = await render(opened, request);
  return { ok: true, pages: opened.pages.length, sheets: opened.sheets, file, sha256: sha256(file) };
}

interface Opened {
  ok: true;
  source: SourceDocument;
  pages: SourcePage[];
  sheets: number;
}

async function open(bytes: Uint8Array, { param, doubleSided, placement }: DocumentRequest): Promise<Opened | Refused> {
  try {
    const source = await openDocument(bytes);
    const pages = pagesOf(source);
    const sheets = sheetsOf({ pages: pages.length, doubleSided, addressPlacement: placement });
    const details = [...pageSizeDetails(pages, param), ...sheetDetails(sheets, param)];
    return details.length > 0 ? { ok: false, details } : { ok: true, source, pages, sheets };
  } catch (error) {
    if (error instanceof PdfRefused) return { ok: false, details: [error.detail(param)] };
    throw error;
  }
}

/** A document with more wrong pages than an envelope has sides is wrong as a whole. */
const MOST_PAGE_SIZE_DETAILS = 2 * MAX_SHEETS;

function pageSizeDetails(pages: readonly SourcePage[], param: string): Detail[] {
  return pages
    .flatMap((page, index): Detail[] => {
      if (isA4Portrait(page)) return [];
      const { width, height } = seenSize(page);
      const values = { page: index + 1, width_mm: tenths(toMm(width)), height_mm: tenths(toMm(height)) };
      return [{ param, code: 'document_page_size', values }];
    })
    .slice(0, MOST_PAGE_SIZE_DETAILS);
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function sheetDetails(sheets: number, param: string): Detail[] {
  return sheets > MAX_SHEETS ? [{ param, code: 'too_many_sheets', values: { sheets, max: MAX_SHEETS } }] : [];
}

/** Fields with a character that cannot be printed: refused rather than printed as an empty box. */
function undrawable(param: string, address: PrintedAddress): Detail[] {
  return Object.entries(address).flatMap(([field, text]: [string, string | null]): Detail[] => {
    const character = missingCharacter(addressFont(), printable(text ?? ''));
    return character ? [{ param: `${param}.${field}`, code: 'invalid_value', values: { character } }] : [];
  });
}

const addressFont = () => fontFile('LiberationSans-Regular');

/** One form for each accented letter: composed, as fonts have it. */
const printable = (text: string) => text.normalize('NFC');

/** Decoded page content of one file, all pages together. A dense page has about 1 MB. */
const CONTENT_BUDGET_BYTES = 64 * 1024 * 1024;

async function render({ source, pages }: Opened, request: LetterRequest): Promise<Uint8Array> {
  const { context } = source;
  const budget = { remaining: CONTENT_BUDGET_BYTES };
  const layout = { pages: pages.length, doubleSided: request.doubleSided, addressPlacement: request.placement };
  const font = new EmbeddedFont(context, addressFont());
  const printed = sidesOf(layout).map((side): PrintPage => {
    const page = typeof side === 'number' ? printPage(context, pages[side - 1]!, budget) : blankPage();
    const carriesAddress = request.placement === 'first_page' ? side === 1 : side === 'address';
    return carriesAddress ? withAddress(page, font, request) : page;
  });
  font.write();
  return writeFile(source, printed, isDuplex(layout));
}

const FONT_RESOURCE = 'Address';

function withAddress(page: PrintPage, font: EmbeddedFont, { to, from }: LetterRequest): PrintPage {
  const lines = addressBlock(composed(to), composed(from), (text) => widthOf(font.font, text));
  const resources = { ...page.resources, Font: { ...page.resources.Font, [FONT_RESOURCE]: font.ref } };
  return { ...page, resources, content: [page.content, ...lines.map((line) => drawLine(line, font))].join('\n') };
}

function composed(address: PrintedAddress): PrintedAddress {
  const fields = Object.entries(address).map(([field, text]: [string, string | null]) => [
    field,
    text && printable(text),
  ]);
  return Object.fromEntries(fields) as PrintedAddress;
}

function drawLine({ text, x, y, size, scale }: TextLine, font: EmbeddedFont): string {
  const state = `/${FONT_RESOURCE} ${format(size)} Tf ${format(100 * scale)} Tz ${format(x, y)} Td`;
  return `BT ${state} ${font.encode(text)} Tj ET`;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

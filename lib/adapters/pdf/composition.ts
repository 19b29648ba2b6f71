import type { PDFContext } from 'pdf-lib';
import type { Detail } from '../../core/domain/problems.ts';
import {
  type AddressPlacement,
  isDuplex,
  type Layout,
  MAX_SHEETS,
  sheetsOf,
  sidesOf,
} from '../../core/domain/sheets.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf, newTimeBudget, type TimeBudget } from './budgets.ts';
import type { PageChanges } from './changes.ts';
import { fill, type FilledPage, type MarkerPlace, type ReadDocument, readText } from './fill.ts';
import { type Box, tenths, toMm } from './geometry.ts';
import { openDocument, type Reading, type SourceDocument } from './open.ts';
import { isA4Portrait, MOST_PAGES_READ, seenSize, type SourcePage } from './pages.ts';
import type { HiddenValue } from './preflight.ts';
import { blankPage, pageContent, type PrintPage, printPage } from './print-page.ts';
import { PdfRefused } from './refusal.ts';
import { writeFile } from './write.ts';

/** What decides whether a document can be printed. */
export interface DocumentRequest {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Where the document came from, for `details[].param`, e.g. `document.data`. */
  param: string;
}

/** A document that was read, with its pages as they print; the address is not drawn yet. */
export interface Composition {
  source: SourceDocument;
  layout: Layout;
  sheets: number;
  pages: PrintPage[];
  /** What replacing markers changed on each page; empty when none were looked for. */
  changes: PageChanges[];
  rule: MarkerRule | undefined;
  time: TimeBudget;
}

/** The document and everything that is wrong with it; none when it is not even readable. */
export interface Composed {
  composition?: Composition;
  details: Detail[];
}

/** Decides on the markers of a document. */
export interface MarkerRule {
  /** What is wrong with them; when anything is, nothing is replaced. */
  check(document: ReadDocument): Detail[];
  /** The value of a marker; undefined leaves it as it is. */
  valueOf(name: string): string | undefined;
  /** Draws what is no text where markers were, and the boxes in which it draws. */
  draw?(page: PrintPage, places: readonly MarkerPlace[], context: PDFContext): { page: PrintPage; boxes: Box[] };
  /** What is wrong with a value that would print cut or covered. */
  hidden(value: HiddenValue): Detail;
  /** A marker whose value must be seen on paper, and what is wrong where none is. */
  seen?: { name: string; otherwise: Detail };
}

/** How a document is read. */
export interface ReadingOptions {
  time?: TimeBudget;
  reading?: Reading;
}

/**
 * Reads a document and judges it by the rules that need no drawing (rules DOC-4 to DOC-14), all problems at once. Without a
 * rule for markers its text is not read.
 */
export async function compose(
  bytes: Uint8Array,
  request: DocumentRequest,
  markerRule?: MarkerRule,
  options?: ReadingOptions,
): Promise<Composed> {
  const copyWith = await composer(bytes, request, options);
  return copyWith(markerRule);
}

/**
 * Opens a document once and gives what composes one copy of it after the other. Each copy begins with the document as it was
 * sent, so the one before has to be written by then.
 */
export async function composer(
  bytes: Uint8Array,
  request: DocumentRequest,
  { time = newTimeBudget(), reading = 'own' }: ReadingOptions = {},
): Promise<(rule: MarkerRule | undefined) => Composed> {
  const refused = (error: unknown): Composed => {
    if (error instanceof PdfRefused) return { details: [error.detail(request.param)] };
    throw error;
  };
  try {
    const source = await openDocument(bytes, time, reading);
    const budget = budgetOf(CONTENT_BUDGET_BYTES);
    let read: ReadDocument | undefined;
    const readOnce = () => (read ??= readText(source, budget));
    return (rule) => {
      try {
        read?.restore();
        return copyOf(source, request, time, budget, rule, readOnce);
      } catch (error) {
        return refused(error);
      }
    };
  } catch (error) {
    const result = refused(error);
    return () => result;
  }
}

function copyOf(
  source: SourceDocument,
  { param, placement, doubleSided }: DocumentRequest,
  time: TimeBudget,
  budget: Budget,
  rule: MarkerRule | undefined,
  read: () => ReadDocument,
): Composed {
  const layout = { pages: source.pages.length, doubleSided, addressPlacement: placement };
  const sheets = sheetsOf(layout);
  const details = [...pageSizeDetails(source.pages, param), ...sheetDetails(sheets, param)];
  if (layout.pages > MOST_PAGES_READ) return { details };
  const filled = rule ? applyRule(read(), rule, details) : [];
  const changes = filled.map((page) => page.changes);
  const pages = source.pages.map((page, index) => {
    const { content, places = [], appearances } = filled[index] ?? {};
    const printed = printPage(source.context, page, content ?? pageContent(source.context, page, budget), appearances);
    if (!rule?.draw) return printed;
    const drawn = rule.draw(printed, places, source.context);
    changes[index]?.lines.push(...drawn.boxes);
    return drawn.page;
  });
  return { composition: { source, layout, sheets, pages, changes, rule, time }, details };
}

function applyRule(document: ReadDocument, rule: MarkerRule, found: Detail[]): FilledPage[] {
  const details = rule.check(document);
  found.push(...details);
  return details.length > 0 ? [] : fill(document, (name) => rule.valueOf(name));
}

/** Decoded page content of one file, all pages together. A dense page has about 1 MB. */
const CONTENT_BUDGET_BYTES = 64 * MEGABYTE;

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

function sheetDetails(sheets: number, param: string): Detail[] {
  return sheets > MAX_SHEETS ? [{ param, code: 'too_many_sheets', values: { sheets, max: MAX_SHEETS } }] : [];
}

/**
 * The file that is printed, as it is, on both sides of the paper where the catalog's `Duplex` says so. With `extra_page` it
 * does: front and back of each sheet follow one another, blank sides included, and the address has the side `sidesOf`
 * gives it. `drawAddress` adds the address to the page it belongs on.
 */
export async function printFile(
  { source, layout, pages }: Composition,
  drawAddress: (page: PrintPage) => PrintPage,
): Promise<Uint8Array> {
  const sides = sidesOf(layout).map((side) => {
    const page = typeof side === 'number' ? pages[side - 1]! : blankPage();
    const carriesAddress = layout.addressPlacement === 'first_page' ? side === 1 : side === 'address';
    return carriesAddress ? drawAddress(page) : page;
  });
  return writeFile(source, sides, isDuplex(layout));
}

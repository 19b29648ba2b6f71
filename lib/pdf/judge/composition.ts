import type { PDFContext } from 'pdf-lib';
import type { Detail } from '../../core/domain/problems.ts';
import {
  type AddressPlacement,
  isDuplex,
  type Layout,
  MAX_SHEETS,
  sheetsOf,
  type Side,
  sidesOf,
} from '../../core/domain/sheets.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf, newTimeBudget, type TimeBudget } from '../base/budgets.ts';
import { type Box, tenths, toMm } from '../base/geometry.ts';
import { PdfRefused } from '../base/refusal.ts';
import { openDocument, type Reading, type SourceDocument } from '../file/open.ts';
import { isA4Portrait, MOST_PAGES_READ, seenSize, type SourcePage } from '../file/pages.ts';
import { blankPage, pageContent, type PrintPage, printPage } from '../print/print-page.ts';
import { writeFile } from '../print/write.ts';
import type { PageChanges } from '../values/changes.ts';
import type { HiddenValue } from '../values/changes.ts';
import { fill, type FilledPage, type MarkerPlace, type ReadDocument, readText } from '../values/fill.ts';

/** The inputs that decide whether a document can be printed. */
export interface DocumentRequest {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Where the document came from, for `details[].param`, e.g. `document.data`. */
  param: string;
}

/** A parsed document with its pages as they print; the address is not drawn yet. */
export interface Composition {
  source: SourceDocument;
  layout: Layout;
  sheets: number;
  pages: PrintPage[];
  /** The changes of replaced markers on each page; empty when no markers were searched for. */
  changes: PageChanges[];
  rule: MarkerRule | undefined;
  /** By page, what stays there: markers without a value, and texts that blanks keep from being one. Empty without a rule. */
  unfilled: Unfilled[];
  time: TimeBudget;
}

/** The names on one page. */
export interface Unfilled {
  markers: ReadonlySet<string>;
  lookAlikes: ReadonlySet<string>;
}

/** The document and all its problems; no document when it cannot be read. */
export interface Composed {
  composition?: Composition;
  details: Detail[];
}

/** Decides on the markers of a document. */
export interface MarkerRule {
  /** Their problems; if there are any, nothing is replaced. */
  check(document: ReadDocument): Detail[];
  /** The value of a marker; undefined leaves it as it is. */
  valueOf(name: string): string | undefined;
  /** The value of a text field of the document's form; undefined leaves it as it is. */
  fieldValueOf(name: string): string | undefined;
  /** Draws non-text content in place of markers, and returns the boxes in which it draws. */
  draw?(page: PrintPage, places: readonly MarkerPlace[], context: PDFContext): { page: PrintPage; boxes: Box[] };
  /** The problem of a value that would print cut or covered, or move other text there. */
  hidden(value: HiddenValue): Detail;
  /** A marker whose value must be visible on paper, and the problem if it is not. */
  seen?: { name: string; otherwise: Detail };
}

/** How a document is read. */
export interface ReadingOptions {
  time?: TimeBudget;
  reading?: Reading;
}

/**
 * Reads a document and checks the rules that need no drawing (rules DOC-4 to DOC-14); reports all problems at once. Without a
 * rule for markers, it does not read the text.
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
 * Opens a document once and returns a function that composes one copy of it after another. Each copy begins with the original
 * document, so the previous copy must already be written.
 */
export async function composer(
  bytes: Uint8Array,
  request: DocumentRequest,
  { time = newTimeBudget(), reading = 'own' }: ReadingOptions = {},
): Promise<(rule: MarkerRule | undefined) => Composed> {
  try {
    const source = await openDocument(bytes, time, reading);
    const budget = budgetOf(CONTENT_BUDGET_BYTES);
    let read: ReadDocument | undefined;
    const readOnce = () => (read ??= readText(source, budget));
    return (rule) => {
      read?.restore();
      return copyOf(source, request, time, budget, rule, readOnce);
    };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    const result = { details: [error.detail(request.param)] };
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
  try {
    const filled = rule ? applyRule(read(), rule, details) : [];
    const changes = filled.map((page) => page.changes);
    const pages = source.pages.map((page, index) => {
      const { content, places = [], appearances } = filled[index] ?? {};
      const printed = printPage(
        source.context,
        page,
        content ?? pageContent(source.context, page, budget),
        appearances,
      );
      if (!rule?.draw) return printed;
      const drawn = rule.draw(printed, places, source.context);
      changes[index]?.lines.push(...drawn.boxes);
      return drawn.page;
    });
    const unfilled = rule ? unfilledIn(read(), rule) : [];
    return { composition: { source, layout, sheets, pages, changes, rule, unfilled, time }, details };
  } catch (error) {
    if (error instanceof PdfRefused) return { details: [...details, error.detail(param)] };
    throw error;
  }
}

const unfilledIn = ({ pages }: ReadDocument, rule: MarkerRule): Unfilled[] =>
  pages.map(({ markers, lookAlikes }) => ({
    markers: new Set(markers.map(({ name }) => name).filter((name) => rule.valueOf(name) === undefined)),
    lookAlikes: new Set(lookAlikes.map(({ name }) => name)),
  }));

function applyRule(document: ReadDocument, rule: MarkerRule, found: Detail[]): FilledPage[] {
  const details = rule.check(document);
  found.push(...details);
  return details.length > 0
    ? []
    : fill(
        document,
        (name) => rule.valueOf(name),
        (name) => rule.fieldValueOf(name),
      );
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
 * The final print file. It is printed on both sides of the paper if the catalog's `Duplex` says so, as it does with
 * `extra_page`: front and back of each sheet then alternate, blank sides included, and `sidesOf` gives the side of the
 * address. `drawAddress` adds the address to its page, `drawMore` anything else to a side.
 */
export async function printFile(
  { source, layout, pages }: Composition,
  drawAddress: (page: PrintPage) => PrintPage,
  drawMore: (page: PrintPage, side: Side) => PrintPage = (page) => page,
): Promise<Uint8Array> {
  const sides = sidesOf(layout).map((side) => {
    const page = typeof side === 'number' ? pages[side - 1]! : blankPage();
    const carriesAddress = layout.addressPlacement === 'first_page' ? side === 1 : side === 'address';
    return drawMore(carriesAddress ? drawAddress(page) : page, side);
  });
  return writeFile(source, sides, isDuplex(layout));
}

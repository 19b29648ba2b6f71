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
import { ADDRESS_BOX } from './address-block.ts';
import { newTimeBudget, type TimeBudget } from './budgets.ts';
import type { PageChanges } from './changes.ts';
import { fill, type FilledPage, type MarkerPlace, type ReadDocument, readText } from './fill.ts';
import { A4, type Box, toMm } from './geometry.ts';
import { openDocument, type Reading, type SourceDocument } from './open.ts';
import { isA4Portrait, MOST_PAGES_READ, seenSize, type SourcePage } from './pages.ts';
import { askPdfium, wakePdfium } from './pdfium.ts';
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

/**
 * Reads a document and judges it by the rules that need no address (rules DOC-4 to DOC-14), all problems at once. Without a
 * rule for markers its text is not read.
 */
export async function compose(
  bytes: Uint8Array,
  request: DocumentRequest,
  markerRule?: MarkerRule,
  { time = newTimeBudget(), reading = 'own' }: { time?: TimeBudget; reading?: Reading } = {},
): Promise<Composed> {
  const { param, placement, doubleSided } = request;
  wakePdfium();
  try {
    const source = await openDocument(bytes, time, reading);
    const layout = { pages: source.pages.length, doubleSided, addressPlacement: placement };
    const sheets = sheetsOf(layout);
    const details = [...pageSizeDetails(source.pages, param), ...sheetDetails(sheets, param)];
    if (layout.pages > MOST_PAGES_READ) return { details };
    const budget = { remaining: CONTENT_BUDGET_BYTES };
    const filled = markerRule ? applyRule(readText(source, budget), markerRule, details) : [];
    const changes = filled.map((page) => page.changes);
    const pages = source.pages.map((page, index) => {
      const { content, places = [], appearances } = filled[index] ?? {};
      const printed = printPage(
        source.context,
        page,
        content ?? pageContent(source.context, page, budget),
        appearances,
      );
      if (!markerRule?.draw) return printed;
      const drawn = markerRule.draw(printed, places, source.context);
      changes[index]?.lines.push(...drawn.boxes);
      return drawn.page;
    });
    const look = lookAt(source, pages, time);
    details.push(...(await addressAreaDetails(source, look, request)));
    if (markerRule?.seen && filled.length > 0) {
      const places = filled.map((page) => page.places.filter(({ name }) => name === markerRule.seen?.name));
      if (!(await isSeen(places, look))) details.push(markerRule.seen.otherwise);
    }
    return { composition: { source, layout, sheets, pages, changes, time }, details };
  } catch (error) {
    if (error instanceof PdfRefused) return { details: [error.detail(param)] };
    throw error;
  }
}

function applyRule(document: ReadDocument, rule: MarkerRule, found: Detail[]): FilledPage[] {
  const details = rule.check(document);
  found.push(...details);
  return details.length > 0 ? [] : fill(document, (name) => rule.valueOf(name));
}

/** Decoded page content of one file, all pages together. A dense page has about 1 MB. */
const CONTENT_BUDGET_BYTES = 64 * 1024 * 1024;

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

/** Where anything prints inside a box of a page, from 0. */
type Look = (page: number, box: Box) => Promise<Box | undefined>;

/** Looks at saved pages, drawn by another hand than ours: what is checked is what is printed. Each page is saved once. */
function lookAt(source: SourceDocument, pages: readonly PrintPage[], time: TimeBudget): Look {
  const files = new Map<number, Uint8Array>();
  return async (page, box) => {
    const file = files.get(page) ?? (await writeFile(source, [pages[page]!], false));
    files.set(page, file);
    return askPdfium('inkIn', { file, page: 0, box }, time);
  };
}

async function addressAreaDetails(
  source: SourceDocument,
  look: Look,
  { param, placement }: DocumentRequest,
): Promise<Detail[]> {
  if (placement !== 'first_page' || !isA4Portrait(source.pages[0]!)) return [];
  const ink = await look(0, ADDRESS_BOX);
  return ink ? [{ param, code: 'address_area_not_blank', values: { page: 1, ...placeInMm(ink) } }] : [];
}

/** Places of one value that are looked at: the first is seen in every file that was not made to be slow. */
const MOST_PLACES = 10;
/** Ems around the beginning of a value that have some of it, whichever way it is written. */
const AROUND_EMS = 1.2;

/**
 * Whether a value prints at one of its places at least. It does not off the page, in a layer that is switched off, or in
 * white, though it is selected as text there.
 * @param places by page
 */
async function isSeen(places: readonly (readonly MarkerPlace[])[], look: Look): Promise<boolean> {
  const boxes = places
    .flatMap((own, page) => own.map((place) => ({ page, box: boxAround(place) })))
    .filter(({ box: [left, bottom, right, top] }) => right - left >= 1 && top - bottom >= 1)
    .slice(0, MOST_PLACES);
  for (const { page, box } of boxes) if (await look(page, box)) return true;
  return false;
}

/** As far as it is on the page; of no width or height where it is not. */
function boxAround({ x, baseline, em }: MarkerPlace): Box {
  const far = AROUND_EMS * em;
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return [
    within(x - far, A4.width),
    within(baseline - far, A4.height),
    within(x + far, A4.width),
    within(baseline + far, A4.height),
  ];
}

/** A box on an A4 page as people measure it: millimetres from the top left corner of the page, and its size. */
const placeInMm = ([left, bottom, right, top]: Box) => ({
  left_mm: tenths(toMm(left)),
  top_mm: tenths(toMm(A4.height - top)),
  width_mm: tenths(toMm(right - left)),
  height_mm: tenths(toMm(top - bottom)),
});

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

/**
 * Reads a finished file with PDFium, which shares no code with us, and answers for the replaced markers: none is left, and
 * every value is there. A marker that can be selected but is no text on paper, as under a scanned page, is found out here.
 */
export async function showsValues(
  file: Uint8Array,
  values: ReadonlyMap<string, string>,
  time: TimeBudget,
): Promise<boolean> {
  if (values.size === 0) return true;
  const text = comparable(await askPdfium('textOf', { file }, time));
  // A value may itself look like a marker.
  const written = comparable([...values.values()].join());
  const isLeft = (marker: string) => text.includes(marker) && !written.includes(marker);
  return [...values].every(([name, value]) => !isLeft(`{{${name}}}`) && text.includes(comparable(value)));
}

/** Texts without what extraction adds or changes: spaces, line breaks, hyphens and forms of letters. */
const comparable = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u2010-\u2015\ufffe\p{Cc}-]/gu, '');

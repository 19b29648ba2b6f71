import type { AuthenticityMark } from '../core/domain/authenticity.ts';
import { type DocumentWarning, MOST_WARNINGS } from '../core/domain/document-warnings.ts';
import type { Detail, DocumentFlaw } from '../core/domain/problems.ts';
import { type Side, sidesOf } from '../core/domain/sheets.ts';
import { sha256 } from '../core/sha256.ts';
import { newTimeBudget, type TimeBudget } from './base/budgets.ts';
import { type Box, placeInMm } from './base/geometry.ts';
import { PdfRefused } from './base/refusal.ts';
import type { Reading } from './file/open.ts';
import {
  compose,
  type Composed,
  type Composition,
  type DocumentRequest,
  type MarkerRule,
  printFile,
} from './judge/composition.ts';
import { preflight, type Question, type Verdict } from './judge/preflight.ts';
import { checkVariables, hiddenVariable } from './judge/variables.ts';
import { askPdfium } from './pdfium/pdfium.ts';
import { type Addresses, undrawable } from './print/address-letters.ts';
import { drawAddress } from './print/address-side.ts';
import { drawInStrip, drawOnAddressSide, STRIPS } from './print/authenticity-mark.ts';

/** A letter's document; a quote has nothing else of the letter. */
export interface LetterDocument extends DocumentRequest {
  /** Values of the markers; null or absent: the document prints as it is. */
  variables?: Record<string, string> | null;
}

export interface LetterRequest extends LetterDocument, Addresses {
  /** Printed where the letter has room (rule GEN-2). */
  authenticity?: AuthenticityMark | null;
}

export interface Refused {
  ok: false;
  details: Detail[];
}

export interface Inspected {
  ok: true;
  /** Pages of the document, without the address side. */
  pages: number;
  /** Sheets in the envelope, with the address sheet. */
  sheets: number;
  /** What may print differently than intended. */
  warnings: DocumentWarning[];
}

export interface Prepared extends Inspected {
  file: Uint8Array;
  /** Hexadecimal SHA-256 of `file`. */
  sha256: string;
}

/** A letter's pages with its variables filled in, and all its problems. */
export function composeLetter(
  bytes: Uint8Array,
  request: LetterDocument,
  options?: { time: TimeBudget; reading: Reading },
): Promise<Composed> {
  return compose(bytes, request, variablesRule(request), options);
}

/** Whether a document can be printed (rules DOC-4 to DOC-15), with every problem found at once. */
export function inspectLetter(
  bytes: Uint8Array,
  request: LetterDocument,
  time = newTimeBudget(),
): Promise<Inspected | Refused> {
  return asSent(async (reading) => inspected(await composeLetter(bytes, request, { time, reading }), request));
}

/** The print file of a letter (see `printFile`), with the address drawn in. Equal input gives equal bytes. */
export function prepareLetter(
  bytes: Uint8Array,
  request: LetterRequest,
  time = newTimeBudget(),
): Promise<Prepared | Refused> {
  const values = new Map(Object.entries(request.variables ?? {}));
  return asSent(async (reading) => {
    const composed = await composeLetter(bytes, request, { time, reading });
    const printed = await finish(composed, request, values);
    if (!printed.ok || !request.authenticity) return printed;
    return refusing(request.param, () => marked(composed.composition!, printed, request, request.authenticity!));
  });
}

/**
 * The print file with the letter's number: on the side of the address, else in a strip in which nothing prints. Without
 * one the file stays as it is, and a warning says so.
 */
async function marked(
  composition: Composition,
  { file, ...printed }: Prepared,
  addresses: Addresses,
  mark: AuthenticityMark,
): Promise<Prepared> {
  const { context } = composition.source;
  const room = await roomIn(composition, file);
  if (!room) return { ...printed, file, warnings: [...printed.warnings, NOT_PRINTED].slice(0, MOST_WARNINGS) };
  const drawn = await printFile(
    composition,
    (page) => drawAddress(page, context, addresses),
    (page, side) => {
      if (side !== room.side) return page;
      return room.strip ? drawInStrip(page, context, mark, room.strip) : drawOnAddressSide(page, context, mark);
    },
  );
  return { ...printed, file: drawn, sha256: sha256(drawn) };
}

const NOT_PRINTED: DocumentWarning = { code: 'authenticity_number_not_printed', page: 1 };

/** The side that has room for the number, and the strip on a page of the document. */
async function roomIn(
  { layout, time }: Composition,
  file: Uint8Array,
): Promise<{ side: Side; strip?: Box } | undefined> {
  const sides = sidesOf(layout);
  if (sides.includes('address')) return { side: 'address' };
  for (const [page, side] of sides.entries())
    for (const strip of STRIPS)
      if ((await askPdfium('inkIn', { file, page, box: strip }, time)) === undefined) return { side, strip };
  return undefined;
}

/** If our reading would change what prints, the copy that PDFium rewrites is read instead. */
export async function asSent<Printable extends { ok: true }>(
  attempt: (reading: Reading) => Promise<Printable | Refused>,
): Promise<Printable | Refused> {
  const result = await attempt('own');
  if (result.ok || !result.details.some(isOfReading)) return result;
  const repaired = await attempt('pdfium');
  // Its other problems are those of any reading.
  return repaired.ok || !repaired.details.some(isOfReading) ? repaired : result;
}

const isOfReading = ({ values }: Detail) => OF_READING.has(values?.['reason']);

/** Flaws that another reading may not have. */
const OF_READING: ReadonlySet<unknown> = new Set<DocumentFlaw['reason']>(['prints_differently', 'pages_missing']);

/** Findings about a document without its addresses, after its pages have been drawn. */
export async function inspected(composed: Composed, request: DocumentRequest): Promise<Inspected | Refused> {
  const { composition } = composed;
  if (!composition) return { ok: false, details: composed.details };
  const { layout, sheets } = composition;
  return refusing(request.param, async () => {
    const file = await printFile(composition, (page) => page);
    const question = { file, values: new Map<string, string>(), isPrinted: true };
    const { details, warnings } = await judged(composed, composition, request, question);
    return details.length > 0 ? { ok: false, details } : { ok: true, pages: layout.pages, sheets, warnings };
  });
}

/**
 * The print file of a document with the address drawn in, after another reader has found every value in it.
 * @param values values of the replaced markers, by name
 * @param shown of a copy that is only shown: the pages (from 0) that have these values
 */
export async function finish(
  composed: Composed,
  request: DocumentRequest & Addresses,
  values: ReadonlyMap<string, string>,
  shown?: readonly number[],
): Promise<Prepared | Refused> {
  const { composition } = composed;
  const unsettable = undrawable(request);
  if (!composition) return { ok: false, details: [...composed.details, ...unsettable] };
  const { source, layout, sheets } = composition;
  return refusing(request.param, async () => {
    const file = await printFile(composition, (page) =>
      unsettable.length > 0 ? page : drawAddress(page, source.context, request),
    );
    const question = { file, values, valuePages: shown, isPrinted: !shown };
    const { details, warnings } = await judged(composed, composition, request, question, unsettable);
    if (details.length > 0) return { ok: false, details };
    return { ok: true, pages: layout.pages, sheets, warnings, file, sha256: sha256(file) };
  });
}

/**
 * All problems of a document and its finished file, and its warnings.
 * @param unsettable problems of its addresses
 */
async function judged(
  { details: found }: Composed,
  composition: Composition,
  request: DocumentRequest,
  asked: Omit<Question, 'isCompared'>,
  unsettable: readonly Detail[] = [],
): Promise<{ details: Detail[]; warnings: DocumentWarning[] }> {
  const { rule, changes } = composition;
  // A page of another size prints differently on A4, of course.
  const isCompared = asked.isPrinted && found.every(({ code }) => code !== 'document_page_size');
  const verdict = await preflight(composition, { ...asked, isCompared });
  // Without its values, the file has only the problems of its markers.
  const isFilled = changes.length > 0;
  const details = [
    ...found,
    ...(verdict.flaw ? [verdict.flaw.detail(request.param)] : []),
    ...addressAreaDetails(verdict, request),
    ...(asked.isPrinted && isFilled ? unseenDetails(verdict, rule) : []),
    ...unsettable,
    ...(isFilled && !verdict.showsValues ? [unreadable(request)] : []),
    ...(rule && isFilled ? verdict.hidden.map((value) => rule.hidden(value)) : []),
  ];
  const once = new Map(details.map((detail) => [JSON.stringify(detail), detail]));
  return { details: [...once.values()], warnings: details.length > 0 ? [] : verdict.warnings };
}

const unreadable = ({ param }: DocumentRequest): Detail => ({ param, code: 'document_text_unreadable' });

const unseenDetails = ({ seen }: Verdict, rule: MarkerRule | undefined): Detail[] =>
  rule?.seen && !seen.has(rule.seen.name) ? [rule.seen.otherwise] : [];

function addressAreaDetails({ inkInAddressArea: ink }: Verdict, { param }: DocumentRequest): Detail[] {
  return ink ? [{ param, code: 'address_area_not_blank', values: { page: 1, ...placeInMm(ink) } }] : [];
}

async function refusing<Printable>(
  param: string,
  act: () => Promise<Printable | Refused>,
): Promise<Printable | Refused> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof PdfRefused) return { ok: false, details: [error.detail(param)] };
    throw error;
  }
}

function variablesRule({ variables, param }: LetterDocument): MarkerRule | undefined {
  if (!variables) return undefined;
  const values = new Map(Object.entries(variables));
  const valueOf = (name: string) => values.get(name)?.normalize('NFC');
  return {
    check: (document) => checkVariables(document, variables, param),
    valueOf,
    fieldValueOf: valueOf,
    hidden: (value) => hiddenVariable(value, param),
  };
}

import type { Detail } from '../../core/domain/problems.ts';
import { sha256 } from '../../core/sha256.ts';
import { type Addresses, drawAddress, undrawable } from './address-side.ts';
import {
  compose,
  type Composed,
  type DocumentRequest,
  type MarkerRule,
  printFile,
  showsValues,
} from './composition.ts';
import { PdfRefused } from './refusal.ts';
import { checkVariables } from './variables.ts';

/** A letter's document; a quote knows no more of it. */
export interface LetterDocument extends DocumentRequest {
  /** Values of the markers; null or absent: the document prints as it is. */
  variables?: Record<string, string> | null;
}

export type LetterRequest = LetterDocument & Addresses;

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
}

export interface Prepared extends Inspected {
  file: Uint8Array;
  /** Hexadecimal SHA-256 of `file`. */
  sha256: string;
}

/** A letter's pages with its variables in place, and everything that is wrong with it. */
export function composeLetter(bytes: Uint8Array, request: LetterDocument): Promise<Composed> {
  return compose(bytes, request, variablesRule(request));
}

/** Whether a document can be printed (rules DOC-4 to DOC-15), with every problem found at once. */
export async function inspectLetter(bytes: Uint8Array, request: LetterDocument): Promise<Inspected | Refused> {
  const { composition, details } = await composeLetter(bytes, request);
  if (!composition || details.length > 0) return { ok: false, details };
  return { ok: true, pages: composition.layout.pages, sheets: composition.sheets };
}

/** The print file of a letter (see `printFile`), with the address drawn in. Equal input gives equal bytes. */
export async function prepareLetter(bytes: Uint8Array, request: LetterRequest): Promise<Prepared | Refused> {
  return finish(await composeLetter(bytes, request), request, new Map(Object.entries(request.variables ?? {})));
}

/**
 * The print file of a document with the address drawn in, once another reader has seen every value in it.
 * @param values of the markers that were replaced, by their names
 */
export async function finish(
  { composition, details: found }: Composed,
  request: DocumentRequest & Addresses,
  values: ReadonlyMap<string, string>,
): Promise<Prepared | Refused> {
  const details = [...found, ...undrawable(request)];
  if (!composition || details.length > 0) return { ok: false, details };
  const { source, layout, sheets, time } = composition;
  try {
    const file = await printFile(composition, (page) => drawAddress(page, source.context, request));
    if (await showsValues(file, values, time))
      return { ok: true, pages: layout.pages, sheets, file, sha256: sha256(file) };
    return { ok: false, details: [{ param: request.param, code: 'document_text_unreadable' }] };
  } catch (error) {
    if (error instanceof PdfRefused) return { ok: false, details: [error.detail(request.param)] };
    throw error;
  }
}

function variablesRule({ variables, param }: LetterDocument): MarkerRule | undefined {
  if (!variables) return undefined;
  const values = new Map(Object.entries(variables));
  return {
    check: (document) => checkVariables(document, variables, param),
    valueOf: (name) => values.get(name)?.normalize('NFC'),
  };
}

import { type Face, faceOf } from './faces.ts';
import { type RandomBytes, randomLetters, TYPED_ALPHABET } from './ids.ts';

/**
 * A page's token, the "number of the letter": twelve letters in groups of four, `bcdf-ghjk-mnpq`. Twenty letters to the
 * power of twelve is 4.1e15; docs/decisions/page-tokens.md and its test compute what that withstands.
 */
const GROUPS = 3;
const GROUP_LETTERS = 4;
export const TOKEN_LETTERS = GROUPS * GROUP_LETTERS;
const GROUPED = new RegExp(`[${TYPED_ALPHABET}]{${GROUP_LETTERS}}`, 'g');
const TOKEN = new RegExp(`^[${TYPED_ALPHABET}]{${TOKEN_LETTERS}}$`);
/** Tokens of letters printed until November 2026: 26 characters of base 32. */
const LONG_TOKEN = /^[0-9a-z]{26}$/;

export function createPageToken(randomBytes: RandomBytes): string {
  return inGroups(randomLetters(TOKEN_LETTERS, randomBytes));
}

/** Letters in the groups of a token, with dashes. */
export const inGroups = (letters: string): string => letters.match(GROUPED)!.join('-');

/** Base URL of a company's pages: on its own host, or on the service's. */
export function pageBaseOf(host: string | null, serviceBase: string): string {
  return host === null ? serviceBase : `https://${host}`;
}

/** The address of a hosted page, without the code (rule PAGE-1). */
export function hostedPageUrl(base: string, accountId: string, pageToken: string): string {
  return `${base}/${accountId}/${pageToken}`;
}

/** The address of a company's page, on its own host if it has one (rule ACC-8). */
export function companyPageUrl(
  company: { id: string; face?: Partial<Face> },
  serviceBase: string,
  pageToken: string,
): string {
  return hostedPageUrl(pageBaseOf(faceOf(company).page_host, serviceBase), company.id, pageToken);
}

/**
 * The address in a copy that is shown while there is no verification yet: in the form that is printed (rule PAGE-1), but of
 * no page.
 */
export function examplePageUrl(
  company: { id: string; face?: Partial<Face> },
  serviceBase: string,
  randomBytes: RandomBytes,
): string {
  return companyPageUrl(company, serviceBase, createPageToken(randomBytes));
}

/** As long as the page base of a deployment without its own host. */
export const LONG_PAGE_BASE = 'https://d111111abcdef8.cloudfront.net';

/**
 * The content of the QR code: the code is in the fragment, which browsers do not send. Capitals take 5.5 bits instead
 * of 8, so host, id and token are capitalized; readers of typed text accept them. The scheme is not, because Android
 * compares it case-sensitively, nor is a path of the service's own, where case matters.
 */
export function qrCodeTarget(pageUrl: string, code: string): string {
  const { protocol, host, pathname } = new URL(pageUrl);
  const parts = pathname.slice(1).split('/');
  const spelled = parts.splice(-2).map((part) => part.replace(/[_-]/g, '').toUpperCase());
  return `${protocol}//${[host.toUpperCase(), ...parts, ...spelled].join('/')}#${code}`;
}

/**
 * A page's token as people type it from paper: capitals, spaces and dashes anywhere, and letters in place of similar
 * digits. A whole address works, too. Undefined for text that cannot be a token.
 */
export function readPageToken(text: string): string | undefined {
  const last = withoutCode(text).split('/').at(-1)!;
  const typed = readTypedId(last);
  if (TOKEN.test(typed)) return inGroups(typed);
  return LONG_TOKEN.test(typed) ? typed : undefined;
}

const withoutCode = (address: string) => address.trim().replace(/#.*$/, '').replace(/\/+$/, '');

/** Part of an address as people type it from paper, normalized for comparison. */
export function readTypedId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}

/** Query parameter of the page after a wrong code: what was typed. */
const WRONG_CODE = 'wrong';
/** Six digits with any separators. */
const LONGEST_TYPED = 20;

/** The path of the page after a wrong code, with the part of the typed text that can belong to a code. */
export function pathAfterWrongCode(path: string, typed: string): string {
  return `${path}?${new URLSearchParams({ [WRONG_CODE]: comparable(typed) }).toString()}`;
}

/** The last wrong code that was typed: only digits, spaces and dashes, whatever else a link contains. */
export function wrongCodeIn(query: Readonly<Record<string, string | undefined>>): string | null {
  const typed = query[WRONG_CODE];
  return typed === undefined ? null : comparable(typed);
}

const comparable = (typed: string) => typed.replace(/[^\d -]/g, '').slice(0, LONGEST_TYPED);

/** The path of the pages on their host; empty if the host has nothing else. */
export function basePathOf(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}

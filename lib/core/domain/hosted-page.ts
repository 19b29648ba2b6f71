import { type RandomBytes, randomCharacters } from './ids.ts';

/** Each character has 5 bits, so a token has 130. People type it from paper: digits and letters that look apart. */
const TOKEN_CHARACTERS = 26;
const PAGE_TOKEN = /^[0-9a-z]{26}$/;

export function createPageToken(randomBytes: RandomBytes): string {
  return randomCharacters(TOKEN_CHARACTERS, randomBytes);
}

/** The address of a hosted page; it does not carry the code (rule PAGE-1). */
export function hostedPageUrl(base: string, accountId: string, pageToken: string): string {
  return `${base}/${accountId}/${pageToken}`;
}

/** What the QR code opens: the code is in the fragment, which no browser sends. */
export function qrCodeTarget(pageUrl: string, code: string): string {
  return `${pageUrl}#${code}`;
}

/** True for text that can be a page's token. */
export function isPageToken(text: string): boolean {
  return PAGE_TOKEN.test(text);
}

/** Part of an address as people type it from paper: capitals, and letters in place of the digits they look like. */
export function readTypedId(text: string): string {
  return text.trim().toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Query parameter of a page that answers a wrong code. */
export const WRONG_CODE = 'wrong';

/** The path of the pages on their host: empty when they have it to themselves. */
export function basePathOf(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}

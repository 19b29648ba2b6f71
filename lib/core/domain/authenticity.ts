import type { Account } from './accounts.ts';
import { faceOf } from './faces.ts';
import { inGroups, pageBaseOf, TOKEN_LETTERS } from './hosted-page.ts';
import { type RandomBytes, randomLetters, TYPED_ALPHABET } from './ids.ts';
import type { Letter } from './letters.ts';

/**
 * A letter's authenticity number looks like the token of a page, `bcdf-ghjk-mnpq`, and its last letter checks the
 * others. Twenty letters to the power of eleven is 2.0e14; docs/decisions/genuineness.md and its test compute what that
 * withstands.
 */
export const RANDOM_LETTERS = TOKEN_LETTERS - 1;

/** A new number (rule GEN-2). */
export function createAuthenticityNumber(randomBytes: RandomBytes): string {
  const letters = randomLetters(RANDOM_LETTERS, randomBytes);
  const check = [...TYPED_ALPHABET].find((letter) => isChecked(letters + letter))!;
  return inGroups(letters + check);
}

/** Whether a typed number, in groups, can be one: whether its last letter fits the others. */
export function isAuthenticityNumber(number: string): boolean {
  const letters = number.replaceAll('-', '');
  return letters.length === TOKEN_LETTERS && isChecked(letters);
}

/**
 * The hybrid recursion of ISO 7064, as in its MOD 11,10 and MOD 27,26, for twenty letters. It finds every wrong letter,
 * because doubling permutes the rests of 21, and nearly all neighbors that were exchanged.
 */
function isChecked(letters: string): boolean {
  const size = TYPED_ALPHABET.length;
  const values = [...letters].map((letter) => TYPED_ALPHABET.indexOf(letter));
  if (values.includes(-1)) return false;
  const carried = values
    .slice(0, -1)
    .reduce((product, value) => (((product + value) % size || size) * 2) % (size + 1), size);
  return (carried + values.at(-1)!) % size === 1;
}

/** What is printed on a letter: the host at which its recipient types the number. */
export interface AuthenticityMark {
  /** Without a scheme, with the path of the pages if they have one. */
  host: string;
  number: string;
}

/** The mark of a letter of this company. */
export function authenticityMark(
  company: Pick<Account, 'face'>,
  serviceBase: string,
  number: string,
): AuthenticityMark {
  const { host, pathname } = new URL(pageBaseOf(faceOf(company).page_host, serviceBase));
  return { host: `${host}${pathname.replace(/\/$/, '')}`, number };
}

/**
 * What the page says of a letter: nothing of its content, and no name or address (rule GEN-3). `looked_up` is null unless
 * the number was looked up so often that it may have been copied.
 */
export type ShownLetter =
  | {
      kind: 'letter_genuine';
      /** Epoch milliseconds. */
      posted_at: number;
      pages: number;
      sheets: number;
      tracking_code: string | null;
      looked_up: number | null;
    }
  /** It exists, but nobody has reported its posting. */
  | { kind: 'letter_not_posted' }
  /** Canceled, or its production failed: no such letter was posted. */
  | { kind: 'letter_revoked' };

/** More look-ups than one household makes: the number may stand on other paper too. */
export const OFTEN_LOOKED_UP = 20;

/** @param lookedUp how often the number was looked up, this time included */
export function shownLetterOf(
  { status, reached, pages, sheets, tracking_code }: Letter,
  lookedUp: number,
): ShownLetter {
  if (status === 'canceled' || status === 'failed') return { kind: 'letter_revoked' };
  if (status !== 'posted') return { kind: 'letter_not_posted' };
  const looked_up = lookedUp > OFTEN_LOOKED_UP ? lookedUp : null;
  return { kind: 'letter_genuine', posted_at: reached.posted!, pages, sheets, tracking_code, looked_up };
}

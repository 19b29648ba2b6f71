import type { Account } from '../../core/domain/accounts.ts';
import { isAuthenticityNumber } from '../../core/domain/authenticity.ts';
import type { PageState } from '../../core/domain/confirmation-page.ts';
import { readPageToken } from '../../core/domain/hosted-page.ts';
import { findLetterByNumber, type FindLetterDeps, type LookedUp } from '../letters/find-letter-by-number.ts';
import { findPage, type FindPageDeps, type FoundPage, type NoPage, type PageLookup } from './find-page.ts';

export interface NumberLookup extends Pick<PageLookup, 'host' | 'network' | 'now'> {
  /** The letter's number as typed; undefined if nothing was submitted yet. */
  number: string | undefined;
}

export interface FindByNumberDeps extends Omit<FindLetterDeps, 'tries'>, FindPageDeps {
  tries: FindLetterDeps['tries'] & FindPageDeps['tries'];
}

/** A page of no letter, in the name of the company that owns the requested host. */
export type WithoutLetter = Extract<PageState, { kind: 'number_expected' | 'number_unknown' }> & {
  company: Account | undefined;
};

/**
 * Finds what a typed number is of, for people who typed only the host: the page of a verification (rule PAGE-9), or a
 * letter with an authenticity number (rule GEN-3). Both are twelve letters, and one form takes both.
 */
export async function findPageByNumber(
  deps: FindByNumberDeps,
  { number, ...sought }: NumberLookup,
): Promise<FoundPage | LookedUp | Extract<NoPage, { kind: 'throttled' }> | WithoutLetter> {
  const read = number === undefined ? undefined : readPageToken(number);
  if (read === undefined)
    return { kind: 'number_expected', malformed: number !== undefined, company: await hostOwner(deps, sought) };
  const isPossible = isAuthenticityNumber(read);
  const letter = isPossible ? await findLetterByNumber(deps, { ...sought, number: read }) : undefined;
  if (letter) return letter;
  const page = await findPage(deps, { ...sought, accountId: undefined, pageToken: read });
  if (!('kind' in page) || page.kind === 'throttled') return page;
  return { kind: 'number_unknown', mistyped: !isPossible, company: await hostOwner(deps, sought) };
}

async function hostOwner(
  { accounts }: Pick<FindByNumberDeps, 'accounts'>,
  { host }: Pick<NumberLookup, 'host'>,
): Promise<Account | undefined> {
  const owner = host === null ? undefined : await accounts.hostOwner(host);
  return owner === undefined ? undefined : accounts.find(owner);
}

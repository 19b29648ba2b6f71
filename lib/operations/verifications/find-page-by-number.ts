import type { Account } from '../../core/domain/accounts.ts';
import type { PageState } from '../../core/domain/confirmation-page.ts';
import { readPageToken } from '../../core/domain/hosted-page.ts';
import { findPage, type FindPageDeps, type FoundPage, type NoPage, type PageLookup } from './find-page.ts';

export interface NumberLookup extends Pick<PageLookup, 'host' | 'network' | 'now'> {
  /** The letter's number as typed; undefined if nothing was submitted yet. */
  number: string | undefined;
}

/** The company is the owner of the requested host. */
export type NumberExpected = Extract<PageState, { kind: 'number_expected' }> & { company: Account | undefined };

/** Finds a page by the number of its letter, for people who typed only the host (rule PAGE-9). */
export async function findPageByNumber(
  deps: FindPageDeps,
  { number, ...sought }: NumberLookup,
): Promise<FoundPage | NoPage | NumberExpected> {
  if (number !== undefined && readPageToken(number) !== undefined)
    return findPage(deps, { ...sought, accountId: undefined, pageToken: number });
  const owner = sought.host === null ? undefined : await deps.accounts.hostOwner(sought.host);
  const company = owner === undefined ? undefined : await deps.accounts.find(owner);
  return { kind: 'number_expected', malformed: number !== undefined, company };
}

import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { PageTries } from '../../adapters/data/mailings/page-tries.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { Account } from '../../core/domain/accounts.ts';
import type { PageState } from '../../core/domain/confirmation-page.ts';
import { readPageToken, readTypedId } from '../../core/domain/hosted-page.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface FindPageDeps {
  accounts: Pick<Accounts, 'find' | 'hostOwner'>;
  verifications: Pick<Verifications, 'find' | 'findPage'>;
  tries: Pick<PageTries, 'countMiss' | 'waitAfterMisses'>;
}

/** The page that a person requested, and from where. */
export interface PageLookup {
  /** Undefined for a person who has only the letter's number. */
  accountId: string | undefined;
  pageToken: string;
  /** The requested host; null if unknown. */
  host: string | null;
  /** The network by which tries are counted. */
  network: string | null;
  now: number;
}

export interface FoundPage {
  account: Account;
  found: Versioned<Verification>;
  pageToken: string;
}

/** There is no such page, or the network requested too many such pages. */
export type NoPage = Extract<PageState, { kind: 'unknown_link' | 'throttled' }>;

/**
 * Finds the verification of a page by its address, which may have been typed from paper. Requests for pages that do not
 * exist are counted, so that nobody finds a page by guessing (rule PAGE-9); after too many, the response does not
 * reveal whether one exists.
 */
export async function findPage(deps: FindPageDeps, sought: PageLookup): Promise<FoundPage | NoPage> {
  const { network, now } = sought;
  const pageToken = readPageToken(sought.pageToken);
  if (pageToken === undefined) return { kind: 'unknown_link' };
  const [page, retry_after_seconds] = await settleAll([
    lookUp(deps, sought, pageToken),
    deps.tries.waitAfterMisses(network, now),
  ]);
  if (retry_after_seconds !== undefined) return { kind: 'throttled', retry_after_seconds };
  if (page) return page;
  await deps.tries.countMiss(network, now);
  return { kind: 'unknown_link' };
}

async function lookUp(
  { accounts, verifications }: FindPageDeps,
  { accountId, host }: PageLookup,
  pageToken: string,
): Promise<FoundPage | undefined> {
  const [owner, hostOwner] = await settleAll([
    verifications.findPage(pageToken),
    host === null ? undefined : accounts.hostOwner(host),
  ]);
  if (!owner || (accountId !== undefined && readTypedId(accountId) !== readTypedId(owner.account_id))) return undefined;
  // A company's host shows only the company's letters; the service's host shows all.
  if (hostOwner !== undefined && hostOwner !== owner.account_id) return undefined;
  const [account, found] = await settleAll([
    accounts.find(owner.account_id),
    verifications.find(owner.account_id, owner.verification_id),
  ]);
  return account && found && { account, found, pageToken };
}

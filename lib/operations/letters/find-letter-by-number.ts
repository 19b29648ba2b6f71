import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { AuthenticityNumbers } from '../../adapters/data/mailings/authenticity-numbers.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { PageTries } from '../../adapters/data/mailings/page-tries.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { shownLetterOf } from '../../core/domain/authenticity.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import type { PageState } from '../../core/domain/confirmation-page.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface FindLetterDeps {
  accounts: Pick<Accounts, 'find' | 'hostOwner'>;
  letters: Pick<Letters, 'find'>;
  numbers: Pick<AuthenticityNumbers, 'find' | 'count'>;
  tries: Pick<PageTries, 'waitAfterMisses' | 'takeLookUp'>;
}

/** The number that a person typed, and from where. */
export interface LetterLookup {
  number: string;
  /** The requested host; null if unknown. */
  host: string | null;
  /** The network by which tries are counted. */
  network: string | null;
  now: number;
}

/** What the page says of a letter, in the name of its sender. */
export interface LookedUp {
  account: Account;
  state: PageState;
}

/**
 * Finds the letter with an authenticity number, and counts the look-up (rules GEN-3 to GEN-5). Nothing is counted for a
 * network that guessed too much: it does not learn whether the number exists.
 * @returns undefined if no letter that this host shows has the number
 */
export async function findLetterByNumber(
  { accounts, letters, numbers, tries }: FindLetterDeps,
  { number, host, network, now }: LetterLookup,
): Promise<LookedUp | Extract<PageState, { kind: 'throttled' }> | undefined> {
  const [owner, hostOwner, wait] = await settleAll([
    numbers.find(number),
    host === null ? undefined : accounts.hostOwner(host),
    tries.waitAfterMisses(network, now),
  ]);
  if (!owner || (hostOwner !== undefined && hostOwner !== owner.account_id)) return undefined;
  const retry_after_seconds = wait ?? (await tries.takeLookUp(network, now));
  if (retry_after_seconds !== undefined) return { kind: 'throttled', retry_after_seconds };
  const [account, found] = await settleAll([
    accounts.find(owner.account_id),
    letters.find(owner.account_id, owner.letter_id),
  ]);
  if (!account || !found) return undefined;
  const lookedUp = await numbers.count(number, brasiliaDate(now));
  return { account, state: shownLetterOf(found.mailing, lookedUp) };
}

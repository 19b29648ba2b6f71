import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailingChange, Versioned } from '../../adapters/data/mailings/mailings.ts';
import { type Ledger, LOST_RACES } from '../../adapters/data/money/ledger.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import { type WaitResult, waitResult } from '../../adapters/workflows/mailing-workflow.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { nextChargeInstant } from '../../core/domain/brasilia.ts';
import type { Balance } from '../../core/domain/ledger.ts';
import { type Letter, letterDueAt, type LetterMove } from '../../core/domain/letters.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { settleAll } from '../../core/settle-all.ts';
import type { Tools } from '../mailings/move-mailing.ts';
import { letterChange } from './move-letter.ts';

export interface Deps extends Tools {
  letters: Pick<Letters, 'find' | 'changeAll'>;
  accounts: Pick<Accounts, 'find'>;
  ledger: Pick<Ledger, 'balance'>;
  links: PreviewLinks;
  prices: PriceTable;
  /** Waits before the next try; takes the number of tries so far. */
  backOff: (attempt: number) => Promise<void>;
}

export interface Charged {
  /** The result for each letter's state machine, by the letter's id. */
  answers: Map<string, WaitResult>;
  /** Lost races before the success: the balance moved, or a letter was edited or canceled at the same moment. */
  lostRaces: number;
}

/**
 * Charges scheduled letters of one account at its current plan, in order and in one transaction; letters that the
 * balance does not cover are canceled (rule LTR-9). Letters of a suspended account stay scheduled and are retried the
 * next day. The transaction requires that letters and balance are unchanged since they were read, so a concurrent
 * top-up or charge counts. A lost race starts again from the beginning.
 * @param letterIds at most 24, each once
 * @throws Error, with nothing done, if a letter or the account does not exist, or too many races were lost: the queue
 * delivers them again
 */
export async function chargeScheduledLetters(
  deps: Deps,
  accountId: string,
  letterIds: readonly string[],
): Promise<Charged> {
  for (let lostRaces = 0; lostRaces <= LOST_RACES; lostRaces++) {
    const [account, balance, letters] = await settleAll([
      deps.accounts.find(accountId),
      deps.ledger.balance(accountId),
      settleAll(letterIds.map((id) => readLetter(deps, accountId, id))),
    ]);
    if (!account) throw new Error(`account ${accountId} does not exist`);
    const now = deps.now();
    const due = letters.filter(({ mailing }) => isDue(mailing, account, now));
    const changes = await judge(deps, account, balance, due);
    if (changes.length > 0 && !(await deps.letters.changeAll(changes, balance))) {
      await deps.backOff(lostRaces);
      continue;
    }

    const waiting = letters.filter((letter) => !due.includes(letter)).map(({ mailing }) => mailing);
    const answers = [...waiting, ...changes.map(({ after }) => after)].map(
      (letter) => [letter.id, waitResult(letter.status, nextCheckAt(letter, account, now))] as const,
    );
    return { answers: new Map(answers), lostRaces };
  }
  throw new Error(`${LOST_RACES + 1} races in a row were lost`);
}

async function readLetter({ letters }: Deps, accountId: string, letterId: string): Promise<Versioned<Letter>> {
  const found = await letters.find(accountId, letterId);
  if (!found) throw new Error(`letter ${letterId} does not exist`);
  return found;
}

function isDue(letter: Letter, account: Account, now: number): boolean {
  const due = letterDueAt(letter);
  return due !== null && due <= now && !account.suspended;
}

/** The wait was computed at creation; Brasília's time zone may have changed since. */
function nextCheckAt(letter: Letter, account: Account, now: number): number | null {
  const due = letterDueAt(letter);
  return due !== null && due <= now && account.suspended ? nextChargeInstant(now) : due;
}

/** Letters are charged in turn, each from the balance that the previous ones left. */
async function judge(
  deps: Deps,
  { plan }: Account,
  { amount }: Balance,
  letters: readonly Versioned<Letter>[],
): Promise<MailingChange<Letter>[]> {
  let left = amount;
  const moves = letters.map(({ mailing }): LetterMove => {
    const price = priceOf(deps.prices[plan], mailing);
    if (price.total > Math.max(left, 0)) return { trigger: 'cancel', reason: 'insufficient_balance' };
    left -= price.total;
    return { trigger: 'charge', price };
  });
  const changes = await settleAll(letters.map((letter, index) => letterChange(deps, letter, moves[index]!)));
  return changes.filter((change) => change !== undefined);
}

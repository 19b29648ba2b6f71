import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import { LetterNotEditable } from '../../core/domain/letter-edits.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import { requireAccount } from '../accounts/require-account.ts';
import type { MoveOptions } from '../mailings/move-mailing.ts';
import { type MoveLetterDeps, moveLetterTo } from './move-letter.ts';

export interface SendLetterNowDeps extends MoveLetterDeps {
  accounts: Pick<Accounts, 'find'>;
  letters: Pick<Letters, 'find' | 'change'>;
  prices: PriceTable;
}

/**
 * Sends a scheduled letter without waiting for its date: it is charged at the account's plan, today becomes its send date,
 * because the retention of its file starts on that date, and `letter.received` notifies its receivers (rule LTR-14).
 * @throws Problem resource_not_found, account_suspended, insufficient_balance · LetterNotEditable if it is not
 * scheduled
 */
export async function sendLetterNow(
  deps: SendLetterNowDeps,
  accountId: string,
  letterId: string,
  options: Pick<MoveOptions<LetterResource>, 'toResponse'> = {},
): Promise<LetterResource> {
  const account = await requireAccount(deps.accounts, accountId);
  const found = await deps.letters.find(accountId, letterId);
  if (!found) throw new Problem('resource_not_found');
  if (found.mailing.status !== 'scheduled') throw new LetterNotEditable(found.mailing.status, ['send_date']);
  if (account.suspended) throw new Problem('account_suspended');

  const price = priceOf(deps.prices[account.plan], found.mailing);
  const charge = { trigger: 'charge' as const, price, send_date: brasiliaDate(deps.now()) };
  const { moved, resource } = await moveLetterTo(deps, found, charge, { ...options, asRead: true });
  // The letter was edited, canceled or charged at the same moment: check its price and status again.
  return moved ? resource : sendLetterNow(deps, accountId, letterId, options);
}

import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import { auditLedger, type ExpectedCharge, type LedgerDifference } from '../../core/domain/ledger.ts';
import { isCharged, type Letter } from '../../core/domain/letters.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { settleAll } from '../../core/settle-all.ts';
import { concurrently } from '../concurrently.ts';

export interface AuditDeps {
  ledger: Pick<Ledger, 'balance' | 'all'>;
  letters: Pick<Letters, 'all'>;
  verifications: Pick<Verifications, 'all'>;
  mailMerges: Pick<MailMerges, 'inProgress'>;
}

/**
 * Recomputes an account's money from its entries and its mailings (rules MON-7 and MON-8); it must find no difference.
 * It may run while money moves: it audits the ledger as of one balance, and leaves mailings whose money moved during
 * the read to the next audit.
 */
export async function auditAccount(deps: AuditDeps, accountId: string): Promise<LedgerDifference[]> {
  const before = await deps.ledger.balance(accountId);
  // Read before the letters: a letter batch that has ended by now has all of its letters.
  const inProgress = await deps.mailMerges.inProgress(accountId);
  const [letters, verifications] = await settleAll([deps.letters.all(accountId), deps.verifications.all(accountId)]);
  const balance = await deps.ledger.balance(accountId);
  const all = await deps.ledger.all(accountId);
  const { sequence: last } = await deps.ledger.balance(accountId);
  // An entry beyond the balance's sequence was not added during the read: it is a difference.
  const entries = all.filter(({ sequence }) => sequence <= balance.sequence || sequence > last);
  const unsettled = new Set([
    ...entries.filter(({ sequence }) => sequence > before.sequence).map(({ source_id }) => source_id),
    ...inProgress.map(({ mailMerge: { id } }) => id),
  ]);
  const expected = [...letters.map(chargeOfLetter), ...verifications.map(chargeOfVerification)];
  return auditLedger(accountId, balance, entries, expected, unsettled);
}

/** An audit holds all entries and mailings of an account in memory. */
const ACCOUNTS_AT_ONCE = 8;

/** Audits several accounts. @param onAudited after each */
export async function auditAccounts(
  deps: AuditDeps,
  accountIds: readonly string[],
  onAudited: () => void = () => undefined,
): Promise<LedgerDifference[]> {
  const differences = await concurrently(accountIds, ACCOUNTS_AT_ONCE, async (accountId) => {
    const found = await auditAccount(deps, accountId);
    onAudited();
    return found;
  });
  return differences.flat();
}

function chargeOfLetter(letter: Letter): ExpectedCharge {
  const paid = isCharged(letter) ? letter.price.total : 0;
  const returned = letter.status === 'canceled' || letter.status === 'failed';
  const { id, letter_batch_id } = letter;
  const refunded = returned ? paid : 0;
  if (letter_batch_id === undefined) return { id, charged: paid, refunded };
  // The charge of its letter batch has paid for it; its refund is its own.
  return { id, charged: 0, refunded, share: { letter_batch_id, amount: paid } };
}

function chargeOfVerification({ id, status, price }: Verification): ExpectedCharge {
  return { id, charged: price.total, refunded: status === 'canceled' ? price.total : 0 };
}

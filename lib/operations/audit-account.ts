import type { Ledger } from '../data/ledger.ts';
import type { Letters } from '../data/letters.ts';
import type { Verifications } from '../data/verifications.ts';
import { auditLedger, type ExpectedCharge, type LedgerDifference } from '../domain/ledger.ts';
import { isCharged, type Letter } from '../domain/letters.ts';
import type { Verification } from '../domain/verifications.ts';

export interface AuditDeps {
  ledger: Pick<Ledger, 'balance' | 'all'>;
  letters: Pick<Letters, 'all'>;
  verifications: Pick<Verifications, 'all'>;
}

/**
 * Recomputes an account's money from its entries and its mailings (design §4). Entries are read before and after the rest,
 * so that a charge in between is told apart from a difference; it must print none.
 */
export async function auditAccount(deps: AuditDeps, accountId: string): Promise<LedgerDifference[]> {
  for (;;) {
    const before = await deps.ledger.balance(accountId);
    const [entries, letters, verifications] = await Promise.all([
      deps.ledger.all(accountId),
      deps.letters.all(accountId),
      deps.verifications.all(accountId),
    ]);
    const expected = [...letters.map(chargeOfLetter), ...verifications.map(chargeOfVerification)];
    const after = await deps.ledger.balance(accountId);
    if (before.sequence === after.sequence) return auditLedger(accountId, after, entries, expected);
  }
}

function chargeOfLetter(letter: Letter): ExpectedCharge {
  const charged = isCharged(letter) ? letter.price.total : 0;
  const returned = letter.status === 'canceled' || letter.status === 'failed';
  return { id: letter.id, charged, refunded: returned ? charged : 0 };
}

function chargeOfVerification({ id, status, price }: Verification): ExpectedCharge {
  return { id, charged: price.total, refunded: status === 'canceled' ? price.total : 0 };
}

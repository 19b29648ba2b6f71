import type { Corrections } from '../../adapters/data/money/corrections.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import { playMoney } from '../../core/domain/sandbox.ts';

export interface FundSandboxDeps {
  corrections: Pick<Corrections, 'make'>;
  ledger: Pick<Ledger, 'balance'>;
}

/**
 * Refills the play money of a sandbox when little is left (rule SBX-2). The credit depends on the ledger's state that
 * it was computed from, so of two concurrent refills only one succeeds.
 */
export async function fundSandbox({ corrections, ledger }: FundSandboxDeps, sandboxId: string): Promise<void> {
  const { amount, sequence } = await ledger.balance(sandboxId);
  if (amount >= playMoney.low) return;
  const credit = { type: 'credit' as const, amount: playMoney.full - amount, source_id: null };
  await corrections.make({ account_id: sandboxId, ...credit, description: 'Saldo de teste' }, `play_money_${sequence}`);
}

import type { LedgerEntry, MoneyMove } from '../../../core/domain/ledger.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { sha256 } from '../../../core/sha256.ts';
import { correctionKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { bookOnce, findBooking } from './bookings.ts';
import type { Tools } from './ledger.ts';

/** Credits and adjustments of accounts, each booked once. */
export function openCorrections(table: Table, tools: Tools) {
  return {
    /**
     * Moves money unless the same correction was already booked.
     * @param reference the operator's own, used once in the account; without one, corrections of the same type, amount and
     *   description within 24 hours are the same
     * @returns the entry of this or of the earlier call
     */
    make: async (move: MoneyMove, reference: string | null): Promise<{ entry: LedgerEntry; alreadyDone: boolean }> => {
      const { account_id, type, amount, description } = move;
      const named = reference === null ? ['content', type, amount, description] : ['reference', reference];
      const key = correctionKey(account_id, sha256(JSON.stringify(named)));
      const expiry = reference === null && { expiredBefore: tools.now() - DAY_MS };
      const entry = await bookOnce(table, tools, move, { kind: 'correction', key, ...expiry });
      if (entry) return { entry, alreadyDone: false };
      return { entry: (await findBooking(table, key))!.entry, alreadyDone: true };
    },
  };
}

export type Corrections = ReturnType<typeof openCorrections>;

import type { LedgerEntry, MoneyMove } from '../../../core/domain/ledger.ts';
import type { Booking } from '../../../core/schemas/balance.ts';
import { sha256 } from '../../../core/sha256.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { bookOnce, findBooking } from './bookings.ts';
import type { Tools } from './ledger.ts';

/** Customers' payments. Each is booked once, no matter how many times it is submitted. */
export function openPayments(table: Table, tools: Tools) {
  return {
    /** The booking of a payment with its entry; undefined when it was not booked. */
    find: (paymentId: string): Promise<Booking | undefined> => findBooking(table, paymentKey(paymentId)),

    /**
     * Books a payment.
     * @param paymentId the bank's id of the payment, unique over all accounts
     * @returns undefined, with nothing written, when it was booked before
     */
    book: (move: MoneyMove, paymentId: string): Promise<LedgerEntry | undefined> =>
      bookOnce(table, tools, move, { kind: 'payment', key: paymentKey(paymentId) }),
  };
}

export type Payments = ReturnType<typeof openPayments>;

/** Hashed, because a payment id may have any length and form. */
function paymentKey(paymentId: string): Key {
  return { PK: `PAYMENT#${sha256(paymentId)}`, SK: 'PAYMENT' };
}

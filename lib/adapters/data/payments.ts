import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { LedgerEntry, MoneyMove } from '../../core/domain/ledger.ts';
import { sha256 } from '../../core/sha256.ts';
import type { Key } from './keys.ts';
import { commitMoney, type Tools } from './ledger.ts';
import type { Table } from './table.ts';
import { ConditionLost } from './transactions.ts';

/** Payments that customers made, each booked once, whoever books it and however often. */
export function openPayments(table: Table, tools: Tools) {
  return {
    /** Where a payment was booked, and when; undefined when it was not. */
    find: async (paymentId: string): Promise<{ account_id: string; booked_at: number } | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: paymentKey(paymentId), ConsistentRead: true }),
      );
      return Item as { account_id: string; booked_at: number } | undefined;
    },

    /**
     * Books a payment: the mark that it was booked and the ledger entry are one transaction.
     * @param paymentId what the bank calls the payment, unique over all accounts
     * @returns undefined, with nothing written, when it was booked before
     */
    book: async (move: MoneyMove, paymentId: string): Promise<LedgerEntry | undefined> => {
      const mark = {
        name: 'payment',
        item: {
          Put: {
            TableName: table.name,
            Item: { ...paymentKey(paymentId), kind: 'payment', account_id: move.account_id, booked_at: tools.now() },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
      };
      try {
        return (await commitMoney(table, tools, [move], [mark]))[0];
      } catch (error) {
        if (error instanceof ConditionLost && error.write === 'payment') return undefined;
        throw error;
      }
    },
  };
}

export type Payments = ReturnType<typeof openPayments>;

/** Hashed: a payment's name may be of any length and form, and is nothing to read. */
function paymentKey(paymentId: string): Key {
  return { PK: `PAYMENT#${sha256(paymentId)}`, SK: 'PAYMENT' };
}

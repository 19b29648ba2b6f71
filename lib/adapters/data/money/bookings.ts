import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { LedgerEntry, MoneyMove } from '../../../core/domain/ledger.ts';
import type { Booking } from '../../../core/schemas/balance.ts';
import type { Key } from '../table/keys.ts';
import { shapeOf } from '../table/stored.ts';
import { storedBooking } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, OutcomeUnknown } from '../table/transactions.ts';
import { commitMoney, type Tools } from './ledger.ts';

/** Marks that money was moved for a reference. */
export interface Mark {
  kind: 'payment' | 'correction';
  key: Key;
  /** Epoch milliseconds: an older mark has expired and is replaced. */
  expiredBefore?: number;
}

/** The attributes of the item. */
const shape = /* @__PURE__ */ shapeOf('booking', (item) => item, storedBooking);

/** Each repetition has its own attempts; a command may wait for them. */
const REPETITIONS = 1;

/**
 * Moves money unless the mark already exists. Mark and ledger entry are one transaction, so the mark tells whether one
 * without a response took effect, and repeating it, here or by another call, moves nothing.
 * @returns undefined, with nothing written, if the mark existed
 * @throws OutcomeUnknown if DynamoDB keeps silent: repeating the call is safe
 */
export async function bookOnce(
  table: Table,
  tools: Tools,
  move: MoneyMove,
  { kind, key, expiredBefore = 0 }: Mark,
): Promise<LedgerEntry | undefined> {
  const { account_id } = move;
  const tried = new Set<string>();
  const write = (entry: LedgerEntry) => ({
    name: kind,
    item: {
      Put: {
        TableName: table.name,
        Item: { ...key, kind, account_id, booked_at: tools.now(), entry, ...shape.stamp },
        ConditionExpression: 'attribute_not_exists(PK) OR booked_at < :expiredBefore',
        ExpressionAttributeValues: { ':expiredBefore': expiredBefore },
      },
    },
  });
  for (let repetition = 0; ; repetition++) {
    try {
      const [booked] = await commitMoney(table, tools, [move], ([entry]) => {
        tried.add(entry!.id);
        return [write(entry!)];
      });
      return booked;
    } catch (error) {
      const isMarked = error instanceof ConditionLost && error.write === kind;
      if (!isMarked && !(error instanceof OutcomeUnknown)) throw error;
      const found = await findBooking(table, key);
      if (found && tried.has(found.entry.id)) return found.entry;
      if (isMarked) return undefined;
      if (repetition >= REPETITIONS) throw error;
    }
  }
}

/** The booking under a mark, strongly consistent, or undefined. */
export async function findBooking(table: Table, key: Key): Promise<Booking | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
  return Item && shape.read(Item);
}

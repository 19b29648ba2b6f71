import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Mailing } from '../../../core/domain/mailings.ts';
import { commit } from '../table/calls.ts';
import { type Key, mailingPartition } from '../table/keys.ts';
import { walkAll } from '../table/queries.ts';
import { readEach } from '../table/stored.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, type Write } from '../table/transactions.ts';
import type { MailingShape } from './mailing-shapes.ts';
import { isIndexed, recipientWrites } from './recipients.ts';

/**
 * Makes the mailings of one kind and account findable by recipient that are older than the index. It may be repeated.
 * @returns how many it added
 */
export async function indexRecipients<M extends Mailing>(
  table: Table,
  shape: MailingShape<M>,
  accountId: string,
): Promise<number> {
  let added = 0;
  for await (const items of walkAll(table, mailingPartition(accountId, shape.kind))) {
    for (const { id } of readEach(table, items, shape.read)) {
      const key = { PK: mailingPartition(accountId, shape.kind), SK: id };
      if (await indexRecipient(table, shape, key)) added++;
    }
  }
  return added;
}

/** @returns false if the mailing is in the index already, or is erased */
async function indexRecipient<M extends Mailing>(table: Table, shape: MailingShape<M>, key: Key): Promise<boolean> {
  for (;;) {
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    const mailing = shape.read(Item!);
    const entries = recipientWrites(table, null, mailing);
    if (entries.length === 0 || (await isIndexed(table, mailing))) return false;
    try {
      await commit(table, [unchanged(table, key, Item!.version), ...entries]);
      return true;
    } catch (error) {
      // The mailing has changed, perhaps its recipient.
      if (!(error instanceof ConditionLost)) throw error;
    }
  }
}

const unchanged = ({ name: TableName }: Table, Key: Key, version: unknown): Write => ({
  name: 'mailing',
  item: {
    ConditionCheck: {
      TableName,
      Key,
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': version },
    },
  },
});

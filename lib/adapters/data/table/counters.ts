import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import { ifConditionHolds, type Table } from './table.ts';

/**
 * Adds to the count under a key unless that would exceed the limit. It is one conditional write, so exactly `limit` of
 * any number of concurrent calls of one pass.
 * @param amount at most `limit`
 * @param expiresAt epoch seconds, after which the count is not needed
 * @returns the count including this, or undefined if the limit was reached
 */
export async function countUpTo(
  table: Table,
  key: Key,
  { kind, limit, expiresAt, amount = 1 }: { kind: string; limit: number; expiresAt: number; amount?: number },
): Promise<number | undefined> {
  const counted = await ifConditionHolds(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'ADD #count :amount SET kind = :kind, expires_at_epoch = :expiry',
        ConditionExpression: 'attribute_not_exists(#count) OR #count <= :most',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: {
          ':amount': amount,
          ':most': limit - amount,
          ':kind': kind,
          ':expiry': expiresAt,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  return counted && (counted.Attributes!.count as number);
}

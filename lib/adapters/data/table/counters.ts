import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import { ifConditionHolds, type Table } from './table.ts';

/**
 * Increments the count under a key unless it has reached the limit. It is one conditional write, so exactly `limit` of
 * any number of concurrent calls pass.
 * @param expiresAt epoch seconds, after which the count is not needed
 * @returns the count including this one, or undefined if the limit was reached
 */
export async function countUpTo(
  table: Table,
  key: Key,
  { kind, limit, expiresAt }: { kind: string; limit: number; expiresAt: number },
): Promise<number | undefined> {
  const counted = await ifConditionHolds(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'ADD #count :one SET kind = :kind, expires_at_epoch = :expiry',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':kind': kind, ':expiry': expiresAt },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  return counted && (counted.Attributes!.count as number);
}

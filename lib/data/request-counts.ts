import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requestCountKey } from './keys.ts';
import { isConditionFailure, type Table } from './table.ts';

/** A count is of use for one second; the rest is slack for clocks that differ. */
const KEPT_SECONDS = 60;

/** Requests of an account, counted by the second (spec, Limits). */
export function openRequestCounts(table: Table) {
  return {
    /**
     * Counts one request, unless the second is full: one conditional write, so exactly `limit` of any number at once pass.
     * @param second epoch seconds
     * @returns the count including this request, or undefined when the limit was reached
     */
    count: async (accountId: string, second: number, limit: number): Promise<number | undefined> => {
      try {
        const { Attributes } = await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: requestCountKey(accountId, second),
            UpdateExpression: 'ADD #count :one SET kind = :kind, expires_at_epoch = :expiry',
            ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
            ExpressionAttributeNames: { '#count': 'count' },
            ExpressionAttributeValues: {
              ':one': 1,
              ':limit': limit,
              ':kind': 'request_count',
              ':expiry': second + KEPT_SECONDS,
            },
            ReturnValues: 'UPDATED_NEW',
          }),
        );
        return Attributes!.count as number;
      } catch (error) {
        if (isConditionFailure(error)) return undefined;
        throw error;
      }
    },
  };
}

export type RequestCounts = ReturnType<typeof openRequestCounts>;

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hostLimits, newHost, type TargetHost } from '../../../core/domain/target-hosts.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { DELIVERY_DAYS } from '../../../core/domain/webhooks.ts';
import { sha256 } from '../../../core/sha256.ts';
import { targetHostKey, targetHostSecondKey } from '../table/keys.ts';
import type { Item } from '../table/schema.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';

/** A count is needed for one second; the rest allows for clock differences. */
const KEPT_SECONDS = 60;

/** Hosts that endpoints of any account name, by the hash of the name, and their calls by the second (rule HOOK-13). */
export function openTargetHosts(table: Table) {
  const keptUntil = (now: number) => epochSeconds(now + DELIVERY_DAYS * DAY_MS);
  return {
    /** What is known of a host. */
    find: async (host: string): Promise<TargetHost> => {
      const Key = targetHostKey(sha256(host));
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
      return Item ? hostIn(Item) : newHost;
    },

    /** Notes that an endpoint calls a host. @returns what is known of it now */
    note: async (host: string, endpointId: string, now: number): Promise<TargetHost> => {
      const { Attributes } = await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: targetHostKey(sha256(host)),
          UpdateExpression: 'ADD endpoints :endpoint SET kind = :kind, expires_at_epoch = :expiry',
          ExpressionAttributeValues: {
            ':endpoint': new Set([endpointId]),
            ':kind': 'target_host',
            ':expiry': keptUntil(now),
          },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return hostIn(Attributes!);
    },

    /** Takes places for calls in a second. @returns false if so many are not left */
    take: async (host: string, second: number, places: number, rate: number): Promise<boolean> =>
      (await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: targetHostSecondKey(sha256(host), second),
            UpdateExpression: 'ADD calls :places SET kind = :kind, expires_at_epoch = :expiry',
            ConditionExpression: 'attribute_not_exists(calls) OR calls <= :left',
            ExpressionAttributeValues: {
              ':places': places,
              ':left': rate - places,
              ':kind': 'target_host_second',
              ':expiry': second + KEPT_SECONDS,
            },
          }),
        ),
      )) !== undefined,

    /** Changes a rate, at most once in `changeEvery` over all functions. */
    setRate: async (host: string, rate: number, now: number): Promise<void> => {
      await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: targetHostKey(sha256(host)),
            UpdateExpression: 'SET calls_a_second = :rate, changed_at = :now, expires_at_epoch = :expiry',
            ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(changed_at) OR changed_at <= :before)',
            ExpressionAttributeValues: {
              ':rate': rate,
              ':now': now,
              ':before': now - hostLimits.changeEvery,
              ':expiry': keptUntil(now),
            },
          }),
        ),
      );
    },
  };
}

export type TargetHosts = ReturnType<typeof openTargetHosts>;

const hostIn = (item: Item): TargetHost => ({
  endpoints: (item.endpoints as Set<string> | undefined) ?? new Set(),
  rate: (item.calls_a_second as number | undefined) ?? hostLimits.start,
});

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MOST_ENDPOINTS, type SigningSecret, type WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { accountKey, webhookEndpointKey, webhookEndpointsPartition } from './keys.ts';
import { queryAll } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedWebhookEndpoint } from './stored-schemas.ts';
import { isConditionFailure, type Table } from './table.ts';
import { ConditionLost, transact, type Write } from './transactions.ts';

const KIND = 'webhook_endpoint';

const shape = shapeOf('webhook endpoint', ({ endpoint }) => endpoint, storedWebhookEndpoint);

/** Names an endpoint; an endpoint itself will do. */
export type EndpointRef = Pick<WebhookEndpoint, 'account_id' | 'id'>;

/** What of an endpoint is simply set, the last writer winning. */
export type EndpointFields = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'state' | 'slow_until'>>;

/** Webhook endpoints of accounts, with the slots that bound the attempts in flight. */
export function openWebhookEndpoints(table: Table) {
  return {
    /**
     * Adds an endpoint; a counter beside the endpoints keeps two callers from passing the limit together.
     * @returns why not: `full` when the account has ten already, `account_unknown` when there is no such account
     */
    create: async (endpoint: WebhookEndpoint): Promise<'created' | 'full' | 'account_unknown'> => {
      try {
        await transact(table, [
          accountExists(table, endpoint),
          endpointWrite(table, endpoint),
          countWrite(table, endpoint, 1),
        ]);
        return 'created';
      } catch (error) {
        if (!(error instanceof ConditionLost) || error.write === 'endpoint') throw error;
        return error.write === 'account' ? 'account_unknown' : 'full';
      }
    },

    /** Strongly consistent: a removed or paused endpoint gets nothing more, a new secret signs at once. */
    find: async (accountId: string, endpointId: string): Promise<WebhookEndpoint | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: webhookEndpointKey(accountId, endpointId), ConsistentRead: true }),
      );
      return Item && shape.read(Item);
    },

    /** An account's endpoints, oldest first. */
    list: async (accountId: string): Promise<WebhookEndpoint[]> =>
      (await queryAll(table, webhookEndpointsPartition(accountId)))
        .filter((item) => item.kind === KIND)
        .map(shape.read),

    /** The endpoint after setting the fields, or undefined when there is none. */
    set: (endpoint: EndpointRef, fields: EndpointFields): Promise<WebhookEndpoint | undefined> =>
      update(table, endpoint, {
        expression: `SET ${Object.keys(fields)
          .map((name) => `endpoint.#${name} = :${name}`)
          .join(', ')}`,
        condition: 'attribute_exists(PK)',
        names: prefixed('#', fields, (name) => name),
        values: prefixed(':', fields, (_, value) => value),
      }),

    /** Puts other secrets in the place of those that were read; undefined when they changed in between. */
    replaceSecrets: (
      endpoint: WebhookEndpoint,
      secrets: readonly SigningSecret[],
    ): Promise<WebhookEndpoint | undefined> =>
      update(table, endpoint, {
        expression: 'SET endpoint.secrets = :secrets',
        condition: 'endpoint.secrets = :before',
        values: { ':secrets': secrets, ':before': endpoint.secrets },
      }),

    /** Removes an endpoint with its secrets; false when there is none. What was on its way to it is dropped later. */
    remove: async (endpoint: EndpointRef): Promise<boolean> => {
      try {
        await transact(table, [endpointRemoval(table, endpoint), countWrite(table, endpoint, -1)]);
        return true;
      } catch (error) {
        if (error instanceof ConditionLost) return false;
        throw error;
      }
    },

    /**
     * Takes one of `most` slots until `until`, so that one endpoint never has more attempts in flight; a slot whose lease
     * is over (its function crashed) is free.
     * @param random in [0, 1): where to begin, so that deliveries of one moment do not all reach for the same slot
     * @returns the slot, or undefined when all are taken or the endpoint is gone
     */
    takeSlot: async (
      endpoint: WebhookEndpoint,
      { most, now, until, random }: SlotRequest,
    ): Promise<Slot | undefined> => {
      const free = freeSlots(endpoint, most, now);
      const start = Math.floor(random * free.length);
      for (const number of [...free.slice(start), ...free.slice(0, start)]) {
        const taken = await update(table, endpoint, {
          expression: 'SET endpoint.slots.#slot = :until',
          condition:
            'attribute_exists(PK) AND (attribute_not_exists(endpoint.slots.#slot) OR endpoint.slots.#slot < :now)',
          names: { '#slot': number },
          values: { ':until': until, ':now': now },
        });
        if (taken) return { number, until };
      }
      return undefined;
    },

    /** Gives a slot back at `endedAt`; harmless when its lease is over and somebody else has it. */
    releaseSlot: async (endpoint: EndpointRef, slot: Slot, endedAt: number): Promise<void> => {
      await update(table, endpoint, {
        expression: 'SET endpoint.ended_at = :now REMOVE endpoint.slots.#slot',
        condition: 'endpoint.slots.#slot = :until',
        names: { '#slot': slot.number },
        values: { ':until': slot.until, ':now': endedAt },
      });
    },
  };
}

export type WebhookEndpoints = ReturnType<typeof openWebhookEndpoints>;

export interface SlotRequest {
  most: number;
  now: number;
  until: number;
  random: number;
}

export interface Slot {
  number: string;
  until: number;
}

function freeSlots(endpoint: WebhookEndpoint, most: number, now: number): string[] {
  const numbers = Array.from({ length: most }, (_, index) => String(index));
  return numbers.filter((number) => (endpoint.slots[number] ?? 0) < now);
}

interface Update {
  expression: string;
  condition: string;
  names?: Record<string, string>;
  values: Record<string, unknown>;
}

/** The endpoint after the update, or undefined when the condition did not hold. */
async function update(table: Table, endpoint: EndpointRef, change: Update): Promise<WebhookEndpoint | undefined> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: webhookEndpointKey(endpoint.account_id, endpoint.id),
        UpdateExpression: change.expression,
        ConditionExpression: change.condition,
        ExpressionAttributeNames: change.names,
        ExpressionAttributeValues: change.values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return shape.read(Attributes!);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

function prefixed<Value>(
  prefix: string,
  fields: object,
  value: (name: string, value: unknown) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [prefix + name, value(name, field)]));
}

function accountExists(table: Table, endpoint: EndpointRef): Write {
  return {
    name: 'account',
    item: {
      ConditionCheck: {
        TableName: table.name,
        Key: accountKey(endpoint.account_id),
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
  };
}

function endpointWrite(table: Table, endpoint: WebhookEndpoint): Write {
  return {
    name: 'endpoint',
    item: {
      Put: {
        TableName: table.name,
        Item: { ...webhookEndpointKey(endpoint.account_id, endpoint.id), kind: KIND, endpoint, ...shape.stamp },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

function endpointRemoval(table: Table, endpoint: EndpointRef): Write {
  return {
    name: 'endpoint',
    item: {
      Delete: {
        TableName: table.name,
        Key: webhookEndpointKey(endpoint.account_id, endpoint.id),
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
  };
}

function countWrite(table: Table, endpoint: EndpointRef, change: 1 | -1): Write {
  return {
    name: 'endpoint count',
    item: {
      Update: {
        TableName: table.name,
        Key: webhookEndpointKey(endpoint.account_id, 'COUNT'),
        UpdateExpression: 'ADD endpoints :change',
        ConditionExpression: 'attribute_not_exists(PK) OR endpoints < :bound',
        ExpressionAttributeValues: { ':change': change, ':bound': change > 0 ? MOST_ENDPOINTS : MOST_ENDPOINTS + 1 },
      },
    },
  };
}

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { StoredEvent } from '../../../core/domain/events.ts';
import { liveIdOf } from '../../../core/domain/sandbox.ts';
import {
  type EndpointRun,
  MOST_ENDPOINTS,
  type SigningSecret,
  type WebhookEndpoint,
} from '../../../core/domain/webhooks.ts';
import { commit, commitIfConditionsHold } from '../table/calls.ts';
import { eventWrites } from '../table/events.ts';
import {
  accountKey,
  RESUMED_ENDPOINTS_PARTITION,
  webhookEndpointKey,
  webhookEndpointsPartition,
} from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedWebhookEndpoint } from '../table/stored-schemas.ts';
import { ifConditionHolds, type Table } from '../table/table.ts';
import { ConditionLost, transact, type Write, writeOnceFree } from '../table/transactions.ts';

const KIND = 'webhook_endpoint';

/** Removes the mark of a resumed endpoint. */
const UNMARK = 'REMOVE endpoint.resuming, GSI3PK, GSI3SK';

const shape = shapeOf('webhook endpoint', ({ endpoint }) => endpoint, storedWebhookEndpoint);

/** Identifies an endpoint; a full endpoint also fits. */
export type EndpointRef = Pick<WebhookEndpoint, 'account_id' | 'id'>;

/** Fields of an endpoint that customers set without a condition; the last write wins. */
export type EndpointFields = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'state'>>;

/** What recent calls showed about its speed. */
export type EndpointPace = Pick<WebhookEndpoint, 'slow_until' | 'calls'>;

/** How an endpoint responded up to the end of a run; `failing` is undefined if its last call did not fail. */
export interface RunOutcome {
  calls: NonNullable<WebhookEndpoint['calls']>;
  failing: WebhookEndpoint['failing'];
}

/** Webhook endpoints of accounts, each with the run that calls it. */
export function openWebhookEndpoints(table: Table) {
  /** Strongly consistent: a removed or paused endpoint gets nothing more, and a new secret signs immediately. */
  const find = async (accountId: string, endpointId: string): Promise<WebhookEndpoint | undefined> => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: webhookEndpointKey(accountId, endpointId), ConsistentRead: true }),
    );
    return Item && shape.read(Item);
  };

  return {
    /**
     * Adds an endpoint; a counter prevents concurrent calls from exceeding the limit.
     * @param response the call's response, with the secret sealed; if the call fails, no endpoint was added
     * @returns why not: `full` if the account already has ten, `account_unknown` if there is no such account
     */
    create: async (
      endpoint: WebhookEndpoint,
      response?: PendingResponse,
    ): Promise<'created' | 'full' | 'account_unknown'> => {
      const writes = [accountExists(table, endpoint), endpointWrite(table, endpoint), countWrite(table, endpoint, 1)];
      try {
        await commit(table, writes, response);
        return 'created';
      } catch (error) {
        if (!(error instanceof ConditionLost) || error.write === 'endpoint') throw error;
        return error.write === 'account' ? 'account_unknown' : 'full';
      }
    },

    find,

    /** An account's endpoints, oldest first. */
    list: async (accountId: string): Promise<WebhookEndpoint[]> =>
      readEach(
        table,
        (await queryAll(table, webhookEndpointsPartition(accountId))).filter((item) => item.kind === KIND),
        shape.read,
      ),

    /**
     * Sets fields. An endpoint that becomes active is marked, so that the sweep resumes the deliveries parked during
     * the pause.
     * @returns false when there is none
     */
    edit: (endpoint: EndpointRef, fields: EndpointFields, response?: PendingResponse): Promise<boolean> => {
      const set = settingsOf(fields);
      const resumes = fields.state === 'active';
      if (resumes) set.push('endpoint.resuming = :not_looked', 'GSI3PK = :resumed', 'GSI3SK = SK');
      const change = {
        expression: `SET ${set.join(', ')}${fields.state === 'paused' ? ` ${UNMARK}` : ''}`,
        condition: 'attribute_exists(PK)',
        names: prefixed('#', fields, (name) => name),
        values: {
          ...prefixed(':', fields, (_, value) => value),
          ...(resumes && { ':not_looked': 0, ':resumed': RESUMED_ENDPOINTS_PARTITION }),
        },
      };
      return commitsUpdate(table, endpoint, change, response);
    },

    /** The endpoint after recording its pace; undefined when there is none. */
    set: (endpoint: EndpointRef, pace: Partial<EndpointPace>): Promise<WebhookEndpoint | undefined> =>
      update(table, endpoint, {
        expression: `SET ${settingsOf(pace).join(', ')}`,
        condition: 'attribute_exists(PK)',
        names: prefixed('#', pace, (name) => name),
        values: prefixed(':', pace, (_, value) => value),
      }),

    /** Endpoints that were resumed and may still have parked deliveries. */
    resumed: async (): Promise<WebhookEndpoint[]> =>
      readEach(table, await queryAll(table, RESUMED_ENDPOINTS_PARTITION, 'GSI3'), shape.read),

    /**
     * Continues the search for parked deliveries until then; undefined if the endpoint was paused or resumed in the
     * meantime.
     */
    lookUntil: (endpoint: WebhookEndpoint, until: number): Promise<WebhookEndpoint | undefined> =>
      update(table, endpoint, {
        expression: 'SET endpoint.resuming = :until',
        condition: 'endpoint.resuming = :before',
        values: { ':until': until, ':before': endpoint.resuming },
      }),

    /** Ends the search for parked deliveries; undefined if the endpoint was paused or resumed in the meantime. */
    endResuming: (endpoint: WebhookEndpoint): Promise<WebhookEndpoint | undefined> =>
      update(table, endpoint, {
        expression: UNMARK,
        condition: 'endpoint.resuming = :before',
        values: { ':before': endpoint.resuming },
      }),

    /** Replaces the secrets that were read; false if they changed in between. */
    replaceSecrets: (
      endpoint: WebhookEndpoint,
      secrets: readonly SigningSecret[],
      response?: PendingResponse,
    ): Promise<boolean> => {
      const change = {
        expression: 'SET endpoint.secrets = :secrets',
        condition: 'endpoint.secrets = :before',
        values: { ':secrets': secrets, ':before': endpoint.secrets },
      };
      return commitsUpdate(table, endpoint, change, response);
    },

    /** Removes an endpoint with its secrets; false when there is none. Its pending deliveries are dropped later. */
    remove: (endpoint: EndpointRef, response?: PendingResponse): Promise<boolean> =>
      commitIfConditionsHold(table, [endpointRemoval(table, endpoint), countWrite(table, endpoint, -1)], response),

    /** The writes that remove endpoints of an account, by their ids, for another transaction; none without endpoints. */
    removals: (accountId: string, ids: readonly string[]): Write[] => {
      const removed = ids.map((id) => ({ account_id: accountId, id }));
      if (removed.length === 0) return [];
      const count = countWrite(table, removed[0]!, -removed.length);
      return [...removed.map((endpoint) => endpointRemoval(table, endpoint)), count];
    },

    /**
     * Claims the endpoint for one run, or extends the claim of its current run. A run that does not extend its claim in
     * time counts as dead, and its endpoint is free. A run of the fast lane does not begin while the endpoint belongs
     * to the slow lane.
     * @returns the endpoint, or undefined if another run or the slow lane has it, or it was removed
     */
    takeRun: (
      endpoint: EndpointRef,
      { id, until }: EndpointRun,
      lane: 'fast' | 'slow',
      now: number,
    ): Promise<WebhookEndpoint | undefined> => {
      const isFree = '(attribute_not_exists(endpoint.#run) OR endpoint.#run.#until < :now)';
      const mayBegin = lane === 'fast' ? `(${isFree} AND endpoint.slow_until <= :now)` : isFree;
      return update(table, endpoint, {
        expression: 'SET endpoint.#run = :run',
        condition: `attribute_exists(PK) AND (endpoint.#run.id = :id OR ${mayBegin})`,
        names: { '#run': 'run', '#until': 'until' },
        values: { ':run': { id, until }, ':now': now, ':id': id },
      });
    },

    /**
     * Releases the endpoint, and stores the results of its calls and the event about them; undefined if another run has
     * taken it in the meantime or it was removed.
     */
    endRun: async (
      endpoint: EndpointRef,
      runId: string,
      answers?: RunOutcome,
      event?: StoredEvent,
    ): Promise<WebhookEndpoint | undefined> => {
      const end = runEnd(runId, answers);
      if (!event) return update(table, endpoint, end);
      try {
        await transact(table, [
          { name: 'endpoint', item: { Update: updateOf(table, endpoint, end) } },
          ...eventWrites(table, event),
        ]);
      } catch (error) {
        if (error instanceof ConditionLost) return undefined;
        throw error;
      }
      return find(endpoint.account_id, endpoint.id);
    },
  };
}

export type WebhookEndpoints = ReturnType<typeof openWebhookEndpoints>;

interface Update {
  expression: string;
  condition: string;
  names?: Record<string, string>;
  values: Record<string, unknown>;
}

/** The endpoint after the update, or undefined if the condition failed. */
async function update(table: Table, endpoint: EndpointRef, change: Update): Promise<WebhookEndpoint | undefined> {
  const updated = await ifConditionHolds(
    writeOnceFree(() =>
      table.client.send(new UpdateCommand({ ...updateOf(table, endpoint, change), ReturnValues: 'ALL_NEW' })),
    ),
  );
  return updated && shape.read(updated.Attributes!);
}

/** The same, committed with the call's response; false if the condition failed. */
function commitsUpdate(
  table: Table,
  endpoint: EndpointRef,
  change: Update,
  response: PendingResponse | undefined,
): Promise<boolean> {
  return commitIfConditionsHold(
    table,
    [{ name: 'endpoint', item: { Update: updateOf(table, endpoint, change) } }],
    response,
  );
}

function updateOf(table: Table, endpoint: EndpointRef, change: Update) {
  return {
    TableName: table.name,
    Key: webhookEndpointKey(endpoint.account_id, endpoint.id),
    UpdateExpression: change.expression,
    ConditionExpression: change.condition,
    ExpressionAttributeNames: change.names,
    ExpressionAttributeValues: change.values,
  };
}

function runEnd(runId: string, answers: RunOutcome | undefined): Update {
  const { calls, failing } = answers ?? {};
  const set = [...(calls ? ['endpoint.calls = :calls'] : []), ...(failing ? ['endpoint.failing = :failing'] : [])];
  const removed = ['endpoint.#run', ...(answers && !failing ? ['endpoint.failing'] : [])];
  return {
    expression: `${set.length > 0 ? `SET ${set.join(', ')} ` : ''}REMOVE ${removed.join(', ')}`,
    condition: 'endpoint.#run.id = :id',
    names: { '#run': 'run' },
    values: { ':id': runId, ...(calls && { ':calls': calls }), ...(failing && { ':failing': failing }) },
  };
}

const settingsOf = (fields: object) => Object.keys(fields).map((name) => `endpoint.#${name} = :${name}`);

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
        Key: accountKey(liveIdOf(endpoint.account_id)),
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

function countWrite(table: Table, endpoint: EndpointRef, change: number): Write {
  return {
    name: 'endpoint count',
    item: {
      Update: {
        TableName: table.name,
        Key: webhookEndpointKey(endpoint.account_id, 'COUNT'),
        UpdateExpression: 'SET kind = :kind ADD endpoints :change',
        ConditionExpression: 'attribute_not_exists(PK) OR endpoints < :bound',
        ExpressionAttributeValues: {
          ':kind': 'webhook_endpoint_count',
          ':change': change,
          ':bound': change > 0 ? MOST_ENDPOINTS : MOST_ENDPOINTS + 1,
        },
      },
    },
  };
}

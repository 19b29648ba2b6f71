import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { accountKey } from '../../../lib/adapters/data/table/keys.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { WebhookEndpoint } from '../../../lib/core/domain/webhooks.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();
const open = () => openWebhookEndpoints(table());
const NOW = Date.UTC(2026, 0, 5, 12);

async function account(): Promise<string> {
  const accountId = createId('account', NOW, randomBytes);
  await table().client.send(
    new PutCommand({ TableName: table().name, Item: { ...accountKey(accountId), kind: 'account' } }),
  );
  return accountId;
}

let created = 0;
function endpointOf(accountId: string): WebhookEndpoint {
  const createdAt = NOW + created++;
  return {
    id: createId('webhook_endpoint', createdAt, randomBytes),
    account_id: accountId,
    url: 'https://receiver.example.com/',
    events: ['*'],
    state: 'active',
    secrets: [{ sealed: 'c2VhbGVk', created_at: createdAt, expires_at: null }],
    created_at: createdAt,
    slow_until: 0,
  };
}

describe('create', () => {
  test('adds endpoints, listed oldest first', async () => {
    const accountId = await account();
    const endpoints = [endpointOf(accountId), endpointOf(accountId)];
    for (const endpoint of endpoints) expect(await open().create(endpoint)).toBe('created');
    expect(await open().list(accountId)).toEqual(endpoints);
    expect(await open().find(accountId, endpoints[0]!.id)).toEqual(endpoints[0]);
  });

  test('stops at ten, even when twenty are added at once; removing one makes room for one', async () => {
    const accountId = await account();
    const results = await Promise.all(Array.from({ length: 20 }, () => open().create(endpointOf(accountId))));
    expect(results.filter((result) => result === 'created')).toHaveLength(10);
    const [first] = await open().list(accountId);
    expect(await open().remove(first!)).toBe(true);
    expect(await open().create(endpointOf(accountId))).toBe('created');
    expect(await open().create(endpointOf(accountId))).toBe('full');
    expect(await open().list(accountId)).toHaveLength(10);
  });

  test('needs an account', async () => {
    expect(await open().create(endpointOf('acc_unknown'))).toBe('account_unknown');
    expect(await open().list('acc_unknown')).toEqual([]);
  });

  test('does not replace an endpoint', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    const again = open().create({ ...endpoint, url: 'https://other.example.com/' });
    await expect(again).rejects.toMatchObject({ name: 'ConditionLost', write: 'endpoint' });
    expect(await open().find(endpoint.account_id, endpoint.id)).toEqual(endpoint);
  });
});

describe('edit', () => {
  test('changes the fields given and leaves the others', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    const changed = { ...endpoint, url: 'https://new.example.com/', state: 'paused' };
    expect(await open().edit(endpoint, { url: 'https://new.example.com/', state: 'paused' })).toBe(true);
    expect(await open().find(endpoint.account_id, endpoint.id)).toEqual(changed);
  });

  test('does not bring back a removed endpoint', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    await open().remove(endpoint);
    expect(await open().edit(endpoint, { state: 'paused' })).toBe(false);
    expect(await open().set(endpoint, { slow_until: 5 })).toBeUndefined();
    expect(await open().find(endpoint.account_id, endpoint.id)).toBeUndefined();
  });

  test("does not change another account's endpoint", async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    expect(await open().edit({ account_id: await account(), id: endpoint.id }, { state: 'paused' })).toBe(false);
  });
});

describe('remove', () => {
  test('returns whether there was an endpoint, and counts it once', async () => {
    const accountId = await account();
    const endpoint = endpointOf(accountId);
    await open().create(endpoint);
    const results = await Promise.all([1, 2, 3].map(() => open().remove(endpoint)));
    expect(results.filter(Boolean)).toHaveLength(1);
    const refilled = await Promise.all(Array.from({ length: 12 }, () => open().create(endpointOf(accountId))));
    expect(refilled.filter((result) => result === 'created')).toHaveLength(10);
  });
});

describe('replaceSecrets', () => {
  test('rejects if the secrets were changed in between', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    const [first, second] = ['Zmlyc3Q=', 'c2Vjb25k'].map((sealed) => [{ sealed, created_at: NOW, expires_at: null }]);
    expect(await open().replaceSecrets(endpoint, first!)).toBe(true);
    expect(await open().replaceSecrets(endpoint, second!)).toBe(false);
    expect(await open().find(endpoint.account_id, endpoint.id)).toMatchObject({ secrets: first });
  });
});

describe('the search for parked deliveries', () => {
  test('neither continues nor ends after another pause', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    const pauseAndResume = async () => {
      for (const state of ['paused', 'active'] as const) await open().edit(endpoint, { state });
      return (await open().find(endpoint.account_id, endpoint.id))!;
    };
    const looked = (await open().lookUntil(await pauseAndResume(), NOW))!;
    expect(looked.resuming).toBe(NOW);
    const resumed = await pauseAndResume();
    expect(await open().lookUntil(looked, NOW + 1)).toBeUndefined();
    expect(await open().endResuming(looked)).toBeUndefined();
    expect((await open().find(endpoint.account_id, endpoint.id))!.resuming).toBe(0);
    expect(await open().endResuming(resumed)).not.toHaveProperty('resuming');
  });
});

describe('runs', () => {
  const until = NOW + 60_000;
  const take = (endpoint: WebhookEndpoint, id: string, now = NOW) =>
    open().takeRun(endpoint, { id, until: now + 60_000 }, 'fast', now);

  test('call an endpoint one at a time; a dead one is replaced, and ends nothing afterwards', async () => {
    const endpoint = endpointOf(await account());
    await open().create(endpoint);
    expect((await take(endpoint, 'one'))!.run).toEqual({ id: 'one', until });
    expect(await take(endpoint, 'two')).toBeUndefined();
    expect((await take(endpoint, 'one', NOW + 1))!.run).toEqual({ id: 'one', until: until + 1 });
    expect((await take(endpoint, 'two', until + 2))!.run!.id).toBe('two');
    expect(await open().endRun(endpoint, 'one')).toBeUndefined();
    expect((await open().find(endpoint.account_id, endpoint.id))!.run!.id).toBe('two');
    expect(await open().endRun(endpoint, 'two')).not.toHaveProperty('run');
  });

  test('do not call an endpoint that was removed', async () => {
    const endpoint = endpointOf(await account());
    expect(await take(endpoint, 'one')).toBeUndefined();
    expect(await open().find(endpoint.account_id, endpoint.id)).toBeUndefined();
  });
});

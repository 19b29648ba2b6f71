import { randomBytes } from 'node:crypto';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { accountKey } from '../../../lib/adapters/data/table/keys.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { createGuard, createUrlCheck } from '../../../lib/adapters/net/guard.ts';
import { openSecrets } from '../../../lib/adapters/webhooks/secrets.ts';
import type { Post } from '../../../lib/adapters/webhooks/sender.ts';
import { createSigner } from '../../../lib/adapters/webhooks/signer.ts';
import type { Call } from '../../../lib/core/domain/calls.ts';
import { createId, isId } from '../../../lib/core/domain/ids.ts';
import { addWebhookEndpoint } from '../../../lib/operations/webhooks/add-webhook-endpoint.ts';
import { editWebhookEndpoint } from '../../../lib/operations/webhooks/edit-webhook-endpoint.ts';
import { listWebhookEndpoints } from '../../../lib/operations/webhooks/list-webhook-endpoints.ts';
import { removeWebhookEndpoint } from '../../../lib/operations/webhooks/remove-webhook-endpoint.ts';
import { rotateWebhookSecret } from '../../../lib/operations/webhooks/rotate-webhook-secret.ts';
import { sendTestWebhook } from '../../../lib/operations/webhooks/send-test-webhook.ts';
import { callWithTime } from '../../support/calls.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, timedOut } from './support/cloud.ts';
import { fakeKms } from './support/kms.ts';

const table = useTable();
const url = 'https://receiver.example.com/hooks';

async function open() {
  const accountId = createId('account', Date.now(), randomBytes);
  await table().client.send(
    new PutCommand({ TableName: table().name, Item: { ...accountKey(accountId), kind: 'account' } }),
  );
  const now = () => Date.now();
  const secrets = openSecrets(fakeKms(), 'key', { now, cacheFor: 1_000 });
  const guard = createGuard({ loopback: false }, async (hostname) =>
    hostname.startsWith('inside') ? ['10.0.0.1'] : ['8.8.8.8'],
  );
  const endpoints = openWebhookEndpoints(table());
  const deps = {
    endpoints,
    secrets,
    sign: createSigner(secrets, now),
    allowsUrl: createUrlCheck(guard),
    now,
    randomBytes,
  };
  return { accountId, deps };
}

/** A call with time for a few attempts. */
function aCall(): Call {
  let left = 8_000;
  return callWithTime({ timeLeft: () => (left -= 500) });
}

/** The table behind a network that loses the response to every transaction; late ones arrive when told to. */
function silentTransactions(table: Table, arrival: 'at once' | 'late') {
  const send = table.client.send.bind(table.client) as (command: unknown) => Promise<unknown>;
  const underWay: unknown[] = [];
  const arriveAll = async () => {
    for (const command of underWay.splice(0)) await send(command).catch(() => undefined);
  };
  const client = {
    send: async (command: unknown) => {
      if (!(command instanceof TransactWriteCommand)) return send(command);
      underWay.push(command);
      if (arrival === 'at once') await arriveAll();
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: { attempts: 3 } });
    },
  };
  return { silent: { name: table.name, client } as unknown as Table, arriveAll };
}

describe('adding an endpoint', () => {
  test.each(['at once', 'late'] as const)(
    'by a call that gets no response to its transactions, which arrive %s, does what the call reports',
    async (arrival) => {
      const { accountId, deps } = await open();
      const { silent, arriveAll } = silentTransactions(table(), arrival);
      const identity = { id: createId('webhook_endpoint', 0, randomBytes), created_at: 0 };
      const call = aCall();
      const adding = addWebhookEndpoint(
        { ...deps, endpoints: openWebhookEndpoints(silent) },
        accountId,
        { url, events: ['*'] },
        { identity, toResponse: (body) => ({ call, status: 201, body }) },
      );
      if (arrival === 'at once') expect((await adding).endpoint.id).toBe(identity.id);
      else await expect(adding).rejects.toMatchObject({ code: 'service_unavailable' });
      await arriveAll();
      const listed = (await listWebhookEndpoints(deps.endpoints, accountId)).map(({ id }) => id);
      expect(listed).toEqual(arrival === 'at once' ? [identity.id] : []);
    },
  );

  test('returns it and its secret once; afterwards the secret is not readable anywhere', async () => {
    const { accountId, deps } = await open();
    const { endpoint, secret } = await addWebhookEndpoint(deps, accountId, {
      url,
      events: ['letter.posted', 'letter.posted'],
    });
    expect(endpoint).toEqual({
      id: expect.any(String),
      object: 'webhook_endpoint',
      failing_since: null,
      created_by: null,
      last_success_at: null,
      url,
      events: ['letter.posted'],
      state: 'active',
      health: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(isId('webhook_endpoint', endpoint.id)).toBe(true);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await listWebhookEndpoints(deps.endpoints, accountId)).toEqual([endpoint]);
    const stored = await deps.endpoints.find(accountId, endpoint.id);
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
  });

  test.each([
    [{ url: 'http://receiver.example.com/', events: ['*'] }, ['url invalid_value']],
    [{ url: 'https://inside.example.com/', events: ['*'] }, ['url invalid_value']],
    [{ url: 'https://169.254.169.254/', events: ['*'] }, ['url invalid_value']],
    // 400 letters that take six characters each in the request line: every delivery would be rejected for its length.
    [{ url: `${url}/${'ç'.repeat(400)}`, events: ['*'] }, ['url invalid_value']],
    [{ url, events: [] }, ['events too_short']],
    [
      { url, events: ['letter.posted', 'letter.lost', 'webhook.test'] },
      ['events[1] invalid_value', 'events[2] invalid_value'],
    ],
    [{ url: 'nonsense', events: ['nonsense'] }, ['url invalid_value', 'events[0] invalid_value']],
  ])('rejects %j', async (fields, details) => {
    const { accountId, deps } = await open();
    const refusal = await addWebhookEndpoint(deps, accountId, fields).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid_parameters' });
    const found = (refusal as { details: { param: string; code: string }[] }).details;
    expect(found.map(({ param, code }) => `${param} ${code}`)).toEqual(details);
    expect(await deps.endpoints.list(accountId)).toEqual([]);
  });

  test('rejects the eleventh', async () => {
    const { accountId, deps } = await open();
    for (let count = 0; count < 10; count++) await addWebhookEndpoint(deps, accountId, { url, events: ['*'] });
    await expect(addWebhookEndpoint(deps, accountId, { url, events: ['*'] })).rejects.toMatchObject({
      code: 'invalid_parameters',
      details: [{ param: 'webhook_endpoints', code: 'too_long', values: { max_items: 10 } }],
    });
  });

  test('rejects an account that does not exist', async () => {
    const { deps } = await open();
    await expect(addWebhookEndpoint(deps, 'acc_0', { url, events: ['*'] })).rejects.toMatchObject({
      code: 'resource_not_found',
    });
  });
});

describe('editing an endpoint', () => {
  test('changes the given fields', async () => {
    const { accountId, deps } = await open();
    const { endpoint } = await addWebhookEndpoint(deps, accountId, { url, events: ['*'] });
    const edit = (changes: Parameters<typeof editWebhookEndpoint>[3]) =>
      editWebhookEndpoint(deps, accountId, endpoint.id, changes);
    expect(await edit({ state: 'paused' })).toEqual({ ...endpoint, state: 'paused' });
    expect(await edit({ events: ['letter.failed'] })).toEqual({
      ...endpoint,
      state: 'paused',
      events: ['letter.failed'],
    });
    expect(await edit({ state: 'active', events: ['*'] })).toEqual(endpoint);
    expect(await edit({})).toEqual(endpoint);
    await expect(edit({ url: 'https://inside.example.com/' })).rejects.toMatchObject({ code: 'invalid_parameters' });
  });
});

describe('an endpoint that does not exist, or is another account’s', () => {
  test('is not found', async () => {
    const { deps, accountId } = await open();
    const { endpoint } = await addWebhookEndpoint(deps, accountId, { url, events: ['*'] });
    const other = (await open()).accountId;
    const send = async () => answered(200);
    const attempts = await Promise.allSettled([
      editWebhookEndpoint(deps, other, endpoint.id, { state: 'paused' }),
      editWebhookEndpoint(deps, other, endpoint.id, {}),
      removeWebhookEndpoint(deps.endpoints, other, endpoint.id),
      rotateWebhookSecret(deps, other, endpoint.id),
      sendTestWebhook({ ...deps, send }, other, endpoint.id),
    ]);
    const notFound = { status: 'rejected', reason: expect.objectContaining({ code: 'resource_not_found' }) };
    expect(attempts).toEqual(attempts.map(() => notFound));
    expect(await listWebhookEndpoints(deps.endpoints, accountId)).toEqual([endpoint]);
  });
});

describe('webhook.test', () => {
  test('is sent once, signed, with a complete letter that does not exist', async () => {
    const { accountId, deps } = await open();
    const { endpoint, secret } = await addWebhookEndpoint(deps, accountId, { url, events: ['letter.posted'] });
    const posts: Post[] = [];
    const send = async (post: Post) => {
      posts.push(post);
      return timedOut;
    };
    expect(await sendTestWebhook({ ...deps, send }, accountId, endpoint.id)).toEqual(timedOut);
    expect(posts).toHaveLength(1);
    const event = new Webhook(secret).verify(posts[0]!.body, posts[0]!.headers) as { id: string; data: { id: string } };
    expect(event).toMatchObject({
      id: posts[0]!.headers['webhook-id'],
      object: 'event',
      type: 'webhook.test',
      data: { object: 'letter', status: 'received', preview_url: null },
    });
    expect(isId('event', event.id)).toBe(true);
    expect(isId('letter', event.data.id)).toBe(true);
  });
});

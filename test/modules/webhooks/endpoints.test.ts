import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Post } from '../../../lib/adapters/webhooks/sender.ts';
import { deliveryId } from '../../../lib/core/domain/webhooks.ts';
import { webhookDeliveryResource } from '../../../lib/core/resources/webhook-delivery.ts';
import { editWebhookEndpoint } from '../../../lib/operations/webhooks/edit-webhook-endpoint.ts';
import { listWebhookDeliveries } from '../../../lib/operations/webhooks/list-webhook-deliveries.ts';
import { removeWebhookEndpoint } from '../../../lib/operations/webhooks/remove-webhook-endpoint.ts';
import { rotateWebhookSecret } from '../../../lib/operations/webhooks/rotate-webhook-secret.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Cloud = ReturnType<typeof openCloud>;

async function logOf(cloud: Cloud, accountId: string, endpointId: string) {
  const { rows } = await listWebhookDeliveries(cloud, accountId, { endpoint_id: endpointId }, { limit: 100 });
  return rows.map(webhookDeliveryResource);
}

/** An endpoint whose receiver returns these statuses in turn, then 200. */
async function open(statuses: number[] = []) {
  const posts: Post[] = [];
  const cloud = openCloud({
    table: table(),
    receive: (post) => {
      posts.push(post);
      return answered(statuses.shift() ?? 200);
    },
  });
  const account = await cloud.account();
  const edit = (changes: Parameters<typeof editWebhookEndpoint>[3]) =>
    editWebhookEndpoint(
      { endpoints: cloud.endpoints, allowsUrl: async () => true },
      account.accountId,
      account.endpoint.id,
      changes,
    );
  const publish = async (type?: Parameters<typeof cloud.event>[1]) => {
    const notice = await cloud.event(account.accountId, type);
    await cloud.notify(notice);
    return notice;
  };
  return { cloud, posts, edit, publish, ...account };
}

describe('an endpoint in mid-schedule', () => {
  test('edited: the next attempt goes to the current URL', async () => {
    const { cloud, posts, edit, publish } = await open([500]);
    await publish();
    await cloud.pass(1_000);
    await edit({ url: 'https://new.example.com/hooks' });
    await cloud.pass(MINUTE);
    expect(posts.map(({ url }) => url)).toEqual([
      'https://receiver.example.com/hooks',
      'https://new.example.com/hooks',
    ]);
  });

  test('removed: the rest is dropped', async () => {
    const { cloud, posts, publish, accountId, endpoint } = await open([500, 500, 500]);
    const notice = await publish();
    await cloud.pass(1_000);
    await removeWebhookEndpoint(cloud.endpoints, accountId, endpoint.id);
    await cloud.pass(60 * HOUR);
    expect(posts).toHaveLength(1);
    expect(await cloud.deliveries.find(notice.event_id, endpoint.id)).toMatchObject({ state: 'dropped' });
    expect(cloud.failures).toEqual([]);
  });

  test('paused: nothing is sent, no attempt is used, and everything goes out within minutes of resuming', async () => {
    const { cloud, posts, edit, publish, accountId, endpoint } = await open([500]);
    const notice = await publish();
    await cloud.pass(1_000);
    await edit({ state: 'paused' });
    const whilePaused = await publish();
    await cloud.pass(3 * HOUR);
    expect(posts).toHaveLength(1);
    expect(await cloud.deliveries.find(notice.event_id, endpoint.id)).toMatchObject({ state: 'pending', attempt: 2 });
    expect(await logOf(cloud, accountId, endpoint.id)).toMatchObject([
      { state: 'pending', next_attempt_at: null },
      { state: 'pending', next_attempt_at: null },
    ]);
    await edit({ state: 'active' });
    await cloud.pass(MINUTE);
    expect(posts).toHaveLength(3);
    expect(await cloud.deliveries.find(notice.event_id, endpoint.id)).toMatchObject({ state: 'delivered', attempt: 2 });
    expect(await cloud.deliveries.find(whilePaused.event_id, endpoint.id)).toMatchObject({
      state: 'delivered',
      attempt: 1,
    });
  });

  test('paused for weeks: it costs nothing, because nothing is read', async () => {
    const { cloud, edit, publish, endpoint } = await open([500]);
    const early = await publish();
    await cloud.pass(1_000);
    await edit({ state: 'paused' });
    const late = await publish();
    await cloud.pass(MINUTE);
    const rows = () => Promise.all([early, late].map(({ event_id }) => cloud.deliveries.find(event_id, endpoint.id)));
    const before = await rows();
    await cloud.pass(29 * 24 * HOUR);
    expect(await rows()).toEqual(before);
    expect(cloud.results).toHaveLength(2);
  });

  test('resumed: a delivery parked late by a function that still saw it paused goes out as well', async () => {
    const { cloud, posts, edit, publish } = await open();
    await edit({ state: 'paused' });
    await publish();
    let noted = false;
    const { list } = cloud.endpoints;
    // The fan-out has read the endpoint, and writes its row a minute after the resume.
    cloud.endpoints.list = async (accountId) => {
      const paused = await list(accountId);
      if (noted) return paused;
      noted = true;
      await edit({ state: 'active' });
      await cloud.pass(MINUTE);
      return paused;
    };
    await publish();
    expect(posts).toHaveLength(1);
    await cloud.pass(3 * MINUTE);
    expect(posts).toHaveLength(2);
    expect(await cloud.endpoints.resumed()).toEqual([]);
  });

  test('resumed with hundreds waiting: they go out one after the other, at the pace of the receiver', async () => {
    const { cloud, posts, edit, publish } = await open();
    await edit({ state: 'paused' });
    const notices = [];
    for (let event = 0; event < 120; event++) notices.push(await publish());
    await edit({ state: 'active' });
    await cloud.pass(MINUTE);
    expect(posts.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
      notices.map(({ event_id }) => event_id).toSorted(),
    );
    expect(cloud.failures).toEqual([]);
  });

  test('paused again while it resumes: unsent deliveries wait on', async () => {
    const { cloud, posts, edit, publish } = await open();
    await edit({ state: 'paused' });
    for (let event = 0; event < 3; event++) await publish();
    await edit({ state: 'active' });
    await edit({ state: 'paused' });
    await cloud.pass(HOUR);
    expect([posts.length, cloud.results.length]).toEqual([0, 0]);
    await edit({ state: 'active' });
    await cloud.pass(MINUTE);
    expect(posts).toHaveLength(3);
  });

  test('paused beyond the life of the event: the delivery is given up with it', async () => {
    const { cloud, posts, edit, publish, endpoint } = await open();
    await edit({ state: 'paused' });
    const notice = await publish();
    await cloud.pass(MINUTE);
    cloud.clock.now += 31 * 24 * HOUR;
    await edit({ state: 'active' });
    await cloud.deliver({ ...notice, endpoint_id: endpoint.id, attempt: 1, due: 0, lane: 'fast' });
    expect(cloud.results.at(-1)?.result).toBe('stale');
    expect(await cloud.deliveries.due(100)).toEqual([]);
    expect(posts).toEqual([]);
  });
});

test('the log of an endpoint shows every attempt, only to its account', async () => {
  const { cloud, publish, accountId, endpoint } = await open([500]);
  const notice = await publish('letter.posted');
  await cloud.pass(1_000);
  const [first] = await logOf(cloud, accountId, endpoint.id);
  expect(first).toMatchObject({
    state: 'pending',
    next_attempt_at: '2026-01-05T12:00:05Z',
    attempts: [{ status: 500 }],
  });
  await cloud.pass(MINUTE);
  const attempt = { duration_ms: 5, error: null, answer: null, retry_after: null };
  expect(await logOf(cloud, accountId, endpoint.id)).toEqual([
    {
      id: deliveryId({ event_id: notice.event_id, endpoint_id: endpoint.id }),
      object: 'webhook_delivery',
      event_id: notice.event_id,
      event_type: 'letter.posted',
      endpoint_id: endpoint.id,
      state: 'delivered',
      next_attempt_at: null,
      attempts: [
        { ...attempt, attempt: 1, status: 500, at: '2026-01-05T12:00:00Z' },
        { ...attempt, attempt: 2, status: 200, at: '2026-01-05T12:00:05Z' },
      ],
      created_at: '2026-01-05T12:00:00Z',
    },
  ]);
  expect(await logOf(cloud, 'acc_other', endpoint.id)).toEqual([]);
});

describe('filters', () => {
  test('an endpoint gets its chosen types; several endpoints each get their own', async () => {
    const { cloud, posts, publish, accountId } = await open();
    await cloud.endpoint(accountId, ['letter.posted', 'letter.failed'], 'https://letters.example.com/');
    await cloud.endpoint(accountId, ['verification.verified'], 'https://verifications.example.com/');
    await publish('letter.posted');
    await publish('verification.verified');
    await cloud.pass(1_000);
    expect(posts.map(({ url }) => new URL(url).hostname).sort()).toEqual([
      'letters.example.com',
      'receiver.example.com',
      'receiver.example.com',
      'verifications.example.com',
    ]);
  });

  test('an account without endpoints costs nothing', async () => {
    const { cloud, accountId, endpoint, publish } = await open();
    await removeWebhookEndpoint(cloud.endpoints, accountId, endpoint.id);
    await publish();
    expect(await cloud.deliverAtOnce()).toEqual([]);
  });
});

describe('rotation of the secret', () => {
  const accepts = (secret: string, post: Post): boolean => {
    const [id, timestamp] = [post.headers['webhook-id']!, post.headers['webhook-timestamp']!];
    const signature = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), post.body);
    return post.headers['webhook-signature']!.split(' ').includes(signature);
  };

  test('the holders of the old and of the new secret both accept for a day, then only the new one', async () => {
    const { cloud, posts, publish, accountId, endpoint, secret: old } = await open();
    const deps = { endpoints: cloud.endpoints, secrets: cloud.secrets, now: () => cloud.clock.now, randomBytes };
    const { secret: renewed } = await rotateWebhookSecret(deps, accountId, endpoint.id);
    await publish();
    await cloud.pass(24 * HOUR - 1_000);
    await publish();
    await cloud.pass(2_000);
    await publish();
    await cloud.pass(1_000);
    expect(posts.map((post) => [accepts(old, post), accepts(renewed, post)])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  test('without overlap, the old secret stops immediately', async () => {
    const { cloud, posts, publish, accountId, endpoint, secret: old } = await open();
    const deps = { endpoints: cloud.endpoints, secrets: cloud.secrets, now: () => cloud.clock.now, randomBytes };
    const { secret: renewed } = await rotateWebhookSecret(deps, accountId, endpoint.id, 0);
    await publish();
    await cloud.pass(1_000);
    expect(posts.map((post) => [accepts(old, post), accepts(renewed, post)])).toEqual([[false, true]]);
  });

  test('two at once: both new secrets are kept', async () => {
    const { cloud, posts, publish, accountId, endpoint } = await open();
    const deps = { endpoints: cloud.endpoints, secrets: cloud.secrets, now: () => cloud.clock.now, randomBytes };
    const renewed = await Promise.all([1, 2, 3].map(() => rotateWebhookSecret(deps, accountId, endpoint.id)));
    await publish();
    await cloud.pass(1_000);
    expect(renewed.map(({ secret }) => accepts(secret, posts[0]!))).toEqual([true, true, true]);
  });
});

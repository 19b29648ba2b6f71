import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../../lib/adapters/webhooks/sender.ts';
import { webhookEndpointResource } from '../../../lib/core/resources/webhook-endpoint.ts';
import { editWebhookEndpoint } from '../../../lib/operations/webhooks/edit-webhook-endpoint.ts';
import { sendFailedAgain } from '../../../lib/operations/webhooks/send-again.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** With what a receiver's secret may be in. */
const SICK = 'https://sick.example.com/hooks?token=s3cr3t#part';
const WELL = 'https://well.example.com/hooks';

/** An account with one endpoint that responds as the test sets it, and one that always works. */
async function open() {
  const state = { sick: 500 };
  const posts: Post[] = [];
  const cloud = openCloud({
    table: table(),
    receive: (post) => {
      posts.push(post);
      return answered(post.url === SICK ? state.sick : 200);
    },
  });
  const { accountId, endpoint } = await cloud.account(['*'], SICK);
  await cloud.endpoint(accountId, ['*'], WELL);
  const publish = async () => cloud.notify(await cloud.event(accountId));
  const healthEvents = (url: string) =>
    posts
      .filter((post) => post.url === url)
      .map(({ body }) => JSON.parse(String(body)) as { type: string; data: Record<string, unknown> })
      .filter(({ type }) => type.startsWith('webhook_endpoint.'));
  const listed = async () => {
    const { rows } = await cloud.events.list(accountId, { limit: 100 }, { object_id: endpoint.id });
    return rows.map(({ type }) => type).toReversed();
  };
  const shown = async () => webhookEndpointResource((await cloud.endpoints.find(accountId, endpoint.id))!);
  return { cloud, accountId, endpoint, state, publish, healthEvents, listed, shown };
}

const at = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

describe('an endpoint that fails for a day', () => {
  test('is reported to the other endpoints once, at the first failure a day after the first', async () => {
    const { cloud, endpoint, publish, healthEvents, listed, shown } = await open();
    const start = cloud.clock.now;
    await publish();
    await cloud.pass(DAY);
    // The seventh attempt was after 17.5 hours.
    expect([await listed(), (await shown()).failing_since]).toEqual([[], null]);
    await cloud.pass(4 * HOUR);
    expect(healthEvents(WELL)).toEqual([
      expect.objectContaining({
        type: 'webhook_endpoint.failing',
        data: {
          id: endpoint.id,
          object: 'webhook_endpoint_health',
          url: 'https://sick.example.com/hooks',
          failing_since: at(start),
          calls: 8,
          success_share: 0,
          last_success_at: null,
          last_failure_at: expect.any(String),
        },
      }),
    ]);
    expect((await shown()).failing_since).toBe(at(start));
    await publish();
    await cloud.pass(2 * DAY);
    expect([await listed(), healthEvents(WELL).length]).toEqual([['webhook_endpoint.failing'], 1]);
    // An endpoint gets no events about itself, neither of its failure nor of its recovery.
    expect(healthEvents(SICK)).toEqual([]);
    expect(cloud.failures).toEqual([]);
  });

  test('is reported as recovered with its first 2xx, and may fail again', async () => {
    const { cloud, accountId, endpoint, state, publish, healthEvents, listed, shown } = await open();
    const start = cloud.clock.now;
    await publish();
    await cloud.pass(28 * HOUR);
    state.sick = 204;
    await sendFailedAgain(cloud.sending, accountId, endpoint.id, start - 1_000);
    await cloud.pass(HOUR);
    expect(healthEvents(WELL).map(({ type }) => type)).toEqual([
      'webhook_endpoint.failing',
      'webhook_endpoint.recovered',
    ]);
    expect(healthEvents(WELL)[1]!.data).toMatchObject({
      id: endpoint.id,
      failing_since: at(start),
      calls: 9,
      last_success_at: at(start + 28 * HOUR),
    });
    expect((await shown()).failing_since).toBeNull();
    await publish();
    await cloud.pass(HOUR);
    expect(await listed()).toHaveLength(2);
    state.sick = 500;
    await publish();
    await cloud.pass(28 * HOUR);
    expect(await listed()).toEqual([
      'webhook_endpoint.failing',
      'webhook_endpoint.recovered',
      'webhook_endpoint.failing',
    ]);
  });

  test('that was paused meanwhile is reported at its next failure', async () => {
    const { cloud, accountId, endpoint, publish, listed } = await open();
    const edit = (state: 'active' | 'paused') =>
      editWebhookEndpoint({ endpoints: cloud.endpoints, allowsUrl: async () => true }, accountId, endpoint.id, {
        state,
      });
    await publish();
    await cloud.pass(HOUR);
    await edit('paused');
    await cloud.pass(3 * DAY);
    expect(await listed()).toEqual([]);
    await edit('active');
    await cloud.pass(HOUR);
    expect(await listed()).toEqual(['webhook_endpoint.failing']);
  });
});

test('a success within the day prevents the report', async () => {
  const { cloud, state, publish, listed, shown } = await open();
  await publish();
  await cloud.pass(17 * HOUR);
  state.sick = 200;
  await publish();
  await cloud.pass(1_000);
  state.sick = 500;
  await cloud.pass(20 * HOUR);
  expect([await listed(), (await shown()).failing_since]).toEqual([[], null]);
});

test('is reported by only one of several invocations that end a run at once', async () => {
  const { cloud, publish, listed } = await open();
  for (let count = 0; count < 5; count++) await publish();
  await cloud.pass(28 * HOUR);
  expect(await listed()).toEqual(['webhook_endpoint.failing']);
});

import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../../lib/adapters/webhooks/sender.ts';
import { deliveryId } from '../../../lib/core/domain/webhooks.ts';
import { editWebhookEndpoint } from '../../../lib/operations/webhooks/edit-webhook-endpoint.ts';
import { getWebhookDelivery } from '../../../lib/operations/webhooks/get-webhook-delivery.ts';
import { type DeliveryPage, listWebhookDeliveries } from '../../../lib/operations/webhooks/list-webhook-deliveries.ts';
import { removeWebhookEndpoint } from '../../../lib/operations/webhooks/remove-webhook-endpoint.ts';
import { MOST_AT_ONCE, sendDeliveryAgain, sendFailedAgain } from '../../../lib/operations/webhooks/send-again.ts';
import { callWithTime } from '../../support/calls.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const HOUR = 3_600_000;
/** Longer than the eight attempts of rule HOOK-6. */
const ALL_ATTEMPTS = 29 * HOUR;

/** An endpoint whose receiver returns a status that can be changed. */
async function open(status = 200) {
  const posts: Post[] = [];
  const receiver = { status, id: '' };
  const cloud = openCloud({
    table: table(),
    receive: (post) => {
      // The sweep also sends what other tests left.
      if (post.endpointId === receiver.id) posts.push(post);
      return answered(receiver.status);
    },
  });
  const account = await cloud.account();
  receiver.id = account.endpoint.id;
  const publish = async () => {
    const notice = await cloud.event(account.accountId);
    await cloud.notify(notice);
    return notice;
  };
  const idOf = ({ event_id }: { event_id: string }, endpointId = account.endpoint.id) =>
    deliveryId({ event_id, endpoint_id: endpointId });
  return { cloud, posts, receiver, publish, idOf, ...account };
}

describe('one delivery', () => {
  test('that failed gets one more attempt, with the same webhook-id', async () => {
    const { cloud, posts, receiver, publish, idOf, accountId } = await open(500);
    const notice = await publish();
    await cloud.pass(ALL_ATTEMPTS);
    expect(posts).toHaveLength(8);
    receiver.status = 204;
    const asked = await sendDeliveryAgain(cloud.sending, accountId, idOf(notice));
    expect(asked.delivery.state).toBe('pending');
    await cloud.pass(1_000);
    const { delivery, attempts } = await getWebhookDelivery(cloud, accountId, idOf(notice));
    expect([delivery.state, attempts.length, attempts.at(-1)]).toMatchObject(['delivered', 9, { status: 204 }]);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([notice.event_id]));
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(cloud.failures).toEqual([]);
  });

  test('that arrived gets one more attempt, and no other if that fails', async () => {
    const { cloud, posts, receiver, publish, idOf, accountId } = await open();
    const notice = await publish();
    await cloud.pass(1_000);
    receiver.status = 500;
    await sendDeliveryAgain(cloud.sending, accountId, idOf(notice));
    await cloud.pass(ALL_ATTEMPTS);
    expect(posts).toHaveLength(2);
    const { delivery } = await getWebhookDelivery(cloud, accountId, idOf(notice));
    expect(delivery).toMatchObject({ state: 'failed', attempt: 2 });
  });

  test('that is pending is unchanged, with any number of requests', async () => {
    const { cloud, posts, publish, idOf, accountId } = await open(500);
    const notice = await publish();
    await cloud.pass(1_000);
    const before = await getWebhookDelivery(cloud, accountId, idOf(notice));
    const asked = await Promise.all([1, 2, 3].map(() => sendDeliveryAgain(cloud.sending, accountId, idOf(notice))));
    for (const { delivery } of asked) expect(delivery).toEqual(before.delivery);
    expect(posts).toHaveLength(1);
  });

  test('requested several times at once goes out once', async () => {
    const { cloud, posts, publish, idOf, accountId } = await open();
    const notice = await publish();
    await cloud.pass(1_000);
    await Promise.all([1, 2, 3].map(() => sendDeliveryAgain(cloud.sending, accountId, idOf(notice))));
    await cloud.pass(HOUR);
    expect(posts).toHaveLength(2);
  });

  test('whose message is lost is sent by the sweep', async () => {
    const { cloud, posts, publish, idOf, accountId } = await open();
    const notice = await publish();
    await cloud.pass(1_000);
    const queues = { send: async () => Promise.reject(new Error('no queue')) };
    await sendDeliveryAgain({ ...cloud.sending, queues }, accountId, idOf(notice));
    expect(cloud.failures).toHaveLength(1);
    await cloud.pass(HOUR);
    expect(posts).toHaveLength(2);
  });

  test('to a paused endpoint waits until it is resumed', async () => {
    const { cloud, posts, publish, idOf, accountId, endpoint } = await open();
    const notice = await publish();
    await cloud.pass(1_000);
    const deps = { endpoints: cloud.endpoints, allowsUrl: async () => true };
    await editWebhookEndpoint(deps, accountId, endpoint.id, { state: 'paused' });
    await sendDeliveryAgain(cloud.sending, accountId, idOf(notice));
    await cloud.pass(HOUR);
    expect(posts).toHaveLength(1);
    await editWebhookEndpoint(deps, accountId, endpoint.id, { state: 'active' });
    await cloud.pass(HOUR);
    expect(posts).toHaveLength(2);
  });

  test.each<[string, (opened: Awaited<ReturnType<typeof open>>) => Promise<[accountId: string, id: string]>]>([
    ['of another account', async ({ publish, idOf }) => ['acc_bcdfgh', idOf(await publish())]],
    ['that never existed', async ({ accountId, idOf }) => [accountId, idOf({ event_id: `evt_${'0'.repeat(26)}` })]],
    ['with a malformed id', async ({ accountId }) => [accountId, 'whd_1']],
    [
      'to a removed endpoint',
      async ({ cloud, publish, idOf, accountId, endpoint }) => {
        const id = idOf(await publish());
        await removeWebhookEndpoint(cloud.endpoints, accountId, endpoint.id);
        return [accountId, id];
      },
    ],
  ])('%s does not exist, and nothing is sent', async (_, arrange) => {
    const opened = await open();
    const [accountId, id] = await arrange(opened);
    await expect(sendDeliveryAgain(opened.cloud.sending, accountId, id)).rejects.toMatchObject({
      code: 'resource_not_found',
    });
  });
});

test('all deliveries that failed since an instant are sent again, and no others', async () => {
  const { cloud, posts, receiver, publish, accountId, endpoint } = await open(500);
  await publish();
  await cloud.pass(ALL_ATTEMPTS);
  const since = cloud.clock.now;
  const failed = [await publish(), await publish(), await publish()];
  await cloud.pass(ALL_ATTEMPTS);
  receiver.status = 200;
  await publish();
  await cloud.pass(1_000);
  posts.length = 0;
  const sent = await sendFailedAgain(cloud.sending, accountId, endpoint.id, since);
  expect(sent).toEqual({ count: 3, has_more: false });
  await cloud.pass(1_000);
  expect(posts.map(({ headers }) => headers['webhook-id']).sort()).toEqual(failed.map((each) => each.event_id).sort());
  expect(await sendFailedAgain(cloud.sending, accountId, endpoint.id, since)).toEqual({ count: 0, has_more: false });
  const stranger = sendFailedAgain(cloud.sending, 'acc_bcdfgh', endpoint.id, since);
  await expect(stranger).rejects.toMatchObject({ code: 'resource_not_found' });
});

test('of more failed deliveries than fit a transaction, none is sent unless the response of the call is committed with them', async () => {
  const { cloud, posts, receiver, publish, accountId, endpoint } = await open(500);
  const since = cloud.clock.now;
  for (let count = 0; count <= MOST_AT_ONCE; count++) await publish();
  await cloud.pass(ALL_ATTEMPTS);
  receiver.status = 200;
  posts.length = 0;
  const sending = (timeLeft: () => number) => {
    const call = callWithTime({ timeLeft });
    return sendFailedAgain(cloud.sending, accountId, endpoint.id, since, (body) => ({ call, status: 200, body }));
  };
  await expect(sending(() => 0)).rejects.toMatchObject({ code: 'service_unavailable' });
  await cloud.pass(HOUR);
  expect(posts).toHaveLength(0);
  const counts = [await sending(() => 20_000), await sending(() => 20_000)];
  expect(counts).toEqual([
    { count: MOST_AT_ONCE, has_more: true },
    { count: 1, has_more: false },
  ]);
  await cloud.pass(HOUR);
  expect(posts).toHaveLength(MOST_AT_ONCE + 1);
});

test('deliveries that somebody else sends again meanwhile are left out', async () => {
  const { cloud, posts, receiver, publish, idOf, accountId, endpoint } = await open(500);
  const since = cloud.clock.now;
  const [first] = [await publish(), await publish(), await publish()];
  await cloud.pass(ALL_ATTEMPTS);
  receiver.status = 200;
  posts.length = 0;
  let isFirst = true;
  const sending = sendFailedAgain(
    {
      ...cloud.sending,
      deliveries: {
        ...cloud.sending.deliveries,
        replaceAll: async (...args) => {
          if (isFirst) await sendDeliveryAgain(cloud.sending, accountId, idOf(first));
          isFirst = false;
          return cloud.sending.deliveries.replaceAll(...args);
        },
      },
    },
    accountId,
    endpoint.id,
    since,
  );
  expect(await sending).toEqual({ count: 2, has_more: false });
  await cloud.pass(HOUR);
  expect(posts).toHaveLength(3);
});

describe('the list of deliveries', () => {
  /** Three events to two endpoints, the second of which fails. */
  async function arrange() {
    const opened = await open();
    const { cloud, accountId, publish, posts, receiver } = opened;
    const { endpoint: second } = await cloud.endpoint(accountId, ['*'], 'https://second.example.com/');
    const notices = [];
    for (let count = 0; count < 3; count++) {
      notices.push(await publish());
      await cloud.pass(5_000);
    }
    const list = async (filters: Parameters<typeof listWebhookDeliveries>[2], page: Partial<DeliveryPage> = {}) => {
      const { rows, next } = await listWebhookDeliveries(cloud, accountId, filters, { limit: 100, ...page });
      return { ids: rows.map(({ delivery }) => deliveryId(delivery)), next };
    };
    return { ...opened, second, notices, list, posts, receiver };
  }

  test('has the newest event first, page by page, with and without filters', async () => {
    const { notices, list, idOf, endpoint, second } = await arrange();
    const endpoints = [endpoint.id, second.id].sort();
    const all = notices.toReversed().flatMap((notice) => endpoints.map((id) => idOf(notice, id)));
    expect(await list({})).toEqual({ ids: all, next: null });
    for (const limit of [1, 2, 3, 4, 5]) {
      const found: string[] = [];
      for (let after: string | null = '', rounds = 0; after !== null && rounds < 9; rounds++) {
        const page: { ids: string[]; next: string | null } = await list({}, { limit, ...(after && { after }) });
        found.push(...page.ids);
        after = page.next;
      }
      expect(found).toEqual(all);
    }
    expect((await list({ endpoint_id: second.id })).ids).toEqual(
      all.filter((_, index) => all[index]!.endsWith(second.id.slice(4))),
    );
    expect((await list({ event_id: notices[1]!.event_id })).ids).toEqual(all.slice(2, 4));
    expect((await list({ object_id: notices[1]!.object_id })).ids).toEqual(all);
    expect(await list({ object_id: notices[1]!.object_id }, { limit: 3 })).toEqual({
      ids: all.slice(0, 3),
      next: all[2],
    });
    expect((await list({ object_id: notices[1]!.object_id }, { after: all[2]! })).ids).toEqual(all.slice(3));
    expect((await list({ object_id: notices[1]!.object_id, event_id: notices[1]!.event_id })).ids).toEqual(
      all.slice(2, 4),
    );
    expect((await list({ object_id: 'ltr_2', event_id: notices[1]!.event_id })).ids).toEqual([]);
    expect((await list({ state: 'failed' })).ids).toEqual([]);
    expect((await list({ state: 'delivered' })).ids).toEqual(all);
  });

  test.each([{ endpoint_id: 'whe_other' }, { event_id: 'evt_other' }, { object_id: 'ltr_other' }])(
    'is empty for %j',
    async (filters) => {
      const { list } = await arrange();
      expect(await list(filters)).toEqual({ ids: [], next: null });
    },
  );

  test('has the deliveries created between two instants', async () => {
    const { cloud, accountId, list } = await arrange();
    const { rows } = await listWebhookDeliveries(cloud, accountId, {}, { limit: 100 });
    const [, , middle] = rows;
    const createdAfter = middle!.delivery.created_at;
    expect((await list({}, { createdAfter, createdBefore: createdAfter + 1 })).ids).toEqual(
      rows.slice(2, 4).map(({ delivery }) => deliveryId(delivery)),
    );
  });

  test('shows no delivery of another account', async () => {
    const { cloud, notices, endpoint } = await arrange();
    const { accountId } = await cloud.account();
    for (const filters of [
      {},
      { endpoint_id: endpoint.id },
      { event_id: notices[0]!.event_id },
      { object_id: notices[0]!.object_id },
    ])
      expect((await listWebhookDeliveries(cloud, accountId, filters, { limit: 10 })).rows).toEqual([]);
  });
});

test('a delivery shows the exact text that was sent, only to its account', async () => {
  const { cloud, posts, publish, idOf, accountId } = await open();
  const id = idOf(await publish());
  await cloud.pass(1_000);
  expect((await getWebhookDelivery(cloud, accountId, id)).body).toBe(posts[0]!.body);
  const stranger = getWebhookDelivery(cloud, 'acc_bcdfgh', id);
  await expect(stranger).rejects.toMatchObject({ code: 'resource_not_found' });
});

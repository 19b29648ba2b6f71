import { describe, expect, test } from '@jest/globals';
import { readDeliveryMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import type { QueuedMessage } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { useTable } from '../../support/dynamodb.ts';
import { losingResponses } from '../../support/lost-responses.ts';
import { answered, type CloudOptions, openCloud } from './support/cloud.ts';

const table = useTable();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One event to an endpoint that always returns 500, or these statuses in turn, with the given queue problems. */
async function run(options: Omit<CloudOptions, 'table' | 'receive'>, statuses: number[] = []) {
  const times: number[] = [];
  const cloud = openCloud({
    ...options,
    table: table(),
    receive: (_, clock) => {
      times.push(clock.now);
      return answered(statuses.shift() ?? 500);
    },
  });
  const { accountId, endpoint } = await cloud.account();
  const notice = await cloud.event(accountId);
  const find = async () => (await cloud.deliveries.find(notice.event_id, endpoint.id))!;
  return { cloud, notice, endpoint, times, find };
}

const scheduled = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const waits = (times: readonly number[], begun: number) =>
  times.map((time, index) => (time - (times[index - 1] ?? begun)) / 1000);

describe('responses of the table', () => {
  test('that are lost at every write cause no wait for a sweep, and no duplicate', async () => {
    const posts: number[] = [];
    const cloud = openCloud({
      table: losingResponses(table()),
      sideBySide: true,
      settings: { inFlight: { fast: 2, slow: 2 }, waitingPage: 3 },
      receive: (_, clock) => answered(posts.push(clock.now) <= 6 ? 500 : 200),
    });
    const { accountId } = await cloud.account();
    for (let count = 0; count < 6; count++) await cloud.commit(accountId);
    await cloud.pass(10_000);
    expect(cloud.failures).toEqual([]);
    const delivered = cloud.results.filter(({ result }) => result === 'delivered');
    expect(delivered).toHaveLength(6);
    expect(posts).toHaveLength(12);
  });
});

describe('messages', () => {
  test('duplicated at every hop, notices included: still eight attempts at their times', async () => {
    const { cloud, notice, times, find } = await run({ copies: () => 2 });
    const begun = cloud.clock.now;
    await cloud.notify(notice);
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
    expect(waits(times, begun).map(Math.floor)).toEqual(scheduled);
    expect((await find()).state).toBe('failed');
  });

  test('duplicated and reordered at every hop: each event is sent once', async () => {
    const sent: string[] = [];
    // The same disorder in every run: up to half a minute late, with no two neighbors equally late.
    let step = 0;
    const cloud = openCloud({
      table: table(),
      copies: () => 2,
      streamed: () => 2,
      notified: () => 2,
      lateness: () => (step++ * 7_919) % 30_000,
      receive: ({ headers }) => {
        sent.push(headers['webhook-id']!);
        return answered(200);
      },
    });
    const { accountId } = await cloud.account();
    const committed: string[] = [];
    for (let event = 0; event < 10; event++) committed.push((await cloud.commit(accountId))!.event_id);
    await cloud.pass(HOUR);
    expect(sent).not.toEqual(committed);
    expect(sent.toSorted()).toEqual(committed.toSorted());
    expect(cloud.failures).toEqual([]);
  });

  test('lost: the sweep replaces each within two minutes, never early', async () => {
    const seen = new Set<string>();
    const loseFirst = ({ message }: QueuedMessage) => {
      const key = `${message.event_id} ${message.attempt}`;
      return seen.has(key) ? 1 : Number(!seen.add(key));
    };
    const { cloud, notice, times } = await run({ copies: loseFirst });
    const begun = cloud.clock.now;
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
    expect(times).toHaveLength(8);
    waits(times, begun).forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(scheduled[index]!);
      expect(wait).toBeLessThanOrEqual(scheduled[index]! + 2 * 60 + 1);
    });
  });

  test('late ones are stale: a finished attempt is not repeated', async () => {
    const { cloud, notice, endpoint, times, find } = await run({}, [500, 200]);
    await cloud.notify(notice);
    await cloud.pass(MINUTE);
    expect(times).toHaveLength(2);
    for (const attempt of [1, 2, 3]) await cloud.deliver({ ...messageOf(notice, endpoint.id), attempt });
    expect(cloud.results.slice(-3).map(({ result }) => result)).toEqual(['stale', 'stale', 'stale']);
    expect(times).toHaveLength(2);
    expect((await find()).state).toBe('delivered');
  });

  test('slightly early by another machine’s clock: they wait for the time of their attempt', async () => {
    const loseRetry = ({ message }: QueuedMessage) => Number(message.attempt === 1);
    const { cloud, notice, endpoint, times } = await run({ copies: loseRetry }, [500, 200]);
    await cloud.notify(notice);
    await cloud.pass(4_600);
    await cloud.deliver({ ...messageOf(notice, endpoint.id), attempt: 2 });
    expect(cloud.results.at(-1)?.result).toBe('early');
    expect(times).toHaveLength(1);
  });

  test('much too early: they are stale copies', async () => {
    const { cloud, notice, endpoint, times } = await run({}, [500, 200]);
    await cloud.notify(notice);
    await cloud.pass(2_000);
    await cloud.deliver({ ...messageOf(notice, endpoint.id), attempt: 2 });
    expect(cloud.results.at(-1)?.result).toBe('stale');
    await cloud.pass(MINUTE);
    expect(times.map((time) => time - times[0]!)).toEqual([0, 5_000]);
  });

  test('waiting for a constantly called endpoint: they do not multiply, even if each is duplicated', async () => {
    const { cloud, notice, endpoint } = await run({ copies: () => 2 });
    const ref = { account_id: notice.account_id, id: endpoint.id };
    await cloud.endpoints.takeRun(ref, { id: 'another', until: cloud.clock.now + 2 * HOUR }, 'fast', cloud.clock.now);
    await cloud.notify(notice);
    await cloud.pass(HOUR);
    // Two copies at the beginning and at each sweep: after 1, 2, 4, 8, 16 and 32 minutes.
    const own = cloud.results.filter(({ message }) => message.event_id === notice.event_id);
    expect(own.map(({ result }) => result)).toEqual(Array(14).fill('waiting'));
    await cloud.endpoints.endRun(ref, 'another');
    await cloud.pass(HOUR);
    expect((await cloud.deliveries.findLog(notice.event_id, endpoint.id))!.attempts).toHaveLength(4);
  });

  test('two at once: only one makes the attempt', async () => {
    const { cloud, notice, times } = await run({ copies: () => 5 }, [200]);
    await cloud.notify(notice);
    const results = (await cloud.deliverAtOnce()).map(({ result }) => result);
    // A copy that arrives during the attempt waits for its end, and is then stale.
    const ended = results.filter((result) => result !== 'waiting' && result !== 'stale');
    expect(ended).toEqual(['delivered']);
    expect(times).toHaveLength(1);
  });

  test('about a delivery that does not exist end cleanly', async () => {
    const { cloud, notice, endpoint } = await run({});
    await cloud.deliver(messageOf({ ...notice, event_id: 'evt_0' }, endpoint.id));
    expect(cloud.results.at(-1)?.result).toBe('stale');
    expect(cloud.failures).toEqual([]);
  });

  test.each(['', 'null', '[]', '{}', '{"event_id":1}', '{"event_id":"e","endpoint_id":"w","account_id":"a"}', 'hello'])(
    'of unknown shape are rejected: %p',
    (body) => {
      expect(() => readDeliveryMessage(body)).toThrow();
    },
  );
});

function messageOf(notice: { event_id: string; account_id: string }, endpointId: string) {
  return {
    event_id: notice.event_id,
    account_id: notice.account_id,
    endpoint_id: endpointId,
    attempt: 1,
    due: 0,
    lane: 'fast' as const,
  };
}

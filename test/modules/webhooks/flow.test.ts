import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { openMailingTraces } from '../../../lib/adapters/data/mailings/mailing-traces.ts';
import type { Post } from '../../../lib/adapters/webhooks/sender.ts';
import type { EventType } from '../../../lib/core/domain/events.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud, timedOut } from './support/cloud.ts';

const table = useTable();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the schedule', () => {
  test.each([0, 1, 29, 59])(
    'eight attempts, exact to the second, and nothing after (sweep at second %i)',
    async (sweepSecond) => {
      const starts: number[] = [];
      const cloud = openCloud({
        table: table(),
        sweepSecond,
        receive: (_, clock) => {
          starts.push(clock.now);
          // Ends at its deadline: delays count from there.
          clock.now += 15 * SECOND;
          return timedOut;
        },
      });
      const { accountId, endpoint } = await cloud.account();
      const notice = await cloud.event(accountId);
      const begun = cloud.clock.now;
      await cloud.notify(notice);
      await cloud.pass(60 * HOUR);

      const ends = starts.map((start) => start + 15 * SECOND);
      const waits = starts.map((start, index) => start - (ends[index - 1] ?? begun));
      expect(waits.map((wait) => Math.floor(wait / SECOND))).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
      expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual((27 * 3600 + 35 * 60 + 5) * SECOND);
      const log = await cloud.deliveries.findLog(notice.event_id, endpoint.id);
      expect(log).toMatchObject({ delivery: { state: 'failed', attempt: 8 } });
      expect(log!.attempts.map(({ attempt, error }) => [attempt, error])).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, 'answer_timeout']),
      );
      expect(cloud.failures).toEqual([]);
    },
  );

  test('applies to an event type that only a newer release knows', async () => {
    const cloud = openCloud({ table: table(), receive: () => answered(204) });
    const { accountId, endpoint } = await cloud.account();
    const newer = 'letter.framed' as EventType;
    const notice = await cloud.event(accountId, newer);
    await cloud.notify(notice);
    await cloud.pass(SECOND);
    const log = await cloud.deliveries.findLog(notice.event_id, endpoint.id);
    expect(log).toMatchObject({ delivery: { state: 'delivered', event_type: newer } });
    const { rows } = await cloud.events.list(accountId, { limit: 10 }, {});
    expect(rows).toMatchObject([{ id: notice.event_id, type: newer }]);
    expect(cloud.failures).toEqual([]);
  });

  test('ends with the first 2xx', async () => {
    const statuses = [500, 301, 204];
    const cloud = openCloud({ table: table(), receive: () => answered(statuses.shift()!) });
    const { accountId, endpoint } = await cloud.account();
    const notice = await cloud.event(accountId);
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
    expect(await cloud.deliveries.findLog(notice.event_id, endpoint.id)).toMatchObject({
      delivery: { state: 'delivered', attempt: 3 },
      attempts: [{ status: 500 }, { status: 301 }, { status: 204 }],
    });
    expect(statuses).toEqual([]);
  });

  test('every attempt is signed again over the same bytes and has the same id', async () => {
    const posts: { post: Post; at: number }[] = [];
    const cloud = openCloud({
      table: table(),
      receive: (post, clock) => {
        posts.push({ post, at: clock.now });
        return answered(500);
      },
    });
    const { accountId, secret } = await cloud.account();
    const notice = await cloud.event(accountId);
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
    expect(posts).toHaveLength(8);
    expect(new Set(posts.map(({ post }) => post.body)).size).toBe(1);
    expect(new Set(posts.map(({ post }) => post.headers['webhook-id']))).toEqual(new Set([notice.event_id]));
    expect(posts.map(({ post }) => post.headers['webhook-timestamp'])).toEqual(
      posts.map(({ at }) => String(Math.floor(at / SECOND))),
    );
    const verifier = new Webhook(secret);
    for (const { post } of posts) {
      const signature = verifier.sign(
        notice.event_id,
        new Date(Number(post.headers['webhook-timestamp']) * SECOND),
        post.body,
      );
      expect(post.headers['webhook-signature']).toBe(signature);
    }
  });
});

describe('an event that is erased', () => {
  test('during its delivery leaves no copy in the response: that attempt does not count, and the next sends the erased event', async () => {
    const erased = JSON.stringify({ data: { id: 'ltr_1', to: '[apagado]' } });
    const bodies: string[] = [];
    const cloud = openCloud({
      table: table(),
      receive: async ({ body }) => {
        if (bodies.push(body) === 1) await erase();
        return { ...answered(200), answer: body };
      },
    });
    const { accountId, endpoint } = await cloud.account();
    const notice = await cloud.event(accountId);
    const erase = async () => {
      const traces = openMailingTraces(table(), () => cloud.clock.now);
      for (const event of await traces.events(accountId, 'ltr_1')) {
        await traces.rewriteEvent(event, erased);
        await traces.forgetReceiversAnswers(event.id);
      }
    };
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
    expect(bodies).toEqual([expect.not.stringContaining('apagado'), erased]);
    const log = await cloud.deliveries.findLog(notice.event_id, endpoint.id);
    expect(log).toMatchObject({ delivery: { state: 'delivered' }, attempts: [{ status: 200, answer: erased }] });
    expect(cloud.failures).toEqual([]);
  });
});

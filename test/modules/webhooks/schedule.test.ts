import { describe, expect, test } from '@jest/globals';
import { attempted, beginDelivery, claimed, swept } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { ATTEMPTS, retryAt, retryDelaysSeconds, triggerAt } from '../../../lib/core/domain/delivery-schedule.ts';
import { deliverySettings as settings } from '../../../lib/core/domain/delivery-settings.ts';

describe('schedule of attempts', () => {
  test('has eight, and a delivery that always fails takes 27 h 35 min 5 s', () => {
    expect(ATTEMPTS).toBe(8);
    const seconds = retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0);
    expect(seconds).toBe(27 * 3600 + 35 * 60 + 5);
  });

  test.each([
    [1, 5],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3600],
    [5, 5 * 3600],
    [6, 10 * 3600],
    [7, 10 * 3600],
  ])('the attempt after attempt %i comes %i seconds after its end', (attempt, seconds) => {
    expect(retryAt(attempt, 1_000_000)).toBe(1_000_000 + seconds * 1000);
  });

  test('nothing comes after the eighth', () => {
    expect(retryAt(8, 1_000_000)).toBeUndefined();
  });
});

describe('appointment', () => {
  const now = 1_700_000_000_000;

  test('rounds the queue delay up, so no attempt is early', () => {
    expect(triggerAt(now + 4_001, now, settings).delaySeconds).toBe(5);
  });

  test('uses the queue up to its 900 seconds, with the sweep a minute later', () => {
    expect(triggerAt(now + 900_000, now, settings)).toEqual({ delaySeconds: 900, dueAt: now + 960_000 });
  });

  test('leaves longer waits to the sweep, which reads before the time has come', () => {
    expect(triggerAt(now + 900_001, now, settings)).toEqual({ delaySeconds: undefined, dueAt: now + 900_001 - 90_000 });
  });

  test('is immediate for an overdue delivery', () => {
    expect(triggerAt(now - 5_000, now, settings)).toEqual({ delaySeconds: 0, dueAt: now + 60_000 });
  });

  test('waits twice as long before each further sweep, up to about an hour', () => {
    const graces = [0, 1, 2, 6, 7, 40].map((sweeps) => triggerAt(now, now, settings, sweeps).dueAt - now);
    expect(graces).toEqual([60_000, 120_000, 240_000, 3_840_000, 3_840_000, 3_840_000]);
  });
});

describe('a claim', () => {
  const now = 1_700_000_000_000;
  const notice = { event_id: 'evt_1', account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' } as const;
  const endpoint = { id: 'whe_1', state: 'active', slow_until: 0 } as Parameters<typeof beginDelivery>[1];
  const { delivery } = beginDelivery(notice, endpoint, now, settings);

  test.each([0, 1_000, 10_000])(
    '%i ms after the event leaves the check to the sweep, at most ten seconds after the lease',
    (late) => {
      const { lease_until, due_at } = claimed(delivery, now + late, settings);
      expect(due_at).toBe(delivery.due_at);
      expect(lease_until).toBe(now + late + settings.lease);
      expect(due_at - lease_until).toBe(10_000 - late);
    },
  );

  test('of an attempt whose message arrives minutes later does so too', () => {
    const failed = { attempt: 2, status: 500 };
    const { delivery: waiting } = attempted({ ...delivery, attempt: 2 }, failed, now, 'fast', settings);
    const { lease_until, due_at } = claimed(waiting, waiting.not_before, settings);
    expect(due_at - lease_until).toBe(10_000);
  });

  test('later than that leaves the check to the sweep when the lease ends', () => {
    const { lease_until, due_at } = claimed(delivery, now + 10_001, settings);
    expect(due_at).toBe(lease_until);
  });

  test('of a delivery that the sweep has queued and would rarely check leaves the check to it when the lease ends', () => {
    const { delivery: queued } = swept({ ...delivery, sweeps: 3 }, now, settings);
    expect(queued.due_at).toBe(now + 480_000);
    expect(claimed(queued, now, settings)).toMatchObject({ due_at: now + settings.lease, sweeps: 0 });
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  comesAfter,
  deliveryId,
  deliveryOfId,
  isIdle,
  isSuccess,
  rotatedSecrets,
  validSecrets,
  wantsEvent,
} from '../../lib/core/domain/webhooks.ts';

describe('an endpoint', () => {
  test.each([
    [['letter.posted'], 'letter.posted', true],
    [['letter.posted', 'letter.failed'], 'letter.failed', true],
    [['letter.posted'], 'letter.failed', false],
    [['*'], 'letter.failed', true],
    [[], 'letter.failed', false],
  ])('for the events %j gets %s: %p (rule HOOK-1)', (events, type, wanted) => {
    expect(wantsEvent({ events }, type)).toBe(wanted);
  });

  test('may be called when no invocation has its lease, or the lease has ended', () => {
    const run = { id: 'a', until: 100 };
    expect([isIdle({}, 100), isIdle({ run }, 100), isIdle({ run }, 101)]).toEqual([true, false, true]);
  });
});

describe('the secrets that sign (rule HOOK-4)', () => {
  const current = { sealed: 'a', created_at: 1, expires_at: null };

  test('are the current one, and earlier ones until their end', () => {
    const secrets = [current, { ...current, sealed: 'b', expires_at: 100 }];
    expect(validSecrets({ secrets }, 99)).toEqual(secrets);
    expect(validSecrets({ secrets }, 100)).toEqual([current]);
  });

  test('after a rotation are the new one and, for the overlap, the earlier ones that have no earlier end', () => {
    const ending = { ...current, sealed: 'b', expires_at: 150 };
    const over = { ...current, sealed: 'c', expires_at: 100 };
    expect(rotatedSecrets({ secrets: [current, ending, over] }, 'new', 100, 1_000)).toEqual([
      { sealed: 'new', created_at: 100, expires_at: null },
      { ...current, expires_at: 1_100 },
      ending,
    ]);
  });
});

describe('a delivery', () => {
  test.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [500, false],
    [null, false],
  ])('with the response %p succeeded: %p (rule HOOK-5)', (status, expected) => {
    expect(isSuccess({ status })).toBe(expected);
  });

  const EVENT = '01k0000000000000000000000a';
  const ENDPOINT = '01k0000000000000000000000b';
  const ref = { event_id: `evt_${EVENT}`, endpoint_id: `whe_${ENDPOINT}` };

  test('has an id that names its event and its endpoint', () => {
    expect(deliveryId(ref)).toBe(`whd_${EVENT}${ENDPOINT}`);
    expect(deliveryOfId(deliveryId(ref))).toEqual(ref);
  });

  test.each([
    '',
    'whd_',
    `whd_${EVENT}`,
    `${EVENT}${ENDPOINT}`,
    `evt_${EVENT}${ENDPOINT}`,
    `whd_${EVENT}${ENDPOINT}a`,
    `awhd_${EVENT}${ENDPOINT}`,
    `whd_${EVENT}${ENDPOINT}`.toUpperCase(),
  ])('has no id like %p', (id) => expect(deliveryOfId(id)).toBeUndefined());

  test('is listed after those of newer events, and after those of its event to earlier endpoints', () => {
    const names = (refs: [event: string, endpoint: string][]) =>
      refs.map(([event_id, endpoint_id]) => ({ event_id, endpoint_id }));
    const sorted = names([
      ['evt_2', 'whe_1'],
      ['evt_2', 'whe_2'],
      ['evt_1', 'whe_1'],
      ['evt_1', 'whe_3'],
    ]);
    for (const [at, one] of sorted.entries())
      for (const [position, other] of sorted.entries()) expect(comesAfter(one, other)).toBe(at > position);
  });
});

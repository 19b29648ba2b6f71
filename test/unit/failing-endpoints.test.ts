import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Failing, FAILING_AFTER_MS as DAY, healthTurn } from '../../lib/core/domain/failing-endpoints.ts';

const failing = 'webhook_endpoint.failing';
const recovered = 'webhook_endpoint.recovered';
const NOW = 10 * DAY;
const notified: Failing = { since: 5, told_at: DAY + 5 };

test.each([
  ['only successes', undefined, undefined, null, { failing: undefined }],
  ['a first failure', undefined, 7, 7, { failing: { since: 7 } }],
  ['a failure just under a day after the first', { since: 7 }, 7, DAY + 6, { failing: { since: 7 } }],
  [
    'a failure a day after the first',
    { since: 7 },
    7,
    DAY + 7,
    { failing: { since: 7, told_at: NOW }, change: { type: failing, since: 7 } },
  ],
  ['a failure later than that', notified, 5, 3 * DAY, { failing: notified }],
  ['a success before any event', { since: 7 }, undefined, DAY, { failing: undefined }],
  ['a success', notified, undefined, DAY, { failing: undefined, change: { type: recovered, since: 5 } }],
  [
    'a success and a new failure',
    notified,
    9 * DAY,
    9 * DAY,
    { failing: { since: 9 * DAY }, change: { type: recovered, since: 5 } },
  ],
  ['no call since a failure long ago', { since: 7 }, 7, 8, { failing: { since: 7 } }],
])('%s', (_, before, since, lastFailureAt, expected) => {
  expect(healthTurn(before, since, lastFailureAt, NOW)).toEqual(expected);
});

test('for any calls, failing and recovered alternate, and failing is reported no earlier than a day after the last success', () => {
  const call = fc.record({ ok: fc.boolean(), after: fc.integer({ min: 1, max: 20 * 3_600_000 }) });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      let [now, kept, since, lastFailure]: [number, Failing | undefined, number | undefined, number | null] = [
        0,
        undefined,
        undefined,
        null,
      ];
      let [lastSuccess, expected] = [0, failing];
      for (const { ok, after } of calls) {
        now += after;
        since = ok ? undefined : (since ?? now);
        if (!ok) lastFailure = now;
        const turn = healthTurn(kept, since, lastFailure, now);
        kept = turn.failing;
        expect(kept?.since).toBe(since);
        if (turn.change) {
          expect(turn.change.type).toBe(expected);
          if (expected === failing) expect(now - lastSuccess).toBeGreaterThan(DAY);
          else expect(ok).toBe(true);
          expected = expected === failing ? recovered : failing;
        } else {
          // Events are sent at once.
          expect(since !== undefined && now - since >= DAY).toBe(kept?.told_at !== undefined);
        }
        if (ok) lastSuccess = now;
      }
    }),
  );
});

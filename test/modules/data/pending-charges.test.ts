import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chargeFor, ChargesModel, judged, PRICE, topUp } from './support/charges-model.ts';
import { forAllChoices } from './support/choices.ts';
import { CALL_MS } from './support/model-table.ts';

/**
 * All ways in which two charges of a crowded account can go, one after the other, with a third that leads when nothing
 * is in flight any more: the real protocol against a model of the table. One request may be carried out or not,
 * immediately or after any later one, and its response may be lost. Calls have no Idempotency-Key: with one, the record
 * makes late attempts lose (keyed-commits.test.ts).
 */

/** A lead that a call could not release lasts for a second. */
const BETWEEN_CALLS_MS = 2_000;
/** A call that gets no response once has no time to start over. */
const SHORT_CALL_MS = 3_100;

// Waits between attempts take no time.
const { random } = Math;
beforeAll(() => {
  Math.random = () => 0;
});
afterAll(() => {
  Math.random = random;
});

/** @returns the number of runs, and the outcomes of the first call */
async function runAllChoices(troubles: number, firstCallMs: number): Promise<{ runs: number; outcomes: string[] }> {
  const seen = new Set<string>();
  const runs = await forAllChoices(async (choices) => {
    const model = new ChargesModel(choices, troubles);
    topUp(model, choices.pick([0, PRICE]));
    const first = await chargeFor(model, 'first', { milliseconds: firstCallMs });
    model.now += BETWEEN_CALLS_MS;
    topUp(model, 2 * PRICE);
    const second = await chargeFor(model, 'second');
    model.settle();
    model.now += BETWEEN_CALLS_MS;
    // Leads whatever is still pending.
    const third = await chargeFor(model, 'third');

    const outcomes = { first, second, third };
    const picks = choices.taken.map(({ picked }) => picked);
    const { made, reported, entries } = judged(model, outcomes);
    expect({ picks, outcomes, made, entries }).toEqual({ picks, outcomes, made: reported, entries: reported.length });
    seen.add(first);
  });
  return { runs, outcomes: [...seen].sort() };
}

test.each([
  ['time to start over', CALL_MS, ['insufficient_balance', 'made']],
  ['no time to start over', SHORT_CALL_MS, ['insufficient_balance', 'made', 'service_unavailable']],
])('a call with %s that got an error is never charged afterwards', async (_, milliseconds, outcomes) => {
  const { runs, outcomes: seen } = await runAllChoices(1, milliseconds);
  expect(runs).toBeGreaterThan(100);
  expect(seen).toEqual(outcomes);
});

import { describe, expect, test } from '@jest/globals';
import { useTable } from '../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const HOUR = 3_600_000;
/** Milliseconds for tests of many runs on a busy machine. */
const MANY_RUNS = 120_000;

class Killed extends Error {}

/** Decides before and after every call of a function to the outside whether the function dies there. */
type Fate = () => boolean;

/**
 * Dependencies of one invocation that may die at any call: the call is made or not, and from then on nothing of the
 * invocation happens any more, not even what stands in a `finally`.
 */
function mortal<Deps extends object>(deps: Deps, dies: Fate, onDeath: () => void): Deps {
  let dead = false;
  const step = () => {
    if (dead) throw new Killed();
    if (!dies()) return;
    dead = true;
    onDeath();
    throw new Killed();
  };
  const wrap = (value: unknown): unknown => {
    if (typeof value !== 'function') {
      return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, wrap(part)]));
    }
    return async (...args: unknown[]) => {
      step();
      const result: unknown = await (value as (...args: unknown[]) => unknown)(...args);
      step();
      return result;
    };
  };
  return wrap(deps) as Deps;
}

/** Events to an endpoint that fails each first attempt; functions die as fate wills. */
async function run(events: number, dies: Fate) {
  const posts = new Map<string, number[]>();
  let kills = 0;
  const cloud = openCloud({
    table: table(),
    around: (deps) => mortal(deps, dies, () => kills++),
    receive: ({ headers }) => {
      const id = headers['webhook-id']!;
      const statuses = posts.get(id) ?? [];
      posts.set(id, statuses);
      statuses.push(statuses.length === 0 ? 500 : 200);
      return answered(statuses.at(-1)!);
    },
  });
  const { accountId, endpoint } = await cloud.account();
  const notices = await Promise.all(Array.from({ length: events }, () => cloud.event(accountId)));
  for (const notice of notices) await cloud.notify(notice);
  await cloud.pass(60 * HOUR);
  const deliveries = await Promise.all(notices.map(({ event_id }) => cloud.deliveries.find(event_id, endpoint.id)));
  const lost = deliveries.filter((delivery) => delivery?.state !== 'delivered');
  const sent = [...posts.values()].map((statuses) => statuses.length);
  const recorded = deliveries.map((delivery) => delivery!.attempts.length);
  const strangers = cloud.failures.filter((failure) => !(failure instanceof Killed));
  return { kills, lost, sent, recorded, strangers };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** A small generator of random numbers, so that a seed that fails fails again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a function that dies', () => {
  test(
    'at any single step: the event is delivered, with at most one duplicate',
    async () => {
      let steps = 0;
      for (let fatal = 1; fatal === steps + 1 || fatal === 1; fatal++) {
        let step = 0;
        const { kills, lost, sent, recorded, strangers } = await run(1, () => ++step === fatal);
        steps = kills === 1 ? fatal : steps;
        expect({ fatal, lost, strangers }).toEqual({ fatal, lost: [], strangers: [] });
        expect(sum(sent)).toBeLessThanOrEqual(Math.max(2, sum(recorded)) + kills);
      }
      // Fan-out and two attempts, before and after each call: fewer would mean that not every step was tried.
      expect(steps).toBeGreaterThanOrEqual(40);
    },
    MANY_RUNS,
  );

  test.each([1, 2, 3, 4])(
    'again and again (seed %i): 50 events are delivered, at most one duplicate per death',
    async (seed) => {
      const random = seeded(seed);
      const { kills, lost, sent, recorded, strangers } = await run(50, () => random() < 0.03);
      expect(kills).toBeGreaterThan(10);
      expect(lost).toEqual([]);
      expect(strangers).toEqual([]);
      expect(sum(sent)).toBeLessThanOrEqual(sum(recorded) + kills);
      expect(Math.max(...recorded)).toBeLessThanOrEqual(8);
    },
    MANY_RUNS,
  );
});

import { describe, expect, test } from '@jest/globals';
import { answered, type CloudOptions, openCloud } from '../../../modules/webhooks/support/cloud.ts';
import { someOf } from '../../../support/cases.ts';
import { useTable } from '../../../support/dynamodb.ts';
import { type KillDecision, Killed, mortal, type Step } from '../../../support/mortal.ts';
import { seeded } from '../../../support/seeded.ts';

const table = useTable();
const HOUR = 3_600_000;
/** Milliseconds, for many runs on a busy machine. */
const MANY_RUNS = 600_000;

interface Course extends Pick<
  CloudOptions,
  'streamed' | 'comesAgain' | 'noticesComeAgain' | 'copies' | 'sideBySide' | 'settings'
> {
  events: number;
  dies: KillDecision;
  /** Whether the endpoint is paused at first, for an hour. */
  isPaused?: boolean;
}

/** Events to an endpoint that fails each first attempt; functions die as `dies` decides. */
async function run({ events, dies, isPaused = false, ...troubles }: Course) {
  const posts = new Map<string, number>();
  let kills = 0;
  const fate: KillDecision = (step) => {
    const fatal = dies(step);
    if (fatal) kills++;
    return fatal;
  };
  const cloud = openCloud({
    table: table(),
    ...troubles,
    around: (deps) => mortal(deps, fate),
    receive: ({ headers }) => {
      const id = headers['webhook-id']!;
      const before = posts.get(id) ?? 0;
      posts.set(id, before + 1);
      return answered(before === 0 ? 500 : 200);
    },
  });
  const { accountId, endpoint } = await cloud.account();
  const setState = (state: 'active' | 'paused') =>
    cloud.endpoints.edit({ account_id: accountId, id: endpoint.id }, { state });
  if (isPaused) await setState('paused');
  const committed = [];
  for (let event = 0; event < events; event++) committed.push(await cloud.commit(accountId));
  const notices = committed.filter((notice) => notice !== undefined);
  if (isPaused) {
    await cloud.pass(HOUR);
    await setState('active');
  }
  await cloud.pass(60 * HOUR);
  const logs = await Promise.all(notices.map(({ event_id }) => cloud.deliveries.findLog(event_id, endpoint.id)));
  return {
    kills,
    /** Committed but not delivered, or without a record of the attempt that delivered it. */
    lost: logs.filter((log) => log?.delivery.state !== 'delivered' || log.attempts.at(-1)?.status !== 200),
    sent: sum([...posts.values()]),
    attempts: logs.map((log) => log?.attempts.length ?? 0),
    strangers: cloud.failures.filter((failure) => !(failure instanceof Killed)),
  };
}

/** Seeds of deaths at any step. */
const ALL = 200;
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** No event is lost, and no death causes more than one duplicate. */
function expectDelivered(
  label: Record<string, number>,
  { kills, lost, sent, attempts, strangers }: Awaited<ReturnType<typeof run>>,
) {
  const tooMany = Math.max(0, sent - sum(attempts) - kills);
  expect({ ...label, lost, strangers, tooMany }).toEqual({ ...label, lost: [], strangers: [], tooMany: 0 });
  expect(Math.max(0, ...attempts)).toBeLessThanOrEqual(8);
}

/** The steps of an event, as the calls that make them; `after` each except the sending, something has been done. */
const steps: Record<string, Step> = {
  commit: 'commit 1',
  relay: 'bus.publish 1',
  'marking the relay': 'events.markRelayed 1',
  'fan-out': 'deliveries.create 1',
  queueing: 'queues.send 1',
  'leaving the outbox': 'events.markFannedOut 1',
  'claiming the endpoint': 'endpoints.takeRun 1',
  claim: 'deliveries.replace 1',
  send: 'send 1',
  record: 'deliveries.record 1',
  'going on': 'deliveries.replace 2',
  'releasing the endpoint': 'endpoints.endRun 1',
  'looking for waiting deliveries': 'waiting.first 1',
};

describe('a function that dies', () => {
  test.each([
    ['its messages are redelivered', true],
    ['only the sweep recovers it', false],
  ])(
    'at any single step, and %s: the event is delivered, with at most one duplicate',
    async (_, comesAgain) => {
      const tried = new Set<Step>();
      for (let fatal = 1, last = false; !last; fatal++) {
        let number = 0;
        const result = await run({
          events: 1,
          comesAgain: () => comesAgain,
          noticesComeAgain: () => comesAgain,
          dies: (step) => {
            if (++number !== fatal) return false;
            tried.add(step);
            return true;
          },
        });
        last = result.kills === 0;
        expectDelivered({ fatal }, result);
      }
      for (const call of Object.values(steps)) {
        expect(tried).toContain(`${call} before`);
        expect(tried).toContain(`${call} after`);
      }
    },
    MANY_RUNS,
  );

  test.each([
    ['resumed endpoints are looked for', 'endpoints.resumed 1', 1],
    ['the sweep looks for parked deliveries', 'deliveries.parked 1', 1],
    ['its message is sent', 'queues.send 1', 1],
    ['the endpoint is claimed', 'endpoints.takeRun 1', 1],
    ['the run looks for parked deliveries', 'deliveries.parked 1', 2],
    ['a parked delivery is claimed', 'deliveries.replace 1', 1],
    ['it is sent', 'send 1', 1],
    ['it is recorded', 'deliveries.record 1', 1],
    ['it is finished', 'deliveries.replace 2', 1],
    ['the endpoint is released', 'endpoints.endRun 1', 1],
    ['nothing is left parked', 'endpoints.lookUntil 1', 1],
    ['the resume is over', 'endpoints.endResuming 1', 1],
  ])(
    'while it resumes an endpoint, when %s: the paused events are delivered, with at most one duplicate',
    async (_, call, occurrence) => {
      for (const side of ['before', 'after']) {
        let left = occurrence;
        const result = await run({
          events: 3,
          isPaused: true,
          settings: { inFlight: { fast: 1, slow: 1 }, waitingPage: 1 },
          comesAgain: () => false,
          dies: (step) => step === `${call} ${side}` && --left === 0,
        });
        expect(result.kills).toBe(1);
        expectDelivered({}, result);
      }
    },
  );

  test(
    'repeatedly, over 200 seeds: every event is delivered, with at most one duplicate per death',
    async () => {
      const deaths = new Map<Step, number>();
      const seeds = someOf(upTo(ALL), 40);
      for (const seed of seeds) {
        const random = seeded(seed);
        const result = await run({
          events: 3,
          // Nothing outside the table is reliable.
          streamed: () => Number(random() < 0.9),
          comesAgain: () => random() < 0.5,
          noticesComeAgain: () => random() < 0.5,
          copies: () => [0, 1, 1, 1, 2][Math.floor(random() * 5)]!,
          dies: (step) => {
            if (random() >= 0.05) return false;
            deaths.set(step, (deaths.get(step) ?? 0) + 1);
            return true;
          },
        });
        expectDelivered({ seed }, result);
      }
      // All seeds together interrupt each step often, both before and after it; single runs cover most of them.
      if (seeds.length < ALL) return;
      for (const call of Object.values(steps)) {
        expect(deaths.get(`${call} before`)).toBeGreaterThan(10);
        expect(deaths.get(`${call} after`)).toBeGreaterThan(10);
      }
    },
    MANY_RUNS,
  );

  test(
    'in the middle of a burst, over 60 seeds: every event is delivered, with at most one duplicate per death',
    async () => {
      const steps = ['endpoints.takeRun', 'waiting.add', 'waiting.take', 'waiting.first', 'endpoints.endRun'];
      const deaths = new Map<string, number>();
      const seeds = someOf(upTo(60), 12);
      for (const seed of seeds) {
        const random = seeded(seed);
        const result = await run({
          events: 8,
          sideBySide: true,
          // Most events find their endpoint busy, and one run cannot take everything that waits.
          settings: { inFlight: { fast: 2, slow: 2 }, waitingPage: 3, look: 1 },
          comesAgain: () => random() < 0.5,
          dies: (step) => {
            const name = steps.find((name) => step.startsWith(name));
            if (random() >= (name ? 0.1 : 0.02)) return false;
            if (name) deaths.set(name, (deaths.get(name) ?? 0) + 1);
            return true;
          },
        });
        expectDelivered({ seed }, result);
      }
      for (const step of steps) expect(deaths.get(step)).toBeGreaterThan(seeds.length / 6);
    },
    MANY_RUNS,
  );
});

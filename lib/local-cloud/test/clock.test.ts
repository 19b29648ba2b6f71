import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Clock } from '../clock.ts';

let clock: Clock;
beforeEach(() => {
  clock = new Clock();
});
afterEach(() => clock.stop());

const START = Date.parse('2030-01-01T00:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

test('timers fire at their own instants; timers of one instant fire in the order they were set', async () => {
  await clock.advanceTo(START);
  const fired: [string, number][] = [];
  const at = (name: string, instant: number) => clock.schedule(instant, () => fired.push([name, clock.now()]));
  at('late', START + 60 * DAY);
  at('first', START + MINUTE);
  at('second', START + MINUTE);
  at('beyond', START + 61 * DAY);
  await clock.advanceTo(START + 60 * DAY);
  expect(fired).toEqual([
    ['first', START + MINUTE],
    ['second', START + MINUTE],
    ['late', START + 60 * DAY],
  ]);
  expect(clock.now()).toBeGreaterThanOrEqual(START + 60 * DAY);
});

test('time stands still until the work that a timer began has ended', async () => {
  await clock.advanceTo(START);
  const seen: number[] = [];
  clock.schedule(START + DAY, async () => {
    await sleep(20);
    seen.push(clock.now());
    clock.schedule(clock.now() + 1, () => seen.push(clock.now()));
  });
  clock.schedule(START + 2 * DAY, () => seen.push(clock.now()));
  await clock.advanceTo(START + 2 * DAY);
  expect(seen).toEqual([START + DAY, START + DAY + 1, START + 2 * DAY]);
});

test('while time stands still, waiting of the process elapses on the clock and computing does not', async () => {
  await clock.advanceTo(START);
  const processor = () => process.cpuUsage().user / 1_000;
  const elapses = async (act: () => unknown) => {
    const [elapsed, real, used] = [clock.elapsed(), performance.now(), processor()];
    await act();
    return { elapsed: clock.elapsed() - elapsed, waited: performance.now() - real - (processor() - used) };
  };
  let waiting: number | undefined;
  let computing: Awaited<ReturnType<typeof elapses>> | undefined;
  clock.schedule(START + DAY, async () => {
    ({ elapsed: waiting } = await elapses(() => sleep(400)));
    computing = await elapses(() => {
      for (const end = processor() + 300; processor() < end;);
    });
  });
  await clock.advanceTo(START + 2 * DAY);
  expect(waiting).toBeGreaterThan(200);
  // On a busy host, the process also waits for the CPU.
  expect(computing!.elapsed).toBeLessThan(computing!.waited + 100);
  const before = clock.elapsed();
  await clock.advanceBy(DAY);
  expect(clock.elapsed() - before).toBeGreaterThanOrEqual(DAY);
});

test('time never goes backwards', async () => {
  await clock.advanceTo(START);
  await expect(clock.advanceTo(START - 1)).rejects.toThrow(RangeError);
  await clock.advanceTo(START + DAY);
  expect(clock.now()).toBeGreaterThanOrEqual(START + DAY);
});

test('a step counts from when its turn comes, so it never leads into the past', async () => {
  await clock.advanceTo(START);
  await Promise.all([clock.advanceTo(START + DAY), clock.advanceBy(0), clock.advanceBy(DAY)]);
  expect(clock.now()).toBeGreaterThanOrEqual(START + 2 * DAY);
  // A millisecond begins between some of these steps and their turns.
  for (let step = 0; step < 2_000; step++) await clock.advanceBy(0);
});

test('between advances the clock runs at the real pace and timers fire by themselves', async () => {
  await clock.advanceTo(START);
  const fired = new Promise<number>((resolve) => clock.schedule(clock.now() + 20, () => resolve(clock.now())));
  expect(await fired).toBeGreaterThanOrEqual(START + 20);
});

test('in any mix of set and canceled timers, the remaining ones fire once, in order', async () => {
  const steps = fc.array(fc.record({ delay: fc.integer({ min: 0, max: 5_000 }), canceled: fc.boolean() }), {
    maxLength: 4_000,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (timers) => {
      const own = new Clock('still');
      await own.advanceTo(START);
      const fired: number[] = [];
      const set = timers.map(({ delay }, index) => own.schedule(START + 1 + delay, () => fired.push(index)));
      timers.forEach(({ canceled }, index) => canceled && set[index]!.cancel());
      await own.advanceTo(START + 6_000);
      own.stop();
      const kept = timers.flatMap((timer, index) => (timer.canceled ? [] : [{ ...timer, index }]));
      expect(fired).toEqual(kept.sort((a, b) => a.delay - b.delay || a.index - b.index).map(({ index }) => index));
    }),
    { numRuns: 20 },
  );
});

test('canceling a timer that has fired has no effect', async () => {
  const still = new Clock('still');
  await still.advanceTo(START);
  let count = 0;
  const timer = still.schedule(START + 1, () => count++);
  await still.advanceTo(START + 2);
  for (let times = 0; times < 3_000; times++) timer.cancel();
  still.schedule(START + 3, () => count++);
  await still.advanceTo(START + 4);
  expect(count).toBe(2);
  still.stop();
});

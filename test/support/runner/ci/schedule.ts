import { PROCESSORS, type Step } from './steps.ts';

/** A step does not run if one that it needs failed or did not run. */
export type Result = 'passed' | 'failed' | 'not run';

/** Runs steps in parallel, in their order as far as processors are free. `run` tells whether the step passed. */
export async function runSteps(
  steps: readonly Step[],
  run: (step: Step) => Promise<boolean>,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  const running = new Map<Step, Promise<void>>();
  let waiting = [...steps];
  for (;;) {
    waiting = withoutHopeless(waiting, results);
    const due = startable(waiting, [...running.keys()]);
    for (const step of due) {
      const ended = run(step).then((passed) => {
        results.set(step.name, passed ? 'passed' : 'failed');
        running.delete(step);
      });
      running.set(step, ended);
    }
    waiting = waiting.filter((step) => !due.includes(step));
    if (running.size === 0) return results;
    await Promise.race(running.values());
  }
}

/** How long these steps take on an idle machine if they run by `runSteps`, in seconds. */
export function secondsOf(steps: readonly Step[]): number {
  const running = new Map<Step, number>();
  let waiting = [...steps];
  let now = 0;
  for (;;) {
    const due = startable(waiting, [...running.keys()]);
    for (const step of due) running.set(step, now + step.seconds);
    waiting = waiting.filter((step) => !due.includes(step));
    if (running.size === 0) return now;
    now = Math.min(...running.values());
    for (const [step, end] of running) {
      if (end <= now) running.delete(step);
    }
  }
}

/** The steps that start now. */
function startable(waiting: readonly Step[], running: readonly Step[]): Step[] {
  const open = new Set([...waiting, ...running].map(({ name }) => name));
  let free = PROCESSORS - running.reduce((sum, { processors }) => sum + processors, 0);
  return waiting.filter((step) => {
    const isReady = before(step).every((name) => !open.has(name));
    if (!isReady || step.processors > free) return false;
    free -= step.processors;
    return true;
  });
}

/** Marks the steps that can no longer run, and returns the others. */
function withoutHopeless(waiting: readonly Step[], results: Map<string, Result>): Step[] {
  const isHopeless = ({ needs = [] }: Step) =>
    needs.some((name) => ['failed', 'not run'].includes(results.get(name) ?? ''));
  const hopeless = waiting.filter(isHopeless);
  for (const { name } of hopeless) results.set(name, 'not run');
  const others = waiting.filter((step) => !hopeless.includes(step));
  return hopeless.length > 0 ? withoutHopeless(others, results) : others;
}

const before = ({ after = [], needs = [] }: Step): string[] => [...after, ...needs];

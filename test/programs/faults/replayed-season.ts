/**
 * One season on a simulated machine, in a process of its own (`replay.ts` starts it): everything in it comes from the seed.
 * The machine comes first, and what runs on it is imported afterwards.
 */
import { simulateMachine } from '@malote/local-cloud/replay/simulated-machine.ts';
import type { Ended, FromSeason, ToSeason } from './replay.ts';

const order = await new Promise((resolve) => process.once('message', (received) => resolve(received)));
const { seed, until, keepsSteps, mostSkewMs, ...options } = order as ToSeason;
const tell = (message: FromSeason) => process.send!(message);
// Lines of the log may still be under way.
const end = (message: Ended) => process.send!(message, () => process.exit());
const machine = simulateMachine(`season ${seed}`, { mostSkewMs });
const { liveSeason } = await import('./season.ts');
const { tableOf } = await import('./table-state.ts');

/** @param until a number, or words */
const isAt = (until: string, number: number, step: string) =>
  /^\d+$/.test(until) ? Number(until) === number : step.includes(until);

const lived = liveSeason(seed, {
  ...options,
  log: (line) => tell({ kind: 'line', line }),
  onBegin: (service) => {
    if (until === undefined && !keepsSteps) return;
    let isStopped = false;
    machine.followTrace((number, instant, step) => {
      // What the step's task still does is not of interest.
      if (isStopped) return;
      tell({ kind: 'step', number, instant, step });
      if (until === undefined || !isAt(until, number, step)) return;
      isStopped = true;
      machine.stop();
      void tableOf(service.cloud).then((items) => end({ kind: 'stopped', items }));
    });
  },
});
end({ kind: 'lived', aftermath: await lived, ...machine.trace });

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Aftermath, SeasonOptions } from './season.ts';

/** What the process of a season needs. */
export interface ToSeason extends Omit<SeasonOptions, 'log' | 'onBegin'> {
  seed: number;
  /** Number or words of the step after which the machine stops; undefined: it goes on to the end. */
  until: string | undefined;
  /** How far the clocks of functions may be ahead or behind. */
  mostSkewMs: number;
  /** Whether each step is wanted, and not only the hash. */
  keepsSteps: boolean;
}

/** What it tells. */
export type FromSeason =
  | { kind: 'line'; line: string }
  | { kind: 'step'; number: number; instant: number; step: string }
  | { kind: 'stopped'; items: Record<string, unknown>[] }
  | { kind: 'lived'; aftermath: Aftermath; steps: number; hash: string };

export type Step = Extract<FromSeason, { kind: 'step' }>;

/** The end of a replayed season: its whole life, or the table's items where it was stopped. */
export type Ended = Extract<FromSeason, { kind: 'lived' | 'stopped' }>;

interface ReplayOptions extends Omit<SeasonOptions, 'onBegin'> {
  until?: string | undefined;
  /** How far the clocks of functions may be ahead or behind; default: not at all. */
  mostSkewMs?: number | undefined;
  /** Called with each step: a message, bytes on the network, or a line of a function. */
  onStep?: ((step: Step) => void) | undefined;
}

/**
 * Runs one season on a simulated machine, where the seed decides everything, in a process of its own: a machine is for good.
 * @throws Error when the process ends early
 */
export async function replaySeason(seed: number, options: ReplayOptions): Promise<Ended> {
  const { log, onStep, until, mostSkewMs = 0, ...others } = options;
  // Two machines of one seed draw the same names for their files.
  const directory = await mkdtemp(join(tmpdir(), 'malote-machine-'));
  const child = fork(new URL('./replayed-season.ts', import.meta.url), {
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, TMPDIR: directory },
    serialization: 'advanced',
  });
  try {
    let ended: Ended | undefined;
    child.on('message', (message: FromSeason) => {
      if (message.kind === 'line') log(message.line);
      else if (message.kind === 'step') onStep?.(message);
      else ended = message;
    });
    const order: ToSeason = { ...others, seed, until, mostSkewMs, keepsSteps: onStep !== undefined };
    child.send(order);
    await once(child, 'exit');
    if (!ended) throw new Error(`The season of seed ${seed} ended early, with exit code ${child.exitCode}.`);
    return ended;
  } finally {
    await rm(directory, { recursive: true });
  }
}

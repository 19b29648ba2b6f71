import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceDescription } from '../../../lib/programs/local-service/local-service.ts';
import { descendants } from '../../programs/start/support/processes.ts';

/** Linux clock ticks per second, the unit of processor time in /proc. */
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4096;

export interface RunningService {
  description: ServiceDescription;
  /** Processor time so far of the service and its child processes, in seconds. */
  processorTime(): number;
  /** Resident memory of the service and its child processes. */
  megabytes(): number;
  stop(): Promise<void>;
}

/** `npm start` in a checkout, as a tester runs it; its clients are in another process. */
export async function startService(checkout: string): Promise<RunningService> {
  const file = join(checkout, '.local/service.json');
  await rm(file, { force: true });
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, PORT: '0', PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}` },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(npm, 'exit');
  const stop = async () => {
    process.kill(-npm.pid!, 'SIGTERM');
    await ended;
  };
  const family = () => descendants(npm.pid!).map(({ pid }) => procStat(pid));
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
  while (npm.exitCode === null) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}\n')) {
      return {
        description: JSON.parse(text) as ServiceDescription,
        processorTime: () => sum(family().map(({ ticks }) => ticks)) / TICKS_A_SECOND,
        megabytes: () => (sum(family().map(({ pages }) => pages)) * PAGE_BYTES) / 2 ** 20,
        stop,
      };
    }
    await sleep(10);
  }
  throw new Error(`npm start ended in ${checkout}`);
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function procStat(pid: number): { ticks: number; pages: number } {
  // The program name, which may contain spaces, ends with the last parenthesis; field 3, the state, follows.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { ticks: field(14) + field(15), pages: field(24) };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@malote/local-cloud/free-port.ts';
import { killGroup } from '../../support/process-group.ts';

const build = resolve(import.meta.dirname, '../../../.build');

/** A running emulator. */
export interface Emulator {
  endpoint: string;
  stop: () => Promise<void>;
}

export interface EmulatorProgram {
  /** Also names its log: `.build/<name>.log`. */
  name: string;
  command: string;
  args?: readonly string[];
  /**
   * Its environment besides `PATH`: it must listen on this port; `scratch` is its home and holds its temporary files.
   */
  environment: (port: number, scratch: string) => Record<string, string>;
  /** Path that returns 200 once it serves. */
  health: string;
}

/**
 * Starts an emulator of AWS that needs no Docker, on a free port of the loopback address.
 * @throws Error if it does not respond within 30 s, naming the file with its output
 */
export async function startEmulator(program: EmulatorProgram): Promise<Emulator> {
  const { name, command, args = [], environment, health } = program;
  const port = await freePort();
  const scratch = await mkdtemp(join(tmpdir(), 'emulator-'));
  const logFile = join(build, `${name.toLowerCase().replaceAll(' ', '-')}.log`);
  const log = createWriteStream(logFile);
  const child = spawn(command, args, {
    // Its own process group, so that the processes it starts end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, ...environment(port, scratch) },
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const ended = once(child, 'exit');
  const runs = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (runs()) {
      process.kill(-child.pid!, 'SIGTERM');
      await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    }
    killGroup(child.pid!);
    await rm(scratch, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  if (await answers(endpoint + health, runs)) return { endpoint, stop };
  await stop();
  throw new Error(`${name} did not start; see ${logFile}`);
}

async function answers(url: string, runs: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 120 && runs(); tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(250);
  }
  return false;
}

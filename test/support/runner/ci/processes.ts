import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

interface Command {
  command: readonly string[];
  env: NodeJS.ProcessEnv;
  limitMs: number;
  /** From the request to end until it is killed. */
  graceMs?: number;
  write: (text: string) => void;
}

/** A stopped program removes what it started. */
const GRACE_MS = 30_000;
/** What is written before the end of a process is read within this time. */
const LAST_OUTPUT_MS = 5_000;

/** Process groups that are running. */
const groups = new Set<number>();

/** Runs a command in a process group of its own, which ends with it. At its limit it is stopped. */
export async function runCommand({ command, env, limitMs, graceMs = GRACE_MS, write }: Command): Promise<{
  succeeded: boolean;
  stopped: boolean;
}> {
  const [program, ...args] = command;
  const child = spawn(program!, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const ended = endOf(child);
  if (child.pid === undefined) return { succeeded: (await ended) === 0, stopped: false };
  const { pid } = child;
  groups.add(pid);
  let stopped = false;
  const timers: NodeJS.Timeout[] = [];
  const stop = async () => {
    stopped = true;
    write(`\nStopped after ${limitMs / 60_000} minutes, while these processes ran:\n${await processList()}`);
    signalGroup(pid, 'SIGTERM');
    timers.push(setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs));
  };
  timers.push(setTimeout(() => void stop(), limitMs));
  const code = await ended;
  for (const timer of timers) clearTimeout(timer);
  // What it left behind would disturb the next step.
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
  await Promise.race([closed, wait(LAST_OUTPUT_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { succeeded: code === 0 && !stopped, stopped };

  /** The exit code; null if there is none. */
  function endOf(process: ChildProcess): Promise<number | null> {
    return new Promise((resolve) => {
      process.once('exit', resolve).once('error', ({ message }) => {
        write(`${message}\n`);
        resolve(null);
      });
    });
  }
}

/** Ends all running commands. */
export function stopCommands(): void {
  for (const pid of groups) signalGroup(pid, 'SIGTERM');
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Without the kernel's; the reason if `ps` cannot run. */
async function processList(): Promise<string> {
  const ps = spawn('ps', ['-eo', 'pid,ppid,etimes,time,stat,args', '--forest'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = new Promise<string>((resolve) => ps.once('error', ({ message }) => resolve(`${message}\n`)));
  const list = (printed: string) =>
    printed
      .split('\n')
      .filter((line) => !line.includes(' ['))
      .map((line) => line.slice(0, 160))
      .join('\n');
  return Promise.race([failed, text(ps.stdout).then(list)]);
}

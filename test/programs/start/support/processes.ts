import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Far longer than anything takes: a busy machine must not fail a test. */
export const PATIENCE_MS = 120_000;

const repository = resolve(import.meta.dirname, '../../../..');

/** One `npm start`, in its own process group and folder. */
export class Started {
  readonly npm: ChildProcess;
  readonly folder = mkdtempSync(join(tmpdir(), 'malote-start-'));
  output = '';

  constructor(env: Record<string, string> = {}, folder?: string, options: string[] = []) {
    this.folder = folder ?? this.folder;
    this.npm = spawn('npm', ['start', '--silent', ...(options.length > 0 ? ['--', ...options] : [])], {
      cwd: repository,
      env: { ...process.env, PORT: '0', LOCAL_DIRECTORY: this.folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.npm.stdout!, this.npm.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  get descriptionFile(): string {
    return join(this.folder, 'service.json');
  }

  get port(): number {
    const { base_url } = JSON.parse(readFileSync(this.descriptionFile, 'utf8')) as { base_url: string };
    return Number(new URL(base_url).port);
  }

  /** Resolves once the service says that it is running. */
  async ready(): Promise<this> {
    await until(() => {
      if (this.npm.exitCode !== null) throw new Error(`npm start ended: ${this.output}`);
      return this.output.includes('Ctrl+C');
    });
    return this;
  }

  async exitCode(): Promise<number | null> {
    if (this.npm.exitCode === null && this.npm.signalCode === null) await once(this.npm, 'exit');
    return this.npm.exitCode;
  }

  /** Nothing outlives a test, whatever its result. */
  clean(): void {
    for (const { pid } of descendants(this.npm.pid!)) process.kill(pid, 'SIGKILL');
    if (this.npm.exitCode === null && this.npm.signalCode === null) this.npm.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

/** Every running process, without those that have exited and wait for their parent. */
export function processes(): RunningProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid && !state!.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command: command! }] : [];
  });
}

export function descendants(pid: number, all = processes()): RunningProcess[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendants(child.pid, all)]);
}

/** Resolves once none of these processes runs and the port is free. */
export async function untilGone(some: readonly RunningProcess[], port?: number): Promise<void> {
  await until(() => stillRunning(some).length === 0);
  if (port !== undefined) await until(async () => !(await isListening(port)));
}

const stillRunning = (some: readonly RunningProcess[]): RunningProcess[] => {
  const now = processes();
  return some.filter(({ pid, command }) => now.some((other) => other.pid === pid && other.command === command));
};

export function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (listening: boolean) => {
      socket.destroy();
      done(listening);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It took too long');
    await wait(50);
  }
}

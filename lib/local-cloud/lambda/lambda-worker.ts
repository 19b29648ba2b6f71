import { parentPort, workerData } from 'node:worker_threads';
import { useSharedClock } from '../shared-clock.ts';
import { callAwsByMessage } from './aws-channel.ts';
import type { EnvironmentSettings } from './execution-environment.ts';
import { type SandboxMessage, startRuntime, type WorkerMessage } from './runtime.ts';

/** One execution environment, in a thread, under the shared clock. */

export interface WorkerSettings extends EnvironmentSettings {
  /** One Int32: how many invocations the environment has been given. */
  invocations: SharedArrayBuffer;
}

const port = parentPort!;
const tell = (message: WorkerMessage) => port.postMessage(message);

/** Output and results share one channel, so that the lines of an invocation arrive before its result. */
function forwardOutput(): void {
  const write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    tell({ kind: 'output', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
    (rest.find((argument) => typeof argument === 'function') as (() => void) | undefined)?.();
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
}

const settings = workerData as WorkerSettings;
delete process.env.NODE_COMPILE_CACHE;
useSharedClock(settings.clock);
forwardOutput();
const invocations = new Int32Array(settings.invocations);
let finished = 0;
const take = startRuntime(settings, {
  tell,
  load: (url) => import(url) as Promise<Record<string, unknown>>,
  freeze: () => void Atomics.wait(invocations, 0, ++finished),
  aws: callAwsByMessage(settings.endpoint, (call) => tell({ kind: 'call', ...call })),
  end: () => port.close(),
});
port.on('message', (message: SandboxMessage) => take(message));

import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OpenEnvironment } from './execution-environment.ts';
import type { WorkerSettings } from './lambda-worker.ts';

/**
 * Node ends a worker that reaches its limit while V8 grants it 16 MB more. The survivors of a larger young generation in
 * one collection can exceed that, and then V8 aborts the whole process. `--max-semi-space-size` of the process wins over it.
 */
const YOUNG_GENERATION_MB = 3;

/**
 * Compiled code of worker and bundles, kept between runs. Without it, each environment would load the TypeScript
 * compiler (16 MB) and compile its bundle again (50 ms of CPU time).
 */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), `malote-local-cloud-${userInfo().uid}`);

const workerFile = new URL('./lambda-worker.ts', import.meta.url);

/** An environment in a thread of its own. */
export const openThread: OpenEnvironment = ({ name, settings, variables, memoryMb, onMessage, onCrash, onExit }) => {
  /** Thaws the environment when it changes. */
  const invocations = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerFile, {
    name,
    workerData: { ...settings, invocations: invocations.buffer } satisfies WorkerSettings,
    // Only Node reads this variable; the worker hides it from the function.
    env: { ...variables, NODE_COMPILE_CACHE: COMPILE_CACHE },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.on('message', onMessage);
  worker.on('error', onCrash);
  worker.on('exit', onExit);
  return {
    tell: (message, transferred = []) => worker.postMessage(message, transferred),
    thaw: () => {
      Atomics.add(invocations, 0, 1);
      Atomics.notify(invocations, 0);
    },
    end: () => worker.terminate(),
  };
};

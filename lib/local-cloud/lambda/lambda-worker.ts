import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { useSharedClock } from '../shared-clock.ts';
import { type AwsCall, type AwsCallResult, callAwsByMessage } from './aws-channel.ts';

/**
 * The inside of one Lambda execution environment: loads the bundle under the shared clock, then runs one invocation at a
 * time. Follows the Node.js runtime of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */

export interface WorkerSettings {
  clock: SharedArrayBuffer;
  /** One Int32: how many invocations the environment has been given. */
  invocations: SharedArrayBuffer;
  /** URL of the AWS endpoint. */
  endpoint: string;
  taskRoot: string;
  /** `<file without extension>.<export>` */
  handler: string;
}

export interface InvocationMessage {
  kind: 'invocation';
  event: string;
  context: Omit<LambdaContext, 'getRemainingTimeInMillis' | 'callbackWaitsForEmptyEventLoop'>;
  /** The SDK sends it with every call. */
  traceHeader: string;
  timeoutMs: number;
  /** Changed variables. */
  environment: Readonly<Record<string, string>>;
}

/** Messages to the environment. */
export type SandboxMessage =
  InvocationMessage | ({ kind: 'answer' } & AwsCallResult) | { kind: 'disconnect'; id: number };

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'output'; text: string }
  | ({ kind: 'call' } & AwsCall)
  | { kind: 'result'; payload: string }
  | { kind: 'error'; error: FunctionError; duringInit: boolean };

interface LambdaContext {
  awsRequestId: string;
  functionName: string;
  functionVersion: string;
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  logGroupName: string;
  logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
}

type Handler = (event: unknown, context: LambdaContext) => unknown;

const MODULE_EXTENSIONS = ['.mjs', '.js', '.cjs'];

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

async function loadHandler({ taskRoot, handler }: WorkerSettings): Promise<Handler> {
  const [, name, exportName] = /^(.*)\.([^.]+)$/.exec(handler) ?? [];
  const file = MODULE_EXTENSIONS.map((extension) => join(taskRoot, name + extension)).find(existsSync);
  if (!file) throw named('Runtime.ImportModuleError', `Cannot find module '${name}'`);
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const loaded = module[exportName!];
  if (typeof loaded !== 'function') throw named('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  return loaded as Handler;
}

/**
 * Stops the thread until the next invocation is there, as Lambda freezes an environment after each response: timers and
 * calls that an invocation left behind go on in the next one, maybe much later
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html).
 */
function freeze(invocations: Int32Array, finished: number): void {
  Atomics.wait(invocations, 0, finished);
}

async function invoke(handler: Handler, message: InvocationMessage): Promise<WorkerMessage> {
  const { event, context, traceHeader, timeoutMs, environment } = message;
  const deadline = performance.now() + timeoutMs;
  // "This environment variable changes with each invocation": https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
  process.env._X_AMZN_TRACE_ID = traceHeader;
  Object.assign(process.env, environment);
  try {
    const result = await handler(JSON.parse(event), {
      ...context,
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
    });
    return { kind: 'result', payload: JSON.stringify(result ?? null) ?? 'null' };
  } catch (error) {
    return { kind: 'error', error: describe(error), duringInit: false };
  }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

const settings = workerData as WorkerSettings;
delete process.env.NODE_COMPILE_CACHE;
useSharedClock(settings.clock);
forwardOutput();
const aws = callAwsByMessage(settings.endpoint, (call) => tell({ kind: 'call', ...call }));
const handler = loadHandler(settings);
const invocations = new Int32Array(settings.invocations);
let finished = 0;
port.on('message', (message: SandboxMessage) => {
  if (message.kind === 'answer') aws.answer(message);
  else if (message.kind === 'disconnect') aws.disconnect(message.id);
  else
    void handler
      .then((loaded) => invoke(loaded, message))
      .then((result) => {
        tell(result);
        freeze(invocations, ++finished);
      });
});
try {
  await handler;
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'error', error: describe(error), duringInit: true });
  port.close();
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AwsCall, AwsCallResult, AwsChannel } from './aws-channel.ts';

/**
 * The inside of one Lambda execution environment: loads the bundle, then runs one invocation at a time. Follows the
 * Node.js runtime of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */

export interface FunctionCode {
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

/** Messages of the environment. */
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

/** What the runtime needs of the place in which it runs. */
export interface RuntimeHost {
  tell(message: WorkerMessage): void;
  /** Imports a module by its URL. */
  load(url: string): Promise<Record<string, unknown>>;
  /**
   * Stops everything until the next invocation is there, as Lambda freezes an environment after each response: timers and
   * calls that an invocation left behind go on in the next one, maybe much later
   * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html).
   */
  freeze(): void;
  aws: AwsChannel;
  /** Called when the bundle cannot be loaded, after the error was told. */
  end(): void;
}

const MODULE_EXTENSIONS = ['.mjs', '.js', '.cjs'];

/** Starts the runtime. @returns what takes the messages to it */
export function startRuntime(code: FunctionCode, host: RuntimeHost): (message: SandboxMessage) => void {
  const handler = loadHandler(code, host);
  handler.then(
    () => host.tell({ kind: 'ready' }),
    (error: unknown) => {
      host.tell({ kind: 'error', error: describe(error), duringInit: true });
      host.end();
    },
  );
  return (message) => {
    if (message.kind === 'answer') host.aws.answer(message);
    else if (message.kind === 'disconnect') host.aws.disconnect(message.id);
    else
      void handler
        .then((loaded) => invoke(loaded, message))
        .then((result) => {
          host.tell(result);
          host.freeze();
        });
  };
}

async function loadHandler({ taskRoot, handler }: FunctionCode, host: RuntimeHost): Promise<Handler> {
  const [, name, exportName] = /^(.*)\.([^.]+)$/.exec(handler) ?? [];
  const file = MODULE_EXTENSIONS.map((extension) => join(taskRoot, name + extension)).find(existsSync);
  if (!file) throw named('Runtime.ImportModuleError', `Cannot find module '${name}'`);
  const module = await host.load(pathToFileURL(file).href);
  const loaded = module[exportName!];
  if (typeof loaded !== 'function') throw named('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  return loaded as Handler;
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

export function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

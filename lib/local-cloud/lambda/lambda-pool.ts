import { randomUUID } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import type { AwsResponse, InvocationResult, SessionCredentials } from '../service.ts';
import type { AwsCall } from './aws-channel.ts';
import type { EnvironmentSettings, ExecutionEnvironment, OpenEnvironment } from './execution-environment.ts';
import type { FunctionError, WorkerMessage } from './runtime.ts';
import { type Lineage, traceHeaderOf } from './trace-header.ts';

export interface FunctionSettings extends EnvironmentSettings {
  open: OpenEnvironment;
  name: string;
  version: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Maximum execution environments; further invocations wait. */
  concurrency: number;
  /** Whether an invocation gets a new environment immediately if all are busy, as on Lambda. */
  startsAtOnce: boolean;
  /** How long an idle environment is kept. */
  longestIdleMs: number;
  population: Population;
  /** Credentials of the function's role; returns `held` while they last long enough. */
  credentials: (held?: SessionCredentials) => SessionCredentials;
  log: (line: string) => void;
  logGroup: string;
  /** Called with every line that the function itself writes. */
  onLine: (line: string) => void;
  /**
   * Serves the function's AWS calls; rejects when the connection ends without a response. `kill` ends the execution
   * environment, as when it runs out of memory; undefined while no invocation runs in it.
   */
  answer: (call: AwsCall, kill: (() => void) | undefined) => Promise<AwsResponse>;
}

/** An invocation's request and response, in bytes: 6 MiB (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
export const LARGEST_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Time limit of the initialization, before the time of the invocation begins. */
const INIT_TIMEOUT_MS = 10_000;

/** Environments of all functions. */
export interface Population {
  size: number;
}

/**
 * How long to wait for a busy environment before starting another one. Most calls take less time than a start, and each
 * environment takes 30 MB, so the wait grows with their total number.
 */
function patienceMs({ size }: Population): number {
  return Math.max(MINIMUM_WAIT_MS, 10 * size ** 2);
}

/** The system counts CPU time in steps of 10 ms. */
const MINIMUM_WAIT_MS = 100;

/**
 * Without an idle core, another environment only costs memory, unless all of the function's have been busy this long.
 */
const HELD_UP_MS = 2_000;

/** Whether a core was idle for half of the time since `before`; true if the system does not report it. */
function wasCoreIdle(before: CoreTime, now: CoreTime): boolean {
  const total = now.total - before.total;
  return total === 0 || (now.idle - before.idle) / total >= 0.5 / availableParallelism();
}

interface CoreTime {
  idle: number;
  total: number;
}

function coreTime(): CoreTime {
  const times = cpus().map((core) => core.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    total: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

/** The runtime's own errors have no trace. */
type CrashError = Omit<FunctionError, 'trace'> & Partial<FunctionError>;

const STOPPED: CrashError = { errorType: 'Runtime.ExitError', errorMessage: 'The local cloud stopped' };

/** A call of a function. */
export interface Call {
  /** A new one by default. */
  requestId?: string | undefined;
  /** JSON text. */
  event: string;
  /** The ARN as invoked, with an alias if there was one. */
  invokedArn: string;
  /** The chain of requests that it belongs to, with this call. */
  lineage: Lineage;
}

interface Invocation extends Call {
  requestId: string;
  done: (result: InvocationResult) => void;
}

/** The execution environments of one function: started on demand and reused, one invocation at a time in each. */
export class FunctionPool {
  readonly #settings: FunctionSettings;
  readonly #all = new Set<Sandbox>();
  readonly #idle: Sandbox[] = [];
  readonly #waiting: Invocation[] = [];
  #isStopped = false;
  #growth: NodeJS.Timeout | undefined;

  constructor(settings: FunctionSettings) {
    this.#settings = settings;
  }

  /** Never rejects: any failure inside the function is a failed result. */
  invoke({ requestId = randomUUID(), ...call }: Call): Promise<InvocationResult> {
    // A caller that retries after the stop would start an environment that nobody ends.
    if (this.#isStopped) return Promise.resolve({ payload: STOPPED, failed: true });
    return new Promise((done) => {
      this.#waiting.push({ ...call, requestId, done });
      this.#assign();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.length = 0;
    clearTimeout(this.#growth);
    await Promise.all([...this.#all].map((sandbox) => sandbox.stop()));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const startsAtOnce = this.#settings.startsAtOnce || this.#all.size === 0;
      const sandbox = this.#idle.pop() ?? (startsAtOnce ? this.#start() : undefined);
      if (!sandbox) return this.#growSoon();
      this.#run(sandbox);
    }
  }

  #growSoon(): void {
    if (this.#growth || this.#all.size >= this.#settings.concurrency) return;
    const before = coreTime();
    this.#growth = setTimeout(() => {
      this.#growth = undefined;
      if (this.#waiting.length === 0) return;
      const sandbox = this.#idle.pop() ?? (this.#isWorthOneMore(before) ? this.#start() : undefined);
      if (sandbox) this.#run(sandbox);
      if (this.#waiting.length > 0) this.#growSoon();
    }, patienceMs(this.#settings.population));
  }

  #isWorthOneMore(before: CoreTime): boolean {
    const heldUpSince = performance.now() - HELD_UP_MS;
    return wasCoreIdle(before, coreTime()) || [...this.#all].every((one) => one.busySince < heldUpSince);
  }

  #run(sandbox: Sandbox): void {
    const { done, ...invocation } = this.#waiting.shift()!;
    void sandbox.invoke(invocation).then((result) => {
      if (this.#all.has(sandbox)) {
        this.#idle.push(sandbox);
        sandbox.rest();
      }
      done(result);
      this.#assign();
    });
  }

  #start(): Sandbox | undefined {
    if (this.#all.size >= this.#settings.concurrency) return undefined;
    const { population } = this.#settings;
    population.size++;
    const sandbox = new Sandbox(this.#settings, () => {
      if (this.#all.delete(sandbox)) population.size--;
      const position = this.#idle.indexOf(sandbox);
      if (position >= 0) this.#idle.splice(position, 1);
    });
    this.#all.add(sandbox);
    return sandbox;
  }
}

/** One execution environment, with the invocation that is running in it. */
class Sandbox {
  readonly #settings: FunctionSettings;
  readonly #environment: ExecutionEnvironment;
  readonly #onEnd: () => void;
  #ready = false;
  #credentials: SessionCredentials;
  /** When the current invocation began. */
  busySince = 0;
  #settle: ((result: InvocationResult) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unfinishedLine = '';

  /** `onEnd` is called once the environment accepts no more invocations. */
  constructor(settings: FunctionSettings, onEnd: () => void) {
    const { name, clock, endpoint, taskRoot, handler, memoryMb, environment } = settings;
    this.#settings = settings;
    this.#credentials = settings.credentials();
    this.#onEnd = onEnd;
    this.#environment = settings.open({
      name,
      settings: { clock, endpoint, taskRoot, handler },
      variables: { ...environment, ...variablesOf(this.#credentials) },
      memoryMb,
      onMessage: (message) => this.#onMessage(message),
      onCrash: (thrown) => this.#end(errorOfCrash(thrown)),
      onExit: (code) =>
        this.#end({ errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: exit status ${code}` }),
    });
  }

  invoke({ requestId, event, invokedArn, lineage }: Omit<Invocation, 'done'>): Promise<InvocationResult> {
    const { name, version, memoryMb, timeoutSeconds, logGroup } = this.#settings;
    this.busySince = performance.now();
    return new Promise((settle) => {
      this.#settle = settle;
      this.#limitTo(this.#ready ? timeoutSeconds * 1000 : INIT_TIMEOUT_MS);
      this.#environment.tell({
        kind: 'invocation',
        event,
        context: {
          awsRequestId: requestId,
          functionName: name,
          functionVersion: version,
          invokedFunctionArn: invokedArn,
          memoryLimitInMB: String(memoryMb),
          logGroupName: logGroup,
          logStreamName: 'local',
        },
        traceHeader: traceHeaderOf(requestId, lineage),
        timeoutMs: timeoutSeconds * 1000,
        environment: this.#renewedCredentials(),
      });
      this.#environment.thaw();
    });
  }

  /**
   * New credential variables, once half of the credentials' lifetime is over. Lambda instead ends an environment before
   * its credentials expire, which would cost the local cloud a start for every hour that its clock is advanced.
   */
  #renewedCredentials(): Record<string, string> {
    const held = this.#credentials;
    this.#credentials = this.#settings.credentials(held);
    return this.#credentials === held ? {} : variablesOf(this.#credentials);
  }

  /** Ends the environment if it stays idle. */
  rest(): void {
    this.#timer = setTimeout(() => {
      this.#onEnd();
      void this.#environment.end();
    }, this.#settings.longestIdleMs).unref();
  }

  async stop(): Promise<void> {
    this.#end(STOPPED);
    await this.#environment.end();
  }

  #onMessage(message: WorkerMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        if (this.#settle) this.#limitTo(this.#settings.timeoutSeconds * 1000);
        return;
      case 'output':
        return this.#logLines(message.text);
      case 'call':
        return void this.#answer(message);
      case 'result':
        return this.#finish(resultOf(message.payload));
      case 'error':
        if (message.duringInit) return this.#end(message.error, message.error.errorMessage);
        this.#logError(message.error);
        return this.#finish({ payload: message.error, failed: true });
    }
  }

  async #answer(call: AwsCall): Promise<void> {
    const { id } = call;
    const kill = () =>
      this.#end({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited with error: signal: killed' });
    const answered = await this.#settings.answer(call, this.#settle && kill).catch(() => undefined);
    if (!answered) return this.#environment.tell({ kind: 'disconnect', id });
    const { status, headers = {}, body = '' } = answered;
    const answer = { kind: 'answer', id, status, headers: lowerCased(headers) } as const;
    if (typeof body === 'string') return this.#environment.tell({ ...answer, body });
    // A view would be sent with its whole underlying buffer.
    const bytes = new Uint8Array(body);
    this.#environment.tell({ ...answer, body: bytes }, [bytes.buffer]);
  }

  #limitTo(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const seconds = (timeoutMs / 1000).toFixed(2);
      const errorMessage = `Error: Task timed out after ${seconds} seconds`;
      this.#end({ errorType: 'Sandbox.Timedout', errorMessage });
    }, timeoutMs);
  }

  #finish(result: InvocationResult): void {
    clearTimeout(this.#timer);
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(result);
  }

  /**
   * Ends the environment and the invocation that is running in it. `detail` is for the log: an error message from
   * serving a request may quote the request, so only messages of the runtime and of the initialization are logged.
   */
  #end(error: CrashError, detail?: string): void {
    this.#onEnd();
    if (this.#settle) this.#logError(error, detail);
    this.#finish({ payload: error, failed: true });
    void this.#environment.end();
  }

  #logLines(text: string): void {
    const lines = (this.#unfinishedLine + text).split('\n');
    this.#unfinishedLine = lines.pop()!;
    for (const line of lines) {
      this.#settings.log(`${this.#settings.name}: ${line}`);
      this.#settings.onLine(line);
    }
  }

  #logError({ errorType, trace = [] }: CrashError, detail?: string): void {
    const frames = trace.filter((line) => line.startsWith('    at '));
    const title = detail === undefined ? errorType : `${errorType}: ${detail}`;
    this.#settings.log([`${this.#settings.name}: ${title}`, ...frames].join('\n'));
  }
}

/**
 * https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html; the last one tells the SDK when to read
 * them again.
 */
function variablesOf({ accessKeyId, secretAccessKey, sessionToken, expiresAt }: SessionCredentials) {
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_CREDENTIAL_EXPIRATION: new Date(expiresAt).toISOString(),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function resultOf(payload: string): InvocationResult {
  if (Buffer.byteLength(payload) > LARGEST_PAYLOAD_BYTES) {
    const errorMessage = `Response payload size exceeded maximum allowed payload size (${LARGEST_PAYLOAD_BYTES} bytes).`;
    return { payload: { errorType: 'Function.ResponseSizeTooLarge', errorMessage }, failed: true };
  }
  return { payload: JSON.parse(payload), failed: false };
}

/** A worker may throw anything, and its errors are not instances of this realm's `Error`. */
function errorOfCrash(thrown: unknown): CrashError {
  const error = (thrown ?? {}) as Partial<NodeJS.ErrnoException>;
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime ran out of memory' };
  }
  const { name = typeof thrown, message = String(thrown), stack = '' } = error;
  return { errorType: name, errorMessage: message, trace: stack.split('\n') };
}

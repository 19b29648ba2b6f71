import { randomUUID } from 'node:crypto';
import { availableParallelism, devNull } from 'node:os';
import { AwsError } from '../aws-error.ts';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import type { AwsRequestHandler } from '../endpoint.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type { Meter } from '../metering.ts';
import type { TokenBucket } from '../quotas.ts';
import { simulatedMachine } from '../replay/current.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  CreatedResource,
  Identity,
  InvocationResult,
  ResourceContext,
  ResourceType,
  SessionCredentials,
} from '../service.ts';
import type { AwsCall } from './aws-channel.ts';
import { type Call, FunctionPool, LARGEST_PAYLOAD_BYTES, type Population } from './lambda-pool.ts';
import { openThread } from './thread.ts';
import { countOf, lengthened, lineageOf } from './trace-header.ts';

export interface LambdaOptions {
  /** Object key of a function's code → its folder. */
  assets: ReadonlyMap<string, string>;
  /** Variables that every function gets in addition to its own; they take precedence. */
  extraEnvironment: Readonly<Record<string, string>>;
  /**
   * Maximum threads of one function, started as soon as they are needed. By default the number of cores, at least two, started
   * only when waiting costs more than a start. More threads only help a function that waits for others.
   */
  workersPerFunction?: number | undefined;
  /**
   * How long an idle environment is kept: 10 s by default, 5 minutes with `workersPerFunction`. A start costs CPU time, an
   * environment 30 MB.
   */
  longestIdleMs?: number | undefined;
  /** Called for every invocation. */
  meter?: Meter | undefined;
  /** Serves the functions' AWS calls. */
  answer: AwsRequestHandler;
  /** Called with every line that a function writes, and its log group. */
  onLine: (logGroup: string, line: string) => void;
}

interface FunctionProperties {
  FunctionName?: string;
  Code: { S3Key?: string };
  Handler: string;
  Runtime: string;
  Role: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables?: Record<string, unknown> };
  ReservedConcurrentExecutions?: number;
  DeadLetterConfig?: { TargetArn: string };
  LoggingConfig?: { LogGroup?: string };
  RecursiveLoop?: 'Allow' | 'Terminate';
}

interface VersionProperties {
  FunctionName: string;
}

interface AliasProperties {
  FunctionName: string;
  FunctionVersion: string;
  Name: string;
}

interface EventInvokeConfigProperties {
  FunctionName: string;
  Qualifier?: string;
  MaximumRetryAttempts?: number;
  MaximumEventAgeInSeconds?: number;
  DestinationConfig?: { OnSuccess?: { Destination: string }; OnFailure?: { Destination: string } };
}

/** Settings of asynchronous events: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
interface AsyncSettings {
  maximumRetryAttempts: number;
  maximumAgeMs: number;
  onSuccess?: string;
  onFailure?: string;
  deadLetterQueue?: string;
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_Errors */
type ThrottleReason = 'ConcurrentInvocationLimitExceeded' | 'ReservedFunctionConcurrentInvocationLimitExceeded';

type RoleSession = Extract<Identity, { roleArn: string }>;

/**
 * Lifetime of a role's credentials. Lambda does not document it; an hour is less than the two of an upload URL, so that
 * tests fail for links that outlive their credentials.
 */
const CREDENTIALS_MS = 3_600_000;

interface LambdaFunction {
  arn: string;
  /** Its execution role. */
  as: RoleSession;
  /** Executions reserved for it, which are also its maximum; undefined: it shares the account's. */
  reservedConcurrency: number | undefined;
  /** Whether it may call itself through queues more than `LONGEST_CHAIN` times. */
  mayRecur: boolean;
  /** Current executions, including those that wait for a thread of this machine. */
  running: number;
  /** Execution environments that it would have on AWS. */
  environments: number;
  /** Maximum execution environments on this machine. */
  mostHere: number;
  /** Batches that all its queues together may run at once on AWS. */
  batches: number;
  /** Limits how fast its environments on AWS may grow. */
  scaling: TokenBucket | undefined;
  /** Creates the environments of a version. */
  poolOf: (version: string) => FunctionPool;
  /** The environments of `$LATEST` and of each published version. */
  versions: Map<string, FunctionPool>;
  /** Versions by the names of their aliases. */
  aliases: Map<string, string>;
  /** By the version or alias that the invocation names; `usualAsync` if there is none. */
  async: Map<string, AsyncSettings>;
  usualAsync: AsyncSettings;
}

/** A function as an invocation names it. */
interface Target {
  fn: LambdaFunction;
  /** A version or an alias. */
  qualifier: string;
  version: string;
  /** The ARN that was invoked. */
  arn: string;
}

interface AsyncInvocation {
  /** With the alias or the version that was invoked. */
  functionArn: string;
  requestId: string;
  event: string;
  /** Absent from events of an older release. */
  traces?: Traces;
  acceptedAt: number;
  attempt: number;
  /** How many times this attempt was throttled. */
  throttles: number;
  /** Instant of the attempt. */
  dueAt: number;
}

/** "one minute between the first two attempts, and two minutes between the second and third attempts" */
const ASYNC_RETRY_DELAYS_MS = [60_000, 120_000];

/** "The retry interval increases exponentially from 1 second after the first attempt to a maximum of 5 minutes", when throttled. */
const FIRST_THROTTLED_DELAY_MS = 1_000;
const LONGEST_THROTTLED_DELAY_MS = 300_000;

/** Tracing headers, as far as there are any. */
type Traces = readonly (string | undefined)[];

/**
 * Lambda stops a function that was called about 16 times in one chain of requests through Lambda, SQS, SNS and S3
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
 */
const LONGEST_CHAIN = 16;

/** The version without a qualifier (https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html). */
const LATEST = '$LATEST';

/**
 * Idle environments end, as on Lambda, but sooner, because they share one machine's memory. Environments that start
 * immediately are kept for a time that Lambda would keep them too.
 */
const LONGEST_IDLE_MS = 10_000;
const LONGEST_IDLE_WHERE_STARTED_AT_ONCE_MS = 300_000;

const USUAL_WORKERS_PER_FUNCTION = Math.max(2, availableParallelism());

/** Lambda as the other services see it: functions by ARN, run in worker threads or, on a simulated machine, in its own. */
export class LambdaService implements AwsService {
  readonly name = 'lambda';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Lambda::Function': {
      honors: [
        'FunctionName',
        'Code',
        'Handler',
        'Runtime',
        'MemorySize',
        'Timeout',
        'Environment',
        'ReservedConcurrentExecutions',
        'Role',
        'DeadLetterConfig',
        'LoggingConfig',
        'RecursiveLoop',
      ],
      ignores: {
        Architectures: 'bundles are JavaScript',
        Description: 'text for people',
        EphemeralStorage: 'the disk of this machine is larger',
        Tags: 'text for people',
        TracingConfig: 'there is no X-Ray locally',
      },
      create: (properties: FunctionProperties, context) => this.#createFunction(properties, context),
    },
    'AWS::Lambda::EventInvokeConfig': {
      honors: ['FunctionName', 'Qualifier', 'MaximumRetryAttempts', 'MaximumEventAgeInSeconds', 'DestinationConfig'],
      ignores: {},
      create: (properties: EventInvokeConfigProperties, context) => this.#configureAsync(properties, context),
    },
    'AWS::Lambda::Version': {
      honors: ['FunctionName'],
      ignores: { Description: 'text for people' },
      create: (properties: VersionProperties) => this.#publish(properties),
    },
    'AWS::Lambda::Alias': {
      honors: ['FunctionName', 'FunctionVersion', 'Name'],
      ignores: { Description: 'text for people' },
      create: (properties: AliasProperties) => this.#createAlias(properties),
    },
  };
  readonly #cloud: Cloud;
  readonly #options: LambdaOptions;
  readonly #functions = new Map<string, LambdaFunction>();
  readonly #population: Population = { size: 0 };
  /** Executions of functions without reserved concurrency. */
  #shared = 0;
  /** Events that are not processed yet, by request id. */
  readonly #kept: DurableMap<AsyncInvocation>;

  constructor(cloud: Cloud, options: LambdaOptions) {
    this.#cloud = cloud;
    this.#options = options;
    this.#kept = durableMap(cloud.journal, 'lambda:events');
  }

  /** Continues with the events of an earlier process. */
  start(): void {
    for (const invocation of this.#kept.restore().values()) this.#runWhenDue(invocation);
  }

  /**
   * Runs a function and waits for its result.
   * @param traces the tracing headers of what caused the call
   * @throws AwsError when there is no such function, the payload is larger than 6 MiB, or no execution is left for it:
   * synchronous calls are not queued.
   */
  async invoke(functionArn: string, payload: unknown, traces: Traces = []): Promise<InvocationResult> {
    const call = { event: toEvent(payload), lineage: lineageOf(traces) };
    return this.#cloud.clock.track(this.#start(this.#find(functionArn), call));
  }

  /**
   * Accepts an asynchronous event for a function: failures are retried on the clock, then sent to the failure destination and
   * the dead-letter queue.
   * @throws AwsError as `invoke`.
   */
  invokeAsync(functionArn: string, payload: unknown, traces: Traces = []): void {
    const { clock } = this.#cloud;
    const now = clock.now();
    const invocation = {
      functionArn: this.#find(functionArn).arn,
      requestId: randomUUID(),
      event: toEvent(payload),
      traces,
      acceptedAt: now,
      attempt: 1,
      throttles: 0,
      dueAt: now,
    };
    this.#kept.put(invocation.requestId, invocation);
    void clock.track(this.#run(invocation));
  }

  /**
   * Adds a queue and returns how many of its `most` batches may run at once. A function has fewer environments here than on AWS,
   * so its queues share them in proportion. Otherwise a waiting batch would withhold its messages from other invocations, and one
   * queue would hold up another.
   */
  shareFor(functionArn: string, most: number): () => number {
    const { fn } = this.#find(functionArn);
    fn.batches += most;
    return () => Math.max(1, Math.floor(most * Math.min(1, fn.mostHere / fn.batches)));
  }

  /** The execution role of a function, by its ARN. @throws AwsError when there is no such function */
  roleOf(functionArn: string): Identity {
    return this.#find(functionArn).fn.as;
  }

  /** The credentials of a function. @throws AwsError when there is no such function */
  credentialsOf(functionName: string): SessionCredentials {
    return this.#credentials(this.#find(functionName).fn.as);
  }

  /** `Invoke` of the REST protocol. */
  async handle({ method, url, headers, body, principal }: AwsRequest): Promise<AwsResponse> {
    const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url.pathname) ?? [];
    if (method !== 'POST' || !name) {
      throw new AwsError('UnknownOperationException', 'The local cloud only knows the operation Invoke of Lambda', 404);
    }
    const functionArn = this.#arnOf(decodeURIComponent(name), url.searchParams.get('Qualifier') ?? undefined);
    principal?.require([{ action: 'lambda:InvokeFunction', resource: functionArn }]);
    const payload: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
    const traces = [headers['x-amzn-trace-id']];
    if (headers['x-amz-invocation-type'] === 'Event') {
      this.invokeAsync(functionArn, payload, traces);
      return { status: 202 };
    }
    const result = await this.invoke(functionArn, payload, traces);
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        'X-Amz-Executed-Version': this.#find(functionArn).version,
        ...(result.failed ? { 'X-Amz-Function-Error': 'Unhandled' } : {}),
      },
      body: JSON.stringify(result.payload),
    };
  }

  async stop(): Promise<void> {
    const pools = [...this.#functions.values()].flatMap(({ versions }) => [...versions.values()]);
    await Promise.all(pools.map((pool) => pool.stop()));
  }

  #createFunction(properties: FunctionProperties, { logicalId }: ResourceContext): CreatedResource {
    const { FunctionName: name = logicalId, MemorySize: memoryMb = 128, Timeout: timeoutSeconds = 3 } = properties;
    const { region, accountId, clock, endpoint } = this.#cloud;
    const taskRoot = this.#options.assets.get(properties.Code.S3Key ?? '');
    if (!taskRoot) throw new Error('its code is no asset of this assembly');
    if (!properties.Runtime.startsWith('nodejs')) throw new Error(`runtime ${properties.Runtime} is not known`);
    const arn = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
    const as = { roleArn: properties.Role, session: name };
    this.#cloud.iam?.expectTrust(as.roleArn, 'lambda.amazonaws.com');
    const reservedConcurrency = properties.ReservedConcurrentExecutions;
    const logGroup = properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`;
    const { workersPerFunction } = this.#options;
    const startsAtOnce = workersPerFunction !== undefined;
    const usualIdleMs = startsAtOnce ? LONGEST_IDLE_WHERE_STARTED_AT_ONCE_MS : LONGEST_IDLE_MS;
    const concurrency = Math.min(reservedConcurrency ?? Infinity, workersPerFunction ?? USUAL_WORKERS_PER_FUNCTION);
    const poolOf = (version: string) =>
      new FunctionPool({
        open: simulatedMachine()?.openEnvironment ?? openThread,
        name,
        version,
        clock: clock.shared,
        endpoint,
        taskRoot,
        handler: properties.Handler,
        memoryMb,
        timeoutSeconds,
        concurrency,
        startsAtOnce,
        longestIdleMs: this.#options.longestIdleMs ?? usualIdleMs,
        population: this.#population,
        environment: {
          ...this.#runtimeEnvironment({ name, version, memoryMb, taskRoot }),
          ...stringValues(properties.Environment?.Variables ?? {}),
          ...this.#options.extraEnvironment,
        },
        credentials: (held) => this.#credentials(as, held),
        log: (line) => this.#cloud.log(line),
        logGroup,
        onLine: (line) => this.#options.onLine(logGroup, line),
        answer: (call, kill) => this.#answer(call, kill && { functionName: name, kill }),
      });
    this.#functions.set(name, {
      arn,
      as,
      reservedConcurrency,
      mayRecur: properties.RecursiveLoop === 'Allow',
      running: 0,
      environments: 0,
      mostHere: concurrency,
      batches: 0,
      scaling: this.#cloud.quotas?.newBucket('lambda:ExecutionEnvironment'),
      poolOf,
      versions: new Map([[LATEST, poolOf(LATEST)]]),
      aliases: new Map(),
      async: new Map(),
      usualAsync: {
        maximumRetryAttempts: ASYNC_RETRY_DELAYS_MS.length,
        maximumAgeMs: 6 * 3_600_000,
        deadLetterQueue: properties.DeadLetterConfig?.TargetArn,
      },
    });
    return { ref: name, attributes: { Arn: arn } };
  }

  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-version.html */
  #publish({ FunctionName }: VersionProperties): CreatedResource {
    const { fn } = this.#find(FunctionName);
    // The first version is 1, because `$LATEST` is in the map too.
    const version = String(fn.versions.size);
    fn.versions.set(version, fn.poolOf(version));
    return { ref: `${fn.arn}:${version}`, attributes: { Version: version, FunctionArn: `${fn.arn}:${version}` } };
  }

  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-alias.html */
  #createAlias({ FunctionName, FunctionVersion: version, Name: name }: AliasProperties): CreatedResource {
    const { fn } = this.#find(FunctionName);
    if (!fn.versions.has(version)) throw new Error(`${fn.arn} has no version ${version}`);
    fn.aliases.set(name, version);
    return { ref: `${fn.arn}:${name}`, attributes: { AliasArn: `${fn.arn}:${name}` } };
  }

  /** Returns `held` during the first half of their lifetime, then new ones. */
  #credentials({ roleArn, session }: RoleSession, held?: SessionCredentials): SessionCredentials {
    const { iam, clock } = this.#cloud;
    const now = clock.now();
    if (held && held.expiresAt - now > CREDENTIALS_MS / 2) return held;
    const expiresAt = now + CREDENTIALS_MS;
    return (
      iam?.issueCredentials(roleArn, session, expiresAt) ?? {
        accessKeyId: 'local',
        secretAccessKey: LOCAL_SECRET_ACCESS_KEY,
        sessionToken: 'local',
        expiresAt,
      }
    );
  }

  async #answer({ method, target, headers, body }: AwsCall, caller: AwsRequest['caller']): Promise<AwsResponse> {
    const { clock, endpoint } = this.#cloud;
    const url = new URL(endpoint + target);
    const answered = this.#options.answer({ method, url, headers, caller }, async () => Buffer.from(body));
    const { status, headers: given, ...response } = (await answered) ?? { status: 404 };
    // Clients correct their clock with this header.
    return { status, headers: { ...given, date: new Date(clock.now()).toUTCString() }, ...response };
  }

  /**
   * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html, and the variables that point the SDK to
   * this machine.
   */
  #runtimeEnvironment(fn: {
    name: string;
    version: string;
    memoryMb: number;
    taskRoot: string;
  }): Record<string, string> {
    return {
      AWS_REGION: this.#cloud.region,
      AWS_DEFAULT_REGION: this.#cloud.region,
      AWS_ENDPOINT_URL: this.#cloud.endpoint,
      // Functions must not read the AWS profiles of the user.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: fn.name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
      AWS_LAMBDA_FUNCTION_VERSION: fn.version,
      LAMBDA_TASK_ROOT: fn.taskRoot,
    };
  }

  #configureAsync(properties: EventInvokeConfigProperties, { logicalId }: ResourceContext): CreatedResource {
    const { Qualifier, MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } = properties;
    const { fn, qualifier } = this.#find(properties.FunctionName, Qualifier);
    const async = { ...fn.usualAsync };
    if (MaximumRetryAttempts !== undefined) async.maximumRetryAttempts = Number(MaximumRetryAttempts);
    if (MaximumEventAgeInSeconds !== undefined) async.maximumAgeMs = Number(MaximumEventAgeInSeconds) * 1000;
    async.onSuccess = DestinationConfig?.OnSuccess?.Destination;
    async.onFailure = DestinationConfig?.OnFailure?.Destination;
    fn.async.set(qualifier, async);
    return { ref: logicalId };
  }

  /** Takes a name, an ARN, or either with a version or an alias. */
  #find(nameOrArn: string, qualifier?: string): Target {
    const arn = this.#arnOf(nameOrArn, qualifier);
    const [name = '', given] = arn.replace(/^.*:function:/, '').split(':');
    const fn = this.#functions.get(name);
    const version = given === undefined ? LATEST : (fn?.aliases.get(given) ?? given);
    if (!fn?.versions.has(version))
      throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404);
    if (fn.reservedConcurrency === 0) throw throttled('ReservedFunctionConcurrentInvocationLimitExceeded');
    return { fn, qualifier: given ?? LATEST, version, arn };
  }

  #arnOf(nameOrArn: string, qualifier?: string): string {
    const { region, accountId } = this.#cloud;
    const name = [nameOrArn.replace(/^.*:function:/, ''), qualifier].filter((part) => part !== undefined).join(':');
    return `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  }

  /** @throws AwsError when no execution is left for the function, or when it calls itself */
  async #start({ fn, version, arn }: Target, call: Omit<Call, 'invokedArn'>): Promise<InvocationResult> {
    const lineage = lengthened(call.lineage, fn.arn);
    if (countOf(lineage, fn.arn) > LONGEST_CHAIN && !fn.mayRecur) {
      this.#cloud.log(
        `${arn} was stopped: it calls itself, and this chain of requests has ${LONGEST_CHAIN} calls of it`,
      );
      throw new AwsError('RecursiveInvocationException', 'Lambda has detected your function in a recursive loop', 400);
    }
    this.#admit(fn);
    this.#options.meter?.({ service: 'lambda', operation: fn.arn.split(':').pop()! });
    const isShared = fn.reservedConcurrency === undefined;
    fn.running++;
    if (isShared) this.#shared++;
    try {
      return await fn.versions.get(version)!.invoke({ ...call, lineage, invokedArn: arn });
    } finally {
      fn.running--;
      if (isShared) this.#shared--;
    }
  }

  /** https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
  #admit(fn: LambdaFunction): void {
    if (fn.running >= (fn.reservedConcurrency ?? Infinity))
      throw throttled('ReservedFunctionConcurrentInvocationLimitExceeded');
    if (fn.reservedConcurrency === undefined && this.#shared >= this.#unreservedConcurrency())
      throw throttled('ConcurrentInvocationLimitExceeded');
    if (fn.running < fn.environments) return;
    if (fn.scaling && !fn.scaling.take()) throw throttled('ConcurrentInvocationLimitExceeded');
    fn.environments++;
  }

  #unreservedConcurrency(): number {
    const reserved = [...this.#functions.values()].reduce((sum, fn) => sum + (fn.reservedConcurrency ?? 0), 0);
    return (this.#cloud.quotas?.mostConcurrentExecutions ?? Infinity) - reserved;
  }

  #runWhenDue(invocation: AsyncInvocation): void {
    this.#kept.put(invocation.requestId, invocation);
    this.#cloud.clock.schedule(invocation.dueAt, () => this.#run(invocation));
  }

  /** Nobody waits for an asynchronous invocation, so failures around it are only logged. */
  async #run(invocation: AsyncInvocation): Promise<void> {
    const later = await this.#attempt(invocation).catch((error: Error) => {
      this.#cloud.log(`${invocation.functionArn}: the outcome of an event was not handed on: ${error.message}`);
      return undefined;
    });
    if (later) this.#runWhenDue(later);
    else this.#kept.delete(invocation.requestId);
  }

  /** @returns its next attempt, if any */
  async #attempt(invocation: AsyncInvocation): Promise<AsyncInvocation | undefined> {
    const { functionArn, requestId, event, traces = [], attempt, throttles } = invocation;
    const target = this.#find(functionArn);
    const async = asyncSettingsOf(target);
    const call = { event, requestId, lineage: lineageOf(traces) };
    const result = await this.#start(target, call).catch((error: unknown) => {
      if (!(error instanceof AwsError) || error.status !== 429) throw error;
      return error;
    });
    if (result instanceof AwsError) {
      // A throttled event returns to its queue and uses no attempt, but its age still counts.
      const delay = Math.min(FIRST_THROTTLED_DELAY_MS * 2 ** throttles, LONGEST_THROTTLED_DELAY_MS);
      const payload = { errorType: result.code, errorMessage: result.message };
      return this.#later(invocation, { throttles: throttles + 1, delay }, { payload, failed: true });
    }
    if (!result.failed) await this.#sendTo(async.onSuccess, invocation, 'Success', result);
    else if (attempt > async.maximumRetryAttempts) await this.#giveUp(invocation, 'RetriesExhausted', result);
    else {
      const delay = ASYNC_RETRY_DELAYS_MS[attempt - 1] ?? Infinity;
      return this.#later(invocation, { attempt: attempt + 1, throttles: 0, delay }, result);
    }
    return undefined;
  }

  /** Gives up an event that would be too old by then. */
  async #later(
    invocation: AsyncInvocation,
    { delay, ...next }: Partial<AsyncInvocation> & { delay: number },
    result: InvocationResult,
  ): Promise<AsyncInvocation | undefined> {
    const dueAt = this.#cloud.clock.now() + delay;
    if (dueAt - invocation.acceptedAt <= asyncSettingsOf(this.#find(invocation.functionArn)).maximumAgeMs)
      return { ...invocation, ...next, dueAt };
    await this.#giveUp(invocation, 'EventAgeExceeded', result);
    return undefined;
  }

  async #giveUp(invocation: AsyncInvocation, condition: string, result: InvocationResult): Promise<void> {
    const target = this.#find(invocation.functionArn);
    const async = asyncSettingsOf(target);
    this.#cloud.log(`${target.arn}: an event was given up (${condition})`);
    await this.#sendTo(async.onFailure, invocation, condition, result);
    if (async.deadLetterQueue)
      await this.#cloud.deliver(async.deadLetterQueue, JSON.parse(invocation.event), { as: target.fn.as });
  }

  /** The record of a destination: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
  async #sendTo(
    destination: string | undefined,
    { functionArn, requestId, event, attempt }: AsyncInvocation,
    condition: string,
    { payload, failed }: InvocationResult,
  ): Promise<void> {
    if (!destination) return;
    const { fn, qualifier, version } = this.#find(functionArn);
    // "Your function's execution role must have permission" (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html).
    const record = {
      version: '1.0',
      timestamp: new Date(this.#cloud.clock.now()).toISOString(),
      requestContext: {
        requestId,
        functionArn: `${fn.arn}:${qualifier}`,
        condition,
        approximateInvokeCount: attempt,
      },
      requestPayload: JSON.parse(event) as unknown,
      responseContext: {
        statusCode: 200,
        executedVersion: version,
        ...(failed ? { functionError: 'Unhandled' } : {}),
      },
      responsePayload: payload,
    };
    await this.#cloud.deliver(destination, record, { as: fn.as });
  }
}

/** An alias has its own settings (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html). */
function asyncSettingsOf({ fn, qualifier }: Target): AsyncSettings {
  return fn.async.get(qualifier) ?? fn.usualAsync;
}

function throttled(Reason: ThrottleReason): AwsError {
  return new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429, { Reason, Type: 'User' });
}

function toEvent(payload: unknown): string {
  const event = JSON.stringify(payload ?? {});
  if (Buffer.byteLength(event) > LARGEST_PAYLOAD_BYTES) {
    const message = `Request must be smaller than ${LARGEST_PAYLOAD_BYTES} bytes for the InvokeFunction operation`;
    throw new AwsError('RequestTooLargeException', message, 413);
  }
  return event;
}

/** Templates may have numbers and booleans; environment variables are strings. */
function stringValues(variables: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
}

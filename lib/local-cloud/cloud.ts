import { ApiGatewayService } from './api-gateway/api-gateway.ts';
import { AwsError } from './aws-error.ts';
import { Clock } from './clock.ts';
import { CloudWatchService } from './cloudwatch.ts';
import { CustomResources } from './custom-resources.ts';
import { Disorder, type DisorderOptions } from './disorder.ts';
import type { DynamoDbDatabase } from './dynamodb/dynamodb-service.ts';
import { DynamoDbConnection, DynamoDbService, WRITE_OPERATIONS } from './dynamodb/dynamodb-service.ts';
import { DynamoDbStreams } from './dynamodb/dynamodb-streams.ts';
import { InMemoryDynamoDb } from './dynamodb/in-memory/in-memory-dynamodb.ts';
import type { Latency } from './dynamodb/in-memory/item-locks.ts';
import type { Route } from './endpoint.ts';
import { awsRequestHandler, awsRoute, type Endpoint, openEndpoint, readJsonResponse, signerOf } from './endpoint.ts';
import { Deliveries } from './events/deliveries.ts';
import type { EventEnvelope } from './events/eventbridge.ts';
import { EventBridgeService } from './events/eventbridge.ts';
import { type IdleRuns, SchedulerService } from './events/scheduler.ts';
import { type Hardness, latencyAt, quotaShareOf } from './hardness.ts';
import { IamService, type IdleGrant } from './iam/iam.ts';
import { carryOutFault, type Interference } from './interference.ts';
import { durableMap, type FileJournal } from './journal.ts';
import { KmsService } from './kms/kms.ts';
import { eventSourceMappingType } from './lambda/event-source-mapping.ts';
import { type LambdaOptions, LambdaService } from './lambda/lambda.ts';
import { LogsService } from './logs/logs.ts';
import { type Meter, useOf, withConsumedCapacity } from './metering.ts';
import { passiveTypes } from './passive-types.ts';
import { Quotas } from './quotas.ts';
import { S3Service } from './s3/s3.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  DeliveryOptions,
  Identity,
  InvocationResult,
  ResourceType,
  SessionCredentials,
} from './service.ts';
import { type Mailbox, SesService } from './ses/ses.ts';
import { SqsService } from './sqs/sqs.ts';
import { StepFunctionsService } from './step-functions/step-functions.ts';
import { StsService } from './sts.ts';
import type { Assembly, CreatedStack } from './template.ts';
import { createResources, loadAssembly, nestedTemplatesIn } from './template.ts';

const REGION = 'sa-east-1';
const ACCOUNT_ID = '000000000000';

export interface CloudOptions {
  /** Folder that `cdk synth` wrote. */
  assembly: string;
  /** 0: any free port. */
  port: number;
  log: (line: string) => void;
  /** A running DynamoDB Local; without it tables are kept in this process. */
  dynamoDb?: DynamoDbDatabase;
  /**
   * How long a request to DynamoDB in memory takes. With it, transactions that overlap in time conflict, and partitions throttle
   * requests beyond their capacity.
   */
  latency?: Latency;
  /** `hard`: half of each quota, and four times the latency of DynamoDB in memory. Default: same as AWS. */
  hardness?: Hardness;
  /** Share of each quota, overriding `hardness`, above 0 and at most 1: for a load that is a sample of a larger one. */
  quotaShare?: number;
  /** Lets SQS, EventBridge, Scheduler and S3 deliver twice, late and out of order without a fault, as AWS may; default: never. */
  disorder?: DisorderOptions;
  /** Keeps the state of the cloud and restores that of an earlier process; only with DynamoDB in memory. */
  journal?: FileJournal | undefined;
  /**
   * Keeps each version of items for 35 days, so that tables with point-in-time recovery can be restored. Only within
   * this process, only with DynamoDB in memory, and off by default because it uses memory.
   */
  backups?: boolean;
  /** Variables that every function gets in addition to its own, with precedence; made from the endpoint's address. */
  extraEnvironment?: (endpoint: string) => Readonly<Record<string, string>>;
  workersPerFunction?: LambdaOptions['workersPerFunction'];
  longestIdleMs?: LambdaOptions['longestIdleMs'];
  /** Served before everything else. */
  routes?: readonly Route[];
  /** Receives all mails. */
  mailbox?: Mailbox;
  /** Called for everything that AWS would bill. */
  meter?: Meter;
  /** Injects faults into the calls of functions. */
  interference?: Interference;
}

export interface RunningCloud extends Cloud {
  /** Outputs of the stack, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Base of a REST API, by the name of its stage. */
  stageUrl(stage: string): string;
  /** The value of `Ref` for a resource. */
  resourceRef(logicalId: string): string;
  /** The credentials of a function, by its name, to test what its role may do. @throws AwsError when there is none */
  credentialsOf(functionName: string): SessionCredentials;
  /** Grants of roles and users that no call has used since the start: actions and resources of each statement. */
  idleGrants(): IdleGrant[];
  /**
   * Skips firings of schedules that would find nothing to do; by logical id without the CDK's hash.
   * @throws Error naming a schedule that the template does not have.
   */
  leaveOutIdleRuns(schedules: Readonly<Record<string, IdleRuns>>): void;
  /** Resolves when no function, message, event or execution is in flight. */
  whenIdle(): Promise<void>;
  /**
   * Dies like a killed process once its journal has grown by `lines`: nothing later is kept, and no response is sent.
   * Resolves at that point; `stop` ends anything still running. `Infinity` cancels it. For tests that start another
   * cloud over the journal.
   * @throws Error when it has no journal
   */
  dieAfter(lines: number): Promise<void>;
  /** Stops workers, connections, timers and Java. */
  stop: () => Promise<void>;
}

interface Stoppable {
  stop?(): unknown;
}

/**
 * Runs a synthesized stack on this machine under one clock.
 * @throws Error naming what the template uses and the local cloud does not know; nothing is left running then.
 */
export async function startCloud(options: CloudOptions): Promise<RunningCloud> {
  const { journal } = options;
  if (journal && options.dynamoDb) throw new Error('DynamoDB Local is not in the journal.');
  const clock = new Clock('flowing', durableMap(journal, 'clock'));
  const started: Stoppable[] = [clock];
  // Stops in reverse order, so that each part stops before the parts it uses.
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop?.();
  };
  try {
    const assembly = loadAssembly(options.assembly);
    const routes = [...(options.routes ?? [])];
    const endpoint = await openEndpoint(options.port, routes, () => clock.now());
    started.push(endpoint);
    const parts = { clock, endpoint, assembly, options, stop };
    const cloud = new LocalCloud(parts);
    started.push(...cloud.services);
    // Functions answer there while the other resources are created.
    routes.push(cloud.customResources.route);
    await cloud.create(assembly);
    routes.push(...cloud.routes);
    return cloud;
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Parts {
  clock: Clock;
  endpoint: Endpoint;
  assembly: Assembly;
  options: CloudOptions;
  stop: () => Promise<void>;
}

class LocalCloud implements RunningCloud {
  readonly region = REGION;
  readonly accountId = ACCOUNT_ID;
  readonly clock: Clock;
  readonly endpoint: string;
  readonly log: (line: string) => void;
  readonly journal: FileJournal | undefined;
  readonly disorder: Disorder | undefined;
  readonly #stopListening: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly services: readonly AwsService[];
  readonly iam: IamService;
  readonly quotas: Quotas;
  readonly customResources = new CustomResources(this);
  readonly routes: readonly Route[];
  readonly #writeListeners: ((request: AwsRequest) => void)[] = [];
  readonly #lambda: LambdaService;
  readonly #gateway: ApiGatewayService;
  readonly #scheduler: SchedulerService;
  readonly #eventSourceMapping: ResourceType;
  readonly #deliveries: Deliveries;
  readonly #meter: Meter | undefined;
  readonly #interference: Interference | undefined;
  #stack: CreatedStack = { resources: new Map(), outputs: {} };

  constructor({ clock, endpoint, assembly, options, stop }: Parts) {
    this.clock = clock;
    this.endpoint = endpoint.url;
    this.#stopListening = () => endpoint.stop();
    this.log = options.log;
    this.journal = options.journal;
    this.disorder = options.disorder && new Disorder(options.disorder);
    this.stop = stop;
    this.#meter = options.meter;
    this.#interference = options.interference;
    const { hardness = 'usual' } = options;
    this.iam = new IamService(this);
    this.quotas = new Quotas(clock, options.quotaShare ?? quotaShareOf(hardness));

    const database = options.dynamoDb
      ? new DynamoDbConnection(options.dynamoDb, this.region)
      : new InMemoryDynamoDb({
          region: this.region,
          accountId: this.accountId,
          now: () => clock.now(),
          latency: latencyAt(hardness, options.latency),
          throughputShare: quotaShareOf(hardness),
          journal: options.journal,
          backups: options.backups,
        });
    const streams = new DynamoDbStreams(this, database);
    const dynamoDb = new DynamoDbService(this, database, () => streams.wake());
    const sqs = new SqsService(this);
    const s3 = new S3Service(this);
    const eventBridge = new EventBridgeService(this);
    const stepFunctions = new StepFunctionsService(this);
    const { assets } = assembly;
    this.#gateway = new ApiGatewayService(this);
    this.#scheduler = new SchedulerService(this);
    const extraEnvironment = options.extraEnvironment?.(endpoint.url) ?? {};
    const answer = awsRequestHandler(
      (request) => this.#take(request),
      (path) => (s3.ownsPath(path) ? s3.name : undefined),
      this.log,
    );
    const { workersPerFunction, longestIdleMs, meter } = options;
    const logs = new LogsService(this);
    this.#lambda = new LambdaService(this, {
      assets,
      extraEnvironment,
      workersPerFunction,
      longestIdleMs,
      meter,
      answer,
      onLine: (logGroup, line) => logs.take(logGroup, line),
    });
    this.#eventSourceMapping = eventSourceMappingType(this, {
      sqs,
      streams,
      shareFor: (arn, most) => this.#lambda.shareFor(arn, most),
      roleOf: (arn) => this.#lambda.roleOf(arn),
    });
    this.#deliveries = new Deliveries(this, {
      sqs: (arn, input, { messageGroupId }) => {
        this.#meter?.({ service: 'sqs', operation: 'SendMessage' });
        return sqs.send(arn, JSON.stringify(input), { messageGroupId });
      },
      lambda: (arn, input) => this.#lambda.invokeAsync(arn, input),
      events: (arn, input) => eventBridge.receive(arn, input as Partial<EventEnvelope>),
      states: (arn, input) =>
        this.call('states', 'StartExecution', { stateMachineArn: arn, input: JSON.stringify(input) }),
    });
    this.services = [
      dynamoDb,
      s3,
      new KmsService(this),
      new CloudWatchService(),
      new StsService(this),
      new SesService(this, options.mailbox),
      sqs,
      eventBridge,
      stepFunctions,
      this.#gateway,
      this.#lambda,
      // Last to start and first to stop: they begin work in the others.
      logs,
      this.#scheduler,
    ];
    this.routes = [this.#gateway.route, awsRoute(answer)];
  }

  /** Creates the resources of the stack, then starts its queues and schedules. */
  async create(assembly: Assembly): Promise<void> {
    const { template, stackName } = assembly;
    const types: Record<string, ResourceType> = {
      ...passiveTypes(this.journal),
      ...this.iam.resourceTypes,
      ...this.customResources.resourceTypes,
      'AWS::Lambda::EventSourceMapping': this.#eventSourceMapping,
    };
    for (const service of this.services) Object.assign(types, service.resourceTypes);
    const environment = { region: this.region, accountId: this.accountId, stackName };
    this.#stack = await createResources(template, types, environment, nestedTemplatesIn(assembly));
    for (const service of this.services) await service.start?.();
    this.#deliveries.start();
  }

  stageUrl(stage: string): string {
    if (!this.#gateway.stageNames.includes(stage)) throw new Error(`The template has no API stage ${stage}`);
    return `${this.endpoint}/${stage}`;
  }

  get outputs(): Readonly<Record<string, string>> {
    return this.#stack.outputs;
  }

  resourceRef(logicalId: string): string {
    const resource = this.#stack.resources.get(logicalId);
    if (!resource) throw new Error(`The template has no resource ${logicalId}`);
    return resource.ref;
  }

  credentialsOf(functionName: string): SessionCredentials {
    return this.#lambda.credentialsOf(functionName);
  }

  idleGrants(): IdleGrant[] {
    return this.iam.idleGrants();
  }

  leaveOutIdleRuns(schedules: Readonly<Record<string, IdleRuns>>): void {
    this.#scheduler.leaveOutIdleRuns(schedules);
  }

  async invokeFunction(
    functionArn: string,
    payload: unknown,
    as?: Identity,
    traces?: readonly (string | undefined)[],
  ): Promise<InvocationResult> {
    if (as) this.iam.principal(as).require([{ action: 'lambda:InvokeFunction', resource: functionArn }]);
    return this.#lambda.invoke(functionArn, payload, traces);
  }

  deliver(targetArn: string, input: unknown, options?: DeliveryOptions): Promise<void> {
    return this.#deliveries.deliver(targetArn, input, options);
  }

  async call(service: string, operation: string, input: Record<string, unknown>, as?: Identity): Promise<unknown> {
    const { status, body } = await this.#dispatch({
      service,
      operation,
      isInternal: true,
      principal: as && this.iam.principal(as),
      method: 'POST',
      url: new URL(this.endpoint),
      headers: {},
      body: Buffer.from(JSON.stringify(input)),
    });
    return readJsonResponse(status, String(body));
  }

  dieAfter(lines: number): Promise<void> {
    const { journal } = this;
    if (!journal) throw new Error('A cloud without a journal forgets everything when it dies.');
    return new Promise((resolve) => {
      journal.endAfter(lines, () => {
        void this.#scheduler.stop();
        void this.#stopListening();
        resolve();
      });
    });
  }

  onWrite(listener: (request: AwsRequest) => void): void {
    this.#writeListeners.push(listener);
  }

  whenIdle(): Promise<void> {
    return this.clock.whenIdle();
  }

  /** Serves a call from outside the cloud, with the injected faults. */
  async #take(unnamed: AwsRequest): Promise<AwsResponse> {
    const { service, operation, method, caller } = unnamed;
    try {
      const request = { ...unnamed, principal: this.iam.holderOf(signerOf(unnamed), this.clock.now()) };
      const fault =
        caller &&
        this.#interference?.({ functionName: caller.functionName, service, operation: operation ?? method, request });
      if (!fault) return await this.#serve(request);
      return await carryOutFault(fault, {
        serve: () => this.#serve(request),
        track: (work) => this.clock.track(work),
        kill: caller.kill,
      });
    } catch (error) {
      const protocol = this.services.find(({ name }) => name === service);
      if (!(error instanceof AwsError) || !protocol?.refuse) throw error;
      return protocol.refuse(error, unnamed);
    }
  }

  /**
   * A write is in flight until it has taken effect, also when its caller has given up or died: otherwise an advance of the
   * clock could put hours between its sending and its effect.
   */
  #serve(request: AwsRequest): Promise<AwsResponse> {
    const response = this.#dispatch(request);
    return isWrite(request) ? this.clock.track(response) : response;
  }

  async #dispatch(request: AwsRequest): Promise<AwsResponse> {
    const service = this.services.find(({ name }) => name === request.service);
    if (!service) {
      throw new AwsError('UnknownOperationException', `The local cloud does not know the service ${request.service}`);
    }
    // Calls of administrators, such as operators and tests, do not use up the functions' quotas.
    if (request.principal) this.quotas.countCall(request.service, String(request.operation));
    const response = await service.handle(this.#meter ? withConsumedCapacity(request) : request);
    this.#meter?.(useOf(request, response));
    if (response.status < 300 && isWrite(request)) for (const listener of this.#writeListeners) listener(request);
    return response;
  }
}

/** Writes of tables and objects. Messages, events and executions only follow from them. */
function isWrite({ service, operation, method }: AwsRequest): boolean {
  return service === 's3' ? method !== 'GET' && method !== 'HEAD' : WRITE_OPERATIONS.has(operation);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import { type JsonOperations, respondInJson } from '../json-protocol.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  CreatedResource,
  Need,
  ResourceContext,
  ResourceType,
} from '../service.ts';
import { compileDefinition } from './asl-definition.ts';
import type { Execution, Place, StateMachine, StoredExecution } from './asl-execution.ts';
import { History, type HistoryEvent } from './asl-history.ts';
import { Interpreter, LARGEST_DATA_BYTES } from './asl-interpreter.ts';

/** Number of closed executions that can still be described; AWS keeps them for 90 days. */
const CLOSED_EXECUTIONS_KEPT = 10_000;

const LARGEST_PAGE = 1000;

export interface StepFunctionsOptions {
  /** Random source for retry jitter and `$random()`. */
  random?: () => number;
  /** Reads the object of a `DefinitionS3Location`. */
  loadDefinition?: (bucket: string, key: string) => Promise<string>;
}

interface Page {
  maxResults?: number;
  nextToken?: string;
}

interface ExecutionRef {
  executionArn?: string;
}

interface StateMachineRef {
  stateMachineArn?: string;
}

interface TaskToken {
  taskToken?: string;
}

interface StateMachineProperties {
  StateMachineName?: string;
  StateMachineType?: string;
  RoleArn?: string;
  Definition?: object;
  DefinitionString?: string;
  DefinitionS3Location?: { Bucket: string; Key: string };
  DefinitionSubstitutions?: Record<string, unknown>;
}

/** Step Functions: Standard workflows in JSONata, over the JSON 1.0 protocol. */
export class StepFunctionsService implements AwsService {
  readonly name = 'states';
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly #cloud: Cloud;
  readonly #random: () => number;
  readonly #interpreter: Interpreter;
  readonly #machines = new Map<string, StateMachine>();
  /** In the order they started. */
  readonly #executions = new Map<string, Execution>();
  /** ARNs in the order they ended. */
  readonly #closed = new Set<string>();
  /** By ARN. */
  readonly #kept: DurableMap<StoredExecution>;
  /** By the ARN of the execution and the id of the event. */
  readonly #keptEvents: DurableMap<HistoryEvent>;
  /** Part of each token: distinguishes the tokens of this cloud from those of another. */
  readonly #tokenIssuer: string;
  #tokensIssued = 0;
  /** Set by the runner once it can read the bucket of assets. */
  loadDefinition: StepFunctionsOptions['loadDefinition'];

  constructor(cloud: Cloud, { random = Math.random, loadDefinition }: StepFunctionsOptions = {}) {
    this.#cloud = cloud;
    this.#random = random;
    this.loadDefinition = loadDefinition;
    this.#kept = durableMap(cloud.journal, 'states:executions');
    this.#keptEvents = durableMap(cloud.journal, 'states:events');
    this.#tokenIssuer = issuerIn(durableMap(cloud.journal, 'states:issuer'));
    this.#interpreter = new Interpreter({
      cloud,
      random,
      issueToken: (machine) => this.#issueToken(machine),
      newHistory: (executionArn) => this.#history(executionArn),
      keep: (execution, place) => this.#keep(execution, place),
      onClosed: (execution) => this.#keepClosed(execution),
    });
    this.resourceTypes = {
      'AWS::StepFunctions::StateMachine': {
        honors: [
          'StateMachineName',
          'StateMachineType',
          'RoleArn',
          'Definition',
          'DefinitionString',
          'DefinitionS3Location',
          'DefinitionSubstitutions',
        ],
        ignores: {
          LoggingConfiguration: 'executions are read through GetExecutionHistory',
          TracingConfiguration: 'there is no X-Ray to send traces to',
          EncryptionConfiguration: 'nothing is written to a disk',
          Tags: 'tags change nothing at run time',
        },
        create: (properties, context) => this.#create(properties, context),
      },
    };
  }

  /** Restores the executions of an earlier process. */
  start(): void {
    const histories = new Map<string, HistoryEvent[]>();
    for (const [key, event] of this.#keptEvents.restore()) {
      const [, arn = '', id] = /^(.*)#(\d+)$/.exec(key) ?? [];
      const events = histories.get(arn) ?? [];
      histories.set(arn, events);
      events[Number(id) - 1] = event;
    }
    const left = [...this.#kept.restore().values()];
    for (const kept of left.toSorted((a, b) => a.startedAt - b.startedAt)) {
      const machine = this.#machine(kept.machineArn);
      const history = this.#history(kept.arn, histories.get(kept.arn));
      this.#executions.set(kept.arn, this.#interpreter.resume(machine, kept, history));
    }
    const closed = left.filter(({ status }) => status !== 'RUNNING');
    for (const { arn } of closed.toSorted((a, b) => a.stoppedAt! - b.stoppedAt!)) this.#closed.add(arn);
  }

  handle(request: AwsRequest): Promise<AwsResponse> {
    return respondInJson(request, {
      version: '1.0',
      operations: this.#operations,
      needs: (operation, input) => this.#needs(operation, input),
    });
  }

  readonly #operations: JsonOperations = {
    StartExecution: (input: StateMachineRef & { name?: string; input?: string }) => this.#startExecution(input),
    StopExecution: (input: ExecutionRef & { error?: string; cause?: string }) => this.#stopExecution(input),
    DescribeExecution: ({ executionArn }: ExecutionRef) => describeExecution(this.#execution(executionArn)),
    ListExecutions: (input: Page & StateMachineRef & { statusFilter?: string }) => this.#listExecutions(input),
    GetExecutionHistory: (input: Page & ExecutionRef & { reverseOrder?: boolean; includeExecutionData?: boolean }) =>
      this.#getExecutionHistory(input),
    SendTaskSuccess: ({ taskToken, output = '' }: TaskToken & { output?: string }) => {
      const value = parseJson(output, (why) => new AwsError('InvalidOutput', `Invalid Output: '${why}'`));
      expectSize(output, 'output');
      this.#expectTask(taskToken, this.#interpreter.succeedTask(String(taskToken), value));
    },
    SendTaskFailure: ({ taskToken, error, cause }: TaskToken & { error?: string; cause?: string }) =>
      this.#expectTask(taskToken, this.#interpreter.failTask(String(taskToken), error, cause)),
    SendTaskHeartbeat: ({ taskToken }: TaskToken) =>
      this.#expectTask(taskToken, this.#interpreter.heartbeat(String(taskToken))),
    DescribeStateMachine: ({ stateMachineArn }: StateMachineRef) => {
      const machine = this.#machine(stateMachineArn);
      return {
        ...summarizeMachine(machine),
        status: 'ACTIVE',
        definition: machine.definitionText,
        roleArn: machine.roleArn,
      };
    },
    ListStateMachines: (input: Page) => {
      const { page, nextToken } = paginate([...this.#machines.values()], input);
      return { stateMachines: page.map(summarizeMachine), nextToken };
    },
  };

  /**
   * The permission for a token depends on the machine that waits for it, although the IAM reference lists no resources
   * for these actions (https://github.com/aws/aws-cdk/pull/8486, tried on AWS). A text that is not a token of this
   * cloud is rejected as such.
   */
  #needs(operation: string, input: StateMachineRef & ExecutionRef & TaskToken): Need[] {
    const action = `states:${operation}`;
    if (!operation.startsWith('SendTask'))
      return [{ action, resource: input.executionArn ?? input.stateMachineArn ?? '*' }];
    const machine = this.#readToken(input.taskToken)?.machine;
    return machine === undefined ? [] : [{ action, resource: this.#arn('stateMachine', machine) }];
  }

  async #create(properties: StateMachineProperties, { logicalId }: ResourceContext): Promise<CreatedResource> {
    const {
      StateMachineName: name = logicalId,
      StateMachineType: type = 'STANDARD',
      RoleArn: roleArn = '',
    } = properties;
    this.#cloud.iam?.expectTrust(roleArn, 'states.amazonaws.com');
    if (type !== 'STANDARD') throw new Error(`${logicalId}: the local cloud runs STANDARD workflows, not ${type}`);
    const definitionText = substitute(
      await this.#definitionText(properties, logicalId),
      properties.DefinitionSubstitutions ?? {},
    );
    const arn = this.#arn('stateMachine', name);
    this.#machines.set(arn, {
      arn,
      name,
      roleArn,
      createdAt: this.#cloud.clock.now(),
      definitionText,
      definition: this.#compile(definitionText, logicalId),
    });
    return { ref: arn, attributes: { Arn: arn, Name: name, StateMachineRevisionId: 'INITIAL' } };
  }

  async #definitionText(properties: StateMachineProperties, logicalId: string): Promise<string> {
    const { Definition: object, DefinitionString: text, DefinitionS3Location: location } = properties;
    if (object !== undefined) return JSON.stringify(object);
    if (text !== undefined) return text;
    if (!location || !this.loadDefinition) throw new Error(`${logicalId}: no definition that the local cloud can read`);
    return this.loadDefinition(location.Bucket, location.Key);
  }

  #compile(text: string, logicalId: string): StateMachine['definition'] {
    try {
      return compileDefinition(text, { now: () => this.#cloud.clock.now(), random: this.#random });
    } catch (error) {
      throw new AwsError(
        'InvalidDefinition',
        `Invalid State Machine Definition of ${logicalId}: ${(error as Error).message}`,
      );
    }
  }

  /** A second start with the same name and input returns the running execution. */
  #startExecution(request: StateMachineRef & { name?: string; input?: string }): unknown {
    const { stateMachineArn, name = randomUUID(), input = '{}' } = request;
    const machine = this.#machine(stateMachineArn);
    if (!/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u.test(name))
      throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
    parseJson(input, (why) => new AwsError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${why}'`));
    expectSize(input, 'input');
    const arn = this.#arn('execution', `${machine.name}:${name}`);
    const known = this.#executions.get(arn);
    if (known && (known.status !== 'RUNNING' || known.inputText !== input)) {
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const execution = known ?? this.#interpreter.start(machine, { arn, name }, input);
    if (!known) this.#executions.set(arn, execution);
    return { executionArn: arn, startDate: execution.startedAt / 1000 };
  }

  #stopExecution(request: ExecutionRef & { error?: string; cause?: string }): unknown {
    const execution = this.#execution(request.executionArn);
    this.#interpreter.stop(execution, request.error, request.cause);
    return { stopDate: execution.stoppedAt! / 1000 };
  }

  #listExecutions(request: Page & StateMachineRef & { statusFilter?: string }): unknown {
    const { arn } = this.#machine(request.stateMachineArn);
    const matching = [...this.#executions.values()]
      .filter(({ machine, status }) => machine.arn === arn && (request.statusFilter ?? status) === status)
      .reverse();
    const { page, nextToken } = paginate(matching, request);
    return { executions: page.map(summarizeExecution), nextToken };
  }

  #getExecutionHistory(
    request: Page & ExecutionRef & { reverseOrder?: boolean; includeExecutionData?: boolean },
  ): unknown {
    const { history } = this.#execution(request.executionArn);
    const ids = Array.from({ length: history.length }, (_, index) => index + 1);
    const { page, nextToken } = paginate(request.reverseOrder ? ids.reverse() : ids, request);
    return { events: page.map((id) => history.read(id, request.includeExecutionData ?? true)), nextToken };
  }

  #machine(arn: string | undefined): StateMachine {
    const machine = this.#machines.get(String(arn));
    if (!machine) throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${String(arn)}'`);
    return machine;
  }

  #execution(arn: string | undefined): Execution {
    const execution = this.#executions.get(String(arn));
    if (!execution) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(arn)}'`);
    return execution;
  }

  #arn(kind: 'stateMachine' | 'execution', name: string): string {
    return `arn:aws:states:${this.#cloud.region}:${this.#cloud.accountId}:${kind}:${name}`;
  }

  #keepClosed({ arn }: Execution): void {
    this.#closed.add(arn);
    if (this.#closed.size <= CLOSED_EXECUTIONS_KEPT) return;
    const [oldest] = this.#closed;
    this.#closed.delete(oldest!);
    const { length } = this.#executions.get(oldest!)!.history;
    this.#executions.delete(oldest!);
    this.#kept.delete(oldest!);
    for (let id = 1; id <= length; id++) this.#keptEvents.delete(`${oldest}#${id}`);
  }

  #history(executionArn: string, events?: readonly HistoryEvent[]): History {
    return new History((id, event) => this.#keptEvents.put(`${executionArn}#${id}`, event), events);
  }

  #keep(execution: Execution, place: Place | undefined): void {
    const { arn, name, machine, inputText, startedAt, status, stoppedAt, output, error, cause, root } = execution;
    this.#kept.put(arn, {
      ...{ arn, name, machineArn: machine.arn, inputText, startedAt, status, stoppedAt, output, error, cause },
      ...(place && { place, variables: root?.variables, lastEvent: root?.lastEvent }),
    });
  }

  #issueToken({ name }: StateMachine): string {
    this.#tokensIssued++;
    const machine = Buffer.from(name).toString('base64url');
    return `${this.#tokenIssuer}.${this.#tokensIssued.toString(36)}.${machine}.${randomBytes(12).toString('base64url')}`;
  }

  /** Undefined if it was never a token; without a machine if another process issued it. */
  #readToken(token: unknown): { machine: string | undefined } | undefined {
    const [, issuer, machine] = /^([\w-]{8})\.[0-9a-z]+\.([\w-]+)\.[\w-]{16}$/.exec(String(token)) ?? [];
    if (issuer === undefined) return undefined;
    return { machine: issuer === this.#tokenIssuer ? Buffer.from(machine!, 'base64url').toString() : undefined };
  }

  /** Throws if no task has the token: it is malformed, not issued by this cloud, or its task has ended. */
  #expectTask(token: unknown, found: boolean): void {
    if (found) return;
    const read = this.#readToken(token);
    if (!read) throw new AwsError('InvalidToken', 'Invalid Token');
    if (read.machine === undefined) throw new AwsError('TaskDoesNotExist', 'Task Does Not Exist');
    throw new AwsError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
  }
}

function issuerIn(kept: DurableMap<string>): string {
  const issuer = kept.restore().get('issuer') ?? randomBytes(6).toString('base64url');
  kept.put('issuer', issuer);
  return issuer;
}

/** Replaces `${name}` by the template's values. A name without a value stops the start; AWS would keep it as text. */
function substitute(text: string, substitutions: Record<string, unknown>): string {
  return text.replaceAll(/\$\{([A-Za-z0-9_.:-]+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(substitutions, name)) throw new Error(`DefinitionSubstitutions names no ${name}`);
    return JSON.stringify(String(substitutions[name])).slice(1, -1);
  });
}

function describeExecution(execution: Execution): unknown {
  const { inputText, status, output, error, cause } = execution;
  return {
    ...summarizeExecution(execution),
    input: inputText,
    inputDetails: { included: true },
    ...(status === 'SUCCEEDED' && { output: JSON.stringify(output), outputDetails: { included: true } }),
    error,
    cause,
    redriveCount: 0,
    redriveStatus: 'NOT_REDRIVABLE',
  };
}

function summarizeExecution({ arn, name, machine, status, startedAt, stoppedAt }: Execution): object {
  return {
    executionArn: arn,
    stateMachineArn: machine.arn,
    name,
    status,
    startDate: startedAt / 1000,
    stopDate: stoppedAt === undefined ? undefined : stoppedAt / 1000,
  };
}

function summarizeMachine({ arn, name, createdAt }: StateMachine): object {
  return { stateMachineArn: arn, name, type: 'STANDARD', creationDate: createdAt / 1000 };
}

/** The token is the number of members before the page. */
function paginate<T>(
  members: readonly T[],
  { maxResults, nextToken }: Page,
): { page: T[]; nextToken: string | undefined } {
  const start = Number(nextToken ?? 0);
  if (!Number.isInteger(start) || start < 0)
    throw new AwsError('InvalidToken', `Invalid Token: '${String(nextToken)}'`);
  const end = start + Math.min(maxResults || 100, LARGEST_PAGE);
  return { page: members.slice(start, end), nextToken: end < members.length ? String(end) : undefined };
}

function parseJson(text: unknown, error: (why: string) => AwsError): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch (failure) {
    throw error((failure as Error).message);
  }
}

function expectSize(text: string, member: string): void {
  if (Buffer.byteLength(text) <= LARGEST_DATA_BYTES) return;
  throw new AwsError(
    'ValidationException',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length less than or equal to ${LARGEST_DATA_BYTES}`,
  );
}

import type { Timer } from '../clock.ts';
import type { Flow, State, StateMachineDefinition } from './asl-definition.ts';
import type { History } from './asl-history.ts';
import type { Bindings } from './asl-jsonata.ts';

export interface StateMachine {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  readonly createdAt: number;
  /** As deployed, after substitutions. */
  readonly definitionText: string;
  readonly definition: StateMachineDefinition;
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface Execution {
  readonly arn: string;
  readonly name: string;
  readonly machine: StateMachine;
  readonly inputText: string;
  readonly input: unknown;
  readonly startedAt: number;
  readonly history: History;
  status: ExecutionStatus;
  stoppedAt: number | undefined;
  output: unknown;
  error: string | undefined;
  cause: string | undefined;
  root: Run | undefined;
  timeout: Timer | undefined;
}

/**
 * The position of an execution's main flow, from which another process can continue. Branches of a Parallel and
 * iterations of a Map start again with their state.
 */
export type Place =
  | { readonly phase: 'entering'; readonly name: string; readonly input: unknown }
  | (InState & { readonly phase: 'beginning' })
  | (InState & { readonly phase: 'sleeping'; readonly until: number; readonly then: 'proceed' | 'begin' })
  | (InState & {
      readonly phase: 'waiting';
      readonly until: number | undefined;
      readonly heartbeatSeconds: number | undefined;
    })
  | (InState & { readonly phase: 'ending'; readonly outcome: TaskOutcome });

/** The outcome of a task. */
type TaskOutcome =
  | { readonly value: unknown }
  | { readonly error: string | undefined; readonly text: string | undefined; readonly aliases: readonly string[] };

interface InState {
  readonly name: string;
  readonly input: unknown;
  readonly enteredAt: number;
  readonly retries: number[] | undefined;
  readonly token: string | undefined;
}

/** An execution as stored in the journal. */
export interface StoredExecution extends Pick<
  Execution,
  'arn' | 'name' | 'inputText' | 'startedAt' | 'status' | 'stoppedAt' | 'output' | 'error' | 'cause'
> {
  readonly machineArn: string;
  /** Only for a running execution. */
  readonly place?: Place | undefined;
  readonly variables?: Variables | undefined;
  readonly lastEvent?: number | undefined;
}

export type Variables = Readonly<Record<string, unknown>>;

/**
 * One run of a flow: the execution, a branch, or an iteration. While it waits it holds no promise and no call stack, so that
 * many thousands of executions can wait for months.
 */
export interface Run {
  readonly execution: Execution;
  readonly flow: Flow;
  readonly parent: { readonly wait: Wait; readonly index: number } | undefined;
  readonly item: MapItem | undefined;
  state: State | undefined;
  input: unknown;
  /** Immutable: branches see outer variables, and their own assignments stay local. */
  variables: Variables;
  enteredAt: number;
  /** How often each retrier of the current state was used. */
  retries: number[] | undefined;
  token: string | undefined;
  lastEvent: number;
  wait: Wait | undefined;
  over: boolean;
}

export interface MapItem {
  readonly Index: number;
  readonly Value: unknown;
}

/** A wait of a run. When it ends, it drops its run, so that late signals have no effect. */
export interface Wait {
  run: Run | undefined;
  readonly token: string | undefined;
  deadline: Timer | undefined;
  heartbeat: Timer | undefined;
  heartbeatSeconds: number | undefined;
  fork: Fork | undefined;
}

/** Branches of a Parallel or iterations of a Map, which are joined at the end. */
export interface Fork {
  readonly type: 'Parallel' | 'Map';
  readonly branches: readonly { readonly flow: Flow; readonly input: unknown; readonly item: MapItem | undefined }[];
  readonly limit: number;
  readonly results: unknown[];
  readonly open: Set<Run>;
  started: number;
  ended: number;
}

export function newExecution(
  machine: StateMachine,
  identity: { arn: string; name: string },
  inputText: string,
  startedAt: number,
  history: History,
): Execution {
  return {
    ...identity,
    machine,
    inputText,
    input: JSON.parse(inputText) as unknown,
    startedAt,
    history,
    status: 'RUNNING',
    stoppedAt: undefined,
    output: undefined,
    error: undefined,
    cause: undefined,
    root: undefined,
    timeout: undefined,
  };
}

export function newRun(
  execution: Execution,
  flow: Flow,
  parent: Run['parent'],
  item: MapItem | undefined,
  variables: Variables,
  lastEvent: number,
): Run {
  return {
    execution,
    flow,
    parent,
    item,
    state: undefined,
    input: undefined,
    variables,
    enteredAt: execution.startedAt,
    retries: undefined,
    token: undefined,
    lastEvent,
    wait: undefined,
    over: false,
  };
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
export function contextObject(
  { execution, state, enteredAt, retries, token }: Run,
  item: MapItem | undefined,
): Bindings {
  const { machine } = execution;
  return {
    Execution: {
      Id: execution.arn,
      Input: execution.input,
      Name: execution.name,
      RoleArn: machine.roleArn,
      StartTime: new Date(execution.startedAt).toISOString(),
      RedriveCount: 0,
    },
    StateMachine: { Id: machine.arn, Name: machine.name },
    State: {
      Name: state!.name,
      EnteredTime: new Date(enteredAt).toISOString(),
      RetryCount: retries?.reduce((sum, count) => sum + count, 0) ?? 0,
    },
    ...(token !== undefined && { Task: { Token: token } }),
    ...(item && { Map: { Item: item } }),
  };
}

import type { Clock } from '../clock.ts';
import type { Cloud } from '../service.ts';
import type {
  Catcher,
  ChoiceState,
  FailState,
  MapState,
  ParallelState,
  Retrier,
  TaskState,
  Transition,
  WaitState,
} from './asl-definition.ts';
import { isWholeNumber } from './asl-definition.ts';
import { namesError, StatesError } from './asl-errors.ts';
import type {
  Execution,
  ExecutionStatus,
  Fork,
  Place,
  Run,
  StateMachine,
  StoredExecution,
  Variables,
  Wait,
} from './asl-execution.ts';
import { contextObject, newExecution, newRun } from './asl-execution.ts';
import { type History, LONGEST_HISTORY } from './asl-history.ts';
import type { Bindings, Template } from './asl-jsonata.ts';

/** Limit of JSON for each input, result, output and variable. */
export const LARGEST_DATA_BYTES = 256 * 1024;

/** Iterations of an inline Map that run at once when its MaxConcurrency is 0. */
const DEFAULT_MAP_CONCURRENCY = 40;

/** The next step of a run. Without one, the run waits or has ended. */
type Step =
  | { readonly kind: 'enter'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'begin' }
  | { readonly kind: 'proceed' }
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: StatesError };

interface TaskLimits {
  /** Instant at which the task times out. */
  readonly until: number | undefined;
  readonly heartbeatSeconds: number | undefined;
}

/** Ends the evaluation of a run that a stop, a timeout or a failed sibling has ended in the meantime. */
class Abandoned extends Error {}

export interface InterpreterOptions {
  cloud: Cloud;
  random: () => number;
  /** A new task token. */
  issueToken: (machine: StateMachine) => string;
  newHistory: (executionArn: string) => History;
  /** Called with each new place of an execution, and without a place when it has closed. */
  keep: (execution: Execution, place?: Place) => void;
  onClosed: (execution: Execution) => void;
}

/**
 * Runs state machines: one step after another, on the virtual clock. A run that is evaluating or calling counts as work
 * in flight; one that waits for time, a token or its branches does not.
 */
export class Interpreter {
  readonly #clock: Clock;
  readonly #options: InterpreterOptions;
  readonly #waitsByToken = new Map<string, Wait>();

  constructor(options: InterpreterOptions) {
    this.#clock = options.cloud.clock;
    this.#options = options;
  }

  start(machine: StateMachine, identity: { arn: string; name: string }, inputText: string): Execution {
    const now = this.#clock.now();
    const history = this.#options.newHistory(identity.arn);
    const execution = newExecution(machine, identity, inputText, now, history);
    const { definition, roleArn } = machine;
    execution.history.add('ExecutionStarted', now, 0, { input: execution.input, roleArn });
    this.#limitTime(execution);
    execution.root = newRun(execution, definition, undefined, undefined, {}, 0);
    this.#continue(execution.root, { kind: 'enter', name: definition.startAt, input: execution.input });
    return execution;
  }

  /** Restores an execution of an earlier process; a running one continues from its place. */
  resume(machine: StateMachine, kept: StoredExecution, history: History): Execution {
    const { arn, name, inputText, startedAt, status, stoppedAt, output, error, cause, place } = kept;
    const execution = newExecution(machine, { arn, name }, inputText, startedAt, history);
    Object.assign(execution, { status, stoppedAt, output, error, cause });
    if (status !== 'RUNNING' || !place) return execution;
    this.#limitTime(execution);
    const run = newRun(execution, machine.definition, undefined, undefined, kept.variables ?? {}, kept.lastEvent ?? 0);
    execution.root = run;
    if (machine.definition.states.has(place.name)) this.#goOn(run, place);
    else this.#endRun(run, new StatesError('States.Runtime', `The definition has no state '${place.name}' any more.`));
    return execution;
  }

  #limitTime(execution: Execution): void {
    const { timeoutSeconds } = execution.machine.definition;
    if (timeoutSeconds === undefined) return;
    execution.timeout = this.#clock.schedule(execution.startedAt + timeoutSeconds * 1000, () =>
      this.#close(execution, 'TIMED_OUT', {}),
    );
  }

  /** A call whose result is unknown is repeated, with the same token. */
  #goOn(run: Run, place: Place): void {
    if (place.phase === 'entering') return this.#continue(run, { kind: 'enter', name: place.name, input: place.input });
    const { name, input, enteredAt, retries, token } = place;
    Object.assign(run, { state: run.flow.states.get(name), input, enteredAt, retries, token });
    switch (place.phase) {
      case 'beginning':
        return this.#continue(run, { kind: 'begin' });
      case 'sleeping':
        return this.#sleep(run, place.until, { kind: place.then });
      case 'waiting':
        return this.#awaitTask(run, place);
      case 'ending': {
        const { outcome } = place;
        if ('value' in outcome) return this.#continue(run, { kind: 'result', value: outcome.value });
        const error = new StatesError(outcome.error, outcome.text, outcome.aliases);
        return this.#continue(run, { kind: 'error', error });
      }
    }
  }

  stop(execution: Execution, error: string | undefined, cause: string | undefined): void {
    this.#close(execution, 'ABORTED', { error, cause });
  }

  /** @returns false when no task waits for this token (any more). */
  succeedTask(token: string, value: unknown): boolean {
    return this.#endTask(this.#waitsByToken.get(token), { kind: 'result', value });
  }

  /** @returns false when no task waits for this token (any more). */
  failTask(token: string, error: string | undefined, cause: string | undefined): boolean {
    return this.#endTask(this.#waitsByToken.get(token), { kind: 'error', error: new StatesError(error, cause) });
  }

  /** @returns false when no task waits for this token (any more). */
  heartbeat(token: string): boolean {
    const wait = this.#waitsByToken.get(token);
    if (wait) this.#awaitHeartbeat(wait);
    return wait !== undefined;
  }

  /** A transition beyond the quota waits for its turn; meanwhile it is not work in flight, so the clock can move on. */
  #continue(run: Run, step: Step): void {
    const place = placeBefore(run, step);
    if (place) this.#keep(run, place);
    const wait = step.kind === 'enter' ? this.#transitionWait() : 0;
    if (wait === 0) void this.#clock.track(this.#walk(run, step));
    else this.#clock.schedule(this.#clock.now() + wait, () => this.#walk(run, step));
  }

  #transitionWait(): number {
    return this.#options.cloud.quotas?.bucketOf('states:StateTransition').reserve() ?? 0;
  }

  /** `first` has already waited for its turn. */
  async #walk(run: Run, first: Step): Promise<void> {
    try {
      let step = await this.#take(run, first);
      while (step && !run.over) {
        if (step.kind === 'enter') return this.#continue(run, step);
        step = await this.#take(run, step);
      }
    } catch (error) {
      if (error instanceof Abandoned) return;
      this.#endRun(run, new StatesError('States.Runtime', String(error)));
    }
  }

  async #take(run: Run, step: Step): Promise<Step | undefined> {
    if (step.kind === 'error') return this.#recover(run, step.error);
    try {
      switch (step.kind) {
        case 'enter':
          this.#enter(run, step.name, step.input);
          return await this.#begin(run);
        case 'begin':
          return await this.#begin(run);
        case 'proceed':
          return await this.#finish(run, run.state!, run.input, {});
        case 'result':
          return await this.#finish(run, run.state!, step.value, { result: step.value });
      }
    } catch (error) {
      if (!(error instanceof StatesError)) throw error;
      this.#noteEvaluation(run, error);
      return { kind: 'error', error };
    }
  }

  #enter(run: Run, name: string, input: unknown): void {
    run.state = run.flow.states.get(name)!;
    run.input = input;
    run.enteredAt = this.#clock.now();
    run.retries = undefined;
    run.token = undefined;
    this.#record(run, `${run.state.type}StateEntered`, { name, input });
    this.#keep(run, { phase: 'beginning', ...stateOf(run) });
  }

  /** Branches are not kept: they start again with their Parallel or Map state. */
  #keep(run: Run, place: Place): void {
    if (!run.parent && !run.over) this.#options.keep(run.execution, place);
  }

  async #begin(run: Run): Promise<Step | undefined> {
    const state = run.state!;
    if (run.execution.history.length >= LONGEST_HISTORY - 1) {
      throw new StatesError(
        'States.Runtime',
        `The execution reached the maximum number of history events (${LONGEST_HISTORY}).`,
      );
    }
    switch (state.type) {
      case 'Pass':
      case 'Succeed':
        return this.#finish(run, state, run.input, {});
      case 'Task':
        return this.#beginTask(run, state);
      case 'Choice':
        return this.#choose(run, state);
      case 'Wait':
        return this.#beginWait(run, state);
      case 'Fail':
        return this.#fail(run, state);
      case 'Parallel':
        return this.#beginParallel(run, state);
      case 'Map':
        return this.#beginMap(run, state);
    }
  }

  async #beginTask(run: Run, state: TaskState): Promise<undefined> {
    const { integration } = state;
    run.token = integration.waitsForToken ? (run.token ?? this.#options.issueToken(run.execution.machine)) : undefined;
    const [input, timeoutSeconds, heartbeatSeconds] = await Promise.all([
      state.arguments ? this.#evaluate(run, state.arguments) : run.input,
      this.#evaluateInteger(run, state.timeoutSeconds, 'TimeoutSeconds', 1),
      this.#evaluateInteger(run, state.heartbeatSeconds, 'HeartbeatSeconds', 1),
    ]);
    const task = describeTask(state);
    this.#record(run, 'TaskScheduled', {
      ...task,
      region: this.#options.cloud.region,
      parameters: input,
      ...(timeoutSeconds !== undefined && { timeoutInSeconds: timeoutSeconds }),
      ...(heartbeatSeconds !== undefined && { heartbeatInSeconds: heartbeatSeconds }),
    });
    this.#record(run, 'TaskStarted', task);
    this.#keep(run, { phase: 'beginning', ...stateOf(run) });
    const until = timeoutSeconds === undefined ? undefined : this.#clock.now() + timeoutSeconds * 1000;
    const limits = { until, heartbeatSeconds };
    this.#awaitTask(run, limits);
    void this.#clock.track(this.#call(run, limits, state, input));
    return undefined;
  }

  #awaitTask(run: Run, { until, heartbeatSeconds }: TaskLimits): void {
    const wait = this.#suspend(run, run.token);
    if (until !== undefined) {
      wait.deadline = this.#clock.schedule(until, () =>
        this.#endTask(wait, { kind: 'error', error: new StatesError('States.Timeout') }),
      );
    }
    wait.heartbeatSeconds = heartbeatSeconds;
    this.#awaitHeartbeat(wait);
  }

  /** Calls the service of a task. Never rejects: a failure is the task's error. */
  async #call(run: Run, limits: TaskLimits, state: TaskState, input: unknown): Promise<void> {
    const { execution, wait } = run;
    try {
      const { arn: stateMachineArn, roleArn } = execution.machine;
      const as = { roleArn, session: execution.name };
      const caller = { executionArn: execution.arn, stateMachineArn, as };
      const value = await state.integration.call(this.#options.cloud, input as never, caller);
      if (!state.integration.waitsForToken) this.#endTask(wait, { kind: 'result', value });
      else if (wait?.run) {
        this.#record(run, 'TaskSubmitted', { ...describeTask(state), output: value });
        this.#keep(run, { phase: 'waiting', ...stateOf(run), ...limits });
      }
    } catch (error) {
      const failure = error instanceof StatesError ? error : new StatesError('States.Runtime', String(error));
      this.#endTask(wait, { kind: 'error', error: failure });
    }
  }

  #endTask(wait: Wait | undefined, outcome: Step & { kind: 'result' | 'error' }): boolean {
    const run = wait?.run;
    if (!wait || !run) return false;
    const checked = outcome.kind === 'result' ? checkSize(outcome, `The task '${run.state!.name}'`) : outcome;
    const task = describeTask(run.state as TaskState);
    if (checked.kind === 'result') {
      this.#record(run, 'TaskSucceeded', { ...task, output: checked.value });
    } else {
      const { error } = checked;
      this.#record(run, error.error === 'States.Timeout' ? 'TaskTimedOut' : 'TaskFailed', {
        ...task,
        ...errorDetails(error),
      });
    }
    return this.#settle(wait, checked);
  }

  #awaitHeartbeat(wait: Wait): void {
    if (wait.heartbeatSeconds === undefined) return;
    wait.heartbeat?.cancel();
    // AWS reports a missed heartbeat as a timeout; retriers and catchers may use its specific name.
    wait.heartbeat = this.#clock.schedule(this.#clock.now() + wait.heartbeatSeconds * 1000, () =>
      this.#endTask(wait, {
        kind: 'error',
        error: new StatesError('States.Timeout', undefined, ['States.HeartbeatTimeout']),
      }),
    );
  }

  async #choose(run: Run, state: ChoiceState): Promise<Step | undefined> {
    for (const choice of state.choices) {
      const holds = await this.#evaluate(run, choice.condition);
      if (typeof holds !== 'boolean') {
        throw new StatesError(
          'States.QueryEvaluationError',
          `A Condition of the Choice state '${state.name}' gave no boolean.`,
        );
      }
      if (holds) return this.#finish(run, choice, run.input, {});
    }
    if (state.hasDefault) return this.#finish(run, state, run.input, {});
    throw new StatesError(
      'States.NoChoiceMatched',
      `No choice of the state '${state.name}' matched, and it has no Default.`,
    );
  }

  async #beginWait(run: Run, state: WaitState): Promise<Step | undefined> {
    const until = state.timestamp
      ? parseTimestamp(await this.#evaluate(run, state.timestamp), state.name)
      : this.#clock.now() + (await this.#evaluateInteger(run, state.seconds, 'Seconds', 0))! * 1000;
    if (until <= this.#clock.now()) return { kind: 'proceed' };
    this.#sleep(run, until, { kind: 'proceed' });
    return undefined;
  }

  async #fail(run: Run, { error, cause }: FailState): Promise<undefined> {
    const [name, text] = await Promise.all([error && this.#evaluate(run, error), cause && this.#evaluate(run, cause)]);
    this.#endRun(run, new StatesError(name as string | undefined, text as string | undefined));
    return undefined;
  }

  async #beginParallel(run: Run, state: ParallelState): Promise<undefined> {
    const input = state.arguments ? await this.#evaluate(run, state.arguments) : run.input;
    this.#record(run, 'ParallelStateStarted');
    this.#fork(run, {
      type: 'Parallel',
      branches: state.branches.map((flow) => ({ flow, input, item: run.item })),
      limit: Infinity,
    });
    return undefined;
  }

  async #beginMap(run: Run, state: MapState): Promise<Step | undefined> {
    const items = state.items ? await this.#evaluate(run, state.items) : run.input;
    if (!Array.isArray(items)) {
      throw new StatesError('States.QueryEvaluationError', `The items of the Map state '${state.name}' are no array.`);
    }
    const concurrency = await this.#evaluateInteger(run, state.maxConcurrency, 'MaxConcurrency', 0);
    const branches = await Promise.all(
      items.map(async (value: unknown, index) => {
        const item = { Index: index, Value: value };
        const input = state.itemSelector ? await this.#evaluate(run, state.itemSelector, {}, item) : value;
        return { flow: state.processor, input, item };
      }),
    );
    this.#record(run, 'MapStateStarted', { length: items.length });
    if (branches.length === 0) {
      this.#record(run, 'MapStateSucceeded');
      return { kind: 'result', value: [] };
    }
    this.#fork(run, { type: 'Map', branches, limit: concurrency || DEFAULT_MAP_CONCURRENCY });
    return undefined;
  }

  #fork(run: Run, { type, branches, limit }: Pick<Fork, 'type' | 'branches' | 'limit'>): void {
    const wait = this.#suspend(run);
    wait.fork = { type, branches, limit, results: [], open: new Set(), started: 0, ended: 0 };
    this.#startBranches(run, wait, wait.fork);
  }

  #startBranches(run: Run, wait: Wait, fork: Fork): void {
    while (fork.open.size < fork.limit && fork.started < fork.branches.length) {
      const index = fork.started++;
      const { flow, input, item } = fork.branches[index]!;
      if (fork.type === 'Map') this.#record(run, 'MapIterationStarted', { name: run.state!.name, index });
      const branch = newRun(run.execution, flow, { wait, index }, item, run.variables, run.lastEvent);
      fork.open.add(branch);
      this.#continue(branch, { kind: 'enter', name: flow.startAt, input });
    }
  }

  #branchEnded(branch: Run, wait: Wait, index: number, outcome: unknown): void {
    const { run, fork } = wait;
    if (!run || !fork) return;
    const failed = outcome instanceof StatesError;
    fork.open.delete(branch);
    run.lastEvent = branch.lastEvent;
    if (fork.type === 'Map') {
      this.#record(run, failed ? 'MapIterationFailed' : 'MapIterationSucceeded', { name: run.state!.name, index });
    }
    if (failed) {
      this.#record(run, `${fork.type}StateFailed`, errorDetails(outcome));
      this.#settle(wait, { kind: 'error', error: outcome });
      return;
    }
    fork.results[index] = outcome;
    fork.ended++;
    if (fork.ended < fork.branches.length) return this.#startBranches(run, wait, fork);
    this.#record(run, `${fork.type}StateSucceeded`);
    this.#settle(wait, checkSize({ kind: 'result', value: fork.results }, `The state '${run.state!.name}'`));
  }

  /** Output and assignments of a state, or of a Choice's matching rule, use the variables from before the state. */
  async #finish(run: Run, transition: Transition, result: unknown, extra: Bindings): Promise<Step | undefined> {
    const { assign, output } = transition;
    const [value, assigned] = await Promise.all([
      output ? this.#evaluate(run, output, extra) : result,
      assign ? this.#evaluate(run, assign, extra) : undefined,
    ]);
    const { name, type } = run.state!;
    if (value !== run.input) expectSize(value, `The state '${name}'`);
    if (assigned !== undefined) {
      for (const [variable, content] of Object.entries(assigned as Variables))
        expectSize(content, `Variable '${variable}'`);
      run.variables = { ...run.variables, ...(assigned as Variables) };
    }
    this.#record(run, `${type}StateExited`, { name, output: value });
    if (transition.next !== undefined) return { kind: 'enter', name: transition.next, input: value };
    this.#endRun(run, value);
    return undefined;
  }

  /** Tries the retriers in order, then the catchers. An unmatched error ends the run. */
  async #recover(run: Run, error: StatesError): Promise<Step | undefined> {
    const { retriers, catchers } = run.state!;
    const index = retriers.findIndex(({ errors }) => namesError(errors, error));
    const retrier = retriers[index];
    if (retrier) {
      run.retries ??= retriers.map(() => 0);
      const attempt = ++run.retries[index]!;
      if (attempt <= retrier.maxAttempts) {
        run.token = undefined;
        const delaySeconds = retryDelaySeconds(retrier, attempt, this.#options.random);
        this.#sleep(run, this.#clock.now() + delaySeconds * 1000, { kind: 'begin' });
        return undefined;
      }
    }
    const catcher = catchers.find(({ errors }) => namesError(errors, error));
    return catcher ? this.#catch(run, catcher, error) : this.#endRun(run, error);
  }

  async #catch(run: Run, catcher: Catcher, error: StatesError): Promise<Step | undefined> {
    try {
      return await this.#finish(run, catcher, error.output, { errorOutput: error.output });
    } catch (failure) {
      if (!(failure instanceof StatesError)) throw failure;
      this.#noteEvaluation(run, failure);
      return this.#endRun(run, failure);
    }
  }

  #endRun(run: Run, outcome: unknown): undefined {
    if (run.over) return undefined;
    run.over = true;
    if (run.parent) {
      this.#branchEnded(run, run.parent.wait, run.parent.index, outcome);
    } else if (outcome instanceof StatesError) {
      this.#close(run.execution, 'FAILED', { error: outcome.error, cause: outcome.text });
    } else {
      this.#close(run.execution, 'SUCCEEDED', { output: outcome });
    }
    return undefined;
  }

  #close(
    execution: Execution,
    status: Exclude<ExecutionStatus, 'RUNNING'>,
    end: { output?: unknown; error?: string | undefined; cause?: string | undefined },
  ): void {
    if (execution.status !== 'RUNNING') return;
    const lastEvent = execution.root?.lastEvent ?? 0;
    if (execution.root) this.#abandon(execution.root);
    execution.timeout?.cancel();
    execution.root = undefined;
    execution.timeout = undefined;
    execution.status = status;
    execution.stoppedAt = this.#clock.now();
    Object.assign(execution, end);
    const details = status === 'SUCCEEDED' ? { output: end.output } : { error: end.error, cause: end.cause };
    execution.history.add(CLOSING_EVENTS[status], execution.stoppedAt, lastEvent, details);
    this.#options.keep(execution);
    this.#options.onClosed(execution);
  }

  #suspend(run: Run, token?: string): Wait {
    expectOngoing(run);
    const wait: Wait = {
      run,
      token,
      deadline: undefined,
      heartbeat: undefined,
      heartbeatSeconds: undefined,
      fork: undefined,
    };
    run.wait = wait;
    if (token !== undefined) this.#waitsByToken.set(token, wait);
    return wait;
  }

  #sleep(run: Run, until: number, then: Step & { kind: 'proceed' | 'begin' }): void {
    const wait = this.#suspend(run);
    wait.deadline = this.#clock.schedule(until, () => this.#settle(wait, then));
    this.#keep(run, { phase: 'sleeping', ...stateOf(run), until, then: then.kind });
  }

  /** @returns false if the wait had already ended */
  #settle(wait: Wait, step: Step): boolean {
    const { run } = wait;
    if (!run) return false;
    this.#release(wait);
    this.#continue(run, step);
    return true;
  }

  #release(wait: Wait): void {
    wait.deadline?.cancel();
    wait.heartbeat?.cancel();
    if (wait.token !== undefined) this.#waitsByToken.delete(wait.token);
    for (const branch of wait.fork?.open ?? []) this.#abandon(branch);
    wait.fork = undefined;
    if (wait.run) wait.run.wait = undefined;
    wait.run = undefined;
  }

  #abandon(run: Run): void {
    run.over = true;
    if (run.wait) this.#release(run.wait);
  }

  async #evaluate(run: Run, template: Template, extra: Bindings = {}, item = run.item): Promise<unknown> {
    const states = { input: run.input, context: contextObject(run, item), ...extra };
    return template({ ...run.variables, states });
  }

  async #evaluateInteger(
    run: Run,
    template: Template | undefined,
    field: string,
    least: number,
  ): Promise<number | undefined> {
    if (!template) return undefined;
    const value = await this.#evaluate(run, template);
    if (isWholeNumber(value, least)) return value;
    throw new StatesError(
      'States.QueryEvaluationError',
      `${field} of the state '${run.state!.name}' gave ${JSON.stringify(value)}.`,
    );
  }

  #noteEvaluation(run: Run, error: StatesError): void {
    if (error.error !== 'States.QueryEvaluationError') return;
    this.#record(run, 'EvaluationFailed', { ...errorDetails(error), state: run.state!.name });
  }

  #record(run: Run, type: string, details?: Readonly<Record<string, unknown>>): void {
    expectOngoing(run);
    run.lastEvent = run.execution.history.add(type, this.#clock.now(), run.lastEvent, details);
  }
}

const CLOSING_EVENTS = {
  SUCCEEDED: 'ExecutionSucceeded',
  FAILED: 'ExecutionFailed',
  TIMED_OUT: 'ExecutionTimedOut',
  ABORTED: 'ExecutionAborted',
} as const;

function stateOf({ state, input, enteredAt, retries, token }: Run) {
  return { name: state!.name, input, enteredAt, retries, token };
}

/** The position of a run before a step that enters or ends a state; undefined for other steps. */
function placeBefore(run: Run, step: Step): Place | undefined {
  if (step.kind === 'enter') return { phase: 'entering', name: step.name, input: step.input };
  if (step.kind === 'result') return { phase: 'ending', ...stateOf(run), outcome: { value: step.value } };
  if (step.kind !== 'error') return undefined;
  const { error, text, aliases } = step.error;
  return { phase: 'ending', ...stateOf(run), outcome: { error, text, aliases } };
}

/** Call it before each effect: the run may have ended while an expression was evaluated. */
function expectOngoing(run: Run): void {
  if (run.over) throw new Abandoned();
}

/** `IntervalSeconds × BackoffRate^(attempt − 1)`, capped; with full jitter a random part of it. */
function retryDelaySeconds(retrier: Retrier, attempt: number, random: () => number): number {
  const delay = Math.min(retrier.intervalSeconds * retrier.backoffRate ** (attempt - 1), retrier.maxDelaySeconds);
  return retrier.fullJitter ? random() * delay : delay;
}

function parseTimestamp(value: unknown, state: string): number {
  const instant = typeof value === 'string' ? Date.parse(value) : NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new StatesError(
    'States.QueryEvaluationError',
    `Timestamp of the state '${state}' gave ${JSON.stringify(value)}.`,
  );
}

function describeTask({ integration: { resourceType, resource } }: TaskState): {
  resourceType: string;
  resource: string;
} {
  return { resourceType, resource };
}

function errorDetails({ error, text }: StatesError): Record<string, unknown> {
  return { ...(error !== undefined && { error }), ...(text !== undefined && { cause: text }) };
}

function checkSize(outcome: Step & { kind: 'result' }, owner: string): Step & { kind: 'result' | 'error' } {
  try {
    expectSize(outcome.value, owner);
    return outcome;
  } catch (error) {
    return { kind: 'error', error: error as StatesError };
  }
}

function expectSize(value: unknown, owner: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= LARGEST_DATA_BYTES) return;
  throw new StatesError(
    'States.DataLimitExceeded',
    `${owner} returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}

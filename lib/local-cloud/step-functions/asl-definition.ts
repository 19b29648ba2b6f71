import { findIntegration, type Integration } from './asl-integrations.ts';
import { compileTemplate, type ExpressionEnvironment, isExpression, type Template } from './asl-jsonata.ts';

/** States that run as one sequence: the machine, a branch, or the processor of a Map. */
export interface Flow {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, State>;
}

export interface StateMachineDefinition extends Flow {
  readonly timeoutSeconds: number | undefined;
}

/** The next state, and the assignments and output of a state. */
export interface Transition {
  /** Undefined ends the flow. */
  readonly next: string | undefined;
  readonly assign: Template | undefined;
  readonly output: Template | undefined;
}

export interface Retrier {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
  readonly fullJitter: boolean;
}

export interface Catcher extends Transition {
  readonly errors: readonly string[];
}

interface StateBase extends Transition {
  readonly name: string;
  readonly retriers: readonly Retrier[];
  readonly catchers: readonly Catcher[];
}

export interface TaskState extends StateBase {
  readonly type: 'Task';
  readonly integration: Integration;
  readonly arguments: Template | undefined;
  readonly timeoutSeconds: Template | undefined;
  readonly heartbeatSeconds: Template | undefined;
}

export interface ChoiceState extends StateBase {
  readonly type: 'Choice';
  readonly choices: readonly (Transition & { readonly condition: Template })[];
  readonly hasDefault: boolean;
}

export interface WaitState extends StateBase {
  readonly type: 'Wait';
  readonly seconds: Template | undefined;
  readonly timestamp: Template | undefined;
}

export interface FailState extends StateBase {
  readonly type: 'Fail';
  readonly error: Template | undefined;
  readonly cause: Template | undefined;
}

export interface ParallelState extends StateBase {
  readonly type: 'Parallel';
  readonly branches: readonly Flow[];
  readonly arguments: Template | undefined;
}

export interface MapState extends StateBase {
  readonly type: 'Map';
  readonly processor: Flow;
  readonly items: Template | undefined;
  readonly itemSelector: Template | undefined;
  readonly maxConcurrency: Template | undefined;
}

interface PlainState extends StateBase {
  readonly type: 'Pass' | 'Succeed';
}

export type State = PlainState | TaskState | ChoiceState | WaitState | FailState | ParallelState | MapState;

type Json = Record<string, unknown>;

/** Largest number of seconds; a little more than three years. */
const LARGEST_NUMBER = 99_999_999;

const COMMON = ['Type', 'Comment', 'QueryLanguage'];
const FLOW = ['StartAt', 'States', 'Comment'];
const LEAVING = ['Next', 'End', 'Output', 'Assign'];
const HANDLING = ['Retry', 'Catch'];

/**
 * The supported fields of each state type in JSONata. Any other field is an error: JSONPath fields, and those that this
 * interpreter does not support.
 */
const fields: Readonly<Record<string, readonly string[]>> = {
  Pass: [...COMMON, ...LEAVING],
  Task: [...COMMON, ...LEAVING, ...HANDLING, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Choice: [...COMMON, 'Choices', 'Default', 'Output', 'Assign'],
  Wait: [...COMMON, ...LEAVING, 'Seconds', 'Timestamp'],
  Succeed: [...COMMON, 'Output'],
  Fail: [...COMMON, 'Error', 'Cause'],
  Parallel: [...COMMON, ...LEAVING, ...HANDLING, 'Branches', 'Arguments'],
  Map: [...COMMON, ...LEAVING, ...HANDLING, 'ItemProcessor', 'Items', 'ItemSelector', 'MaxConcurrency'],
};

/** Fields of JSONPath states, named so that the error can say what to write instead. */
const JSON_PATH_FIELDS = [
  'InputPath',
  'OutputPath',
  'ResultPath',
  'Parameters',
  'ResultSelector',
  'ItemsPath',
  'Result',
];

/**
 * Reads and compiles a definition in the Amazon States Language, JSONata only.
 * @throws Error that names the place, for anything that AWS or this interpreter does not accept.
 */
export function compileDefinition(text: string, environment: ExpressionEnvironment): StateMachineDefinition {
  const definition = parseJson(text);
  const compiler = new Compiler(environment);
  expectFields(definition, [...FLOW, 'Version', 'QueryLanguage', 'TimeoutSeconds'], '');
  if (definition.QueryLanguage !== 'JSONata') {
    throw new Error('/QueryLanguage: the local cloud runs JSONata definitions only');
  }
  const { TimeoutSeconds: timeoutSeconds } = definition;
  if (timeoutSeconds !== undefined) expectInteger(timeoutSeconds, '/TimeoutSeconds', 1);
  return { ...compiler.flow(definition, '', new Set()), timeoutSeconds: timeoutSeconds as number | undefined };
}

class Compiler {
  readonly #environment: ExpressionEnvironment;
  readonly #names = new Set<string>();

  constructor(environment: ExpressionEnvironment) {
    this.#environment = environment;
  }

  /** @param outerVariables names assigned around this flow: an inner scope reads them but may not assign them. */
  flow(definition: Json, at: string, outerVariables: ReadonlySet<string>): Flow {
    const { StartAt: startAt, States: states } = definition as { StartAt: unknown; States: unknown };
    if (!isObject(states) || Object.keys(states).length === 0)
      throw new Error(`${at}/States: must hold at least one state`);
    const names = new Set(Object.keys(states));
    expectState(startAt, names, `${at}/StartAt`);

    const own = assignedVariables(states);
    for (const variable of own) {
      if (outerVariables.has(variable)) throw new Error(`${at}: variable ${variable} belongs to an outer scope`);
    }
    const variables = new Set([...outerVariables, ...own]);
    const compiled = Object.entries(states).map(([name, state]) => {
      if (this.#names.has(name)) throw new Error(`${at}/States/${name}: another state has this name`);
      this.#names.add(name);
      return [name, this.#state(name, state as Json, `${at}/States/${name}`, names, variables)] as const;
    });
    return { startAt: startAt as string, states: new Map(compiled) };
  }

  #state(name: string, state: Json, at: string, names: ReadonlySet<string>, variables: ReadonlySet<string>): State {
    if (!isObject(state)) throw new Error(`${at}: must be an object`);
    const type = state.Type as State['type'];
    if (typeof type !== 'string' || !Object.hasOwn(fields, type))
      throw new Error(`${at}/Type: ${String(type)} is no state type`);
    if (state.QueryLanguage !== undefined && state.QueryLanguage !== 'JSONata') {
      throw new Error(`${at}/QueryLanguage: the local cloud runs JSONata states only`);
    }
    expectFields(state, fields[type]!, at);
    const base: StateBase = {
      name,
      ...this.#transition(state, at, names, type),
      retriers: list(state.Retry, `${at}/Retry`).map((retrier, index, all) =>
        compileRetrier(retrier, `${at}/Retry/${index}`, index === all.length - 1),
      ),
      catchers: list(state.Catch, `${at}/Catch`).map((catcher, index, all) =>
        this.#catcher(catcher, `${at}/Catch/${index}`, index === all.length - 1, names),
      ),
    };
    return this.#typed(type, base, state, at, names, variables);
  }

  #typed(
    type: State['type'],
    base: StateBase,
    state: Json,
    at: string,
    names: ReadonlySet<string>,
    variables: ReadonlySet<string>,
  ): State {
    const template = (field: string) => this.#optional(state[field], `${at}/${field}`);
    const scoped = (flow: unknown, place: string) => {
      if (!isObject(flow)) throw new Error(`${place}: must be an object`);
      return this.flow(flow, place, variables);
    };
    switch (type) {
      case 'Pass':
      case 'Succeed':
        return { ...base, type };
      case 'Task':
        if (Number(state.HeartbeatSeconds) >= Number(state.TimeoutSeconds)) {
          throw new Error(`${at}/HeartbeatSeconds: must be less than TimeoutSeconds`);
        }
        return {
          ...base,
          type,
          integration: findIntegration(state.Resource, state.Arguments, at),
          arguments: template('Arguments'),
          timeoutSeconds: this.#seconds(state.TimeoutSeconds, `${at}/TimeoutSeconds`, 1),
          heartbeatSeconds: this.#seconds(state.HeartbeatSeconds, `${at}/HeartbeatSeconds`, 1),
        };
      case 'Choice':
        if (state.Default !== undefined) expectState(state.Default, names, `${at}/Default`);
        return {
          ...base,
          type,
          next: state.Default as string | undefined,
          hasDefault: state.Default !== undefined,
          choices: nonEmptyList(state.Choices, `${at}/Choices`).map((rule, index) =>
            this.#choice(rule, `${at}/Choices/${index}`, names),
          ),
        };
      case 'Wait':
        if ((state.Seconds === undefined) === (state.Timestamp === undefined)) {
          throw new Error(`${at}: exactly one of Seconds and Timestamp`);
        }
        return {
          ...base,
          type,
          seconds: this.#seconds(state.Seconds, `${at}/Seconds`, 0),
          timestamp: template('Timestamp'),
        };
      case 'Fail':
        return { ...base, type, error: template('Error'), cause: template('Cause') };
      case 'Parallel':
        return {
          ...base,
          type,
          arguments: template('Arguments'),
          branches: nonEmptyList(state.Branches, `${at}/Branches`).map((branch, index) => {
            expectFields(branch, FLOW, `${at}/Branches/${index}`);
            return scoped(branch, `${at}/Branches/${index}`);
          }),
        };
      case 'Map':
        return {
          ...base,
          type,
          processor: scoped(inlineProcessor(state.ItemProcessor, `${at}/ItemProcessor`), `${at}/ItemProcessor`),
          items: template('Items'),
          itemSelector: template('ItemSelector'),
          maxConcurrency: this.#seconds(state.MaxConcurrency, `${at}/MaxConcurrency`, 0),
        };
    }
  }

  #transition(state: Json, at: string, names: ReadonlySet<string>, type?: State['type']): Transition {
    const ends = type === 'Succeed' || type === 'Fail' || type === 'Choice';
    if (!ends && (state.End === true) === (state.Next !== undefined))
      throw new Error(`${at}: exactly one of Next and End: true`);
    if (state.Next !== undefined) expectState(state.Next, names, `${at}/Next`);
    if (state.Assign !== undefined) expectVariables(state.Assign, `${at}/Assign`);
    return {
      next: state.Next as string | undefined,
      assign: this.#optional(state.Assign, `${at}/Assign`),
      output: this.#optional(state.Output, `${at}/Output`),
    };
  }

  #choice(rule: Json, at: string, names: ReadonlySet<string>): ChoiceState['choices'][number] {
    expectFields(rule, ['Condition', 'Next', 'Output', 'Assign', 'Comment'], at);
    if (typeof rule.Condition !== 'boolean' && !isExpression(rule.Condition)) {
      throw new Error(`${at}/Condition: must be a JSONata string or a boolean`);
    }
    return {
      ...this.#transition(rule, at, names),
      condition: compileTemplate(rule.Condition, `${at}/Condition`, this.#environment),
    };
  }

  #catcher(catcher: Json, at: string, last: boolean, names: ReadonlySet<string>): Catcher {
    expectFields(catcher, ['ErrorEquals', 'Next', 'Output', 'Assign', 'Comment'], at);
    return { ...this.#transition(catcher, at, names), errors: errorNames(catcher, at, last) };
  }

  #optional(value: unknown, at: string): Template | undefined {
    return value === undefined ? undefined : compileTemplate(value, at, this.#environment);
  }

  /** A whole number, or an expression whose result is checked at run time. */
  #seconds(value: unknown, at: string, least: number): Template | undefined {
    if (value === undefined) return undefined;
    if (!isExpression(value)) expectInteger(value, at, least);
    return compileTemplate(value, at, this.#environment);
  }
}

function compileRetrier(retrier: Json, at: string, last: boolean): Retrier {
  const known = [
    'ErrorEquals',
    'IntervalSeconds',
    'MaxAttempts',
    'BackoffRate',
    'MaxDelaySeconds',
    'JitterStrategy',
    'Comment',
  ];
  expectFields(retrier, known, at);
  const {
    IntervalSeconds: intervalSeconds = 1,
    MaxAttempts: maxAttempts = 3,
    BackoffRate: backoffRate = 2,
    MaxDelaySeconds: maxDelaySeconds,
    JitterStrategy: jitter = 'NONE',
  } = retrier;
  expectInteger(intervalSeconds, `${at}/IntervalSeconds`, 1);
  expectInteger(maxAttempts, `${at}/MaxAttempts`, 0);
  if (typeof backoffRate !== 'number' || backoffRate < 1) throw new Error(`${at}/BackoffRate: must be at least 1`);
  if (maxDelaySeconds !== undefined)
    expectInteger(maxDelaySeconds, `${at}/MaxDelaySeconds`, (intervalSeconds as number) + 1);
  if (jitter !== 'NONE' && jitter !== 'FULL') throw new Error(`${at}/JitterStrategy: must be NONE or FULL`);
  return {
    errors: errorNames(retrier, at, last),
    intervalSeconds: intervalSeconds as number,
    maxAttempts: maxAttempts as number,
    backoffRate,
    maxDelaySeconds: (maxDelaySeconds as number | undefined) ?? Infinity,
    fullJitter: jitter === 'FULL',
  };
}

function errorNames({ ErrorEquals: names }: Json, at: string, last: boolean): string[] {
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === 'string')) {
    throw new Error(`${at}/ErrorEquals: must be a list of error names`);
  }
  if (names.includes('States.ALL') && (names.length > 1 || !last)) {
    throw new Error(`${at}/ErrorEquals: States.ALL must stand alone, and last`);
  }
  return names;
}

function inlineProcessor(processor: unknown, at: string): Json {
  if (!isObject(processor)) throw new Error(`${at}: must be an object`);
  const { ProcessorConfig: config, ...flow } = processor;
  expectFields(flow, FLOW, at);
  if (config !== undefined && (config as Json).Mode !== 'INLINE')
    throw new Error(`${at}/ProcessorConfig: only Mode INLINE`);
  return flow;
}

/** Names of all variables that the states of one flow assign, also in their rules and catchers. */
function assignedVariables(states: Json): Set<string> {
  const assigns = Object.values(states as Record<string, Json>).flatMap((state) =>
    [state, ...parts(state.Choices), ...parts(state.Catch)].map(({ Assign: assign }) => assign),
  );
  return new Set(assigns.filter(isObject).flatMap((assign) => Object.keys(assign)));
}

function parts(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function expectVariables(assign: unknown, at: string): void {
  if (!isObject(assign)) throw new Error(`${at}: must be an object`);
  for (const name of Object.keys(assign)) {
    if (name === 'states' || !/^[\p{ID_Start}][\p{ID_Continue}]{0,79}$/u.test(name)) {
      throw new Error(`${at}: ${name} is no name for a variable`);
    }
  }
}

function expectFields(value: unknown, known: readonly string[], at: string): void {
  if (!isObject(value)) throw new Error(`${at}: must be an object`);
  for (const field of Object.keys(value)) {
    if (JSON_PATH_FIELDS.includes(field))
      throw new Error(`${at}/${field}: a JSONPath field; JSONata has Arguments, Output, Assign`);
    if (!known.includes(field)) throw new Error(`${at}/${field}: the local cloud does not know this field here`);
  }
}

function expectState(name: unknown, names: ReadonlySet<string>, at: string): void {
  if (typeof name !== 'string' || !names.has(name)) throw new Error(`${at}: there is no state ${String(name)} here`);
}

/** Seconds, attempts and the like, in a definition or from an expression. */
export function isWholeNumber(value: unknown, least: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= LARGEST_NUMBER;
}

function expectInteger(value: unknown, at: string, least: number): void {
  if (!isWholeNumber(value, least)) {
    throw new Error(`${at}: must be a whole number from ${least} to ${LARGEST_NUMBER}`);
  }
}

function list(value: unknown, at: string): Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`${at}: must be a list`);
  return value as Json[];
}

function nonEmptyList(value: unknown, at: string): Json[] {
  const members = list(value, at);
  if (members.length === 0) throw new Error(`${at}: must not be empty`);
  return members;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(value)) throw new Error('must be a JSON object');
  return value;
}

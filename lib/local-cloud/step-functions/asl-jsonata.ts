import { createHash, randomUUID } from 'node:crypto';
import jsonata from 'jsonata';
import { StatesError } from './asl-errors.ts';

/** Names available in an expression: `$states` and the variables, each without its dollar sign. */
export type Bindings = Readonly<Record<string, unknown>>;

/** A JSON value with compiled JSONata strings; literals are returned unchanged, without a promise. */
export type Template = (bindings: Bindings) => unknown;

/** Clock and random source for expressions. */
export interface ExpressionEnvironment {
  now: () => number;
  random: () => number;
}

const DELIMITED = /^\{%([\s\S]*)%\}$/;

/** Whether a value of a definition is a JSONata string, `{% … %}`. */
export function isExpression(value: unknown): value is string {
  return typeof value === 'string' && DELIMITED.test(value);
}

/**
 * Compiles the value of a field of a JSONata state.
 * @param field where it stands, for error messages, e.g. `/States/Charge/Arguments`
 * @throws Error when an expression does not parse or its delimiters do not match.
 * The template throws (or rejects with) StatesError `States.QueryEvaluationError`.
 */
export function compileTemplate(value: unknown, field: string, environment: ExpressionEnvironment): Template {
  const template = compile(value, field, environment);
  return template ?? (() => value);
}

/** Undefined when the value holds no expression at all. */
function compile(value: unknown, field: string, environment: ExpressionEnvironment): Template | undefined {
  if (typeof value === 'string') return compileString(value, field, environment);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).map(
    ([key, member]) => [key, member as unknown, compile(member, `${field}/${key}`, environment)] as const,
  );
  if (entries.every(([, , template]) => !template)) return undefined;
  return async (bindings) => {
    const members = await Promise.all(
      entries.map(async ([key, literal, template]) => [key, template ? await template(bindings) : literal] as const),
    );
    return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
  };
}

function compileString(value: string, field: string, environment: ExpressionEnvironment): Template | undefined {
  const source = DELIMITED.exec(value)?.[1];
  if (source === undefined) {
    if (value.startsWith('{%') || value.endsWith('%}'))
      throw new Error(`${field}: unmatched delimiter of a JSONata string`);
    return undefined;
  }
  const expression = parse(source, field);
  for (const [name, implementation] of Object.entries(functions(environment))) expression.assign(name, implementation);
  return async (bindings) => {
    const fail = (why: string) =>
      new StatesError(
        'States.QueryEvaluationError',
        `The JSONata expression '${source.trim()}' specified for the field '${field}' ${why}`,
      );
    let result: unknown;
    try {
      result = await expression.evaluate(undefined, bindings);
    } catch (error) {
      throw fail(`threw an error during evaluation. ${describe(error)}`);
    }
    if (result === undefined) throw fail('returned nothing (undefined).');
    return toJson(result, fail);
  };
}

function parse(source: string, field: string): jsonata.Expression {
  try {
    return jsonata(source);
  } catch (error) {
    throw new Error(`${field}: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ? `${code}: ${message}` : message;
}

/** A plain copy: JSONata's arrays have hidden properties that would affect later expressions. */
function toJson(value: unknown, fail: (why: string) => Error): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw fail('returned a number that JSON cannot write.');
  }
  if (Array.isArray(value)) return value.map((member) => toJson(member, fail));
  if (typeof value !== 'object' || '_jsonata_lambda' in value || '_jsonata_function' in value) {
    throw fail('returned an unsupported result type.');
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, toJson(member, fail)]),
  );
}

const HASHES: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** JSONata's own `$fromMillis`, so that `$now` supports all pictures with the virtual clock. */
const formatInstant = jsonata('$fromMillis($at, $picture, $zone)');

/**
 * The functions that Step Functions adds to JSONata, the local cloud's clock and random source, and `$eval`, which Step
 * Functions does not support.
 * https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
function functions({ now, random }: ExpressionEnvironment): Record<string, (...args: never[]) => unknown> {
  return {
    now: (picture?: string, zone?: string) => formatInstant.evaluate(undefined, { at: now(), picture, zone }),
    millis: now,
    random: (seed?: number) => (seed === undefined ? random() : seededRandom(seed)),
    uuid: () => randomUUID(),
    parse: (text?: string) => (text === undefined ? undefined : (JSON.parse(text) as unknown)),
    partition,
    range,
    hash: (data: unknown, algorithm: string) => {
      const name = HASHES[algorithm];
      if (!name) throw new Error(`$hash: unknown algorithm ${algorithm}`);
      return createHash(name)
        .update(typeof data === 'string' ? data : JSON.stringify(data))
        .digest('hex');
    },
    eval: () => {
      throw new Error('$eval is not supported: use $parse');
    },
  };
}

function partition(array: unknown, size: number): unknown[][] | undefined {
  if (array === undefined) return undefined;
  if (!Number.isInteger(size) || size <= 0) throw new Error('$partition: the size must be a positive integer');
  const members: unknown[] = Array.isArray(array) ? array : [array];
  return Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
    members.slice(index * size, (index + 1) * size),
  );
}

/** From `first` to at most `last`, inclusive; at most 1,000 members. */
function range(first: number, last: number, step: number): number[] {
  const count = Math.floor((last - first) / step) + 1;
  if (!Number.isFinite(count) || count > 1000)
    throw new Error('$range: at most 1,000 members, and a step that is not 0');
  return Array.from({ length: Math.max(count, 0) }, (_, index) => first + index * step);
}

/** The same number for the same seed (mulberry32, public domain), as Step Functions promises for `$random(seed)`. */
function seededRandom(seed: number): number {
  let mixed = (seed | 0) + 0x6d2b79f5;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

import { BlockList, isIP } from 'node:net';
import { AwsError } from '../aws-error.ts';

export type EventMatcher = (event: unknown) => boolean;

type Scalar = string | number | boolean | null;
/** Tests all scalars at one path of an event; the list is empty if the path is absent. */
type LeafRule = (scalars: readonly Scalar[]) => boolean;
type ScalarTest = (scalar: Scalar) => boolean;
type Json = Record<string, unknown>;

/** Range of the numbers EventBridge compares. */
const LARGEST_NUMBER = 5e9;

/**
 * Compiles an EventBridge event pattern, which also filters Lambda event sources.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws AwsError `InvalidEventPatternException`
 */
export function compilePattern(pattern: unknown): EventMatcher {
  return compileObject(pattern, 'pattern');
}

/** Whether the event matches; to judge many events, compile the pattern once. */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  return compilePattern(pattern)(event);
}

function compileObject(pattern: unknown, at: string): EventMatcher {
  if (!isObject(pattern)) throw invalid(`${at} must be an object`);
  const tests = Object.entries(pattern).map(([key, rule]) =>
    key === '$or' ? compileOr(rule, at) : compileField(key, rule, `${at}.${key}`),
  );
  if (tests.length === 0) throw invalid(`${at} is empty`);
  const matches = (value: unknown) => {
    const object = isObject(value) ? value : {};
    return tests.every((test) => test(object));
  };
  // In an array of objects, one element must match all fields of a pattern.
  return (value) => (Array.isArray(value) && value.length > 0 ? value.some(matches) : matches(value));
}

function compileOr(alternatives: unknown, at: string): (object: Json) => boolean {
  if (!Array.isArray(alternatives) || alternatives.length < 2)
    throw invalid(`${at}.$or needs at least two alternatives`);
  const tests = alternatives.map((alternative, index) => compileObject(alternative, `${at}.$or[${index}]`));
  return (object) => tests.some((test) => test(object));
}

function compileField(key: string, rule: unknown, at: string): (object: Json) => boolean {
  if (!Array.isArray(rule)) {
    const matches = compileObject(rule, at);
    return (object) => matches(ownMember(object, key));
  }
  if (rule.length === 0) throw invalid(`${at} must list at least one value`);
  const rules = rule.map((value) => compileLeaf(value, at));
  return (object) => {
    const scalars = scalarsOf(ownMember(object, key));
    return rules.some((test) => test(scalars));
  };
}

function compileLeaf(value: unknown, at: string): LeafRule {
  if (isScalar(value)) return anyOf((scalar) => scalar === value);
  if (!isObject(value)) throw invalid(`${at} must list scalars and operators`);
  const [name, operand] = onlyEntry(value, at);
  if (name === 'exists') {
    if (typeof operand !== 'boolean') throw invalid(`${at}: exists must be true or false`);
    return (scalars) => scalars.length > 0 === operand;
  }
  return anyOf(compileOperator(name, operand, at));
}

const anyOf =
  (test: ScalarTest): LeafRule =>
  (scalars) =>
    scalars.some(test);

const operators: Readonly<Record<string, (operand: unknown, at: string) => ScalarTest>> = {
  prefix: (operand, at) => affix(operand, at, (text, affixed) => text.startsWith(affixed)),
  suffix: (operand, at) => affix(operand, at, (text, affixed) => text.endsWith(affixed)),
  'equals-ignore-case': (operand, at) => {
    const expected = expectText(operand, at).toLowerCase();
    return onText((text) => text.toLowerCase() === expected);
  },
  wildcard: (operand, at) => {
    const expression = wildcardExpression(expectText(operand, at), at);
    return onText((text) => expression.test(text));
  },
  numeric: compileNumeric,
  cidr: compileCidr,
  'anything-but': compileAnythingBut,
};

function compileOperator(name: string, operand: unknown, at: string): ScalarTest {
  if (!Object.hasOwn(operators, name)) throw invalid(`${at}: unknown operator ${name}`);
  return operators[name]!(operand, `${at}.${name}`);
}

/** `prefix` and `suffix` take a text, or `{"equals-ignore-case": text}`. */
function affix(operand: unknown, at: string, test: (text: string, affixed: string) => boolean): ScalarTest {
  if (!isObject(operand)) {
    const affixed = expectText(operand, at);
    return onText((text) => test(text, affixed));
  }
  const [name, inner] = onlyEntry(operand, at);
  if (name !== 'equals-ignore-case') throw invalid(`${at}: unknown operator ${name}`);
  const affixed = expectText(inner, at).toLowerCase();
  return onText((text) => test(text.toLowerCase(), affixed));
}

/** `*` stands for any characters, `\*` and `\\` for themselves. */
function wildcardExpression(wildcard: string, at: string): RegExp {
  const parts = wildcard.match(/\\[\s\S]?|\*+|[^\\*]+/g) ?? [];
  const source = parts.map((part) => {
    if (part === '*') return '[\\s\\S]*';
    if (part.startsWith('*')) throw invalid(`${at}: consecutive wildcards`);
    if (!part.startsWith('\\')) return escapeExpression(part);
    if (part !== '\\*' && part !== '\\\\') throw invalid(`${at}: a backslash escapes * or itself`);
    return escapeExpression(part.charAt(1));
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const comparisons: Readonly<Record<string, (number: number, bound: number) => boolean>> = {
  '=': (number, bound) => number === bound,
  '<': (number, bound) => number < bound,
  '<=': (number, bound) => number <= bound,
  '>': (number, bound) => number > bound,
  '>=': (number, bound) => number >= bound,
};

/** One comparison, or a lower and an upper bound. */
function compileNumeric(operand: unknown, at: string): ScalarTest {
  const parts = Array.isArray(operand) ? (operand as unknown[]) : [];
  if (parts.length !== 2 && parts.length !== 4) throw invalid(`${at} must hold one or two comparisons`);
  const tests = parts.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const bound = parts[index + 1];
    if (typeof name !== 'string' || !Object.hasOwn(comparisons, name)) throw invalid(`${at}: unknown comparison`);
    if (typeof bound !== 'number' || Math.abs(bound) > LARGEST_NUMBER)
      throw invalid(`${at}: a bound must be a number within ±5e9`);
    return [{ name, bound, test: comparisons[name]! }];
  });
  const [lower, upper] = tests;
  if (upper && !(lower!.name.startsWith('>') && upper.name.startsWith('<') && lower!.bound < upper.bound)) {
    throw invalid(`${at}: a range goes from > to <, and must not be empty`);
  }
  return (scalar) => typeof scalar === 'number' && tests.every(({ bound, test }) => test(scalar, bound));
}

function compileCidr(operand: unknown, at: string): ScalarTest {
  const [, network = '', prefix = ''] = /^([^/]+)\/(\d{1,3})$/.exec(expectText(operand, at)) ?? [];
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  try {
    block.addSubnet(network, Number(prefix), family);
  } catch {
    throw invalid(`${at}: ${String(operand)} is no address block`);
  }
  return onText((text) => isIP(text) === (family === 'ipv4' ? 4 : 6) && block.check(text, family));
}

const NEGATABLE = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'];

/** `anything-but` takes strings or numbers, one or a list of a kind, or an operator over one text or several. */
function compileAnythingBut(operand: unknown, at: string): ScalarTest {
  if (!isObject(operand)) {
    const excluded: unknown[] = Array.isArray(operand) ? operand : [operand];
    const [type, ...others] = new Set(excluded.map((value) => typeof value));
    if ((type !== 'string' && type !== 'number') || others.length > 0) {
      throw invalid(`${at} must exclude strings only, or numbers only`);
    }
    return (scalar) => !excluded.includes(scalar);
  }
  const [name, inner] = onlyEntry(operand, at);
  if (!NEGATABLE.includes(name)) throw invalid(`${at}: unknown operator ${name}`);
  const texts: unknown[] = Array.isArray(inner) ? inner : [inner];
  const tests = texts.map((text) => compileOperator(name, expectText(text, `${at}.${name}`), at));
  if (tests.length === 0 || (name.endsWith('fix') && texts.includes('')))
    throw invalid(`${at}.${name} must not be empty`);
  return (scalar) => !tests.some((test) => test(scalar));
}

const onText =
  (test: (text: string) => boolean): ScalarTest =>
  (scalar) =>
    typeof scalar === 'string' && test(scalar);

function scalarsOf(value: unknown): readonly Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  return isScalar(value) ? [value] : [];
}

function ownMember(object: Json, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function onlyEntry(object: Json, at: string): [string, unknown] {
  const [entry, ...others] = Object.entries(object);
  if (!entry || others.length > 0) throw invalid(`${at}: exactly one operator at a time`);
  return entry;
}

function expectText(value: unknown, at: string): string {
  if (typeof value !== 'string') throw invalid(`${at} must be a string`);
  return value;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): AwsError {
  return new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
}

import { arnMatcherOf, matcherOfAny, type TextMatcher } from './policy-text.ts';

/** Values of a condition key in a request; undefined where the request does not have it. Keys are in lower case. */
export type RequestContext = (key: string) => readonly string[] | undefined;

export type ConditionTest = (context: RequestContext) => boolean;

/** Operator → key → values, as a policy has them. */
export type ConditionElement = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Condition keys that the local cloud supports. A policy with another key stops the start: a condition that is always
 * or never true would prove nothing.
 */
const KNOWN_KEYS: readonly RegExp[] = [
  /^aws:(principalarn|securetransport|sourceaccount|sourcearn)$/,
  /^cloudwatch:namespace$/,
  /^dynamodb:leadingkeys$/,
  /^kms:encryptioncontext:.+$/,
  /^s3:(if-none-match|prefix|tlsversion)$/,
  /^ses:fromaddress$/,
];

interface Operator {
  /** Whether a value of the request matches one of the policy's values. */
  test: (wanted: readonly string[]) => TextMatcher;
  isNegated: boolean;
}

const equal: Operator['test'] = (wanted) => (value) => wanted.includes(value);
const equalIgnoringCase: Operator['test'] = (wanted) => {
  const lowered = new Set(wanted.map((text) => text.toLowerCase()));
  return (value) => lowered.has(value.toLowerCase());
};
const likeArn: Operator['test'] = (wanted) => {
  const matchers = wanted.map(arnMatcherOf);
  return (value) => matchers.some((matches) => matches(value));
};
const number =
  (compare: (value: number, wanted: number) => boolean): Operator['test'] =>
  (wanted) =>
  (value) =>
    wanted.some((limit) => compare(Number(value), Number(limit)));

const is = (test: Operator['test']): Operator => ({ test, isNegated: false });
const isNot = (test: Operator['test']): Operator => ({ test, isNegated: true });

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators: Readonly<Record<string, Operator>> = {
  StringEquals: is(equal),
  StringNotEquals: isNot(equal),
  StringEqualsIgnoreCase: is(equalIgnoringCase),
  StringNotEqualsIgnoreCase: isNot(equalIgnoringCase),
  StringLike: is(matcherOfAny),
  StringNotLike: isNot(matcherOfAny),
  // "The ArnEquals and ArnLike condition operators behave identically."
  ArnEquals: is(likeArn),
  ArnLike: is(likeArn),
  ArnNotEquals: isNot(likeArn),
  ArnNotLike: isNot(likeArn),
  Bool: is(equal),
  NumericEquals: is(number((value, wanted) => value === wanted)),
  NumericLessThan: is(number((value, wanted) => value < wanted)),
  NumericLessThanEquals: is(number((value, wanted) => value <= wanted)),
  NumericGreaterThan: is(number((value, wanted) => value > wanted)),
  NumericGreaterThanEquals: is(number((value, wanted) => value >= wanted)),
};

/**
 * Compiles the conditions of a statement, all of which must hold.
 * @throws Error naming an operator or a key that the local cloud does not know
 */
export function compileConditions(element: ConditionElement = {}): ConditionTest {
  const tests = Object.entries(element).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) =>
      compileCondition(operator, key.toLowerCase(), [value].flat().map(String)),
    ),
  );
  return (context) => tests.every((holds) => holds(context));
}

function compileCondition(name: string, key: string, wanted: string[]): ConditionTest {
  if (!KNOWN_KEYS.some((known) => known.test(key))) throw new Error(`the condition key ${key} is not known`);
  if (name === 'Null') return (context) => (context(key) === undefined) === (wanted[0] === 'true');

  const [, set, base = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(name) ?? [];
  const operator = operators[base];
  if (!operator) throw new Error(`the condition operator ${name} is not known`);
  const isWanted = operator.test(wanted);
  const accepts: TextMatcher = operator.isNegated ? (value) => !isWanted(value) : isWanted;
  // ForAllValues "returns true if there are no context keys in the request", ForAnyValue false
  // (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html);
  // without either, a negated operator holds where the key is absent.
  const holdsWithoutKey = ifExists !== undefined || set === 'ForAllValues' || (set === undefined && operator.isNegated);
  return (context) => {
    const values = context(key);
    if (values === undefined || values.length === 0) return holdsWithoutKey;
    return set === 'ForAnyValue' ? values.some(accepts) : values.every(accepts);
  };
}

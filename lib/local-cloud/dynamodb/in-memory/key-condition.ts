import { type AttributeValue, compareValues, typeOf, validationError } from './attribute-value.ts';
import { beginsWith } from './expression-evaluator.ts';
import type { Condition, Operand } from './expression-parser.ts';
import type { Range } from './partition.ts';
import type { KeySchema } from './table.ts';

export interface KeyCondition {
  partition: AttributeValue;
  /** Compares an entry's sort key with the condition. */
  range: Range;
}

/**
 * Reads a parsed KeyConditionExpression: the partition key equals a value, and at most one test of the sort key.
 * @throws AwsError ValidationException for every other condition.
 */
export function readKeyCondition(
  condition: Condition,
  { partition, sort }: KeySchema,
  types: Readonly<Record<string, string>>,
): KeyCondition {
  const tests = condition.kind === 'and' ? [condition.left, condition.right] : [condition];
  for (const test of tests) requireOneAttribute(test);
  const ofKey = (name: string | undefined) => tests.filter((test) => name !== undefined && attributeOf(test) === name);
  const [isPartition, ...others] = ofKey(partition);
  if (isPartition?.kind !== 'compare' || isPartition.comparator !== '=' || others.length > 0) {
    throw validationError(
      isPartition ? 'Query key condition not supported' : `Query condition missed key schema element: ${partition}`,
    );
  }
  const [ofSort, ...more] = ofKey(sort);
  if (tests.length > (ofSort ? 2 : 1) || more.length > 0) {
    throw validationError(`Query condition missed key schema element: ${sort ?? partition}`);
  }
  return {
    partition: valueOf(operandsOf(isPartition), types[partition]!, partition)[0]!,
    range: ofSort ? rangeOf(ofSort, types[sort!]!, sort!) : () => 0,
  };
}

/** Each test compares one attribute with values. */
function requireOneAttribute(condition: Condition): void {
  const operands = operandsOf(condition);
  if (operands.some(({ kind }) => kind === 'size'))
    throw validationError('KeyConditionExpressions cannot contain nested operations');
  if (operands.filter(({ kind }) => kind === 'path').length > 1)
    throw validationError(
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    );
}

function attributeOf(condition: Condition): string | undefined {
  const [first, second] = operandsOf(condition);
  const isSwapped = condition.kind === 'compare' && condition.comparator === '=' && second?.kind === 'path';
  const path = first?.kind === 'path' ? first : isSwapped ? second : undefined;
  return path?.kind === 'path' && path.path.length === 1 ? String(path.path[0]) : undefined;
}

function operandsOf(condition: Condition): Operand[] {
  switch (condition.kind) {
    case 'compare':
    case 'begins_with':
      return [condition.left, condition.right];
    case 'between':
      return [condition.operand, condition.least, condition.greatest];
    default:
      return [];
  }
}

function valueOf(operands: readonly Operand[], type: string, name: string): AttributeValue[] {
  return operands.flatMap((operand) => {
    if (operand.kind !== 'value') return [];
    if (typeOf(operand.value) !== type) {
      throw validationError(
        'One or more parameter values were invalid: Condition parameter type does not match schema type',
      );
    }
    if (operand.value.S === '') {
      throw validationError(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
      );
    }
    return [operand.value];
  });
}

function rangeOf(condition: Condition, type: string, name: string): Range {
  const [first, second] = valueOf(operandsOf(condition), type, name);
  if (!first) throw validationError('Query key condition not supported');
  const within = (least: AttributeValue, greatest: AttributeValue): Range => {
    if (compareValues(least, greatest)! > 0) {
      throw validationError(
        'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound',
      );
    }
    return ({ sort }) => (compareValues(sort!, least)! < 0 ? -1 : compareValues(sort!, greatest)! > 0 ? 1 : 0);
  };
  if (condition.kind === 'between') return within(first, second!);
  if (condition.kind === 'begins_with') {
    return ({ sort }) => (beginsWith(sort, first) ? 0 : compareValues(sort!, first)! < 0 ? -1 : 1);
  }
  if (condition.kind !== 'compare') throw validationError('Query key condition not supported');
  switch (condition.comparator) {
    case '=':
      return within(first, first);
    case '<':
      return ({ sort }) => (compareValues(sort!, first)! < 0 ? 0 : 1);
    case '<=':
      return ({ sort }) => (compareValues(sort!, first)! <= 0 ? 0 : 1);
    case '>':
      return ({ sort }) => (compareValues(sort!, first)! > 0 ? 0 : -1);
    case '>=':
      return ({ sort }) => (compareValues(sort!, first)! >= 0 ? 0 : -1);
    case '<>':
      throw validationError('Unsupported operator on KeyCondition: operator: <>');
  }
}

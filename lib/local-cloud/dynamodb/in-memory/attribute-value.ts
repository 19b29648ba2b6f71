import { AwsError } from '../../aws-error.ts';
import { compareDecimals, formatDecimal, parseDecimal } from './decimal.ts';

/** As in the JSON protocol, with exactly one member. Binary is Base64. Values are immutable once stored. */
export interface AttributeValue {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly M?: Item;
  readonly L?: readonly AttributeValue[];
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
}

export type Item = Readonly<Record<string, AttributeValue>>;

export type AttributeType = keyof AttributeValue;

export const ATTRIBUTE_TYPES: ReadonlySet<string> = new Set([
  'S',
  'N',
  'B',
  'BOOL',
  'NULL',
  'M',
  'L',
  'SS',
  'NS',
  'BS',
]);
const DEEPEST_NESTING = 32;

export function validationError(message: string): AwsError {
  return new AwsError('ValidationException', message);
}

export function typeOf(value: AttributeValue): AttributeType {
  for (const type in value) return type as AttributeType;
  throw new Error('an attribute value without a type');
}

/**
 * An item as it is stored: numbers in plain notation.
 * @throws AwsError ValidationException for a value that DynamoDB does not accept.
 */
export function readItem(item: unknown): Item {
  if (typeof item !== 'object' || item === null) throw validationError('Item is not a map');
  return readMap(item as Record<string, unknown>, 0);
}

/** @throws AwsError as `readItem`. */
export function readValue(value: unknown, depth = 0): AttributeValue {
  const types = Object.keys(value ?? {}).filter((type) => ATTRIBUTE_TYPES.has(type));
  const [type] = types as AttributeType[];
  if (type === undefined) {
    throw validationError('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  }
  if (types.length > 1) {
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  if (depth > DEEPEST_NESTING) throw validationError('Nesting Levels have exceeded supported limits');
  const content = (value as Record<AttributeType, unknown>)[type];
  switch (type) {
    case 'S':
      if (typeof content !== 'string') throw serializationError('String');
      return value as AttributeValue;
    case 'B':
      if (typeof content !== 'string') throw serializationError('ByteBuffer');
      return value as AttributeValue;
    case 'N':
      return { N: readNumber(content) };
    case 'BOOL':
      if (typeof content !== 'boolean') throw serializationError('Boolean');
      return value as AttributeValue;
    case 'NULL':
      if (content !== true) {
        throw validationError(
          'One or more parameter values were invalid: Null attribute value types must have the value of true',
        );
      }
      return value as AttributeValue;
    case 'M':
      return { M: readMap(content as Record<string, unknown>, depth + 1) };
    case 'L':
      return { L: (content as unknown[]).map((element) => readValue(element, depth + 1)) };
    case 'SS':
    case 'BS':
      return { [type]: readSet(content as string[]) };
    case 'NS':
      return { NS: readSet((content as unknown[]).map(readNumber)) };
  }
}

function readMap(map: Record<string, unknown>, depth: number): Item {
  const read: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(map)) {
    // A plain assignment to this name would change the prototype.
    if (name === '__proto__') Object.defineProperty(read, name, { value: readValue(value, depth), enumerable: true });
    else read[name] = readValue(value, depth);
  }
  return read;
}

function readSet(elements: readonly string[]): readonly string[] {
  if (elements.length === 0) {
    throw validationError('One or more parameter values were invalid: An string set  may not be empty');
  }
  if (new Set(elements).size < elements.length) {
    throw validationError(
      `One or more parameter values were invalid: Input collection [${elements.join(', ')}] contains duplicates.`,
    );
  }
  return elements;
}

function readNumber(content: unknown): string {
  if (typeof content !== 'string') throw serializationError('String');
  // Fast path: most numbers are short integers, already in their stored form.
  if (/^(0|-?[1-9]\d{0,14})$/.test(content)) return content;
  try {
    return formatDecimal(parseDecimal(content));
  } catch (error) {
    throw validationError((error as Error).message);
  }
}

function serializationError(wanted: string): AwsError {
  return new AwsError('SerializationException', `Expected ${wanted}`);
}

/** Deep equality; the order of a set does not matter. */
export function isEqual(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  switch (type) {
    case 'S':
    case 'N':
    case 'B':
    case 'BOOL':
    case 'NULL':
      return a[type] === b[type];
    case 'M':
      return isEqualItem(a.M!, b.M!);
    case 'L':
      return a.L!.length === b.L!.length && a.L!.every((element, index) => isEqual(element, b.L![index]));
    case 'SS':
    case 'NS':
    case 'BS': {
      const others = new Set(b[type]);
      return a[type]!.length === others.size && a[type]!.every((element) => others.has(element));
    }
  }
}

export function isEqualItem(a: Item, b: Item): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

/** Order of two scalars of one type, as for `Array.sort`; undefined if they cannot be compared. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if (a.S !== undefined && b.S !== undefined) return compareText(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N);
  if (a.B !== undefined && b.B !== undefined) {
    return Buffer.compare(Buffer.from(a.B, 'base64'), Buffer.from(b.B, 'base64'));
  }
  return undefined;
}

/**
 * Order of the UTF-8 bytes. UTF-16 code units sort differently only for surrogates, which encode the highest
 * characters.
 */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}

function compareNumbers(a: string, b: string): number {
  // A double is exact up to 15 digits.
  if (a.length <= 15 && b.length <= 15) return Number(a) - Number(b);
  return compareDecimals(parseDecimal(a), parseDecimal(b));
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function sizeOfItem(item: Item): number {
  let size = 0;
  for (const name in item) size += Buffer.byteLength(name) + sizeOf(item[name]!);
  return size;
}

function sizeOf(value: AttributeValue): number {
  const type = typeOf(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(value.S!);
    case 'N':
      return sizeOfNumber(value.N!);
    case 'B':
      return Buffer.byteLength(value.B!, 'base64');
    case 'BOOL':
    case 'NULL':
      return 1;
    // "An empty List or Map requires 3 bytes", and one for each element.
    case 'M':
      return Object.keys(value.M!).length + 3 + sizeOfItem(value.M!);
    case 'L':
      return value.L!.reduce((sum, element) => sum + 1 + sizeOf(element), 3);
    case 'SS':
      return value.SS!.reduce((sum, element) => sum + Buffer.byteLength(element), 0);
    case 'NS':
      return value.NS!.reduce((sum, element) => sum + sizeOfNumber(element), 0);
    case 'BS':
      return value.BS!.reduce((sum, element) => sum + Buffer.byteLength(element, 'base64'), 0);
  }
}

/** "approximately (length of attribute name) + (1 byte per two significant digits) + (1 byte)" */
function sizeOfNumber(text: string): number {
  const digits = text
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length;
  return Math.ceil(digits / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

import type { ErrorObject } from 'ajv';
import { type Detail, type Flaw, notAllowed, type ValidFields } from '../../core/domain/problems.ts';
import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import type { Validator } from '../json-schema/validator.ts';
import { isFileSchema, isSentTwice } from './form-fields.ts';

/** An object without fields: the body of a request without one, and the query of an endpoint without parameters. */
export const noFields: Validator<Record<never, never>> = {
  schema: { type: 'object', properties: {}, additionalProperties: false },
  errors: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [ajvError('type', { type: 'object' })];
    return Object.keys(value).map((name) => ajvError('additionalProperties', { additionalProperty: name }));
  },
};

function ajvError(keyword: string, params: Record<string, unknown>): ErrorObject {
  return { keyword, params, instancePath: '', schemaPath: `#/${keyword}` };
}

/** The body itself has the wrong type: there is no parameter to name. */
const WHOLE_BODY = 'body';

type Path = readonly (string | number)[];

type Violation = { path: Path } & Flaw;

/**
 * All violations of a value, as details in the order of the schema's properties (rule ERR-5). A wrong type hides all
 * other violations of the same value.
 */
export function violationsOf(validator: Validator<unknown>, value: unknown): Detail[] {
  const violations = validator.errors(value).flatMap((error) => violation(error, value, validator.schema));
  const unknown = new Set(
    violations.filter(({ code }) => code === 'unknown_parameter').map(({ path }) => paramOf(path)),
  );
  const hidden = prototypeNames(value, []).filter((path) => !unknown.has(paramOf(path)));
  violations.push(...hidden.map((path): Violation => ({ path, code: 'unknown_parameter' })));
  const keys = new Map(violations.map((found) => [found, orderKey(validator.schema, value, found.path)]));
  violations.sort((a, b) => compareKeys(keys.get(a)!, keys.get(b)!));

  const details = violations.map(({ path, ...flaw }): Detail => ({ param: paramOf(path), ...flaw }));
  const wrongTypes = new Set(details.filter(({ code }) => code === 'invalid_type').map(({ param }) => param));
  // Two keywords may report the same problem of a value, e.g. a format and a pattern.
  const unique = new Map(details.map((detail) => [kindOf(detail), detail]));
  return [...unique.values()].filter(({ param, code }) => code === 'invalid_type' || !wrongTypes.has(param));
}

/** Identifies a problem by code, values and parameter: a key and its value may both be too long. */
function kindOf({ param, code, values = {} }: Detail): string {
  return [code, ...Object.keys(values), param].join(' ');
}

/**
 * The body with undefined in place of every invalid value, at any depth, for handlers that check for more problems.
 * List items keep their positions.
 */
export function validFields<T extends object>(body: unknown, violations: readonly Detail[]): ValidFields<T> {
  const broken = new Set(violations.map(({ param }) => param));
  const soundAt = (value: unknown, path: Path) => (broken.has(paramOf(path)) ? undefined : soundWithin(value, path));
  const soundWithin = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => soundAt(item, [...path, index]));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, soundAt(inner, [...path, name])]));
  };
  return (isPlainObject(body) ? soundWithin(body, []) : {}) as ValidFields<T>;
}

/** A JSON object, as opposed to a list or the bytes of a file. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

const allowing = (values: unknown): Flaw => ({ code: 'invalid_value', values: { allowed: listed(values) } });

const mistyped = (type: string, value?: unknown): Flaw => ({
  code: 'invalid_type',
  values: isSentTwice(value) ? { single: type } : { type },
});

/** The detail for an Ajv error. Keywords that only combine others have none, because those report their own errors. */
const mappings: Readonly<
  Record<
    string,
    (error: ErrorObject, path: Path, schema: ObjectSchema, value: unknown) => Violation | Violation[] | undefined
  >
> = {
  required: ({ params }, path) => ({ path: [...path, params.missingProperty as string], code: 'required' }),
  additionalProperties: ({ params, schemaPath }, path, schema) => {
    const { properties = {} } = ownerOf(schema, schemaPath) as { properties?: object };
    const fields = Object.keys(properties);
    const at = [...path, params.additionalProperty as string];
    return { path: at, code: 'unknown_parameter', ...(fields.length > 0 && { values: { fields: listed(fields) } }) };
  },
  type: ({ params, schemaPath }, path, schema, value) => {
    const sent = at(value, path);
    if (isEndless(sent) && takesNumbers(params.type))
      return { path, code: 'out_of_range', values: rangeOf(schema, schemaPath) };
    const type = isFileSchema(ownerOf(schema, schemaPath) as Schema) ? 'application/pdf' : listed(params.type);
    return { path, ...mistyped(type, sent) };
  },
  discriminator: ({ params, schemaPath }, path, schema) => {
    const tag = params.tag as string;
    const named = [...path, tag];
    if (params.error === 'mapping') return { path: named, ...allowing(shapesOf(schema, schemaPath, tag)) };
    return params.tagValue === undefined ? { path: named, code: 'required' } : { path: named, ...mistyped('string') };
  },
  enum: ({ params }, path) => ({ path, ...allowing(params.allowedValues) }),
  const: ({ params }, path) => ({ path, ...allowing(params.allowedValue) }),
  not: (_, path) => ({ path, ...notAllowed({ reason: 'too_near_zero' }) }),
  // Ajv reports one pair of a list, and compares objects by their values.
  uniqueItems: ({ params }, path, _schema, value) =>
    [...repeatedAmong(at(value, path) as readonly unknown[]).add(Math.max(params.i as number, params.j as number))].map(
      (index) => ({
        path: [...path, index],
        ...notAllowed({ reason: 'listed_twice' }),
      }),
    ),
  pattern: ({ params }, path) => ({ path, code: 'invalid_format', values: { format: params.pattern as string } }),
  format: ({ params }, path) => ({ path, code: 'invalid_format', values: { format: params.format as string } }),
  minLength: ({ params, propertyName }, path) => ({
    path,
    code: 'too_short',
    values: { [propertyName === undefined ? 'minimum' : 'name_minimum']: params.limit as number },
  }),
  maxLength: ({ params, propertyName }, path) => ({
    path,
    code: 'too_long',
    values: { [propertyName === undefined ? 'maximum' : 'name_maximum']: params.limit as number },
  }),
  minItems: ({ params }, path) => ({ path, code: 'too_short', values: { min_items: params.limit as number } }),
  maxItems: ({ params }, path) => ({ path, code: 'too_long', values: { max_items: params.limit as number } }),
  minProperties: ({ params }, path) => ({
    path,
    code: 'too_short',
    values: { min_properties: params.limit as number },
  }),
  maxProperties: ({ params }, path) => ({ path, code: 'too_long', values: { max_properties: params.limit as number } }),
  minimum: ({ schemaPath }, path, schema) => ({ path, code: 'out_of_range', values: rangeOf(schema, schemaPath) }),
  maximum: ({ schemaPath }, path, schema) => ({ path, code: 'out_of_range', values: rangeOf(schema, schemaPath) }),
  propertyNames: () => undefined,
  if: () => undefined,
};

/** A number beyond those of JavaScript, such as 1e400, is read as infinite, which is no number to Ajv. */
const isEndless = (value: unknown): boolean => value === Infinity || value === -Infinity;

const takesNumbers = (types: unknown): boolean =>
  [types].flat().some((type) => type === 'integer' || type === 'number');

/** The values of a discriminator, by the pointer to it in the schema. */
function shapesOf(schema: ObjectSchema, schemaPath: string, tag: string): unknown[] {
  const { oneOf } = ownerOf(schema, schemaPath) as { oneOf: { properties: Record<string, { const: unknown }> }[] };
  return oneOf.map(({ properties }) => properties[tag]!.const);
}

/** Both bounds of a number that is outside one of them: numbers in requests always have both. */
function rangeOf(schema: ObjectSchema, schemaPath: string) {
  const { minimum, maximum } = ownerOf(schema, schemaPath) as { minimum: number; maximum: number };
  return { minimum, maximum };
}

/** The part of a schema that has a keyword, by the pointer to the keyword. */
function ownerOf(schema: ObjectSchema, schemaPath: string): unknown {
  const owner = schemaPath.split('/').slice(1, -1);
  return owner.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], schema);
}

function violation(error: ErrorObject, value: unknown, schema: ObjectSchema): Violation[] {
  const map = mappings[error.keyword];
  // A contract uses a keyword that has no detail code.
  if (!map) throw new Error(`No detail code for the schema keyword ${error.keyword}`);
  const path = pathOf(error.instancePath, value);
  // A violation of a property's name is reported for that property.
  const found = map(error, error.propertyName === undefined ? path : [...path, error.propertyName], schema, value);
  return found ? [found].flat() : [];
}

/** The places of items that are listed before, as the same text or number. */
function repeatedAmong(items: readonly unknown[]): Set<number> {
  const earlier = new Set<unknown>();
  const repeated = new Set<number>();
  items.forEach((item, index) => {
    if (earlier.has(item)) repeated.add(index);
    earlier.add(item);
  });
  return repeated;
}

/** The value at a path. */
function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((current, key) => (current as Record<string | number, unknown>)[key], value);
}

/** A JSON pointer as a path; a number is an index only if the value has an array there. */
function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let current = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(current) ? Number(name) : name;
    path.push(key);
    current = (current as Record<string | number, unknown>)[key];
  }
  return path;
}

/** `to.postal_code`, `postal_services[1]` (rule ERR-5). */
function paramOf(path: Path): string {
  if (path.length === 0) return WHOLE_BODY;
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** An own property `__proto__` is never a valid field or free name: copying the object would lose it. */
function prototypeNames(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    return name === '__proto__' ? [at] : prototypeNames(inner, at);
  });
}

/** The rank of a path: at each level the property's position in the schema, or the item's in the list; unknown ones last. */
function orderKey(schema: unknown, value: unknown, path: Path): number[] {
  const key: number[] = [];
  let level: unknown = schema;
  let current = value;
  for (const step of path) {
    if (typeof step === 'number') {
      key.push(step);
      level = (level as { items?: unknown } | undefined)?.items;
    } else {
      const properties = propertiesOf(level, current);
      const place = Object.keys(properties).indexOf(step);
      key.push(place < 0 ? Infinity : place);
      level = properties[step];
    }
    current = typeof current === 'object' && current !== null ? (current as Record<string, unknown>)[step] : undefined;
  }
  return key;
}

/** The properties of a schema, in the shape that the value's discriminator selects. */
function propertiesOf(schema: unknown, value: unknown): Record<string, unknown> {
  const { properties, oneOf, discriminator } = (schema ?? {}) as {
    properties?: Record<string, unknown>;
    oneOf?: { properties: Record<string, { const?: unknown }> }[];
    discriminator?: { propertyName: string };
  };
  if (!oneOf || !discriminator) return properties ?? {};
  const tag = discriminator.propertyName;
  const chosen = (value as Record<string, unknown> | undefined)?.[tag];
  return (oneOf.find((shape) => shape.properties[tag]?.const === chosen) ?? oneOf[0])?.properties ?? {};
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < Math.min(a.length, b.length); level++) {
    if (a[level] !== b[level]) return a[level]! < b[level]! ? -1 : 1;
  }
  return a.length - b.length;
}

import fc, { type Arbitrary } from 'fast-check';
import { type Operation, resolved } from '../../modules/openapi/description.ts';

type Schema = Record<string, any>;

/** A request as it goes over the wire. */
export interface FuzzedRequest {
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

/** Texts that often break programs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\u202e',
  '\ufffe',
  '📮'.repeat(30),
  '../../account',
  '%2e%2e%2f',
  '{{OTP_CODE}}',
  '${7*7}',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'ACCOUNT#BALANCE',
  'x'.repeat(5_000),
];
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 50 }));

/** Values of another type, or out of range. */
const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -0, [], {}, [[]], [null], { type: null }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Valid values that a schema cannot describe. */
const knownValues: Readonly<Record<string, readonly unknown[]>> = {
  postal_code: ['05010-000', '01001000', '00000-000'],
  upload_id: ['upl_unknown'],
  // Rejected immediately: nothing is downloaded from a fuzzed address.
  url: ['https://10.0.0.1/carta.pdf', 'http://example.com/carta.pdf'],
};

/** Values that a schema accepts, as far as it says. */
export function validValue(given: Schema, name = ''): Arbitrary<unknown> {
  const known = knownValues[name];
  if (known) return fc.constantFrom(...known);
  const schema: Schema = resolved(given);
  if (schema.oneOf)
    return fc.oneof(...(schema.oneOf as Schema[]).map((shape) => validValue({ type: 'object', ...shape })));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const types = [schema.type].flat() as string[];
  return fc.oneof(...types.map((type) => valueMakers[type]!(schema)));
}

const valueMakers: Readonly<Record<string, (schema: Schema) => Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  number: () => fc.integer(),
  integer: ({ minimum = 0, maximum = 1_000 }) => fc.integer({ min: minimum, max: maximum }),
  string: validText,
  array: ({ items }) => fc.uniqueArray(validValue(items as Schema), { maxLength: 3 }),
  object: validObject,
};

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  date: fc
    .integer({ min: -2, max: 200 })
    .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uri: fc.webUrl(),
};

function validText({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (format && formats[format]) return formats[format];
  if (pattern) return fc.stringMatching(new RegExp(pattern as string, 'u'));
  return fc.string({ minLength, maxLength: Math.min(maxLength as number, 40) });
}

function validObject({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary<unknown> {
  if (typeof additionalProperties === 'object')
    return fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), validValue(additionalProperties as Schema), {
      maxKeys: 3,
    });
  const fields = Object.entries(properties as Record<string, Schema>);
  return fc.record(Object.fromEntries(fields.map(([name, inner]) => [name, validValue(inner, name)])), {
    requiredKeys: required as string[],
  });
}

/** One of the recorded bodies that succeeded, with other values for its optional fields. */
function validBody(operation: Operation): Arbitrary<unknown> {
  const { schema: given, examples = {} } = operation.requestBody!.content['application/json']!;
  const schema: Schema = resolved(given);
  const shown = Object.values(examples).map(({ value }) => value as object);
  const made = validValue(schema);
  if (shown.length === 0) return made;
  const variations = fc.record(
    Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, inner]) => [
        name,
        validValue(inner, name),
      ]),
    ),
    { requiredKeys: [] },
  );
  const varied = fc
    .tuple(fc.constantFrom(...shown), variations, fc.boolean())
    .map(([example, variation, wins]) => (wins ? { ...example, ...variation } : { ...variation, ...example }));
  return fc.oneof(fc.constantFrom(...shown), varied, made);
}

/** A value with one mistake: something replaced, removed or added, at any depth. */
function nearly(value: unknown): Arbitrary<unknown> {
  const places = placesOf(value);
  return fc
    .tuple(fc.constantFrom(...places), hostileValue, fc.constantFrom('replace', 'remove', 'add'), hostileText)
    .map(([place, hostile, how, name]) => changed(value, place, how, hostile, name));
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...at, name]))];
}

function changed(value: unknown, [step, ...rest]: Place, how: string, hostile: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (step === undefined) return how === 'add' && isObject ? { ...value, [name]: hostile } : hostile;
  if (!isObject) return hostile;
  const entries = Object.entries(value);
  if (how === 'remove' && rest.length === 0) return Object.fromEntries(entries.filter(([key]) => key !== step));
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, key === step ? changed(inner, rest, how, hostile, name) : inner]),
  );
}

const hostileHeaders = fc.dictionary(
  fc.constantFrom('accept-language', 'idempotency-key', 'content-type', 'accept', 'x-forwarded-for'),
  fc
    .oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom('', '*', 'text/plain', 'application/json; charset=utf-16', 'pt;q=x'),
    )
    .map(headerText),
  { maxKeys: 2 },
);

/** Only what a client can send. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

/** Requests of an operation: valid, with one mistake, and hostile. */
export function requestsOf(path: string, operation: Operation): Arbitrary<FuzzedRequest> {
  const url = fc.tuple(pathOf(path, operation), queryOf(operation)).map(([base, query]) => base + query);
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders });
  return fc.record({ path: url, body: bodyOf(operation), headers });
}

function pathOf(path: string, operation: Operation): Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const value = (name: string) =>
    fc.oneof(
      fc
        .constantFrom(...(knownValues[name] ?? ['ltr_unknown', `ver_${'0'.repeat(26)}`, `ltr_${'0'.repeat(26)}`]))
        .map(String),
      // An empty or dotted segment makes another path.
      hostileText.filter((text) => !/^\.*$/.test(text) && text.isWellFormed()),
    );
  return fc
    .tuple(...names.map(value))
    .map((values) =>
      values.reduce((made, each, at) => made.replace(`{${names[at]}}`, () => encodeURIComponent(each)), path),
    );
}

function queryOf({ parameters }: Operation): Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const usual = own.map(({ name, schema }) => [name, validValue(schema, name).map(String)] as const);
  const values = usual.map(([name, valid]): [string, Arbitrary<string>] => [
    name,
    fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: hostileText }),
  ]);
  // No cursor is valid by itself, and of many parameters one is usually wrong.
  const right = usual.filter(([name]) => name !== 'cursor');
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(right), { requiredKeys: [] }) },
  );
  const unknown = fc.dictionary(fc.constantFrom('page', '__proto__', 'limit[]', ''), hostileText, { maxKeys: 1 });
  return fc.tuple(query, unknown, fc.integer({ max: 4 })).map(([known, more, dice]) => {
    const pairs = Object.entries({ ...known, ...(dice === 4 ? more : {}) });
    const wellFormed = pairs.map(([name, value]): [string, string] => [name, String(value).toWellFormed()]);
    const text = new URLSearchParams(wellFormed).toString();
    return text === '' ? '' : `?${text}`;
  });
}

function bodyOf(operation: Operation): Arbitrary<string | undefined> {
  if (!operation.requestBody) return fc.constant(undefined);
  const valid = validBody(operation);
  const asJson = (value: unknown) => JSON.stringify(value) ?? '';
  return fc.oneof(
    { weight: 3, arbitrary: valid.map(asJson) },
    { weight: 4, arbitrary: valid.chain(nearly).map(asJson) },
    { weight: 1, arbitrary: hostileValue.map(asJson) },
    { weight: 1, arbitrary: hostileText },
    { weight: 1, arbitrary: valid.map((value) => asJson(value).slice(0, -1)) },
  );
}

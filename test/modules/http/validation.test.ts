import { describe, expect, test } from '@jest/globals';
import { noFields, validFields, violationsOf } from '../../../lib/adapters/http/validation.ts';
import { compileValidator } from '../../../lib/adapters/json-schema/compile-validator.ts';
import type { ObjectSchema } from '../../../lib/core/schemas/json-schema.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'document'],
  properties: {
    to: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'number'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 5 },
        number: { type: 'string' },
        complement: { type: ['string', 'null'] },
        postal_code: { type: 'string', pattern: '^\\d{5}-?\\d{3}$' },
      },
    },
    document: {
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: [
        {
          additionalProperties: false,
          required: ['type', 'url'],
          properties: { type: { const: 'url' }, url: { type: 'string', format: 'uri' } },
        },
        {
          additionalProperties: false,
          required: ['type', 'upload_id'],
          properties: { type: { const: 'upload' }, upload_id: { type: 'string' } },
        },
      ],
    },
    color: { type: 'boolean' },
    placement: { type: 'string', enum: ['first_page', 'extra_page'] },
    services: {
      type: 'array',
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'string', enum: ['registered', 'receipt'] },
    },
    send_date: { type: 'string', format: 'date' },
    size: { type: 'integer', minimum: 1, maximum: 10 },
    metadata: {
      type: 'object',
      maxProperties: 2,
      propertyNames: { type: 'string', minLength: 1, maxLength: 4 },
      additionalProperties: { type: 'string', maxLength: 3 },
    },
  },
} as const satisfies ObjectSchema;

const validator = compileValidator(schema);
const valid = { to: { name: 'Ana', number: '10' }, document: { type: 'upload', upload_id: 'upl_1' } };

/** `param code` of each violation in the valid body with these fields replaced. */
function found(fields: Record<string, unknown>): string[] {
  return violationsOf(validator, { ...valid, ...fields }).map(({ param, code }) => `${param} ${code}`);
}

describe('violations of a schema', () => {
  test.each([
    ['a valid body', {}, []],
    ['a required field missing', { to: undefined }, ['to required']],
    ['a nested required field missing', { to: { name: 'Ana' } }, ['to.number required']],
    ['an unknown field', { a: 1 }, ['a unknown_parameter']],
    ['an unknown nested field', { to: { ...valid.to, x: 1 } }, ['to.x unknown_parameter']],
    [
      'a name that every object inherits',
      { toString: 1, constructor: 2 },
      ['toString unknown_parameter', 'constructor unknown_parameter'],
    ],
    ['a wrong type', { color: 'true' }, ['color invalid_type']],
    ['null where it is not allowed', { color: null }, ['color invalid_type']],
    ['null where it is allowed', { to: { ...valid.to, complement: null } }, []],
    ['a wrong type with an enum: one violation', { placement: 5 }, ['placement invalid_type']],
    ['a value not allowed', { placement: 'back' }, ['placement invalid_value']],
    ['a value not allowed in a list', { services: ['registered', 'sms'] }, ['services[1] invalid_value']],
    ['a repeated value in a list', { services: ['receipt', 'receipt'] }, ['services[1] invalid_value']],
    [
      'every repeated value in a list',
      { services: ['receipt', 'receipt', 'registered', 'receipt', 'registered'] },
      ['services too_long', 'services[1] invalid_value', 'services[3] invalid_value', 'services[4] invalid_value'],
    ],
    [
      'too many items',
      { services: ['registered', 'receipt', 1, 2] },
      ['services too_long', 'services[2] invalid_type', 'services[3] invalid_type'],
    ],
    ['a pattern', { to: { ...valid.to, postal_code: '123' } }, ['to.postal_code invalid_format']],
    ['a date that does not exist', { send_date: '2026-02-30' }, ['send_date invalid_format']],
    ['an empty text', { to: { name: '', number: '' } }, ['to.name too_short']],
    ['a long text', { to: { name: 'Ana Ana', number: '' } }, ['to.name too_long']],
    ['a text whose length counts characters, not UTF-16 units', { to: { name: '😀😀😀😀😀', number: '' } }, []],
    ['a number too low', { size: 0 }, ['size out_of_range']],
    ['a number too high', { size: 1e20 }, ['size out_of_range']],
    ['a number beyond those of JavaScript', { size: Infinity }, ['size out_of_range']],
    ['a negative one', { size: -Infinity }, ['size out_of_range']],
    ['the same instead of a text', { metadata: { a: Infinity } }, ['metadata.a invalid_type']],
    ['a fraction', { size: 1.5 }, ['size invalid_type']],
    ['a long value under a free name', { metadata: { a: 'long' } }, ['metadata.a too_long']],
    ['a long free name', { metadata: { longer: 'a' } }, ['metadata.longer too_long']],
    ['a free name that looks like an index', { metadata: { 0: 5 } }, ['metadata.0 invalid_type']],
    ['a free name with a slash and a tilde', { metadata: { '~/': 5 } }, ['metadata.~/ invalid_type']],
    ['too many free names', { metadata: { a: '', b: '', c: '' } }, ['metadata too_long']],
    ['no shape chosen', { document: {} }, ['document.type required']],
    ['an unknown shape', { document: { type: 'fax' } }, ['document.type invalid_value']],
    ['a shape of the wrong type', { document: { type: 7 } }, ['document.type invalid_type']],
    [
      'a field of another shape',
      { document: { type: 'url', upload_id: 'upl_1' } },
      ['document.url required', 'document.upload_id unknown_parameter'],
    ],
    ['a relative URL', { document: { type: 'url', url: '/a.pdf' } }, ['document.url invalid_format']],
  ])('%s', (_, fields, expected) => {
    expect(found(fields)).toEqual(expected);
  });

  test('are reported all at once, in the order of the schema, unknown fields last', () => {
    const body = {
      zip: 1,
      metadata: { a: 1 },
      size: 99,
      services: ['x'],
      color: 1,
      document: { url: 5, type: 'url', page: 2 },
      to: { unit: 1, postal_code: 1, complement: 1, name: '' },
    };
    const params = violationsOf(validator, body).map(({ param }) => param);
    expect(params).toEqual([
      'to.name',
      'to.number',
      'to.complement',
      'to.postal_code',
      'to.unit',
      'document.url',
      'document.page',
      'color',
      'services[0]',
      'size',
      'metadata.a',
      'zip',
    ]);
  });

  test('carry the values of their texts', () => {
    const values = violationsOf(validator, {
      ...valid,
      size: 11,
      placement: 'back',
      to: { name: 'Ana Ana', number: 1 },
    });
    expect(values.map((violation) => violation.values)).toEqual([
      { maximum: 5 },
      { type: 'string' },
      { allowed: 'first_page, extra_page' },
      { minimum: 1, maximum: 10 },
    ]);
  });

  test.each([[[]], ['text'], [null], [7]])('a body that is not an object: %j', (body) => {
    const expected = [{ param: 'body', code: 'invalid_type', values: { type: 'object' } }];
    expect(violationsOf(validator, body)).toEqual(expected);
    expect(violationsOf(noFields, body)).toEqual(expected);
  });

  test('include `__proto__`, even under free names', () => {
    const body: unknown = JSON.parse(
      '{"to":{"name":"A","number":"1"},"document":{"type":"upload","upload_id":"u"},"metadata":{"__proto__":"x"},"__proto__":{"to":1}}',
    );
    expect(violationsOf(validator, body).map(({ param, code }) => `${param} ${code}`)).toEqual([
      // Nine characters are too long for a name here.
      'metadata.__proto__ too_long',
      'metadata.__proto__ unknown_parameter',
      '__proto__ unknown_parameter',
    ]);
  });

  test('include no keyword without a detail code: that is a fault of the contract', () => {
    const odd = compileValidator({ type: 'object', properties: { a: { type: 'number', multipleOf: 2 } } });
    expect(() => violationsOf(odd, { a: 1 })).toThrow('multipleOf');
  });
});

describe('the valid parts of a body', () => {
  const sound = (body: unknown) => validFields(body, violationsOf(validator, body));

  test('are its values without a violation, at any depth; list items keep their positions', () => {
    expect(
      sound({
        ...valid,
        to: { name: '', postal_code: '01001-000', unit: 1 },
        services: ['x', 'receipt', 'receipt'],
        color: true,
        size: 11,
        extra: 1,
        metadata: { a: 1, b: 'x' },
      }),
    ).toEqual({
      to: { name: undefined, postal_code: '01001-000', unit: undefined },
      document: valid.document,
      services: [undefined, 'receipt', undefined],
      color: true,
      size: undefined,
      extra: undefined,
      metadata: { a: undefined, b: 'x' },
    });
  });

  test('are the whole body if there are no violations, and the bytes of a file unchanged', () => {
    const file = Buffer.from('%PDF');
    expect(sound(valid)).toEqual(valid);
    expect(validFields<{ file: Buffer }>({ file }, []).file).toBe(file);
  });

  test('are empty if the body is not an object, and are not affected by a field called body', () => {
    expect(sound([])).toEqual({});
    expect(sound({ ...valid, body: 1 })).toEqual({ ...valid, body: undefined });
  });
});

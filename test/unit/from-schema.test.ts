import { expect, test } from '@jest/globals';
import { compileValidator } from '../../lib/adapters/json-schema/compile-validator.ts';
import type { Validator } from '../../lib/adapters/json-schema/validator.ts';
import type { FromSchema } from '../../lib/core/schemas/json-schema.ts';
import type { LetterOrder, LetterResource } from '../../lib/core/schemas/letter.ts';
import type { VerificationResource } from '../../lib/core/schemas/verification.ts';

/** The compiler checks these: a schema of another type fails `npm run types`. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <Claim extends true>(claim: Claim) => claim;

const schema = {
  type: 'object',
  required: ['status', 'document'],
  properties: {
    status: { type: 'string', enum: ['posted', 'failed'] },
    document: {
      type: 'object',
      oneOf: [
        { required: ['type'], properties: { type: { const: 'url' }, url: { type: 'string' } } },
        { required: ['type'], properties: { type: { const: 'upload' } } },
      ],
    },
    services: { type: 'array', items: { type: 'integer' } },
    complement: { type: ['string', 'null'] },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
  },
} as const;

interface Expected {
  status: 'posted' | 'failed';
  document: { type: 'url'; url?: string } | { type: 'upload' };
  services?: number[];
  complement?: string | null;
  metadata?: Record<string, string>;
}

test('a schema has the type of the values that it accepts', () => {
  // Both ways: each is assignable to the other, with exactly the same fields.
  const accepted: Expected = {} as FromSchema<typeof schema>;
  const expected: FromSchema<typeof schema> = {} as Expected;
  expect([accepted, expected]).toEqual([{}, {}]);
  expect(holds<Equal<keyof FromSchema<typeof schema>, keyof Expected>>(true)).toBe(true);
});

test('a validator accepts exactly what its schema describes', () => {
  const validator: Validator<FromSchema<typeof schema>> = compileValidator(schema);
  // @ts-expect-error the schema knows no other type of status
  const other: Validator<{ status: number }> = validator;
  const errors = other.errors({ status: 1, document: { type: 'upload' } });
  expect(errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
    '/status type',
    '/status enum',
  ]);
});

test('fields of requests and resources have the types in their schemas', () => {
  expect(holds<Equal<LetterOrder['color'], boolean | undefined>>(true)).toBe(true);
  expect(holds<Equal<LetterOrder['metadata'], Record<string, string> | undefined>>(true)).toBe(true);
  expect(holds<Equal<LetterResource['color'], boolean>>(true)).toBe(true);
  expect(
    holds<
      Equal<
        LetterResource['failure_reason'],
        null | 'unprintable_document' | 'damaged_in_production' | 'refused_by_carrier' | 'other'
      >
    >(true),
  ).toBe(true);
  expect(holds<Equal<VerificationResource['status_transitions']['revoked_at'], string | null>>(true)).toBe(true);
});

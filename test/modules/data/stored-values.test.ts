import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { letterShape, verificationShape } from '../../../lib/adapters/data/mailings/mailing-shapes.ts';
import { SHAPE_VERSION, shapeOf } from '../../../lib/adapters/data/table/stored.ts';
import * as schemas from '../../../lib/adapters/data/table/stored-schemas.ts';
import type { Schema } from '../../../lib/core/schemas/json-schema.ts';

/**
 * Values as releases of 2026 store them, by schema: with only the required fields, and with all. The table is full of
 * values like these, so this file only grows. A value that can no longer be read needs an upgrade, or an optional field
 * (docs/evolving-data.md).
 */
const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-values.json'), 'utf8')) as Record<
  keyof typeof schemas,
  readonly object[]
>;

/** Values of version 1; all others are of version 0 and have no upgrades. */
const ofMailings: Partial<Record<keyof typeof schemas, (value: object) => unknown>> = {
  storedLetter: (mailing) => letterShape.read({ mailing, [SHAPE_VERSION]: 1 }),
  storedVerification: (mailing) => verificationShape.read({ mailing, [SHAPE_VERSION]: 1 }),
};

describe('a value stored earlier is read', () => {
  test('in every shape', () => {
    expect(Object.keys(stored).sort()).toEqual(Object.keys(schemas).sort());
  });

  test.each(Object.keys(schemas) as (keyof typeof schemas)[])('%s', (name) => {
    const shape = shapeOf(name, ({ value }) => value, schemas[name] as Schema);
    const read = ofMailings[name] ?? ((value: object) => shape.read({ value }));
    expect(stored[name].length).toBeGreaterThan(0);
    for (const value of stored[name]) expect(read(value)).toEqual(value);
  });
});

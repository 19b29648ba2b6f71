import type { ValidateFunction } from 'ajv';
import type { FromSchema, ObjectSchema } from '../../core/schemas/json-schema.ts';
import { createAjv } from './ajv-options.ts';
import type { Validator } from './validator.ts';

const ajv = createAjv();

/** A validator whose schema is compiled on first use. It accepts values of the schema's type. */
export function compileValidator<const S extends ObjectSchema>(schema: S): Validator<FromSchema<S>> {
  let validate: ValidateFunction | undefined;
  return {
    schema,
    errors: (value) => {
      validate ??= ajv.compile(schema);
      return validate(value) ? [] : (validate.errors ?? []);
    },
  };
}

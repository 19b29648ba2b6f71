import type { ValidateFunction } from 'ajv';
import type { FromSchema, ObjectSchema } from '../../core/schemas/json-schema.ts';
import { createAjv } from './ajv-options.ts';
import type { Validator } from './validator.ts';

const ajv = createAjv();

/** A validator by a schema, which is compiled when it is first asked; what it accepts has the type that the schema says. */
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

import type { FromSchema, ObjectSchema } from '../../core/schemas/json-schema.ts';
import { createAjv } from './ajv-options.ts';
import type { Validator } from './validation.ts';

const ajv = createAjv();

/** Compiles a schema at run time; what it accepts has the type that the schema says. */
export function compileValidator<const S extends ObjectSchema>(schema: S): Validator<FromSchema<S>> {
  const validate = ajv.compile(schema);
  return { schema, errors: (value) => (validate(value) ? [] : (validate.errors ?? [])) };
}

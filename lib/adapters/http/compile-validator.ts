import { createAjv } from './ajv-options.ts';
import type { ObjectSchema, Validator } from './validation.ts';

const ajv = createAjv();

/**
 * Compiles a request schema at run time. The bundler replaces this module by validators compiled ahead, so that no function
 * carries the compiler (33 ms of cold start).
 */
export function compileValidator<T>(schema: ObjectSchema): Validator<T> {
  const validate = ajv.compile(schema);
  return { schema, errors: (value) => (validate(value) ? [] : (validate.errors ?? [])) };
}

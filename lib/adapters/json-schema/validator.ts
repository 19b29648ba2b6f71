import type { ErrorObject } from 'ajv';
import type { ObjectSchema } from '../../core/schemas/json-schema.ts';

/** A compiled schema. `T` is the type of valid values. */
export interface Validator<T> {
  readonly schema: ObjectSchema;
  errors(value: unknown): ErrorObject[];
  /** Carries `T`; never set. */
  readonly accepted?: T;
}

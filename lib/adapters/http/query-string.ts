import { type Detail, notAllowed } from '../../core/domain/problems.ts';
import type { ObjectSchema } from '../../core/schemas/json-schema.ts';
import type { ApiEvent } from './exchange.ts';

/** Beyond 15 digits a number is not exact, but no parameter allows such numbers. */
const INTEGER = /^-?\d+$/;

/**
 * The query parameters, with integers where the schema requires them. No parameter is documented as repeatable, so a
 * repeated one is rejected instead of choosing one of its values.
 */
export function readQuery(
  event: ApiEvent,
  schema: ObjectSchema,
): { parameters: Record<string, unknown>; repeated: Detail[] } {
  const values = event.multiValueQueryStringParameters ?? {};
  const parameters: [string, unknown][] = [];
  const repeated: Detail[] = [];
  for (const [name, [first, ...more] = []] of Object.entries(values)) {
    if (more.length > 0) repeated.push({ param: name, ...notAllowed({ reason: 'sent_twice' }) });
    else parameters.push([name, isInteger(schema, name) && INTEGER.test(first ?? '') ? Number(first) : first]);
  }
  return { parameters: Object.fromEntries(parameters), repeated };
}

function isInteger(schema: ObjectSchema, name: string): boolean {
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return (property as { type?: unknown } | undefined)?.type === 'integer';
}

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * An object that always has all of its fields (rule REQ-12). The compiler holds the names against the resource, so a
 * field that is built and not documented, or the other way round, does not compile. Others may be added at any time
 * (rule REQ-18), so further fields are not forbidden.
 */
export function documented<Resource extends object>(
  description: string,
  properties: Record<Extract<keyof Resource, string>, Schema>,
): Schema {
  return { type: 'object', description, required: Object.keys(properties), properties };
}

/** The schema, or null. */
export function nullable(schema: Schema): Schema {
  const { type, enum: values, ...rest } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { type: [type, 'null'], ...(values !== undefined && { enum: [...(values as unknown[]), null] }), ...rest };
}

const SCHEMAS = '#/components/schemas/';

export function ref(name: string): Schema {
  return { $ref: `${SCHEMAS}${name}` };
}

export function listOf(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

export function oneOfTexts(values: readonly string[], description?: string): Schema {
  return { type: 'string', enum: values, ...(description !== undefined && { description }) };
}

/** The schema with a description of its own; a reference may have one beside it (OpenAPI 3.1). */
export function described(description: string, schema: Schema): Schema {
  return { ...schema, description };
}

/** Names of the schemas that a part of a description refers to. */
export function referredSchemas(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(SCHEMAS)
      ? [value.slice(SCHEMAS.length)]
      : referredSchemas(value),
  );
}

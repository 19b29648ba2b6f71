import type { Schema } from '../../core/schemas/json-schema.ts';

const SCHEMAS = '#/components/schemas/';

export function ref(name: string): Schema {
  return { $ref: `${SCHEMAS}${name}` };
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

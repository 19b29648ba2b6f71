import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { closed } from './shapes.ts';

/** The committed API description, as far as tests read it. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { content: Record<string, Content>; 'x-error-codes'?: string[] }>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  schema: Record<string, unknown>;
}

export interface Content {
  schema: Record<string, unknown>;
  examples?: Record<string, { value: unknown }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Record<string, unknown>>;
    examples: Record<string, { value: any }>;
  };
}

const repository = resolve(import.meta.dirname, '../../..');

export const readPage = (path: string) => readFileSync(resolve(repository, path), 'utf8');

export const description = JSON.parse(readPage('docs/api/openapi.json')) as Description;

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

export const describedEndpoints: Endpoint[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** A schema, or the one that it refers to. */
export function resolved(schema: Record<string, unknown>): Record<string, unknown> {
  const name = (schema.$ref as string | undefined)?.split('/').at(-1);
  return name === undefined ? schema : description.components.schemas[name]!;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajvFormats.default(ajv);
// Files are any bytes, and values outside JSON are not checked.
ajv.addFormat('binary', true);
ajv.addSchema({ $id: 'openapi', components: description.components });
ajv.addSchema({ $id: 'closed', components: closed(description.components) as object });

const compiled = new Map<string, ValidateFunction>();

/** The errors in a value, by a schema of the description. With closed schemas, undescribed fields are errors too. */
export function mistakes(
  schema: Record<string, unknown>,
  value: unknown,
  base: 'openapi' | 'closed' = 'closed',
): unknown[] {
  const own = base === 'closed' ? closed(schema) : schema;
  const text = JSON.stringify(own).replaceAll('"#/components/', `"${base}#/components/`);
  let validate = compiled.get(text);
  if (!validate) {
    validate = ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
  }
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

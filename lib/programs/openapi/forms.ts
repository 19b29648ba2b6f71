import type { Schema } from '../../core/schemas/json-schema.ts';

/** The schema of a JSON request. */
interface FieldSchema {
  type?: string | readonly string[];
  description?: string;
  required?: readonly string[];
  properties?: Record<string, FieldSchema>;
  additionalProperties?: false | Schema;
  items?: Schema;
}

/**
 * The parts of a multipart/form-data request (rule LTR-4): `to[name]` for a member of an object,
 * `postal_services[]` for each item of a list, `true` and `false` as texts.
 * @param schema the schema with which the handler validates the assembled parts
 */
export function formSchema(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema as FieldSchema;
  const fields = Object.entries(properties);
  const freelyNamed = fields.filter(([, { additionalProperties }]) => additionalProperties);
  return {
    type: 'object',
    additionalProperties: false,
    // The members of an optional object are optional.
    required: required.flatMap((field) => requiredParts(field, properties[field] ?? {})),
    properties: Object.fromEntries(fields.flatMap(([field, inner]) => partsOf(field, inner))),
    patternProperties: Object.fromEntries(
      freelyNamed.map(([field, { description }]) => [`^${field}\\[.+\\]$`, { type: 'string', description }]),
    ),
  };
}

function requiredParts(field: string, { properties, required = [] }: FieldSchema): string[] {
  return properties ? required.map((name) => `${field}[${name}]`) : [field];
}

function partsOf(field: string, schema: FieldSchema): [string, Schema][] {
  const { type, description, properties, items, additionalProperties } = schema;
  if (properties) return Object.entries(properties).map(([name, inner]) => [`${field}[${name}]`, textPart(inner)]);
  if (items) return [[`${field}[]`, { type: 'array', items, description }]];
  if (additionalProperties) return [];
  if (type === 'object') return [[field, filePart(description)]];
  return [[field, textPart(schema)]];
}

/** Every part is a string. A boolean defaults to false; no other part can be null. */
function textPart(schema: FieldSchema): Schema {
  const { type } = schema;
  if (type === 'boolean') {
    return { type: 'string', enum: ['true', 'false'], description: schema.description, default: 'false' };
  }
  return { ...schema, type: 'string' };
}

/** Generators use the format, people the media type. */
function filePart(description: string | undefined): Schema {
  return { type: 'string', format: 'binary', contentMediaType: 'application/pdf', description };
}

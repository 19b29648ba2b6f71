import { readFile } from 'node:fs/promises';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import type { Described, Parameter, Schema } from './operations.ts';

/**
 * Python types of what customers send: a TypedDict for each request object, and for the filters of each list. The
 * generated models cannot be used for requests, because they drop the fields that they do not know.
 * @returns the source of the module `malote.fields`
 */
export async function pythonFields(root: string): Promise<string> {
  const { paths, components, servers } = JSON.parse(await readFile(`${root}/${OPENAPI_FILE}`, 'utf8')) as Described;
  const types = new Map<string, string>();
  for (const methods of Object.values(paths))
    for (const { operationId, parameters, requestBody } of Object.values(methods)) {
      const sent = requestBody?.content['application/json']?.schema;
      if (sent) typeOf(sent, components.schemas, types);
      const filters = (parameters ?? []).filter((parameter): parameter is Parameter => parameter.in === 'query');
      if (operationId && filters.length > 0) addFilters(operationId, filters, types);
    }
  return `${HEAD}\nBASE_URL = "${servers[0]!.url}"\n\n${[...types.values()].join('\n\n')}\n`;
}

const HEAD = `"""Types of what you send. A field that is not in them is sent too, and the service refuses it by name."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Literal

from typing_extensions import Required, TypedDict
`;

/** Names that Python reserves take an underscore. The name itself works in a dict. */
const RESERVED = new Set(['from']);

function addFilters(operation: string, filters: readonly Parameter[], types: Map<string, string>): void {
  const name = `${pascal(operation)}Filters`;
  const properties = Object.fromEntries(filters.map(({ name: filter, schema }) => [filter, schema]));
  types.set(name, dictOf(name, { properties }, {}, types));
}

function typeOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, types: Map<string, string>): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return namedType(name, schemas[name]!, schemas, types);
  const of = (inner: Schema) => typeOf(inner, schemas, types);
  const members = schema.oneOf ?? schema.anyOf;
  if (members) return unionOf(members.map(of));
  const literals = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (literals) return `Literal[${literals.map((value) => JSON.stringify(value)).join(', ')}]`;
  return unionOf([schema.type ?? 'object'].flat().map((type) => plainType(type, schema, of)));
}

function plainType(type: string, { format, items, additionalProperties }: Schema, of: (inner: Schema) => string) {
  if (type === 'array') return `Sequence[${of(items!)}]`;
  if (type === 'object')
    return `Mapping[str, ${typeof additionalProperties === 'object' ? of(additionalProperties) : 'object'}]`;
  if (type === 'string' && format === 'date-time') return 'datetime | str';
  if (type === 'string' && format === 'date') return 'date | str';
  const name = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type];
  if (name === undefined) throw new Error(`Python has no type for ${type}.`);
  return name;
}

function namedType(
  name: string,
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  types: Map<string, string>,
): string {
  if (!schema.properties) return typeOf(schema, schemas, types);
  if (!types.has(name)) {
    types.set(name, dictOf(name, schema, schemas, types));
    if ('document' in schema.properties) {
      const isOther = ([field]: [string, Schema]) => field !== 'document' && field !== 'letter';
      const properties = Object.fromEntries(Object.entries(schema.properties).filter(isOther));
      const fields = name.replace('Input', 'Fields');
      types.set(fields, dictOf(fields, { ...schema, properties }, schemas, types));
    }
  }
  return name;
}

/** The functional form also takes names that Python reserves. */
function dictOf(
  name: string,
  { properties = {}, required = [] }: Schema,
  schemas: Readonly<Record<string, Schema>>,
  types: Map<string, string>,
): string {
  const lines = Object.entries(properties).flatMap(([field, schema]) => {
    const type = typeOf(schema, schemas, types);
    const names = RESERVED.has(field) ? [field, `${field}_`] : [field];
    return names.map((each) => `        "${each}": ${required.includes(field) ? `Required[${type}]` : type},`);
  });
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n    total=False,\n)`;
}

function unionOf(types: readonly string[]): string {
  return types.join(' | ');
}

function pascal(id: string): string {
  return `-${id}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

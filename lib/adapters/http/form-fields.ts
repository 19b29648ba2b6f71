import type { SentFile } from '../../core/domain/sent-files.ts';
import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import { type Part, textOf } from './multipart.ts';

/** Form fields that are not text: a part itself has no type. */
export interface FieldKinds {
  booleans: readonly string[];
  files: readonly string[];
}

/** The field kinds of a schema. */
export function fieldKindsOf({ properties }: ObjectSchema): FieldKinds {
  const fields = Object.entries(properties);
  return {
    booleans: fields.filter(([, { type }]) => type === 'boolean').map(([field]) => field),
    files: fields.filter(([, schema]) => isFileSchema(schema)).map(([field]) => field),
  };
}

/** An object schema without members is a file. */
export function isFileSchema({ type, ...keywords }: Schema): boolean {
  return type === 'object' && !['properties', 'additionalProperties', 'oneOf'].some((members) => members in keywords);
}

/** The parts of one field, by the form of their names. */
interface FieldParts {
  /** `field` */
  values: unknown[];
  /** `field[]` */
  items: unknown[];
  /** `field[member]` */
  members: Map<string, unknown[]>;
}

/**
 * The equivalent JSON body (rule LTR-4): `to[name]` is a member of an object, each `postal_services[]` an item of a
 * list, `true` and `false` are booleans in a boolean field. A field sent twice, or in two forms, becomes a nested list,
 * which no field accepts: choosing one of the values would be a guess.
 */
export function fieldsOf(parts: readonly Part[], kinds: FieldKinds): Record<string, unknown> {
  const fields = new Map<string, FieldParts>();
  for (const part of parts) {
    const [, field = part.name, member] = /^([^[\]]+)\[(.*)\]$/s.exec(part.name) ?? [];
    const found = entry(fields, field, () => ({ values: [], items: [], members: new Map<string, unknown[]>() }));
    if (member === undefined) found.values.push(valueOf(part, field, kinds));
    else if (member === '') found.items.push(memberOf(part));
    else entry(found.members, member, () => []).push(memberOf(part));
  }
  return Object.fromEntries([...fields].map(([field, found]) => [field, onlyOne(formsOf(found))]));
}

function formsOf({ values, items, members }: FieldParts): unknown[] {
  const object = Object.fromEntries([...members].map(([name, sent]) => [name, onlyOne(sent)]));
  return [...values, ...(items.length > 0 ? [items] : []), ...(members.size > 0 ? [object] : [])];
}

/** Whether this is the value of a field that was sent twice. */
export function isSentTwice(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && Array.isArray(value[0]);
}

function onlyOne(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : [values];
}

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function valueOf(part: Part, field: string, kinds: FieldKinds): unknown {
  if (kinds.files.includes(field)) return sentFile(part);
  const text = memberOf(part);
  return kinds.booleans.includes(field) ? (booleans.get(text) ?? text) : text;
}

/** The text of a part; a file in a text field also becomes a nested list. */
function memberOf(part: Part): unknown {
  return part.filename === undefined ? textOf(part) : [[part.content]];
}

function sentFile({ filename, contentType, content }: Part): SentFile {
  return { filename: filename || null, content_type: contentType, bytes: content };
}

function entry<Value>(map: Map<string, Value>, key: string, initial: () => Value): Value {
  const found = map.get(key) ?? initial();
  map.set(key, found);
  return found;
}

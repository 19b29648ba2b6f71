import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import { componentsByName } from './components.ts';
import { ref } from './references.ts';

/**
 * Keywords that the description leaves out: a name is said by the reference, and only compilers need a discriminator: the
 * shapes are told apart by the constant in each, and inline ones cannot be named.
 */
const UNSHOWN: readonly string[] = ['title', 'discriminator'];

/** A schema as the description shows it: its named parts are referred to. */
export function shown(schema: Schema): Schema {
  return keywordsOf(schema, shownPart);
}

/** The same with its named parts spelled out. */
export function spelledOut(schema: Schema): Schema {
  return keywordsOf(schema, spelledOut);
}

/**
 * The schema of a request, of which every field is described.
 * @throws Error for a field that nothing is said of
 */
export function requireDescribed<S extends ObjectSchema>(schema: S): S {
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties } = part as { properties?: Readonly<Record<string, Schema>> };
    for (const [name, field] of Object.entries(properties ?? {}))
      if (!field.description) throw new Error(`The schema says nothing of "${name}"`);
    Object.values(part).forEach(visit);
  };
  visit(schema);
  return schema;
}

/** The same as a part of another: one that has a name is referred to. */
export function shownPart(schema: Schema): Schema {
  const named = typeof schema.title === 'string' ? componentsByName.get(schema.title) : undefined;
  if (!named) return shown(schema);
  const { title, description } = schema;
  return { ...ref(title as string), ...(description !== named.description && { description }) };
}

function keywordsOf(schema: Schema, inner: (part: Schema) => Schema): Schema {
  const show = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(show);
    return typeof value === 'object' && value !== null ? inner(value as Schema) : value;
  };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !UNSHOWN.includes(keyword))
      .map(([keyword, value]) => [
        keyword,
        // The names of fields are no keywords.
        keyword === 'properties'
          ? Object.fromEntries(Object.entries(value as Schema).map(([name, field]) => [name, show(field)]))
          : show(value),
      ]),
  );
}

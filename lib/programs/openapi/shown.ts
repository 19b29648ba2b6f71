import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import { componentsByName, type Direction } from './components.ts';
import { ref } from './references.ts';

/** A schema as the description shows it, with references to its named parts. */
export function shown(schema: Schema, direction: Direction): Schema {
  return keywordsOf(schema, direction, (part) => shownPart(part, direction));
}

/**
 * The same for a request, with its named parts inlined, except the items of lists: for an inlined enum there, a
 * generator would create another class inside the request's class.
 */
export function spelledOut(schema: Schema): Schema {
  const { items } = schema;
  return {
    ...keywordsOf(schema, 'sent', spelledOut),
    ...(items !== undefined && { items: shownPart(items as Schema, 'sent') }),
  };
}

/** The same for a part of another schema: a reference if it has a name. */
export function shownPart(schema: Schema, direction: Direction): Schema {
  const { title, description } = schema;
  const named = typeof title === 'string' ? componentsByName.get(title)?.schema : undefined;
  if (!named) return shown(schema, direction);
  return { ...ref(title as string), ...(description !== named.description && { description }) };
}

/**
 * The schema of a request; every field must have a description.
 * @throws Error for a field that is not described
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

function keywordsOf(schema: Schema, direction: Direction, inner: (part: Schema) => Schema): Schema {
  const show = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(show);
    return typeof value === 'object' && value !== null ? inner(value as Schema) : value;
  };
  if (direction === 'answered' && schema.discriminator !== undefined) return openedUnion(schema, inner);
  // The reference contains the name.
  const { title: _title, shownPattern, shownFormat, discriminator, ...own } = schema;
  const keywords = Object.fromEntries(
    Object.entries(own).map(([keyword, value]) => [
      keyword,
      // Names of fields are not keywords of JSON Schema.
      keyword === 'properties'
        ? Object.fromEntries(Object.entries(value as Schema).map(([name, field]) => [name, show(field)]))
        : show(value),
    ]),
  );
  const whole = {
    ...keywords,
    ...(shownPattern !== undefined && { pattern: shownPattern }),
    ...(shownFormat !== undefined && { format: shownFormat }),
    ...(discriminator !== undefined && {
      discriminator: mapped(discriminator as Tag, schema.oneOf as readonly Shape[]),
    }),
  };
  return direction === 'answered' ? opened(whole) : whole;
}

interface Tag {
  propertyName: string;
}

interface Shape {
  title: string;
  properties: Readonly<Record<string, { const: string }>>;
}

/** A discriminator with the shape for each of its values. */
function mapped({ propertyName }: Tag, shapes: readonly Shape[]): Schema {
  const mapping = shapes.map(({ title, properties }) => [properties[propertyName]!.const, ref(title).$ref]);
  return { propertyName, mapping: Object.fromEntries(mapping) as Schema };
}

/**
 * An object in a response with one of several shapes, open to new ones. For `oneOf`, most generators create a type that
 * throws on a new shape, even if a fallback is among them: some count the shapes that fit, others try them by the order
 * of their names. So it is one object for all generators, and `x-extensible-oneOf` names today's shapes. Its fields are
 * those that the schema itself declares, else those of all shapes.
 */
function openedUnion(schema: Schema, inner: (part: Schema) => Schema): Schema {
  const { description, discriminator, properties } = schema;
  const shapes = schema.oneOf as readonly Shape[];
  const { propertyName } = discriminator as Tag;
  const fields = (properties as Readonly<Record<string, Schema>> | undefined) ?? fieldsOf(shapes, propertyName);
  const kinds = shapes.map((shape) => shape.properties[propertyName]!.const);
  return {
    type: 'object',
    description,
    required: properties ? Object.keys(properties) : [propertyName],
    properties: {
      [propertyName]: opened({ type: 'string', enum: kinds }),
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => (name === propertyName ? [] : [[name, inner(field)]])),
      ),
    },
    additionalProperties: true,
    'x-extensible-oneOf': shapes.map(({ title }) => ref(title)),
  };
}

/** The fields of all shapes. Each says which shapes have it. */
function fieldsOf(shapes: readonly Shape[], tag: string): Record<string, Schema> {
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties)));
  names.delete(tag);
  return Object.fromEntries(
    [...names].map((name) => {
      const having = shapes.filter(({ properties }) => name in properties);
      const kinds = having.map(({ properties }) => `\`${properties[tag]!.const}\``).join(' and ');
      return [name, { ...having[0]!.properties[name], description: `Only with ${kinds}.` }];
    }),
  );
}

/**
 * A text in a response with one of several values, open to new ones. For an `enum`, most generators create a type that
 * throws on a new value, and for `anyOf` with any text, an object around the text. A text with `x-extensible-enum`
 * (https://opensource.zalando.com/restful-api-guidelines/#112) is a plain text for all generators.
 */
function opened(schema: Schema): Schema {
  const { enum: values, description, ...rest } = schema;
  if (!Array.isArray(values)) return schema;
  const today = values.filter((value): value is string => value !== null);
  const known = `Today ${today.map((value) => `\`${value}\``).join(', ')}; more may come.`;
  return {
    ...rest,
    description: description === undefined ? known : `${description as string} ${known}`,
    'x-extensible-enum': today,
  };
}

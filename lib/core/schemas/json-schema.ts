/**
 * JSON Schema 2020-12, as OpenAPI 3.1 uses it. A `title` is the schema's name in the API description. `shownPattern` and
 * `shownFormat` are what the description shows for a text which the service checks elsewhere, with its own error.
 */
export type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema of an object with named fields. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
}

/** Carries a type and is never set. */
declare const valueType: unique symbol;

/** A schema of values whose type its keywords cannot express, e.g. the bytes of a file. */
export type Typed<S, T> = S & { readonly [valueType]: T };

/** The values that a schema accepts. Supports only the keywords that our schemas use. */
export type FromSchema<S> = S extends { readonly [valueType]: infer T }
  ? T
  : S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : S extends { readonly oneOf: readonly (infer Shape)[] }
        ? FromSchema<Shape>
        : S extends { readonly anyOf: readonly (infer Shape)[] }
          ? FromSchema<Shape>
          : S extends { readonly type: readonly (infer Type)[] }
            ? OfType<Type, S>
            : S extends { readonly type: infer Type }
              ? OfType<Type, S>
              : S extends { readonly properties: object }
                ? OfProperties<S>
                : unknown;

type OfType<Type, S> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? S extends { readonly items: infer Items }
            ? FromSchema<Items>[]
            : unknown[]
          : Type extends 'object'
            ? OfObject<S>
            : never;

type OfObject<S> = S extends { readonly properties: object }
  ? OfProperties<S>
  : S extends { readonly additionalProperties: infer Values extends object }
    ? Record<string, FromSchema<Values>>
    : object;

type OfProperties<S extends { readonly properties: object }> = S extends { readonly required: readonly (infer Name)[] }
  ? Flat<
      {
        -readonly [Field in keyof S['properties'] as Field extends Name ? Field : never]: FromSchema<
          S['properties'][Field]
        >;
      } & {
        -readonly [Field in keyof S['properties'] as Field extends Name ? never : Field]?: FromSchema<
          S['properties'][Field]
        >;
      }
    >
  : { -readonly [Field in keyof S['properties']]?: FromSchema<S['properties'][Field]> };

/** One object type instead of an intersection, so that editors show it field by field. */
type Flat<T> = { [Field in keyof T]: T[Field] };

/**
 * An object that always has all of its fields (rule REQ-12). Fields may be added at any time (rule REQ-18), so further
 * fields are not forbidden.
 * @param optional fields that documents of earlier releases, which never change, do not have
 */
export function complete<
  const Properties extends Readonly<Record<string, Schema>>,
  const Optional extends Readonly<Record<string, Schema>> = Record<never, never>,
>(description: string, properties: Properties, optional?: Optional) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return { type: 'object', description, required, properties: { ...properties, ...(optional as Optional) } } as const;
}

/** A stored object: all fields except the optional ones are always present, and further ones may be. */
export function stored<
  const Properties extends Readonly<Record<string, Schema>>,
  const Optional extends Readonly<Record<string, Schema>> = Record<never, never>,
>(properties: Properties, optional?: Optional) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return { type: 'object', required, properties: { ...properties, ...(optional as Optional) } } as const;
}

const bounds: readonly string[] = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
  'propertyNames',
];

/** Annotations of a schema, for its readers. */
const texts: readonly string[] = ['title', 'description', 'default', 'examples', 'shownPattern'];

/** The schema without its annotations. */
export function withoutTexts<S extends Schema>(schema: S): S {
  return without(texts, schema);
}

/** The schema without its limits: stored items stay valid when a limit changes. */
export function unbounded<S extends Schema>(schema: S): S {
  return without([...texts, ...bounds], schema);
}

function without<S extends Schema>(unwanted: readonly string[], schema: S): S {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const keywords = Object.entries(value).filter(([keyword]) => !unwanted.includes(keyword));
    return Object.fromEntries(
      keywords.map(([keyword, inner]) => [
        keyword,
        keyword === 'properties' ? fieldsOf(inner as Schema) : strip(inner),
      ]),
    );
  };
  // A field may have the name of a keyword.
  const fieldsOf = (fields: Schema) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, strip(field)]));
  return strip(schema) as S;
}

type Unsent<Fields> = {
  readonly [Field in keyof Fields]: Omit<Fields[Field], 'default' | 'description' | 'uniqueItems'>;
};

/** Fields of a request as stored and shown, without those that only the sender needs. */
export function kept<const Fields extends Readonly<Record<string, Schema>>>(fields: Fields): Unsent<Fields> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const { default: _default, description: _description, uniqueItems: _uniqueItems, ...shape } = field;
    return [name, shape];
  });
  return Object.fromEntries(entries) as Unsent<Fields>;
}

/** The schema under a name, which replaces it wherever it is used. */
export function named<const Title extends string, const S extends Schema>(title: Title, schema: S) {
  return { title, ...schema } as const;
}

/** The schema with another description. */
export function described<const S extends Schema>(description: string, schema: S): S {
  return { ...schema, description };
}

type Nullable<S> = S extends { readonly title: string } | { readonly type: 'object' }
  ? { readonly anyOf: readonly [S, { readonly type: 'null' }] }
  : S extends { readonly type: infer Type extends string; readonly enum: infer Values extends readonly unknown[] }
    ? Omit<S, 'type' | 'enum'> & { readonly type: readonly [Type, 'null']; readonly enum: readonly [...Values, null] }
    : S extends { readonly type: infer Type extends string }
      ? Omit<S, 'type'> & { readonly type: readonly [Type, 'null'] }
      : { readonly anyOf: readonly [S, { readonly type: 'null' }] };

/**
 * The schema, or null. Objects and named schemas are not merged with null: generators misread `type: [object, null]`
 * with fields.
 */
export function nullable<const S extends Schema>(schema: S): Nullable<S> {
  const { type, enum: values, ...rest } = schema;
  const either =
    typeof type !== 'string' || type === 'object' || 'title' in schema
      ? { anyOf: [schema, { type: 'null' }] }
      : { type: [type, 'null'], ...(values !== undefined && { enum: [...(values as unknown[]), null] }), ...rest };
  return either as unknown as Nullable<S>;
}

export function listOf<const Items extends Schema, const More extends Schema = Record<never, never>>(
  items: Items,
  more?: More,
) {
  return { type: 'array', items, ...(more as More) } as const;
}

export function oneOfTexts<const Values extends readonly string[]>(values: Values, description?: string) {
  return { type: 'string', enum: values, ...(description !== undefined && { description }) } as const;
}

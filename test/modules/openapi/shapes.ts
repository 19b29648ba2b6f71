type Schema = Record<string, unknown>;

/**
 * The values that a schema accepts, in one form for all notations: descriptions are dropped, references resolved, a
 * constant becomes a list of one, null is a type like any other, and an open list or union keeps its current values and shapes. Bounds and
 * formats are dropped too: one side may know more.
 */
export function shapeOf(schema: unknown, schemas: Readonly<Record<string, Schema>> = {}): unknown {
  const { $ref, ...own } = schema as Schema & { $ref?: string };
  if ($ref) return shapeOf({ ...schemas[$ref.split('/').at(-1)!], ...own }, schemas);
  const alternatives = (own['x-extensible-oneOf'] ?? own.anyOf ?? own.oneOf) as Schema[] | undefined;
  if (alternatives) return merged(alternatives.map((one) => shapeOf(one, schemas)).flat());
  const types = [own.type ?? []].flat() as string[];
  const listed = own['x-extensible-enum'] as unknown[] | undefined;
  const open = listed && [...listed, ...(types.includes('null') ? [null] : [])];
  const values = (own.enum ?? open ?? ('const' in own ? [own.const] : undefined)) as unknown[] | undefined;
  if (values)
    return merged([{ values: values.filter((value) => value !== null) }, ...(values.includes(null) ? [NULL] : [])]);
  return merged(types.map((type) => (type === 'null' ? NULL : { type, ...within(type, own, schemas) })));
}

const NULL = { type: 'null' };

function within(type: string, schema: Schema, schemas: Readonly<Record<string, Schema>>): object {
  if (type === 'array') return { items: shapeOf(schema.items, schemas) };
  if (type !== 'object') return {};
  const properties = Object.entries((schema.properties ?? {}) as Schema);
  const free = schema.additionalProperties;
  return {
    required: ([...((schema.required as string[] | undefined) ?? [])] as string[]).sort(),
    properties: Object.fromEntries(properties.map(([name, inner]) => [name, shapeOf(inner, schemas)])),
    ...(typeof free === 'object' && { entries: shapeOf(free, schemas) }),
  };
}

function merged(shapes: unknown[]): unknown[] {
  return shapes
    .flat()
    .map((shape) => JSON.stringify(shape))
    .sort()
    .map((text) => JSON.parse(text) as unknown);
}

/** The schema with every object closed, so that unnamed fields are errors. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  const isOpen =
    inner.properties !== undefined &&
    inner.additionalProperties === undefined &&
    inner.unevaluatedProperties === undefined &&
    !inner.allOf;
  return isOpen && inner.type === 'object' ? { ...inner, additionalProperties: false } : inner;
}

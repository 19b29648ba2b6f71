import type { Schema } from '../../core/schemas/json-schema.ts';

/** Keywords of JSON Schema that OpenAPI 3.0 does not have, and that only reject more. */
const UNKNOWN = new Set(['propertyNames', 'patternProperties', 'contentMediaType', 'contentEncoding', '$comment']);

/** Maps of schemas by name: a field may be called `examples` or `type`. */
const MAPS = new Set(['properties', 'schemas']);

/** Limits that 3.0 writes as a limit and a mark beside it. */
const LIMITS: Readonly<Record<string, string>> = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' };

/** Data, and not descriptions of it. */
const DATA = new Set(['example', 'default', 'enum', 'value']);

type Node = Record<string, unknown>;

/**
 * The same description in OpenAPI 3.0.3, for generators that read no 3.1 yet. It accepts the same requests and describes
 * the same responses: it only leaves out the webhooks, which 3.0 cannot describe, and limits on names of properties.
 */
export function openApi30(document: Schema): Schema {
  const { openapi: _, webhooks: __, info, ...rest } = document as Node;
  const { summary: ___, license, ...about } = info as Node;
  const { name } = license as Node;
  return { openapi: '3.0.3', info: { ...about, license: { name } }, ...(older(rest) as Node) };
}

function older(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== 'object' || node === null) return node;
  const converted: Node = {};
  for (const [key, value] of Object.entries(node as Node)) {
    if (UNKNOWN.has(key)) continue;
    if (DATA.has(key) || key.startsWith('x-')) converted[key] = value;
    else if (MAPS.has(key))
      converted[key] = Object.fromEntries(Object.entries(value as Node).map(([name, schema]) => [name, older(schema)]));
    else if (key === 'const') converted.enum = [value];
    // Those of a schema are a list; those of a body have names and stay.
    else if (key === 'examples' && Array.isArray(value)) converted.example = (value as unknown[])[0];
    else if (key in LIMITS) Object.assign(converted, { [LIMITS[key]!]: value, [key]: true });
    else converted[key] = older(value);
  }
  return withOneReference(withOneType(withoutNull(converted)));
}

/** A list of types becomes one, `nullable`; of several the schema is a choice. */
function withOneType(node: Node): Node {
  if (!Array.isArray(node.type)) return node;
  const { type, ...rest } = node;
  const [first, ...others] = (type as string[]).filter((name) => name !== 'null');
  const nullable = (type as string[]).includes('null') ? { nullable: true } : {};
  return others.length === 0
    ? { type: first, ...rest, ...nullable }
    : { ...rest, ...nullable, anyOf: [first, ...others].map((name) => ({ type: name })) };
}

/** `anyOf` a schema or null is that schema, `nullable`. */
function withoutNull(node: Node): Node {
  for (const key of ['anyOf', 'oneOf']) {
    const variants = node[key] as Node[] | undefined;
    const others = variants?.filter(({ type }) => type !== 'null');
    if (!variants || !others || others.length === variants.length) continue;
    const { [key]: _, ...rest } = node;
    // Beside a reference, `nullable` counts only within `allOf`.
    return { ...rest, nullable: true, ...(others.length === 1 ? { allOf: others } : { [key]: others }) };
  }
  return node;
}

/** In 3.0 everything beside a reference is ignored. */
function withOneReference(node: Node): Node {
  const { $ref, ...rest } = node;
  return $ref === undefined || Object.keys(rest).length === 0 ? node : { ...rest, allOf: [{ $ref }] };
}

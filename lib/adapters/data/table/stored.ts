import type { FromSchema, Schema } from '../../../core/schemas/json-schema.ts';
import type { Item } from './schema.ts';
import type { Table } from './table.ts';

/** Attribute with the version of an item's shape. An item without it has version 0. */
export const SHAPE_VERSION = 'shape_version';

/** Converts a value of one version to the next; `item` is the item that contains it. */
export type Upgrade = (value: Readonly<Record<string, unknown>>, item: Item) => Record<string, unknown>;

/** The shape of one kind of item through its versions (docs/evolving-data.md). */
export interface Shape<T, Kind extends string = string> {
  readonly kind: Kind;
  /** The attributes that a write of the whole value stores beside it. */
  readonly stamp: Readonly<Record<typeof SHAPE_VERSION, number>>;
  /**
   * The value of an item of this version or an older one.
   * @throws UnreadableItem
   */
  readonly read: (item: Item) => T;
}

/** An item that this release cannot read: written by a newer one, or damaged. */
export class UnreadableItem extends Error {
  readonly kind: string;
  readonly reason: string;

  constructor(kind: string, reason: string) {
    super(`a stored ${kind} cannot be read: ${reason}`);
    this.name = 'UnreadableItem';
    this.kind = kind;
    this.reason = reason;
  }
}

/**
 * The values of several items. An item that cannot be read is set aside: it is counted, raises an alarm, and stops no
 * other. Its own reads by key still fail.
 */
export function readEach<T>(table: Pick<Table, 'setAside'>, items: readonly Item[], read: (item: Item) => T): T[] {
  return items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error;
      const { kind, reason } = error;
      table.setAside({ kind, reason, partition: String(item.PK), sort_key: String(item.SK) });
      return [];
    }
  });
}

/**
 * @param valueIn the value within an item
 * @param upgrades from each version to the next, oldest first; their number is the current version
 */
export function shapeOf<S extends Schema, Kind extends string>(
  kind: Kind,
  valueIn: (item: Item) => unknown,
  schema: S,
  upgrades: readonly Upgrade[] = [],
): Shape<FromSchema<S>, Kind> {
  const present = upgrades.length;
  return {
    kind,
    stamp: { [SHAPE_VERSION]: present },
    read: (item) => {
      const version = (item[SHAPE_VERSION] ?? 0) as number;
      if (version > present) throw new UnreadableItem(kind, `its version ${version} is newer than ${present}`);
      const value = upgrades
        .slice(version)
        .reduce((older, upgrade) => upgrade(older as Record<string, unknown>, item), valueIn(item));
      const found = violatedPlaces(schema, value);
      if (found.length > 0) throw new UnreadableItem(kind, below('#', found).join(', '));
      return value as FromSchema<S>;
    },
  };
}

/** The keywords that schemas of stored values use. */
interface Keywords {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  oneOf?: readonly Keywords[];
  anyOf?: readonly Keywords[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Keywords>>;
  additionalProperties?: Keywords;
  items?: Keywords;
}

/** The result for a valid value; shared, because nearly every value is valid. */
const NOWHERE: readonly string[] = [];

/**
 * The places in a schema that a value violates. They are paths of the schema, because paths of the value may contain names
 * that customers chose. A compiled Ajv validator would add 43 KB to each function that reads a letter; this reads 5 KB of
 * schema. Paths are built on the way back, so a valid value creates no strings: searches read all mailings.
 */
function violatedPlaces(schema: Keywords, value: unknown): readonly string[] {
  const shapes = schema.oneOf ?? schema.anyOf;
  if (shapes) return shapes.some((shape) => violatedPlaces(shape, value).length === 0) ? NOWHERE : ['/anyOf'];
  if (schema.const !== undefined && value !== schema.const) return ['/const'];
  if (schema.enum && !schema.enum.includes(value)) return ['/enum'];
  if (schema.type !== undefined && !isOfOne(schema.type, value)) return ['/type'];
  if (Array.isArray(value)) return schema.items ? each(value, schema.items, '/items') : NOWHERE;
  if (typeof value !== 'object' || value === null) return NOWHERE;
  const { required = NOWHERE, properties = {}, additionalProperties } = schema;
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = required.filter((name) => fields[name] === undefined).map((name) => `/required/${name}`);
  const wrong = Object.keys(properties).flatMap((name) =>
    fields[name] === undefined
      ? NOWHERE
      : below(`/properties/${name}`, violatedPlaces(properties[name]!, fields[name])),
  );
  if (!additionalProperties) return [...missing, ...wrong];
  const free = Object.keys(fields).flatMap((name) => (Object.hasOwn(properties, name) ? [] : [fields[name]]));
  return [...missing, ...wrong, ...each(free, additionalProperties, '/additionalProperties')];
}

/** Each place once, however many values violate it. */
function each(values: readonly unknown[], schema: Keywords, place: string): readonly string[] {
  return [
    ...new Set(
      below(
        place,
        values.flatMap((value) => violatedPlaces(schema, value)),
      ),
    ),
  ];
}

function below(place: string, places: readonly string[]): string[] {
  return places.map((inner) => place + inner);
}

function isOfOne(types: string | readonly string[], value: unknown): boolean {
  return typeof types === 'string' ? isOf(types, value) : types.some((type) => isOf(type, value));
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

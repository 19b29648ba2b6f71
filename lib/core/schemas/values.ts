import { type IdKind, idPrefixes } from '../domain/ids.ts';

/** Schemas of single values that many objects share. */

export const string = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const boolean = { type: 'boolean' } as const;
export const uri = { type: 'string', format: 'uri' } as const;
export const dateTime = { type: 'string', format: 'date-time' } as const;
export const date = { type: 'string', format: 'date' } as const;
export const currency = constant('BRL');

export function constant<const Value extends string>(value: Value) {
  return { type: 'string', const: value } as const;
}

/**
 * The description shows one pattern for the ids of all kinds: for fields that two shapes of a union share, some
 * generators know only one.
 */
export function id(kind: IdKind) {
  const prefix = `${idPrefixes[kind]}_`;
  return {
    type: 'string',
    pattern: `^${prefix}[A-Za-z0-9]+$`,
    shownPattern: '^[a-z]+_[A-Za-z0-9]+$',
    description: `Begins with \`${prefix}\`.`,
  } as const;
}

export function centavos(description: string) {
  return { type: 'integer', description: `${description} In centavos.` } as const;
}

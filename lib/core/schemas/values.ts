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

export function id(kind: IdKind) {
  return { type: 'string', pattern: `^${idPrefixes[kind]}_[A-Za-z0-9]+$` } as const;
}

export function centavos(description: string) {
  return { type: 'integer', description: `${description} In centavos.` } as const;
}

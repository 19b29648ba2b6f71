import type { KeyRestrictions } from '../api/objects.ts';
import { brasiliaDate, dayAfter, startOfDay } from '../language/formats.ts';
import { centavosOf } from '../money/typed-money.ts';

export type KeyPermission = NonNullable<KeyRestrictions['operations']>[number];

/** Restrictions of a key as people type them. */
export interface TypedRestrictions {
  permissions: readonly KeyPermission[];
  maxPrice: string;
  dailyLimit: string;
  totalLimit: string;
  /** One range a line. */
  postalCodes: string;
  /** The last day on which the key works, in Brasília; empty for none. */
  lastDay: string;
}

export type TypedField = keyof TypedRestrictions;

/** Whoever changes webhooks receives every event, so the service demands the permission to read (rule KEY-2). */
export const withRead = (permissions: readonly KeyPermission[]): readonly KeyPermission[] =>
  permissions.includes('manage_webhooks') && !permissions.includes('read') ? ['read', ...permissions] : permissions;

/** @param all every permission; a key without restrictions has them all */
export function typed(
  restrictions: KeyRestrictions | null,
  all: readonly KeyPermission[],
  range: (from: string, to: string) => string,
): TypedRestrictions {
  const amount = (centavos: number | null | undefined) =>
    typeof centavos === 'number' ? (centavos / 100).toFixed(2).replace('.', ',') : '';
  return {
    permissions: restrictions?.operations ?? all,
    maxPrice: amount(restrictions?.max_price),
    dailyLimit: amount(restrictions?.daily_limit),
    totalLimit: amount(restrictions?.total_limit),
    postalCodes: (restrictions?.postal_codes ?? [])
      .map(({ from, to }) => (from === to ? from : range(from, to)))
      .join('\n'),
    lastDay: lastDayOf(restrictions),
  };
}

/** The restrictions, and the fields that cannot be read. @param before what the key is restricted to now */
export function readRestrictions(
  { permissions, maxPrice, dailyLimit, totalLimit, postalCodes, lastDay }: TypedRestrictions,
  all: readonly KeyPermission[],
  before: KeyRestrictions | null,
): { restrictions: KeyRestrictions; wrong: ReadonlySet<TypedField> } {
  const wrong = new Set<TypedField>();
  const amount = (field: TypedField, text: string) => {
    const centavos = centavosOf(text);
    if (text.trim() !== '' && centavos === undefined) wrong.add(field);
    return centavos ?? null;
  };
  if (permissions.length === 0) wrong.add('permissions');
  const ranges = postalCodes.split('\n').flatMap((line) => (line.trim() === '' ? [] : [rangeOf(line)]));
  if (ranges.includes(undefined)) wrong.add('postalCodes');
  const expires = lastDay === '' ? null : startOfDay(dayAfter(lastDay));
  const restrictions: KeyRestrictions = {
    operations: all.every((permission) => permissions.includes(permission)) ? null : [...permissions],
    max_price: amount('maxPrice', maxPrice),
    daily_limit: amount('dailyLimit', dailyLimit),
    total_limit: amount('totalLimit', totalLimit),
    postal_codes: ranges.length === 0 ? null : ranges.flatMap((found) => found ?? []),
    // An operator may have set an instant within a day.
    expires_at: lastDay === lastDayOf(before) ? (before?.expires_at ?? null) : expires,
  };
  return { restrictions, wrong };
}

/** `01000-000 a 05999-999`, with whatever word between, or one postal code; the first is never after the last. */
function rangeOf(line: string): { from: string; to: string } | undefined {
  const found = line.match(/\d{5}-?\d{3}/g) ?? [];
  const [from, to = from, ...more] = found;
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  if (/\d/.test(line.replace(/\d{5}-?\d{3}/g, ''))) return undefined;
  return from.replace('-', '') <= to.replace('-', '') ? { from, to } : undefined;
}

const lastDayOf = (restrictions: KeyRestrictions | null): string =>
  restrictions?.expires_at ? brasiliaDate(0, new Date(Date.parse(restrictions.expires_at) - 1)) : '';

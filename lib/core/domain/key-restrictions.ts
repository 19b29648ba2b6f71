import type { ApiKey, KeyRestrictions, KeyRestrictionsOrder, KeySpending, UsedApiKey } from '../schemas/api-key.ts';
import { formatPostalCode, normalizePostalCode } from './addresses.ts';
import { keyPermissions } from './key-permissions.ts';
import { type Detail, notAllowed, Problem } from './problems.ts';
import { utcDayOf } from './units.ts';

/**
 * Ordered restrictions as they are stored; null if they restrict nothing.
 * @throws Problem invalid_parameters
 */
export function restrictionsOf(order: KeyRestrictionsOrder | undefined): KeyRestrictions | null {
  if (!order) return null;
  const { operations, max_price, daily_limit, total_limit, postal_codes, expires_at } = order;
  const digits = (text: string) => normalizePostalCode(text)!;
  const backward = (postal_codes ?? []).flatMap(({ from, to }, index): Detail[] =>
    digits(from) <= digits(to)
      ? []
      : [{ param: `restrictions.postal_codes[${index}]`, ...notAllowed({ reason: 'backward_range' }) }],
  );
  const blind = operations?.includes('manage_webhooks') && !operations.includes('read');
  const problems: Detail[] = [
    ...(blind ? [{ param: 'restrictions.operations', ...notAllowed({ reason: 'webhooks_without_read' }) }] : []),
    ...backward,
  ];
  if (problems.length > 0) throw Problem.invalid(problems);
  const formatted = (text: string) => formatPostalCode(digits(text));
  const restrictions: KeyRestrictions = {
    operations: operations ?? null,
    max_price: max_price ?? null,
    daily_limit: daily_limit ?? null,
    total_limit: total_limit ?? null,
    postal_codes: postal_codes?.map(({ from, to }) => ({ from: formatted(from), to: formatted(to) })) ?? null,
    expires_at: expires_at ? Date.parse(expires_at) : null,
  };
  return Object.values(restrictions).every((value) => value === null) ? null : restrictions;
}

/** Whether a key no longer works (rule KEY-1). @param now epoch milliseconds */
export const hasExpired = (restrictions: KeyRestrictions | null | undefined, now: number): boolean =>
  typeof restrictions?.expires_at === 'number' && restrictions.expires_at <= now;

/**
 * @param operation the name of its function
 * @throws Problem api_key_not_allowed when the key may not call it (rule KEY-2)
 */
export function requireOperation(restrictions: KeyRestrictions | null | undefined, operation: string): void {
  const permissions = restrictions?.operations;
  if (!permissions) return;
  const isAllowed = permissions.some((permission) =>
    (keyPermissions[permission] as readonly string[]).includes(operation),
  );
  if (!isAllowed) throw new Problem('api_key_not_allowed', { values: { operation } });
}

interface PricedMailing {
  price: { total: number };
  to: { postal_code: string };
}

/**
 * @throws Problem api_key_not_allowed when the mailing costs more than the key may order, or goes elsewhere (rule KEY-3)
 */
export function requireMailing(restrictions: KeyRestrictions | null | undefined, { price, to }: PricedMailing): void {
  if (!restrictions) return;
  const { postal_codes } = restrictions;
  requirePrice(restrictions, price);
  if (postal_codes && !postal_codes.some((range) => isWithin(range, to.postal_code)))
    throw new Problem('api_key_not_allowed', { values: { postal_code: to.postal_code } });
}

/** @throws Problem api_key_not_allowed when a mailing of this price costs more than the key may order (rule KEY-3) */
export function requirePrice({ max_price }: Pick<KeyRestrictions, 'max_price'>, { total }: { total: number }): void {
  if (max_price !== null && total > max_price)
    throw new Problem('api_key_not_allowed', { values: { price: total, max_price } });
}

/** Both ends belong to the range. */
function isWithin({ from, to }: { from: string; to: string }, postalCode: string): boolean {
  const [low, code, high] = [from, postalCode, to].map((text) => normalizePostalCode(text)!) as [
    string,
    string,
    string,
  ];
  return low <= code && code <= high;
}

/** What a key orders now. */
export interface KeyCharge {
  account_id: string;
  key_id: string;
  /** Centavos. */
  amount: number;
}

/** Centavos; null for no limit. */
export type KeyLimits = Pick<KeyRestrictions, 'daily_limit' | 'total_limit'>;

/** What a key has ordered when it is first restricted. */
export const newSpending = ({ daily_limit, total_limit }: KeyLimits): KeySpending => ({
  spent: 0,
  day: 0,
  spent_in_day: 0,
  daily_limit,
  total_limit,
  version: 1,
});

/** A key that was never used. */
export const unusedKey = (key: ApiKey): UsedApiKey => ({
  ...key,
  last_used_at: null,
  spending: key.restrictions ? newSpending(key.restrictions) : null,
});

/** What a key has ordered in the day of an instant, in centavos. */
export const spentInDay = ({ day, spent_in_day }: Pick<KeySpending, 'day' | 'spent_in_day'>, now: number): number =>
  day === utcDayOf(now) ? spent_in_day : 0;

/**
 * The key's spending after an order (rule KEY-4).
 * @param now epoch milliseconds
 * @returns the problem when the order exceeds a limit
 */
export function spend(spending: KeySpending, amount: number, now: number): KeySpending | Problem {
  const { daily_limit, total_limit } = spending;
  // The clock of another function may be behind, and the day before is over.
  const day = Math.max(utcDayOf(now), spending.day);
  const today = day === spending.day ? spending.spent_in_day : 0;
  if (total_limit !== null && spending.spent + amount > total_limit)
    return limitReached({ price: amount, left: Math.max(total_limit - spending.spent, 0) });
  if (daily_limit !== null && today + amount > daily_limit)
    return limitReached({ price: amount, left_today: Math.max(daily_limit - today, 0) });
  return { ...spending, spent: spending.spent + amount, day, spent_in_day: today + amount };
}

const limitReached = (values: Record<string, number>) => new Problem('api_key_limit_reached', { values });

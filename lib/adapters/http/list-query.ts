import type { Account } from '../../core/domain/accounts.ts';
import { Problem } from '../../core/domain/problems.ts';
import { DEFAULT_LIMIT, type PageQuery } from '../../core/schemas/list.ts';
import { openCursor, sealCursor } from './cursors.ts';

/** Instants in epoch milliseconds, the first inclusive, the second exclusive. */
export interface Period {
  createdAfter?: number;
  createdBefore?: number;
}

/** The requested page; `after` is the id to continue after. */
export interface ListPage extends Period {
  limit: number;
  after?: string;
}

/**
 * Reads a validated list query.
 * @param list the list's name; a cursor of another list is rejected
 * @returns the page, and a function that creates its `next_cursor` from the last id
 * @throws Problem invalid_parameters for a modified cursor, or one of another list, with other filters or another limit
 */
export function openPage(
  list: string,
  account: Pick<Account, 'cursor_secret'>,
  query: PageQuery,
): { page: ListPage; nextCursor: (next: string | null) => string | null } {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { list, limit, filters };
  const page: ListPage = { limit, ...periodOf(query) };
  if (cursor !== undefined) {
    const opened = openCursor(account.cursor_secret, scope, cursor);
    if ('detail' in opened) throw Problem.invalid([opened.detail]);
    page.after = opened.lastKey;
  }
  return { page, nextCursor: (next) => (next === null ? null : sealCursor(account.cursor_secret, scope, next)) };
}

/** The period of a validated query. */
export function periodOf({
  created_after,
  created_before,
}: Pick<PageQuery, 'created_after' | 'created_before'>): Period {
  return {
    ...(created_after !== undefined && { createdAfter: boundOf(created_after) }),
    ...(created_before !== undefined && { createdBefore: boundOf(created_before) }),
  };
}

const DATE_TIME = /^([\d-]{10})[Tt\s]([\d:]{6})(\d\d)(\.\d+)?(?:[Zz]|([+-]\d\d):?(\d\d)?)$/;

/**
 * A bound on `created_at`, rounded up to the second. Responses show instants in whole seconds, rounded down, and customers
 * compare with these: shown < bound is true exactly when created < bound rounded up.
 * @param text accepted by the `date-time` format
 */
export function boundOf(text: string): number {
  const [, date, minutes, seconds, fraction = '', hours = '+00', offsetMinutes = '00'] = DATE_TIME.exec(text)!;
  // A leap second counts as the end of the second before.
  const isLeap = seconds === '60';
  const whole = Date.parse(`${date}T${minutes}${isLeap ? '59' : seconds}${hours}:${offsetMinutes}`);
  return whole + (isLeap ? 1000 : 0) + (/[1-9]/.test(fraction) ? 1000 : 0);
}

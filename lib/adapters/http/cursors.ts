import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Detail, notAllowed } from '../../core/domain/problems.ts';
import { canonical } from './fingerprint.ts';

/** What a cursor continues: it is valid in the same list with the same filters and limit (rule LIST-3). */
export interface CursorScope {
  list: string;
  filters: Readonly<Record<string, unknown>>;
  limit: number;
}

/** Half a SHA-256: 128 bits are enough, since a forged cursor only reaches objects of the forger's own account. */
const MAC_BYTES = 16;

/**
 * An opaque cursor to continue after the object with this sort key.
 * @param secret the account's `cursor_secret`
 */
export function sealCursor(secret: string, scope: CursorScope, lastKey: string): string {
  return Buffer.concat([macOf(secret, scope, lastKey), Buffer.from(lastKey)]).toString('base64url');
}

/** The error for a cursor that was not issued for this list. */
export const foreignCursor: Detail = { param: 'cursor', ...notAllowed({ reason: 'foreign_cursor' }) };

/** The sort key in a cursor, or the error for one of another list or account, or a modified one. */
export function openCursor(
  secret: string,
  scope: CursorScope,
  cursor: string,
): { lastKey: string } | { detail: Detail } {
  const bytes = Buffer.from(cursor, 'base64url');
  const lastKey = bytes.subarray(MAC_BYTES).toString();
  const mac = bytes.subarray(0, MAC_BYTES);
  // Node decodes base64 leniently; only the exact text that was issued is accepted.
  const genuine =
    bytes.toString('base64url') === cursor &&
    mac.length === MAC_BYTES &&
    timingSafeEqual(mac, macOf(secret, scope, lastKey));
  return genuine ? { lastKey } : { detail: foreignCursor };
}

/** True for text in the form of a cursor: a MAC and an id. Only `openCursor` checks its owner and its list. */
export function isCursorShaped(cursor: string): boolean {
  const bytes = Buffer.from(cursor, 'base64url');
  return bytes.toString('base64url') === cursor && /^[a-z]+_[0-9a-z]+$/.test(bytes.subarray(MAC_BYTES).toString());
}

function macOf(secret: string, { list, filters, limit }: CursorScope, lastKey: string): Buffer {
  const bound = canonical([list, limit, filters, lastKey]);
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(bound).digest().subarray(0, MAC_BYTES);
}

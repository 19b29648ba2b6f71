import { createHmac } from 'node:crypto';
import { sha256 } from '../../core/sha256.ts';

/**
 * The identity of a request: method, path and parsed body (rule IDEM-2). Headers, the order of fields and white space do not
 * matter.
 * @param idempotencyKey key of the hash. No record contains it in plain text, so a reader of a record cannot find a
 * body with few possible values, such as a six-digit code, by trying them all.
 */
export function fingerprintOf(idempotencyKey: string, method: string, path: string, body: unknown): string {
  // The gateway treats paths with and without a trailing slash alike.
  const request = `${method} ${path.replace(/\/$/, '')}\n${canonical(body)}`;
  return createHmac('sha256', idempotencyKey).update(request).digest('hex');
}

/** JSON with sorted names. A file is replaced by its unquoted SHA-256, which cannot be confused with a JSON value. */
export function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `sha256:${sha256(value)}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

import { createHmac } from 'node:crypto';
import { sha256 } from '../../core/sha256.ts';

/**
 * The identity of a request: method, path and the parsed body (rule IDEM-2). Not
 * the headers, not the order of fields or the blanks between them.
 * @param idempotencyKey keys the hash. No record holds it in clear, so nobody who reads a record can find a body of few
 * possible values, such as a tried code of six digits, by trying them all.
 */
export function fingerprintOf(idempotencyKey: string, method: string, path: string, body: unknown): string {
  // The gateway treats paths with and without a trailing slash alike.
  const request = `${method} ${path.replace(/\/$/, '')}\n${canonical(body)}`;
  return createHmac('sha256', idempotencyKey).update(request).digest('hex');
}

/** JSON with sorted names; bytes of a file stand as their bare SHA-256, which no JSON value can look like. */
export function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `sha256:${sha256(value)}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

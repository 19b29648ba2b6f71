import { createHmac } from 'node:crypto';
import { sha256 } from '../../core/sha256.ts';

/**
 * What makes two requests the same: method, path and the parsed body (rule IDEM-2). Not
 * the headers, not the order of fields or the blanks between them.
 * @param idempotencyKey keys the hash. No record holds it in clear, so nobody who reads a record can find a body of few
 * possible values, such as a tried code of six digits, by trying them all.
 */
export function fingerprintOf(idempotencyKey: string, method: string, path: string, body: unknown): string {
  // The gateway takes a path with and without a slash at its end for one.
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

import { sha256 } from '../../core/sha256.ts';

/**
 * What makes two requests the same: method, path and the parsed body (rule IDEM-2). Not
 * the headers, not the order of fields or the blanks between them.
 */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  // The gateway takes a path with and without a slash at its end for one.
  return sha256(`${method} ${path.replace(/\/$/, '')}\n${canonical(body)}`);
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

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonical, fingerprintOf } from '../../../lib/adapters/http/fingerprint.ts';

/** Small enough that two of them are sometimes equal. */
const smallValue = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', '1') });

describe('fingerprint of a request', () => {
  test('ignores the order of names and the spaces between them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 1_000 }), (value, seed) => {
        const rewritten: unknown = JSON.parse(JSON.stringify(shuffled(value, seed), null, 3));
        expect(canonical(rewritten)).toBe(canonical(value));
      }),
    );
  });

  test('distinguishes different values', () => {
    fc.assert(
      fc.property(smallValue, smallValue, (one, other) => {
        const same = isDeepStrictEqual(reread(one), reread(other));
        expect(canonical(one) === canonical(other)).toBe(same);
      }),
    );
  });

  test('is canonical JSON for JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(JSON.parse(canonical(value))).toEqual(reread(value))));
  });

  test('depends on the bytes of a file, and differs from any text', () => {
    const bytes = Buffer.from('%PDF-1.7');
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(canonical({ file: bytes })).toBe(`{"file":sha256:${hash}}`);
    expect(canonical({ file: new Uint8Array(bytes) })).toBe(canonical({ file: bytes }));
    expect(canonical({ file: `sha256:${hash}` })).not.toBe(canonical({ file: bytes }));
  });

  test('ignores a slash at the end of the path', () => {
    expect(fingerprintOf('key', 'POST', '/letters/', {})).toBe(fingerprintOf('key', 'POST', '/letters', {}));
  });

  test('depends on method, path, body, and the key, which no record holds', () => {
    const all = [
      fingerprintOf('key', 'POST', '/letters', {}),
      fingerprintOf('key', 'POST', '/letters/quote', {}),
      fingerprintOf('key', 'PUT', '/letters', {}),
      fingerprintOf('key', 'POST', '/letters', { a: 1 }),
      fingerprintOf('another key', 'POST', '/letters', {}),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

/** The same value with the names of each object in another order. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((inner) => shuffled(inner, seed));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [name, shuffled(inner, seed)]);
  fields.sort(([a], [b]) => weight(a, seed) - weight(b, seed));
  return Object.fromEntries(fields);
}

/** The value as parsed from its JSON, where zero has no sign. */
function reread(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function weight(name: string, seed: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE();
}

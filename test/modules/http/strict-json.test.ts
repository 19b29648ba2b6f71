import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseStrictJson } from '../../../lib/core/strict-json.ts';

const invalid = expect.objectContaining({ code: 'invalid_json' });

describe('strict JSON', () => {
  test('reads the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['a cut text', '{"a":'],
    ['a trailing comma', '{"a":1,}'],
    ['a byte order mark', '\uFEFF{}'],
    ['NaN', '{"a":NaN}'],
    ['a repeated name', '{"a":1,"b":2,"a":3}'],
    ['a repeated name, once escaped', '{"a":1,"\\u0061":2}'],
    ['a repeated name, with spaces before the colon', '{"a":1,"a" \n\t\r:2}'],
    ['a repeated name, nested deeply', '[{"x":{"a":{},"a":[]}}]'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['half a surrogate pair in a name', '{"\\ude00":1}'],
    ['half a surrogate pair, not escaped', '{"a":"\ud83d"}'],
    ['10,001 values', `[${'1,'.repeat(10_000)}1]`],
    ['33 levels', '['.repeat(33) + ']'.repeat(33)],
    ['a million levels', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
  ])('rejects %s', (_, text) => {
    expect(() => parseStrictJson(text)).toThrow(invalid);
  });

  test.each([
    ['the same name in different objects', '[{"a":{"a":1}},{"a":2}]'],
    ['a value like a name', '{"a":"a","b":["a","a"]}'],
    ['brackets and quotes in strings', '{"a":"{[\\"}","b\\\\":"]:","c\\\\\\"":1}'],
    ['a whole surrogate pair', '{"a":"\\ud83d\\ude00"}'],
    ['10,000 values', `[${'1,'.repeat(9_999)}1]`],
    ['32 levels', '['.repeat(32) + ']'.repeat(32)],
  ])('accepts %s', (_, text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  test('keeps `__proto__` as an own name, which validation rejects', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });
});

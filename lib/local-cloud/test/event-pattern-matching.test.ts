import { describe, expect, test } from '@jest/globals';
import { compilePattern, matchesPattern } from '../events/event-pattern.ts';

const event = {
  source: 'malote',
  'detail-type': 'letter.printed',
  resources: ['arn:a', 'arn:b'],
  detail: {
    status: 'printed',
    pages: 3,
    price: 301.8,
    color: false,
    note: null,
    empty: [],
    ip: '10.0.0.33',
    ip6: '2001:db8::1',
    path: 'in/2026/report.jsonl',
    items: [
      { kind: 'sheet', count: 2 },
      { kind: 'stamp', count: 5 },
    ],
    nested: { id: 'x' },
  },
};

describe('matches', () => {
  test.each<[string, object]>([
    ['an exact value, one of several', { source: ['other', 'malote'] }],
    ['all fields', { source: ['malote'], 'detail-type': ['letter.printed'], detail: { status: ['printed'] } }],
    ['one element of an array', { resources: ['arn:b', 'arn:c'] }],
    ['numbers, booleans and null by their JSON value', { detail: { pages: [3], color: [false], note: [null] } }],
    ['prefix', { detail: { path: [{ prefix: 'in/' }] } }],
    ['prefix, ignoring case', { detail: { path: [{ prefix: { 'equals-ignore-case': 'IN/' } }] } }],
    ['suffix', { detail: { path: [{ suffix: '.jsonl' }] } }],
    ['suffix, ignoring case', { detail: { path: [{ suffix: { 'equals-ignore-case': '.JSONL' } }] } }],
    ['equals-ignore-case', { detail: { status: [{ 'equals-ignore-case': 'PRINTED' }] } }],
    ['wildcard', { detail: { path: [{ wildcard: 'in/*/report*.jsonl' }] } }],
    ['wildcard over no characters', { detail: { status: [{ wildcard: '*printed*' }] } }],
    ['numeric, one comparison', { detail: { price: [{ numeric: ['=', 3.018e2] }] } }],
    ['numeric, a range', { detail: { pages: [{ numeric: ['>', 0, '<=', 3] }] } }],
    ['cidr', { detail: { ip: [{ cidr: '10.0.0.0/24' }], ip6: [{ cidr: '2001:db8::/32' }] } }],
    ['exists: true', { detail: { status: [{ exists: true }], note: [{ exists: true }] } }],
    [
      'exists: false of an absent field, also below an absent one',
      { detail: { missing: [{ exists: false }] }, other: { a: [{ exists: false }] } },
    ],
    ['exists: false of a field that is not a leaf', { detail: { nested: [{ exists: false }] } }],
    ['exists: false of an empty array', { detail: { empty: [{ exists: false }] } }],
    ['anything-but a string', { detail: { status: [{ 'anything-but': 'posted' }] } }],
    ['anything-but several strings', { detail: { status: [{ 'anything-but': ['posted', 'failed'] }] } }],
    ['anything-but numbers', { detail: { pages: [{ 'anything-but': [1, 2] }] } }],
    ['anything-but a number, of a string', { detail: { status: [{ 'anything-but': 0 }] } }],
    ['anything-but null is of another type', { detail: { note: [{ 'anything-but': 'x' }] } }],
    ['anything-but a prefix', { detail: { path: [{ 'anything-but': { prefix: 'out/' } }] } }],
    ['anything-but several suffixes', { detail: { path: [{ 'anything-but': { suffix: ['.csv', '.txt'] } }] } }],
    ['anything-but, ignoring case', { detail: { status: [{ 'anything-but': { 'equals-ignore-case': ['POSTED'] } }] } }],
    ['anything-but a wildcard', { detail: { path: [{ 'anything-but': { wildcard: 'out/*' } }] } }],
    ['anything-but an empty wildcard', { detail: { path: [{ 'anything-but': { wildcard: '' } }] } }],
    ['one element other than the excluded one', { resources: [{ 'anything-but': 'arn:a' }] }],
    [
      '$or next to other fields',
      { source: ['malote'], $or: [{ detail: { pages: [9] } }, { detail: { color: [false] } }] },
    ],
    ['$or within a field', { detail: { $or: [{ status: ['posted'] }, { pages: [{ numeric: ['<', 5] }] }] } }],
    ['both fields in the same element of an array', { detail: { items: { kind: ['sheet'], count: [2] } } }],
  ])('%s', (_, pattern) => {
    expect(matchesPattern(pattern, event)).toBe(true);
  });
});

describe('does not match', () => {
  test.each<[string, object]>([
    ['another value', { source: ['other'] }],
    ['one field of two', { source: ['malote'], 'detail-type': ['letter.posted'] }],
    ['a string for a number', { detail: { pages: ['3'] } }],
    ['keys in another case', { Source: ['malote'] }],
    ['null for an absent field', { detail: { missing: [null] } }],
    ['null for an empty array', { detail: { empty: [null] } }],
    ['a prefix of a number', { detail: { pages: [{ prefix: '3' }] } }],
    ['a wildcard that must reach the end', { detail: { path: [{ wildcard: 'in/*/report' }] } }],
    ['an escaped wildcard', { detail: { path: [{ wildcard: 'in/\\*' }] } }],
    ['a number outside a range', { detail: { pages: [{ numeric: ['>', 3, '<', 9] }] } }],
    ['a numeric comparison of a string', { detail: { status: [{ numeric: ['>', 0] }] } }],
    ['an address outside a block', { detail: { ip: [{ cidr: '10.0.1.0/24' }] } }],
    ['a block of the other family', { detail: { ip6: [{ cidr: '0.0.0.0/0' }] } }],
    ['exists: true of an absent field', { detail: { missing: [{ exists: true }] } }],
    ['exists: false of a present one', { detail: { status: [{ exists: false }] } }],
    ['anything-but its own value', { detail: { status: [{ 'anything-but': ['printed', 'posted'] }] } }],
    ['anything-but of an absent field', { detail: { missing: [{ 'anything-but': 'x' }] } }],
    ['anything-but its own prefix', { detail: { path: [{ 'anything-but': { prefix: ['in/', 'out/'] } }] } }],
    ['none of $or', { $or: [{ source: ['a'] }, { source: ['b'] }] }],
    ['$or when another field fails', { source: ['other'], $or: [{ source: ['malote'] }, { source: ['b'] }] }],
    ['two fields in different elements of an array', { detail: { items: { kind: ['sheet'], count: [5] } } }],
    ['inherited members', { detail: { constructor: [{ exists: true }] } }],
  ])('%s', (_, pattern) => {
    expect(matchesPattern(pattern, event)).toBe(false);
  });
});

test('a literal asterisk and backslash are escaped by a backslash', () => {
  const pattern = { name: [{ wildcard: 'a\\*b\\\\*' }] };
  expect(matchesPattern(pattern, { name: 'a*b\\c' })).toBe(true);
  expect(matchesPattern(pattern, { name: 'axb\\c' })).toBe(false);
});

test('filters records of a Lambda event source as well', () => {
  const matches = compilePattern({ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: [{ prefix: 'evt_' }] } } } });
  expect(matches({ eventName: 'INSERT', dynamodb: { Keys: { SK: { S: 'evt_1' } } } })).toBe(true);
  expect(matches({ eventName: 'MODIFY', dynamodb: { Keys: { SK: { S: 'evt_1' } } } })).toBe(false);
});

describe('rejects', () => {
  test.each<[string, unknown]>([
    ['an empty pattern', {}],
    ['no object', ['malote']],
    ['a value that is not a list', { source: 'malote' }],
    ['an empty list', { source: [] }],
    ['an empty nested pattern', { detail: {} }],
    ['a list in a list', { source: [['malote']] }],
    ['an unknown operator', { source: [{ contains: 'a' }] }],
    ['two operators at once', { source: [{ prefix: 'a', suffix: 'b' }] }],
    ['a prefix that is not text', { source: [{ prefix: 1 }] }],
    ['an unknown operator within a prefix', { source: [{ prefix: { wildcard: 'a' } }] }],
    ['equals-ignore-case of a list', { source: [{ 'equals-ignore-case': ['a'] }] }],
    ['consecutive wildcards', { source: [{ wildcard: 'a**' }] }],
    ['a backslash before another character', { source: [{ wildcard: 'a\\b' }] }],
    ['a backslash at the end', { source: [{ wildcard: 'a\\' }] }],
    ['exists with a text', { source: [{ exists: 'yes' }] }],
    ['numeric with a text', { pages: [{ numeric: ['>', '0'] }] }],
    ['numeric beyond five billion', { pages: [{ numeric: ['>', 5e9 + 1] }] }],
    ['numeric with an unknown comparison', { pages: [{ numeric: ['!=', 1] }] }],
    ['an empty numeric range', { pages: [{ numeric: ['>', 5, '<', 5] }] }],
    ['numeric with three parts', { pages: [{ numeric: ['>', 5, '<'] }] }],
    ['a malformed block', { ip: [{ cidr: '10.0.0.0/33' }] }],
    ['a malformed address', { ip: [{ cidr: 'bad/24' }] }],
    ['anything-but null', { source: [{ 'anything-but': null }] }],
    ['anything-but of mixed types', { source: [{ 'anything-but': ['a', 1] }] }],
    ['anything-but an empty prefix', { source: [{ 'anything-but': { prefix: '' } }] }],
    [
      'anything-but a prefix, ignoring case',
      { source: [{ 'anything-but': { prefix: { 'equals-ignore-case': 'a' } } }] },
    ],
    ['anything-but numeric', { pages: [{ 'anything-but': { numeric: ['>', 0] } }] }],
    ['$or with one alternative', { $or: [{ source: ['a'] }] }],
  ])('%s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow(expect.objectContaining({ code: 'InvalidEventPatternException' }));
  });
});

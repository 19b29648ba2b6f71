import { describe, expect, test } from '@jest/globals';
import { healthOf, letterOf, quickShare, withCalls } from '../../lib/core/domain/recent-calls.ts';

test.each([
  [{ status: 200, duration_ms: 0 }, false, 'a'],
  [{ status: 204, duration_ms: 49 }, false, 'a'],
  [{ status: 200, duration_ms: 50 }, false, 'b'],
  [{ status: 500, duration_ms: 50 }, false, 'B'],
  [{ status: 200, duration_ms: 999 }, false, 'e'],
  [{ status: 200, duration_ms: 2_999 }, false, 'f'],
  [{ status: 200, duration_ms: 3_000 }, false, 'g'],
  [{ status: 200, duration_ms: 10 }, true, 'g'],
  [{ status: null, duration_ms: 15_000 }, true, 'G'],
])('%j, hung: %s, is %s', (call, hung, letter) => {
  expect(letterOf(call, hung)).toBe(letter);
});

test('the last hundred calls are kept', () => {
  const recent = withCalls('a'.repeat(99), ['b', 'c']);
  expect(recent).toBe('a'.repeat(98) + 'bc');
});

describe('the share of quick calls', () => {
  test.each([
    ['', 1],
    ['G', 0],
    ['gA', 0.5],
    ['ffffG', 0],
    ['aaaaaaaaaG', 0.9],
    ['G'.repeat(80) + 'a'.repeat(20), 1],
    ['a'.repeat(80) + 'G'.repeat(10) + 'e'.repeat(10), 0.5],
  ])('of %s is %s', (recent, share) => {
    expect(quickShare(recent)).toBe(share);
  });
});

describe('health', () => {
  test('is unknown before the first call', () => {
    expect(healthOf('')).toBeNull();
  });

  test.each([
    ['a', { calls: 1, success_share: 1, p50_ms: 50, p95_ms: 50 }],
    ['aB', { calls: 2, success_share: 0.5, p50_ms: 50, p95_ms: 100 }],
    ['G'.repeat(5) + 'c'.repeat(95), { calls: 100, success_share: 0.95, p50_ms: 250, p95_ms: 250 }],
    ['G'.repeat(6) + 'c'.repeat(94), { calls: 100, success_share: 0.94, p50_ms: 250, p95_ms: null }],
  ])('of %s', (recent, health) => {
    expect(healthOf(recent)).toEqual(health);
  });
});

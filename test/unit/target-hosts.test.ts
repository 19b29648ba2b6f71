import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  hostLimits,
  hostOf,
  isCounted,
  isOverloaded,
  isUnknownTo,
  newHost,
  placesAtOnce,
  rateAfter,
} from '../../lib/core/domain/target-hosts.ts';

const named = (...endpoints: string[]) => ({ ...newHost, endpoints: new Set(endpoints) });

describe('the calls of a host (rule HOOK-13)', () => {
  test('are counted from the third endpoint on, which is the last that is noted', () => {
    expect([named(), named('a'), named('a', 'b'), named('a', 'b', 'c')].map(isCounted)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(isUnknownTo(named('a'), 'a')).toBe(false);
    expect(isUnknownTo(named('a', 'b'), 'c')).toBe(true);
    expect(isUnknownTo(named('a', 'b', 'c'), 'd')).toBe(false);
  });

  test('a host is a name with its port, however it is written', () => {
    expect(hostOf('https://EXAMPLE.com/a?b#c')).toBe('example.com');
    expect(hostOf('https://example.com:443/')).toBe('example.com');
    expect(hostOf('https://example.com:8443/')).toBe('example.com:8443');
  });

  test.each([
    [200, null, false],
    [404, null, false],
    [500, null, false],
    [429, null, true],
    [503, null, true],
    [null, 'answer_timeout', true],
    [null, 'connect_failed', true],
    // Nobody was called.
    [null, 'address_refused', false],
  ])('an answer %s %s: the host has too much to do: %s', (status, error, overloaded) => {
    expect(isOverloaded({ status, error })).toBe(overloaded);
  });

  test('halve when it has too much to do, and grow by a tenth only when more are wanted', () => {
    expect(rateAfter(20, { overloaded: true, wanted: true })).toBe(10);
    expect(rateAfter(20, { overloaded: false, wanted: true })).toBe(22);
    expect(rateAfter(1, { overloaded: false, wanted: true })).toBe(2);
    expect(rateAfter(20, { overloaded: false, wanted: false })).toBe(20);
  });

  test('stay between the least and the most, whatever it answers, and never stop', () => {
    const answers = fc.array(fc.record({ overloaded: fc.boolean(), wanted: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(answers, (all) => {
        const rate = all.reduce(rateAfter, hostLimits.start as number);
        expect(Number.isInteger(rate)).toBe(true);
        expect(rate).toBeGreaterThanOrEqual(hostLimits.least);
        expect(rate).toBeLessThanOrEqual(hostLimits.most);
      }),
    );
  });

  test('one write takes no more places than the rate has or calls wait for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1000 }), (rate, waiting) => {
        const places = placesAtOnce(rate, waiting);
        expect(places).toBeGreaterThanOrEqual(1);
        expect(places).toBeLessThanOrEqual(Math.min(rate, waiting));
      }),
    );
  });
});

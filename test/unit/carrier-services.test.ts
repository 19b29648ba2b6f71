import { describe, expect, test } from '@jest/globals';
import { isTracked, postalServices, requiredBy } from '../../lib/core/domain/carrier-services.ts';

describe('carrier services (rule LTR-2)', () => {
  test('are these, in the order of their price lines', () => {
    expect(postalServices).toEqual(['registered', 'return_receipt', 'restricted_delivery']);
  });

  test.each([
    ['registered', null],
    ['return_receipt', 'registered'],
    ['restricted_delivery', 'registered'],
  ] as const)('%s requires %s', (service, required) => {
    expect(requiredBy(service)).toBe(required);
  });

  test.each([
    [[], false],
    [['return_receipt', 'restricted_delivery'], false],
    [['registered'], true],
    [['return_receipt', 'registered'], true],
  ] as const)('a letter with %j is tracked: %s', (services, tracked) => {
    expect(isTracked(services)).toBe(tracked);
  });
});

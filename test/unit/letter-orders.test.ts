import { describe, expect, test } from '@jest/globals';
import { sendDateDetails, serviceDetails } from '../../lib/core/domain/letter-orders.ts';

describe('carrier services (rule LTR-2)', () => {
  test.each([
    [[]],
    [['registered']],
    [['registered', 'return_receipt']],
    [['restricted_delivery', 'registered']],
  ] as const)('%j are valid', (services) => {
    expect(serviceDetails(services)).toEqual([]);
  });

  test('without registered, each of the others is rejected with its index', () => {
    expect(serviceDetails(['return_receipt', 'restricted_delivery'])).toEqual([
      { param: 'postal_services[0]', code: 'requires_registered' },
      { param: 'postal_services[1]', code: 'requires_registered' },
    ]);
  });
});

describe('the send date (rule LTR-3)', () => {
  /** 19 November, 23:30 in Brasília. */
  const now = Date.parse('2026-11-20T02:30:00Z');
  const refusal = [
    { param: 'send_date', code: 'out_of_range', values: { minimum: '2026-11-20', maximum: '2027-05-18' } },
  ];

  test.each([undefined, '2026-11-20', '2027-05-18'])('%s is in range', (date) => {
    expect(sendDateDetails(date, now)).toEqual([]);
  });

  test.each(['2026-11-19', '2027-05-19'])('%s is rejected with the range', (date) => {
    expect(sendDateDetails(date, now)).toEqual(refusal);
  });
});

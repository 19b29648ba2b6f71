import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type KeyPermission, keyPermissionNames, keyPermissions } from '../../lib/core/domain/key-permissions.ts';
import {
  hasExpired,
  requireMailing,
  requireOperation,
  restrictionsOf,
  spend,
  spentInDay,
} from '../../lib/core/domain/key-restrictions.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { DAY_MS } from '../../lib/core/domain/units.ts';
import type { KeyRestrictions, KeySpending } from '../../lib/core/schemas/api-key.ts';
import { endpoints } from '../../lib/infra/endpoints.ts';
import { operationOf } from '../../lib/programs/openapi/operations.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const free: KeyRestrictions = {
  operations: null,
  max_price: null,
  daily_limit: null,
  total_limit: null,
  postal_codes: null,
  expires_at: null,
};

function problemOf(run: () => void): Pick<Problem, 'code' | 'values'> | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, values: error.values };
    throw error;
  }
  return undefined;
}

describe('what a restricted key may do (rule KEY-2)', () => {
  test('each operation of the API is in a permission, and each permission names operations of the API', () => {
    const names = endpoints.map(({ function: name }) => name);
    const named = new Set<string>(Object.values(keyPermissions).flat());
    expect(names.filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('reading contains every GET and what only reads, and nothing else', () => {
    const reading = endpoints.filter(({ method, function: name }) => method === 'GET' || operationOf(name).onlyReads);
    expect([...keyPermissions.read].sort()).toEqual(reading.map(({ function: name }) => name).sort());
  });

  test('a key may call what one of its permissions contains, and nothing else', () => {
    for (const { function: operation } of endpoints) {
      for (const permission of keyPermissionNames) {
        const allowed = (keyPermissions[permission] as readonly string[]).includes(operation);
        const problem = problemOf(() => requireOperation({ ...free, operations: [permission] }, operation));
        expect(problem).toEqual(allowed ? undefined : { code: 'api_key_not_allowed', values: { operation } });
      }
    }
  });

  test.each([undefined, null, free])('without permissions (%p) it may call everything', (restrictions) => {
    for (const { function: operation } of endpoints) requireOperation(restrictions, operation);
    expect(problemOf(() => requireOperation(restrictions, 'letters-create'))).toBeUndefined();
  });
});

describe('what a restricted key may order (rule KEY-3)', () => {
  const to = { postal_code: '01310-100' };
  const mailing = { price: { total: 690 }, to };
  const ranges = (...pairs: [string, string][]) => ({
    ...free,
    postal_codes: pairs.map(([from, to]) => ({ from, to })),
  });

  test('costs the largest price at most', () => {
    expect(problemOf(() => requireMailing({ ...free, max_price: 690 }, mailing))).toBeUndefined();
    expect(problemOf(() => requireMailing({ ...free, max_price: 689 }, mailing))).toEqual({
      code: 'api_key_not_allowed',
      values: { price: 690, max_price: 689 },
    });
    expect(problemOf(() => requireMailing({ ...free, max_price: 0 }, mailing))?.code).toBe('api_key_not_allowed');
  });

  test.each([
    [true, [['01310-100', '01310-100']]],
    [true, [['01000-000', '05999-999']]],
    [
      true,
      [
        ['20000-000', '20999-999'],
        ['01310-100', '01310-199'],
      ],
    ],
    [false, [['01310-101', '05999-999']]],
    [false, [['01000-000', '01310-099']]],
    [
      false,
      [
        ['20000-000', '20999-999'],
        ['00000-000', '00999-999'],
      ],
    ],
  ] as [boolean, [string, string][]][])('goes to one of its postal codes: %p for %j', (allowed, pairs) => {
    const problem = problemOf(() => requireMailing(ranges(...pairs), mailing));
    expect(problem).toEqual(
      allowed ? undefined : { code: 'api_key_not_allowed', values: { postal_code: '01310-100' } },
    );
  });
});

describe('how long it works (rule KEY-1)', () => {
  test('until its instant, which is already too late', () => {
    expect(hasExpired({ ...free, expires_at: NOW + 1 }, NOW)).toBe(false);
    expect(hasExpired({ ...free, expires_at: NOW }, NOW)).toBe(true);
    expect([free, null, undefined].map((restrictions) => hasExpired(restrictions, NOW))).toEqual([false, false, false]);
  });
});

describe('what it may spend (rule KEY-4)', () => {
  const begun: KeySpending = { spent: 0, day: 0, spent_in_day: 0, daily_limit: null, total_limit: null, version: 1 };
  const limits = fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null });

  test('never exceeds a limit, and refuses only what would exceed one', () => {
    const orders = fc.array(
      fc.record({ amount: fc.integer({ min: 1, max: 2_000 }), wait: fc.integer({ min: 0, max: DAY_MS }) }),
    );
    fc.assert(
      fc.property(limits, limits, orders, (daily_limit, total_limit, all) => {
        let spending: KeySpending = { ...begun, daily_limit, total_limit };
        const taken: { amount: number; day: number }[] = [];
        const sum = (day?: number) =>
          taken.filter((one) => day === undefined || one.day === day).reduce((total, { amount }) => total + amount, 0);
        let now = NOW;
        for (const { amount, wait } of all) {
          now += wait;
          const day = Math.floor(now / DAY_MS);
          const fits = sum() + amount <= (total_limit ?? Infinity) && sum(day) + amount <= (daily_limit ?? Infinity);
          const after = spend(spending, amount, now);
          expect(after instanceof Problem).toBe(!fits);
          if (after instanceof Problem) continue;
          taken.push({ amount, day });
          spending = after;
          expect([spending.spent, spentInDay(spending, now)]).toEqual([sum(), sum(day)]);
        }
      }),
    );
  });

  test('says which limit it is, and what is left of it', () => {
    const spent = { ...begun, spent: 900, day: Math.floor(NOW / DAY_MS), spent_in_day: 300 };
    expect(spend({ ...spent, total_limit: 1_000 }, 101, NOW)).toMatchObject({
      code: 'api_key_limit_reached',
      values: { price: 101, left: 100 },
    });
    expect(spend({ ...spent, daily_limit: 310 }, 11, NOW)).toMatchObject({ values: { price: 11, left_today: 10 } });
    expect(spend({ ...spent, total_limit: 5 }, 1, NOW)).toMatchObject({ values: { left: 0 } });
  });

  test('a clock that is behind does not begin a day again', () => {
    const day = Math.floor(NOW / DAY_MS);
    const spent = { ...begun, spent: 300, day, spent_in_day: 300, daily_limit: 310 };
    expect(spend(spent, 11, NOW - DAY_MS)).toBeInstanceOf(Problem);
    expect(spend(spent, 10, NOW - DAY_MS)).toMatchObject({ day, spent_in_day: 310 });
  });
});

describe('restrictions as ordered', () => {
  test('restrict nothing that is not sent; an order that restricts nothing is none', () => {
    expect(restrictionsOf({ max_price: 0 })).toEqual({ ...free, max_price: 0 });
    expect([undefined, null, {}, { daily_limit: null }].map(restrictionsOf)).toEqual([null, null, null, null]);
  });

  test('have formatted postal codes and an instant', () => {
    const order = { postal_codes: [{ from: '01000000', to: '01999-999' }], expires_at: '2026-12-01T00:00:00-03:00' };
    expect(restrictionsOf(order)).toEqual({
      ...free,
      postal_codes: [{ from: '01000-000', to: '01999-999' }],
      expires_at: Date.UTC(2026, 11, 1, 3),
    });
  });

  test('webhooks are managed only by a key that may read, since an endpoint receives every event', () => {
    const of = (...operations: KeyPermission[]) => restrictionsOf({ operations })?.operations;
    expect(of('manage_webhooks', 'read')).toEqual(['manage_webhooks', 'read']);
    expect(of(...keyPermissionNames)).toEqual(keyPermissionNames);
    for (const blind of [['manage_webhooks'], keyPermissionNames.filter((permission) => permission !== 'read')])
      expect(() => of(...(blind as KeyPermission[]))).toThrow(
        expect.objectContaining({
          details: [
            {
              param: 'restrictions.operations',
              code: 'invalid_value',
              values: { reason: 'webhooks_without_read' },
            },
          ],
        }),
      );
  });

  test('a range that ends before it begins is a problem of its own', () => {
    const order = {
      postal_codes: [
        { from: '01000-000', to: '01000-000' },
        { from: '02000-000', to: '01000-000' },
      ],
    };
    expect(() => restrictionsOf(order)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameters',
        details: [
          { param: 'restrictions.postal_codes[1]', code: 'invalid_value', values: { reason: 'backward_range' } },
        ],
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import { dailyLimits, dailyLimitsOf, hasDailyLimit } from '../../lib/core/domain/daily-limits.ts';
import { sandboxIdOf } from '../../lib/core/domain/sandbox.ts';
import { dashboardEndpoints } from '../../lib/infra/dashboard-endpoints.ts';
import { endpoints } from '../../lib/infra/endpoints.ts';

const all = [...endpoints, ...dashboardEndpoints];

/** The names of what an endpoint's function is bound to. */
function bindingsOf(bind: (typeof all)[number]['bind']): string[] {
  const names: string[] = [];
  const anything: object = new Proxy(() => undefined, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : (names.push(String(name)), anything)),
    apply: () => anything,
  });
  bind?.(anything as never, anything as never);
  return names;
}

describe('daily limits (rule REQ-19)', () => {
  test('each endpoint that reads a PDF has one, so that a new one cannot be forgotten', () => {
    const rendering = all.filter(({ renders }) => renders).map(({ function: name }) => name);
    expect(rendering.length).toBeGreaterThan(0);
    expect(rendering.filter((name) => dailyLimitsOf(name, 'acc_1').length === 0)).toEqual([]);
  });

  test('each endpoint that lets a customer store a file has one', () => {
    const storing = all.filter(({ bind }) => bindingsOf(bind).includes('bindUploadLinks'));
    expect(storing.map(({ function: name }) => name)).toEqual([
      'letter-batches-create',
      'uploads-create',
      'mail-merges-create',
    ]);
    expect(storing.filter(({ function: name }) => dailyLimitsOf(name, 'acc_1').length === 0)).toEqual([]);
  });

  test('each list of an account has one, which a busy program does not use up for people', () => {
    const lists = all.filter(({ path, function: name }) => name.endsWith('-list') && path !== '/sessions');
    expect(lists.length).toBeGreaterThan(10);
    const limits = lists.map(({ function: name }) => [name, dailyLimitsOf(name, 'acc_1')]);
    const limit = { name: 'lists', most: 100_000, counts: 'calls', ofEachPerson: true };
    expect(limits).toEqual(lists.map(({ function: name }) => [name, [limit]]));
  });

  test('each names operations that exist', () => {
    const names = new Set(all.map(({ function: name }) => name));
    const named = Object.values<{ [kind in 'calls' | 'refusals' | 'bytesOf' | 'rowsOf']?: readonly string[] }>(
      dailyLimits,
    ).flatMap(({ calls = [], refusals = [], bytesOf = [], rowsOf = [] }) => [
      ...calls,
      ...refusals,
      ...bytesOf,
      ...rowsOf,
    ]);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(named.every(hasDailyLimit)).toBe(true);
  });

  test('an order counts when it is refused; in a sandbox each counts', () => {
    const ofAccount = { ofEachPerson: false };
    const refused = { name: 'documents', most: 20_000, counts: 'refusals', ...ofAccount };
    expect(dailyLimitsOf('letters-create', 'acc_1')).toEqual([refused]);
    expect(dailyLimitsOf('letters-create', sandboxIdOf('acc_1'))).toEqual([
      refused,
      { name: 'sandbox', most: 5_000, counts: 'calls', ...ofAccount },
      { name: 'sandbox_files', most: 1_000_000_000, counts: 'bytes', ...ofAccount },
    ]);
  });

  test('reading a letter has none', () => {
    expect(dailyLimitsOf('letters-get', sandboxIdOf('acc_1'))).toEqual([]);
    expect(hasDailyLimit('letters-get')).toBe(false);
  });
});

import { expect, test } from '@jest/globals';
import { figuresOf } from '../../lib/core/domain/verification-figures.ts';

const none = {
  received: 0,
  in_production: 0,
  awaiting_code: 0,
  verified: 0,
  failed: 0,
  expired: 0,
  canceled: 0,
  revoked: 0,
};

test('an empty period', () => {
  expect(figuresOf({ inStatus: [], confirmed: [] })).toEqual({
    created: 0,
    sent: 0,
    confirmed: 0,
    by_status: none,
    days_to_confirm: { median: null, counts: [] },
  });
});

test('a verification found before and after a move counts once, with its later status', () => {
  const figures = figuresOf({
    inStatus: [
      ['awaiting_code', 'a'],
      ['awaiting_code', 'b'],
      ['verified', 'a'],
    ],
    confirmed: [{ id: 'a', days: 3 }],
  });
  expect(figures).toMatchObject({ created: 2, sent: 2, confirmed: 1, by_status: { awaiting_code: 1, verified: 1 } });
});

test('the later status counts, in whatever order the two are found', () => {
  const { by_status } = figuresOf({
    inStatus: [
      ['verified', 'a'],
      ['awaiting_code', 'a'],
      ['in_production', 'b'],
      ['awaiting_code', 'b'],
    ],
    confirmed: [],
  });
  expect(by_status).toEqual({ ...none, verified: 1, awaiting_code: 1 });
});

test('letters that were never posted are not sent; a letter revoked at the print house is', () => {
  const { created, sent } = figuresOf({
    inStatus: (['received', 'in_production', 'canceled', 'revoked', 'expired', 'failed'] as const).map((status) => [
      status,
      status,
    ]),
    confirmed: [],
  });
  expect([created, sent]).toEqual([6, 3]);
});

test.each<[number[], number | null]>([
  [[4], 4],
  [[1, 9], 1],
  [[9, 2, 2], 2],
  [[60, 0, 7, 30], 7],
])('the median of %j days is %j', (days, median) => {
  const confirmed = days.map((day, index) => ({ id: String(index), days: day }));
  const figures = figuresOf({ inStatus: confirmed.map(({ id }) => ['verified', id]), confirmed });
  expect(figures.days_to_confirm.median).toBe(median);
  expect(figures.days_to_confirm.counts.reduce((sum, { count }) => sum + count, 0)).toBe(days.length);
});

test('days of a verification revoked since then do not count', () => {
  const { days_to_confirm } = figuresOf({
    inStatus: [
      ['verified', 'a'],
      ['revoked', 'a'],
    ],
    confirmed: [{ id: 'a', days: 5 }],
  });
  expect(days_to_confirm).toEqual({ median: null, counts: [] });
});

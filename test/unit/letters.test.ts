import { describe, expect, test } from '@jest/globals';
import { type LetterStatus, letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import {
  canMove,
  fileNeededUntil,
  finalLetterStatuses,
  letterDueAt,
  letterMoney,
  type LetterMove,
  letterRules,
  moveLetter,
  previewOfLetter,
  refundOf,
} from '../../lib/core/domain/letters.ts';
import { letterSample } from '../support/samples.ts';

const moves: LetterMove[] = [
  { trigger: 'charge', price: { currency: 'BRL', total: 500, items: [] } },
  { trigger: 'cancel', reason: 'requested' },
  { trigger: 'batch', batch_id: 'bat_1' },
  { trigger: 'print' },
  { trigger: 'post', tracking_code: 'AA123456785BR' },
  { trigger: 'fail', reason: 'other' },
];

/** The state table, written out (rule LTR-9). */
const allowed: Record<LetterStatus, Partial<Record<LetterMove['trigger'], LetterStatus>>> = {
  scheduled: { charge: 'received', cancel: 'canceled' },
  received: { cancel: 'canceled', batch: 'in_production', fail: 'failed' },
  in_production: { print: 'printed', fail: 'failed' },
  printed: { post: 'posted', fail: 'failed' },
  posted: {},
  canceled: {},
  failed: {},
};

describe('letter transitions', () => {
  for (const status of letterStatuses) {
    for (const move of moves) {
      const to = allowed[status][move.trigger];
      test(`${status} + ${move.trigger} → ${to ?? 'nothing'}`, () => {
        expect(canMove(status, move.trigger)).toBe(to !== undefined);
        const moved = moveLetter(letterSample({ status }), move, 7_000);
        expect(moved?.status).toBe(to);
        if (to) expect(moved?.reached[to]).toBe(7_000);
      });
    }
  }

  test('the final statuses are those without a rule', () => {
    const left = new Set(Object.values(letterRules).flatMap(({ from }) => from));
    expect(finalLetterStatuses).toEqual(letterStatuses.filter((status) => !left.has(status)));
    expect(finalLetterStatuses).toEqual(['posted', 'canceled', 'failed']);
  });

  test('every rule leads forward, and no rule leaves a final status', () => {
    for (const { from } of Object.values(letterRules))
      for (const status of from) expect(finalLetterStatuses).not.toContain(status);
  });

  test('a move keeps its values, and changes nothing else', () => {
    const printed = letterSample({ status: 'printed', reached: { received: 1, printed: 2 } });
    const posted = moveLetter(printed, { trigger: 'post', tracking_code: 'AA123456785BR' }, 3);
    expect(posted).toEqual({
      ...printed,
      status: 'posted',
      tracking_code: 'AA123456785BR',
      reached: { received: 1, printed: 2, posted: 3 },
    });
  });
});

describe('the values of each move', () => {
  const price = { currency: 'BRL' as const, total: 500, items: [] };

  test.each<[LetterStatus, LetterMove, object]>([
    ['scheduled', { trigger: 'charge', price }, { price }],
    ['scheduled', { trigger: 'charge', price, send_date: '2026-11-20' }, { price, send_date: '2026-11-20' }],
    ['received', { trigger: 'cancel', reason: 'requested' }, { cancellation_reason: 'requested' }],
    ['received', { trigger: 'batch', batch_id: 'bat_1' }, { batch_id: 'bat_1' }],
    ['in_production', { trigger: 'print' }, {}],
    ['printed', { trigger: 'fail', reason: 'damaged_in_production' }, { failure_reason: 'damaged_in_production' }],
  ])('%s + %j', (status, move, brought) => {
    const before = letterSample({ status, send_date: '2026-12-01' });
    const { to } = letterRules[move.trigger];
    const after = moveLetter(before, move, 7_000);
    expect(after).toStrictEqual({ ...before, ...brought, status: to, reached: { ...before.reached, [to]: 7_000 } });
  });
});

describe('the money of a move', () => {
  const moved = (status: LetterStatus, move: LetterMove, reached = {}) => {
    const before = letterSample({ id: 'ltr_1', status, reached });
    return letterMoney(before, moveLetter(before, move, 7_000)!, move);
  };

  test('a charge debits the price of the day', () => {
    const price = { currency: 'BRL' as const, total: 500, items: [] };
    expect(moved('scheduled', { trigger: 'charge', price })).toEqual({
      account_id: 'acc_sample',
      type: 'letter',
      amount: -500,
      source_id: 'ltr_1',
      description: null,
    });
  });

  test('a cancellation of a charged letter refunds its price', () => {
    const refund = moved('received', { trigger: 'cancel', reason: 'requested' }, { received: 1 });
    expect(refund).toMatchObject({ type: 'refund', amount: 690, source_id: 'ltr_1' });
  });

  test('neither canceling a scheduled letter nor a step of production moves money', () => {
    expect(moved('scheduled', { trigger: 'cancel', reason: 'requested' })).toBeUndefined();
    expect(moved('received', { trigger: 'batch', batch_id: 'bat_1' }, { received: 1 })).toBeUndefined();
  });
});

describe('times', () => {
  /** 06:00 in Brasília. */
  const SIX = Date.parse('2026-12-01T09:00:00Z');
  const DAY = 86_400_000;

  test('a scheduled letter is due at 06:00 of its send date, every other letter never', () => {
    const send_date = '2026-12-01';
    expect(letterDueAt(letterSample({ status: 'scheduled', send_date }))).toBe(SIX);
    expect(letterDueAt(letterSample({ status: 'received', send_date }))).toBeNull();
    expect(letterDueAt(letterSample({ status: 'scheduled', send_date: null }))).toBeNull();
  });

  test('a file is kept for 90 days from creation, or from the send date', () => {
    expect(fileNeededUntil({ created_at: 5, send_date: null })).toBe(5 + 90 * DAY);
    expect(fileNeededUntil({ created_at: 5, send_date: '2026-12-01' })).toBe(SIX + 90 * DAY);
  });

  test('a preview is the file as printed, under the name of the letter, until it expires or is erased', () => {
    const letter = letterSample({ id: 'ltr_1', created_at: 5 });
    const preview = { file: letter.print_file, filename: 'ltr_1.pdf' };
    expect(previewOfLetter(letter)).toEqual({ ...preview, available_until: 5 + 90 * DAY });
    expect(previewOfLetter({ ...letter, erased_at: 7 })).toEqual({ ...preview, available_until: 7 });
  });
});

describe('refunds', () => {
  test('a canceled received letter refunds its whole price', () => {
    const before = letterSample({ status: 'received', reached: { received: 1 } });
    expect(refundOf(before, { ...before, status: 'canceled' })).toBe(before.price.total);
  });

  test('a failed letter refunds its whole price', () => {
    const before = letterSample({ status: 'printed', reached: { received: 1 } });
    expect(refundOf(before, { ...before, status: 'failed' })).toBe(before.price.total);
  });

  test('a canceled scheduled letter was never charged', () => {
    const before = letterSample({ status: 'scheduled', reached: {} });
    expect(refundOf(before, { ...before, status: 'canceled' })).toBe(0);
  });

  test('posting refunds nothing', () => {
    const before = letterSample({ status: 'printed', reached: { received: 1 } });
    expect(refundOf(before, { ...before, status: 'posted' })).toBe(0);
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  canMove,
  finalLetterStatuses,
  type LetterMove,
  letterRules,
  type LetterStatus,
  letterStatuses,
  moveLetter,
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

  test('every rule leads forward and no rule leaves a final status', () => {
    for (const { from } of Object.values(letterRules))
      for (const status of from) expect(finalLetterStatuses).not.toContain(status);
  });

  test('what a move brings is kept, and nothing else changes', () => {
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

describe('refunds', () => {
  test('a canceled received letter gives its whole price back', () => {
    const before = letterSample({ status: 'received', reached: { received: 1 } });
    expect(refundOf(before, { ...before, status: 'canceled' })).toBe(before.price.total);
  });

  test('a failed letter gives its whole price back', () => {
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

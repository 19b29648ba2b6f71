import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openPage } from '../../../lib/adapters/http/list-query.ts';
import { violationsOf } from '../../../lib/adapters/http/validation.ts';
import { compileValidator } from '../../../lib/adapters/json-schema/compile-validator.ts';
import { timestamp } from '../../../lib/core/resources/timestamps.ts';
import { listQuerySchema, type PageQuery } from '../../../lib/core/schemas/list.ts';

const account = { cursor_secret: Buffer.alloc(32, 1).toString('base64') };
const validator = compileValidator(listQuerySchema({ status: { type: 'string', enum: ['posted'] } }));
const LAST = 'ltr_01m7vwkc7pgf4zf5jcz63x5vnx';
const refusal = expect.objectContaining({
  details: [{ param: 'cursor', code: 'invalid_value', values: { reason: 'foreign_cursor' } }],
});

describe('cursor', () => {
  const query = { limit: 5, status: 'posted', created_after: '2026-01-01T00:00:00Z' };
  const cursor = openPage('letters', account, query).nextCursor(LAST)!;

  test('continues after the last object with the same query', () => {
    expect(openPage('letters', account, { ...query, cursor }).page).toMatchObject({ limit: 5, after: LAST });
  });

  test('reveals neither the object nor the filters', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursor).not.toContain('ltr_');
  });

  test('is null at the end', () => {
    expect(openPage('letters', account, query).nextCursor(null)).toBeNull();
  });

  test.each<[string, string, typeof account, PageQuery & Record<string, unknown>]>([
    ['another list', 'verifications', account, query],
    ['another filter', 'letters', account, { ...query, status: 'printed' }],
    ['one filter fewer', 'letters', account, { limit: 5, status: 'posted' }],
    ['another limit', 'letters', account, { ...query, limit: 6 }],
    ['another account', 'letters', { cursor_secret: Buffer.alloc(32, 2).toString('base64') }, query],
  ])('is rejected in %s', (_, list, owner, other) => {
    expect(() => openPage(list, owner, { ...other, cursor })).toThrow(refusal);
  });

  test('is rejected if a single character differs or is added', () => {
    fc.assert(
      fc.property(fc.nat(cursor.length), fc.constantFrom(...'Ab0_-!= '), (at, character) => {
        const tampered = cursor.slice(0, at) + character + cursor.slice(at + 1);
        fc.pre(tampered !== cursor);
        expect(() => openPage('letters', account, { ...query, cursor: tampered })).toThrow(refusal);
      }),
    );
    for (const made of ['', 'x', LAST, `${cursor} `]) {
      expect(() => openPage('letters', account, { ...query, cursor: made })).toThrow(refusal);
    }
  });
});

describe('bounds on created_at', () => {
  const bound = (created_before: string) => openPage('letters', account, { created_before }).page.createdBefore;

  test.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T09:00:00-03:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01t12:00:00z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T17:45:00+0545', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T13:00:00+01', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.001Z', '2026-03-01T12:00:01.000Z'],
    ['2026-03-01T12:00:00.0000001Z', '2026-03-01T12:00:01.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(violationsOf(validator, { created_before: text })).toEqual([]);
    expect(bound(text)).toBe(Date.parse(instant));
  });

  test('match the times shown to the customer, to the millisecond', () => {
    const millisecond = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2026, 0) + 5_000 });
    fc.assert(
      fc.property(millisecond, millisecond, (created, limit) => {
        const shown = Date.parse(timestamp(created));
        const text = new Date(limit).toISOString();
        const { page } = openPage('letters', account, { created_after: text, created_before: text });
        expect(created < page.createdBefore!).toBe(shown < limit);
        expect(created >= page.createdAfter!).toBe(shown >= limit);
      }),
    );
  });

  test.each(['2026-03-01', '2026-03-01T12:00:00', '2026-02-30T12:00:00Z', '2026-03-01T24:00:00Z', 'now', ''])(
    '%j is not a date-time',
    (created_after) => {
      expect(violationsOf(validator, { created_after })).toMatchObject([
        { param: 'created_after', code: 'invalid_format' },
      ]);
    },
  );
});

test('a page has 20 objects by default, and 1 to 100 on request', () => {
  expect(openPage('letters', account, {}).page).toEqual({ limit: 20 });
  expect(violationsOf(validator, { limit: 0 })).toMatchObject([{ param: 'limit', code: 'out_of_range' }]);
  expect(violationsOf(validator, { limit: 101 })).toMatchObject([{ param: 'limit', code: 'out_of_range' }]);
  expect(violationsOf(validator, { limit: '5' })).toMatchObject([{ param: 'limit', code: 'invalid_type' }]);
});

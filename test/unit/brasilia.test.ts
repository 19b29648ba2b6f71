import { describe, expect, test } from '@jest/globals';
import {
  addDays,
  brasiliaDate,
  brasiliaInstant,
  brasiliaTime,
  chargeInstant,
  isCalendarDate,
  nextChargeInstant,
  sendDateRange,
} from '../../lib/core/domain/brasilia.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('the calendar of Brasília', () => {
  test('the date turns at midnight in Brasília, not in UTC', () => {
    expect(brasiliaDate(at('2026-11-20T02:59:59Z'))).toBe('2026-11-19');
    expect(brasiliaDate(at('2026-11-20T03:00:00Z'))).toBe('2026-11-20');
  });

  test('the time of day is that of Brasília', () => {
    expect(brasiliaTime(at('2026-11-20T02:59:59Z'))).toBe('23:59');
    expect(brasiliaTime(at('2026-11-20T03:00:00Z'))).toBe('00:00');
  });

  test('06:00 is 09:00Z today and was 08:00Z under daylight saving', () => {
    expect(iso(chargeInstant('2026-11-20'))).toBe('2026-11-20T09:00:00.000Z');
    expect(iso(chargeInstant('2019-01-15'))).toBe('2019-01-15T08:00:00.000Z');
  });

  test('the days around the last changes of the clocks', () => {
    // 2018-11-04 00:00 did not exist; 2019-02-17 began after an hour that occurred twice.
    expect(iso(brasiliaInstant('2018-11-04', '06:00'))).toBe('2018-11-04T08:00:00.000Z');
    expect(iso(brasiliaInstant('2019-02-16', '06:00'))).toBe('2019-02-16T08:00:00.000Z');
    expect(iso(brasiliaInstant('2019-02-17', '06:00'))).toBe('2019-02-17T09:00:00.000Z');
  });

  test('send dates reach from tomorrow in Brasília to 180 days ahead', () => {
    expect(sendDateRange(at('2026-11-20T02:30:00Z'))).toEqual({ first: '2026-11-20', last: '2027-05-18' });
    expect(sendDateRange(at('2026-11-20T03:30:00Z'))).toEqual({ first: '2026-11-21', last: '2027-05-19' });
  });

  test('the next charging time is after the instant', () => {
    expect(iso(nextChargeInstant(at('2026-11-20T08:59:59Z')))).toBe('2026-11-20T09:00:00.000Z');
    expect(iso(nextChargeInstant(at('2026-11-20T09:00:00Z')))).toBe('2026-11-21T09:00:00.000Z');
  });

  test('days are added across the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });

  test.each(['2026-01-31', '2028-02-29', '0001-12-01'])('%p is a date', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    ...['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', ''],
    ...['2026', '2026-01', ' 2026-01-01', '2026-01-01 ', '+002026-01-01', '2026-01-0a'],
  ])('%p is not a date', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

import { describe, expect, test } from '@jest/globals';
import { formats } from '../../dashboard/src/language/formats.ts';
import { batchAfter, restOn } from '../../dashboard/src/letters/print-batch-times.ts';
import holidays from '../../data/holidays.json' with { type: 'json' };
import { printScheduleOf } from '../../lib/core/domain/print-schedule.ts';

const now = Date.parse('2026-11-28T12:00:00-03:00');
const read = (expression: string, cutoffMinutes = 0) => printScheduleOf(expression, { cutoffMinutes, holidays, now });

describe('the schedule of print batches', () => {
  test('is read with its holidays, through every day for which a letter can be scheduled', () => {
    expect(read('cron(0 9,13,17 ? * MON-FRI *)', 30)).toEqual({
      times: ['09:00', '13:00', '17:00'],
      weekdays: [1, 2, 3, 4, 5],
      days_off: ['2026-12-25', '2027-01-01', '2027-03-26', '2027-04-21', '2027-05-01'],
      cutoff_minutes: 30,
    });
  });

  test.each([
    ['cron(30 17,8 ? * MON,WED,FRI-SAT *)', ['08:30', '17:30'], [1, 3, 5, 6]],
    ['cron(5 0 ? * * *)', ['00:05'], [0, 1, 2, 3, 4, 5, 6]],
  ])('%s is read', (expression, times, weekdays) => {
    expect(read(expression)).toMatchObject({ times, weekdays });
  });

  test.each([
    'rate(1 hour)',
    'cron(0 9 1 1 ? 2099)',
    'cron(0 9 ? * MON-FRI 2027)',
    'cron(0 9 ? 12 MON-FRI *)',
    'cron(0/5 9 ? * MON-FRI *)',
    'cron(0 9 ? * MON#1 *)',
    'cron(0 9 ? * FRI-MON *)',
    'cron(0 9 ? * XYZ *)',
  ])('nobody is told a time of %s', (expression) => {
    expect(read(expression)).toBeNull();
  });
});

describe('the batch of a mailing', () => {
  const usual = read('cron(0 9,13,17 ? * MON-FRI *)')!;
  const at = (text: string) => Date.parse(`${text}-03:00`);
  const batch = (received: string, schedule = usual) => {
    const found = batchAfter(at(received), schedule);
    return found === undefined ? undefined : formats('pt-BR').appointment(found);
  };

  test.each([
    ['2026-11-30T08:59:59', 'segunda, 30/11, às 9h'],
    ['2026-11-30T09:00:00', 'segunda, 30/11, às 9h'],
    ['2026-11-30T09:00:01', 'segunda, 30/11, às 13h'],
    ['2026-11-30T17:00:01', 'terça, 01/12, às 9h'],
    // A Friday evening, and a Saturday.
    ['2026-12-04T17:30:00', 'segunda, 07/12, às 9h'],
    ['2026-12-05T06:00:00', 'segunda, 07/12, às 9h'],
    // Christmas is a Friday.
    ['2026-12-24T17:30:00', 'segunda, 28/12, às 9h'],
    // Late in the evening in Brasília, which is the next day in UTC.
    ['2026-11-30T22:30:00', 'terça, 01/12, às 9h'],
  ])('received at %s goes to the print house on %s', (received, expected) => {
    expect(batch(received)).toBe(expected);
  });

  test('waits for the next one if it is received in the minutes that are left out', () => {
    const schedule = { ...usual, cutoff_minutes: 30 };
    expect(batch('2026-11-30T08:30:00', schedule)).toBe('segunda, 30/11, às 9h');
    expect(batch('2026-11-30T08:31:00', schedule)).toBe('segunda, 30/11, às 13h');
  });

  test('is unknown without a weekday', () => {
    expect(batch('2026-11-30T08:00:00', { ...usual, weekdays: [] })).toBeUndefined();
  });

  test('is written in English too, and with its minutes', () => {
    expect(formats('en').appointment(at('2026-11-30T09:00:00'))).toBe('Monday, 30 Nov, at 09:00');
    expect(formats('pt-BR').appointment(at('2026-11-29T13:30:00'))).toBe('domingo, 29/11, às 13h30');
  });
});

test('a day without batches is a holiday or a weekday of rest', () => {
  const usual = read('cron(0 9,13,17 ? * MON-FRI *)')!;
  const days = ['2026-12-04', '2026-12-05', '2026-12-06', '2026-12-25', '2027-05-01'];
  expect(days.map((day) => restOn(day, usual))).toEqual([undefined, 'weekday', 'weekday', 'holiday', 'holiday']);
  expect(restOn('2026-12-05', read('cron(0 9 ? * * *)')!)).toBeUndefined();
});

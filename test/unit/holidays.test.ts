import { expect, test } from '@jest/globals';
import holidays from '../../data/holidays.json' with { type: 'json' };
import { brasiliaDate } from '../../lib/core/domain/brasilia.ts';
import { easterSunday, holidayOn } from '../../lib/core/domain/holidays.ts';

// The second line: as Oudin's formula gives them, with the first and the last day that there can be, and both exceptions.
test.each([
  ...['2008-03-23', '2011-04-24', '2019-04-21', '2024-03-31', '2026-04-05', '2027-03-28', '2038-04-25'],
  ...['1818-03-22', '1943-04-25', '1954-04-18', '1981-04-19', '2049-04-18', '2076-04-19', '2100-03-28', '2285-03-22'],
])('Easter is on %s', (date) => expect(easterSunday(Number(date.slice(0, 4)))).toBe(date));

test('the national holidays of 2027, and no other day', () => {
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10));
  expect(days.filter((date) => holidayOn(date, holidays) !== undefined)).toEqual([
    ...['2027-01-01', '2027-03-26', '2027-04-21', '2027-05-01', '2027-09-07'],
    ...['2027-10-12', '2027-11-02', '2027-11-15', '2027-11-20', '2027-12-25'],
  ]);
  expect(holidayOn('2027-03-26', holidays)).toBe('Sexta-Feira da Paixão');
});

test('a year begins at midnight in Brasília', () => {
  const named = (instant: string) => holidayOn(brasiliaDate(Date.parse(instant)), holidays);
  expect(named('2027-01-01T02:59:59Z')).toBeUndefined();
  expect(named('2027-01-01T03:00:00Z')).toBe('Confraternização Universal');
  expect(named('2027-01-02T02:59:59Z')).toBe('Confraternização Universal');
});

test('each holiday names its law', () => {
  for (const { law } of [...holidays.fixed, ...holidays.movable])
    expect(law).toMatch(/^Lei nº [\d.]+\/\d{4}, art\. \dº/);
});

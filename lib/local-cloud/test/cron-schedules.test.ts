import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSchedule } from '../events/cron.ts';

const at = (text: string) => Date.parse(text);

/** The first firings after an instant, as ISO 8601. */
function firings(expression: string, from: string, count: number, timeZone = 'UTC'): string[] {
  const schedule = parseSchedule(expression, timeZone, at(from));
  const found: string[] = [];
  for (let instant = schedule.next(at(from)); instant !== undefined && found.length < count;) {
    found.push(new Date(instant).toISOString().replace('.000', ''));
    instant = schedule.next(instant);
  }
  return found;
}

describe('cron', () => {
  test.each([
    [
      'every quarter of an hour',
      'cron(0/15 * * * ? *)',
      '2026-01-31T23:40:00Z',
      ['2026-01-31T23:45:00Z', '2026-02-01T00:00:00Z'],
    ],
    [
      '*/n counts from the least value',
      'cron(*/25 6 * * ? *)',
      '2026-01-01T06:00:00Z',
      ['2026-01-01T06:25:00Z', '2026-01-01T06:50:00Z', '2026-01-02T06:00:00Z'],
    ],
    ['strictly after the instant', 'cron(0 9 * * ? *)', '2026-01-01T09:00:00Z', ['2026-01-02T09:00:00Z']],
    [
      'immediately after an instant just before it',
      'cron(0 9 * * ? *)',
      '2026-01-01T08:59:59.999Z',
      ['2026-01-01T09:00:00Z'],
    ],
    [
      'working days skip the weekend',
      'cron(0 9 ? * MON-FRI *)',
      '2026-01-02T09:00:00Z',
      ['2026-01-05T09:00:00Z', '2026-01-06T09:00:00Z'],
    ],
    [
      'days of the week count from Sunday = 1',
      'cron(0 0 ? * 1,7 *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z'],
    ],
    [
      'several hours',
      'cron(0 9,13,17 * * ? *)',
      '2026-01-01T12:00:00Z',
      ['2026-01-01T13:00:00Z', '2026-01-01T17:00:00Z', '2026-01-02T09:00:00Z'],
    ],
    [
      'a range with a step',
      'cron(10-30/10 0 1 * ? *)',
      '2026-01-31T00:00:00Z',
      ['2026-02-01T00:10:00Z', '2026-02-01T00:20:00Z', '2026-02-01T00:30:00Z', '2026-03-01T00:10:00Z'],
    ],
    [
      'the 31st of months that have one',
      'cron(0 0 31 * ? *)',
      '2026-01-31T00:00:00Z',
      ['2026-03-31T00:00:00Z', '2026-05-31T00:00:00Z'],
    ],
    [
      'named months',
      'cron(0 0 1 JAN,JUL ? *)',
      '2026-01-01T00:00:00Z',
      ['2026-07-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ],
    [
      '29 February waits for a leap year',
      'cron(0 0 29 2 ? *)',
      '2026-01-01T00:00:00Z',
      ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z'],
    ],
    [
      'the last day of the month',
      'cron(0 0 L * ? *)',
      '2028-01-15T00:00:00Z',
      ['2028-01-31T00:00:00Z', '2028-02-29T00:00:00Z', '2028-03-31T00:00:00Z'],
    ],
    [
      'the weekday nearest the 15th: Saturday goes back, Sunday goes on',
      'cron(0 0 15W * ? *)',
      '2026-02-01T00:00:00Z',
      [
        '2026-02-16T00:00:00Z',
        '2026-03-16T00:00:00Z',
        '2026-04-15T00:00:00Z',
        '2026-05-15T00:00:00Z',
        '2026-06-15T00:00:00Z',
        '2026-07-15T00:00:00Z',
        '2026-08-14T00:00:00Z',
      ],
    ],
    ['1W never leaves its month', 'cron(0 0 1W 8 ? *)', '2026-01-01T00:00:00Z', ['2026-08-03T00:00:00Z']],
    ['31W never leaves its month', 'cron(0 0 31W 5 ? *)', '2026-01-01T00:00:00Z', ['2026-05-29T00:00:00Z']],
    ['the last Friday', 'cron(0 0 ? * 6L *)', '2026-01-01T00:00:00Z', ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z']],
    [
      'the third Friday',
      'cron(0 0 ? * FRI#3 *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-16T00:00:00Z', '2026-02-20T00:00:00Z'],
    ],
    [
      'the fifth Monday, in months that have one',
      'cron(0 0 ? * 2#5 *)',
      '2026-01-01T00:00:00Z',
      ['2026-03-30T00:00:00Z', '2026-06-29T00:00:00Z'],
    ],
    ['years', 'cron(0 12 1 1 ? 2027,2029)', '2026-01-01T00:00:00Z', ['2027-01-01T12:00:00Z', '2029-01-01T12:00:00Z']],
  ])('%s', (_, expression, from, expected) => {
    expect(firings(expression, from, expected.length)).toEqual(expected);
  });

  test('ends with its last year', () => {
    expect(firings('cron(0 12 1 1 ? 2027)', '2027-01-01T11:59:59Z', 5)).toEqual(['2027-01-01T12:00:00Z']);
  });

  test('Brasília is three hours behind UTC all year since 2019, and had summer time before', () => {
    expect(firings('cron(0 6 * * ? *)', '2026-01-01T00:00:00Z', 1, 'America/Sao_Paulo')).toEqual([
      '2026-01-01T09:00:00Z',
    ]);
    expect(firings('cron(0 6 * * ? *)', '2018-01-01T00:00:00Z', 1, 'America/Sao_Paulo')).toEqual([
      '2018-01-01T08:00:00Z',
    ]);
  });

  test('the day is the day of the time zone', () => {
    expect(firings('cron(30 22 L * ? *)', '2026-01-15T00:00:00Z', 2, 'America/Sao_Paulo')).toEqual([
      '2026-02-01T01:30:00Z',
      '2026-03-01T01:30:00Z',
    ]);
  });

  test('a time that clocks skip in spring is not due that day', () => {
    expect(firings('cron(30 2 * * ? *)', '2026-03-07T12:00:00Z', 2, 'America/New_York')).toEqual([
      '2026-03-09T06:30:00Z',
      '2026-03-10T06:30:00Z',
    ]);
  });

  test('a time that clocks show twice in autumn is due once, the first time', () => {
    expect(firings('cron(30 1 * * ? *)', '2026-10-31T12:00:00Z', 2, 'America/New_York')).toEqual([
      '2026-11-01T05:30:00Z',
      '2026-11-02T06:30:00Z',
    ]);
  });

  test('a half-hourly schedule pauses while clocks repeat an hour', () => {
    expect(firings('cron(0/30 * * * ? *)', '2026-11-01T05:00:00Z', 3, 'America/New_York')).toEqual([
      '2026-11-01T05:30:00Z',
      '2026-11-01T07:00:00Z',
      '2026-11-01T07:30:00Z',
    ]);
  });

  test.each([
    ['five fields', 'cron(0 9 * * ?)'],
    ['both days', 'cron(0 9 * * * *)'],
    ['neither day', 'cron(0 9 ? * ? *)'],
    ['minute 60', 'cron(60 9 * * ? *)'],
    ['an unknown name', 'cron(0 9 ? * FRIDAY *)'],
    ['a range that ends before it begins', 'cron(0 17-9 * * ? *)'],
    ['a step of zero', 'cron(0/0 9 * * ? *)'],
    ['a sixth week', 'cron(0 9 ? * 2#6 *)'],
    ['a year out of range', 'cron(0 9 1 1 ? 2200)'],
  ])('rejects %s', (_, expression) => {
    expect(() => parseSchedule(expression, 'UTC', 0)).toThrow('invalid schedule expression');
  });
});

/** Checks the wall-clock time every minute: slow, but too simple to be wrong. */
function dueByLooking(from: number, days: number, timeZone: string, isDue: (hour: number, minute: number) => boolean) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const seen = new Set<string>();
  const due: number[] = [];
  for (let instant = from; instant < from + days * 86_400_000; instant += 60_000) {
    const wall = format.format(instant);
    const isRepeated = seen.has(wall);
    seen.add(wall);
    const [hour = 0, minute = 0] = wall.slice(11).split(':').map(Number);
    if (!isRepeated && isDue(hour, minute)) due.push(instant);
  }
  return due;
}

test.each([
  ['America/Sao_Paulo', '2018-11-02T03:00:00Z'],
  ['America/Sao_Paulo', '2018-02-16T02:00:00Z'],
  ['America/New_York', '2026-03-07T05:00:00Z'],
  ['America/New_York', '2026-10-31T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T13:00:00Z'],
  ['Asia/Kathmandu', '2026-05-01T18:15:00Z'],
])('in %s around %s, cron is due exactly when the wall clock says so', (timeZone, start) => {
  const small = fc.integer({ min: 0, max: 59 });
  fc.assert(
    fc.property(
      small,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 23 }),
      small,
      (minute, step, first, last) => {
        const hours = [first, Math.max(first, last % 24)] as const;
        const schedule = parseSchedule(`cron(${minute}/${step} ${hours[0]}-${hours[1]} * * ? *)`, timeZone, 0);
        const expected = dueByLooking(at(start), 3, timeZone, (hour, now) => {
          return hour >= hours[0] && hour <= hours[1] && now >= minute && (now - minute) % step === 0;
        });
        const actual: number[] = [];
        for (let next = schedule.next(at(start) - 1); next! < at(start) + 3 * 86_400_000; next = schedule.next(next!))
          actual.push(next!);
        expect(actual).toEqual(expected);
      },
    ),
    { numRuns: 8 },
  );
});

describe('rate', () => {
  test('is due immediately, on the whole minute, and then at its own pace', () => {
    expect(firings('rate(5 minutes)', '2026-01-01T00:00:10Z', 3)).toEqual([
      '2026-01-01T00:01:00Z',
      '2026-01-01T00:06:00Z',
      '2026-01-01T00:11:00Z',
    ]);
  });

  test('keeps its pace when it is queried late', () => {
    const schedule = parseSchedule('rate(1 hour)', 'UTC', at('2026-01-01T00:10:00Z'));
    expect(new Date(schedule.next(at('2026-02-01T05:20:00Z'))!).toISOString()).toBe('2026-02-01T06:10:00.000Z');
  });

  test.each(['rate(0 minutes)', 'rate(1 week)', 'rate(1.5 hours)', 'rate(5)', 'every(5 minutes)'])(
    'rejects %s',
    (expression) => {
      expect(() => parseSchedule(expression, 'UTC', 0)).toThrow('invalid schedule expression');
    },
  );
});

describe('at', () => {
  test('is due once, in its time zone', () => {
    expect(firings('at(2026-01-01T06:00:00)', '2025-12-31T00:00:00Z', 5, 'America/Sao_Paulo')).toEqual([
      '2026-01-01T09:00:00Z',
    ]);
  });

  test('is never due once it has passed', () => {
    expect(firings('at(2026-01-01T06:00:00)', '2026-01-01T06:00:00Z', 5)).toEqual([]);
  });

  test.each(['at(2026-01-01)', 'at(2026-13-01T00:00:00)', 'at(tomorrow)'])('rejects %s', (expression) => {
    expect(() => parseSchedule(expression, 'UTC', 0)).toThrow('invalid schedule expression');
  });
});

test('an unknown time zone is rejected', () => {
  expect(() => parseSchedule('rate(1 minute)', 'America/Atlantis', 0)).toThrow('America/Atlantis');
});

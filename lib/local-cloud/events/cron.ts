/** Instants in epoch milliseconds at which a schedule is due. */
export interface Schedule {
  /** The first instant after `instant`, or undefined when there is none any more. */
  next(instant: number): number | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const UNIT_MS: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS };

/**
 * Reads `rate(…)`, `cron(…)` or `at(…)` as EventBridge Scheduler does.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 * @param timeZone IANA name in which cron and at are read
 * @param start of a rate: it is due at once, on AWS within the minute, here on the whole minute
 * @throws Error naming the expression when it is not valid.
 */
export function parseSchedule(expression: string, timeZone: string, start: number): Schedule {
  const [, kind = '', argument = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  const fail = (reason: string) => new Error(`invalid schedule expression ${expression}: ${reason}`);
  const zone = new TimeZone(timeZone);
  if (kind === 'rate') return parseRate(argument, start, fail);
  if (kind === 'cron') return parseCron(argument, zone, fail);
  if (kind === 'at') return parseAt(argument, zone, fail);
  throw fail('neither rate, cron nor at');
}

type Fail = (reason: string) => Error;

function parseRate(argument: string, start: number, fail: Fail): Schedule {
  const [, count = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(argument) ?? [];
  const period = Number(count) * (UNIT_MS[unit] ?? 0);
  if (period === 0) throw fail('a rate is a positive number of minutes, hours or days');
  const anchor = Math.ceil(start / MINUTE_MS) * MINUTE_MS;
  return {
    next: (instant) => (instant < anchor ? anchor : anchor + (Math.floor((instant - anchor) / period) + 1) * period),
  };
}

function parseAt(argument: string, zone: TimeZone, fail: Fail): Schedule {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(argument) ? Date.parse(`${argument}Z`) : NaN;
  if (Number.isNaN(wall)) throw fail('at takes yyyy-mm-ddThh:mm:ss');
  const due = zone.instantAt(wall);
  if (due === undefined) throw fail('the clock skips this time in its time zone');
  return { next: (instant) => (due > instant ? due : undefined) };
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const LAST_YEAR = 2199;

/** A calendar day; months and weekdays count from 1, as in cron. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

type DayTest = (day: Day) => boolean;

function parseCron(argument: string, zone: TimeZone, fail: Fail): Schedule {
  const parts = argument.trim().split(/\s+/);
  const [minute, hour, dayOfMonth, month, dayOfWeek, year] = parts;
  if (parts.length !== 6) throw fail('cron takes six fields');
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) throw fail('exactly one of day-of-month and day-of-week is ?');
  const minutes = numbers(minute!, 0, 59, [], fail);
  const hours = numbers(hour!, 0, 23, [], fail);
  const months = new Set(numbers(month!, 1, 12, MONTHS, fail));
  const years = new Set(numbers(year!, 1970, LAST_YEAR, [], fail));
  const matchesDay = dayOfMonth === '?' ? weekdayTest(dayOfWeek!, fail) : dayOfMonthTest(dayOfMonth!, fail);

  return {
    next(instant) {
      const after = zone.wallClock(instant);
      for (let midnight = startOfDay(after); ; midnight += DAY_MS) {
        const day = toDay(midnight);
        if (day.year > LAST_YEAR) return undefined;
        if (!years.has(day.year) || !months.has(day.month) || !matchesDay(day)) continue;
        for (const wall of timesOf(midnight, hours, minutes)) {
          // A time the clock shows twice is due the first time only, one it skips is not due at all.
          const due = wall > after ? zone.instantAt(wall) : undefined;
          if (due !== undefined && due > instant) return due;
        }
      }
    },
  };
}

function* timesOf(midnight: number, hours: readonly number[], minutes: readonly number[]): Generator<number> {
  for (const hour of hours) for (const minute of minutes) yield midnight + (hour * 60 + minute) * MINUTE_MS;
}

/** Values of a field in ascending order: `*`, numbers or names, ranges, steps, and lists of these. */
function numbers(field: string, least: number, greatest: number, names: readonly string[], fail: Fail): number[] {
  const read = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const value = named >= 0 ? named + 1 : /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= greatest)) throw fail(`${text} is not between ${least} and ${greatest}`);
    return value;
  };
  const values = field.split(',').flatMap((part) => {
    const [range = '', step, ...rest] = part.split('/');
    const [first = '', last, ...more] = range.split('-');
    const width = step === undefined ? 1 : Number(step);
    if (rest.length > 0 || more.length > 0 || !Number.isInteger(width) || width < 1) throw fail(`cannot read ${part}`);
    const from = range === '*' ? least : read(first);
    const to = last !== undefined ? read(last) : range === '*' || step !== undefined ? greatest : from;
    if (to < from) throw fail(`${part} ends before it begins`);
    return Array.from({ length: Math.floor((to - from) / width) + 1 }, (_, index) => from + index * width);
  });
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Days of the month; `L` is the last one, `5W` the weekday nearest the 5th within the month. */
function dayOfMonthTest(field: string, fail: Fail): DayTest {
  if (field === 'L') return (day) => day.day === daysInMonth(day);
  const nearest = /^(\d{1,2})W$/.exec(field)?.[1];
  if (nearest !== undefined) {
    const [target] = numbers(nearest, 1, 31, [], fail);
    return (day) => day.day === nearestWeekday(day, target!);
  }
  const days = new Set(numbers(field, 1, 31, [], fail));
  return ({ day }) => days.has(day);
}

/** Days of the week from 1 = Sunday; `6L` is the last Friday of the month, `6#3` its third. */
function weekdayTest(field: string, fail: Fail): DayTest {
  const [, name = '', suffix = '', nth = ''] = /^([0-9A-Za-z]+?)(L|#(\d))$/.exec(field) ?? [];
  if (name === '') {
    const weekdays = new Set(numbers(field === 'L' ? '7' : field, 1, 7, WEEKDAYS, fail));
    return (day) => weekdays.has(weekdayOf(day));
  }
  const [weekday] = numbers(name, 1, 7, WEEKDAYS, fail);
  if (suffix === 'L') return (day) => weekdayOf(day) === weekday && day.day > daysInMonth(day) - 7;
  const [week] = numbers(nth, 1, 5, [], fail);
  return (day) => weekdayOf(day) === weekday && Math.ceil(day.day / 7) === week;
}

/** The day from Monday to Friday nearest to the target, never in another month; 0 when the month is too short. */
function nearestWeekday(month: Day, target: number): number {
  const last = daysInMonth(month);
  if (target > last) return 0;
  const weekday = weekdayOf({ ...month, day: target });
  if (weekday === 7) return target > 1 ? target - 1 : target + 2;
  if (weekday === 1) return target < last ? target + 1 : target - 2;
  return target;
}

function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
}

function daysInMonth({ year, month }: Day): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function startOfDay(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

function toDay(midnight: number): Day {
  const date = new Date(midnight);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** What clocks on the wall show in a zone, written as if it were UTC, in epoch milliseconds. */
class TimeZone {
  readonly #format: Intl.DateTimeFormat;

  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  wallClock(instant: number): number {
    const parts = this.#format.formatToParts(instant);
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((candidate) => candidate.type === type)!.value);
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return wall + (instant - Math.floor(instant / 1000) * 1000);
  }

  /** The first instant at which clocks show this time; undefined when they skip it. */
  instantAt(wall: number): number | undefined {
    // No zone is more than a day off UTC, and none changes twice within two days.
    const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => this.wallClock(near) - near);
    return offsets
      .map((offset) => wall - offset)
      .filter((instant) => this.wallClock(instant) === wall)
      .sort((a, b) => a - b)[0];
  }
}

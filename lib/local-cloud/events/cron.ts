import { Cron } from 'croner';

/** Instants in epoch milliseconds at which a schedule is due. */
export interface Schedule {
  /** The first instant after `instant`; undefined if there are no more. */
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

/** "Valid values: 1970–2199" */
const LAST_YEAR = 2199;

/**
 * The dialect of AWS is croner's with the week of Quartz (1 is Sunday). Croner computes wall-clock times as if in UTC: on a
 * day when clocks change it runs a skipped time an hour later, where Scheduler omits it.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#daylist-savings-time
 */
function parseCron(argument: string, zone: TimeZone, fail: Fail): Schedule {
  const fields = argument.trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  if (fields.length !== 6) throw fail('cron takes six fields');
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) throw fail('exactly one of day-of-month and day-of-week is ?');
  // Croner would accept 8 as Sunday.
  if (/[089]/.test(dayOfWeek.replaceAll(/[#/]\d+/g, ''))) throw fail(`${dayOfWeek} is not between 1 and 7`);
  if ((year.match(/\d+/g) ?? []).some((value) => Number(value) > LAST_YEAR)) throw fail(`years end with ${LAST_YEAR}`);
  const weekday = dayOfWeek === 'L' ? '7' : dayOfWeek;
  const cron = readCron(`0 ${minute} ${hour} ${dayOfMonth} ${month} ${weekday} ${year}`, fail);

  return {
    next(instant) {
      let wall = cron.nextRun(new Date(zone.wallClock(instant)));
      for (; wall && wall.getUTCFullYear() <= LAST_YEAR; wall = cron.nextRun(wall)) {
        // A time that occurs twice is due the first time only; a skipped one is never due.
        const due = zone.instantAt(wall.getTime());
        if (due !== undefined && due > instant) return due;
      }
      return undefined;
    },
  };
}

function readCron(pattern: string, fail: Fail): Cron {
  try {
    return new Cron(pattern, {
      mode: '7-part',
      timezone: 'UTC',
      alternativeWeekdays: true,
      // Quartz, and so AWS, reads 5/10 as "from 5 on, every 10".
      sloppyRanges: true,
      paused: true,
    });
  } catch (error) {
    throw fail((error as Error).message);
  }
}

/** Converts wall-clock times of a zone, written as if in UTC, in epoch milliseconds. */
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

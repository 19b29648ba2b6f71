import { addDays, brasiliaDate, SEND_DATE_MAX_DAYS } from './brasilia.ts';
import { holidayOn, type Holidays } from './holidays.ts';

/** When print batches are formed, for people who wait for one. Times and days are those of Brasília. */
export interface PrintSchedule {
  /** `HH:MM`, ascending. */
  times: string[];
  /** 0 is Sunday. */
  weekdays: number[];
  /** Holidays without a batch, `YYYY-MM-DD`, through the last day for which a letter can be scheduled and a month more. */
  days_off: string[];
  /** A mailing received in the last minutes before a batch waits for the next one. */
  cutoff_minutes: number;
}

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Options {
  cutoffMinutes: number;
  holidays: Holidays;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Reads a schedule of EventBridge Scheduler that runs at the same times on certain weekdays, such as `cron(0 9,13 ? *
 * MON-FRI *)` (https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based).
 * @returns null for any other schedule: then nobody is told a time
 */
export function printScheduleOf(expression: string, { cutoffMinutes, holidays, now }: Options): PrintSchedule | null {
  const found = /^cron\((\d{1,2}) (\d{1,2}(?:,\d{1,2})*) \? \* ([A-Z,-]+|\*) \*\)$/.exec(expression.trim());
  const weekdays = found && weekdaysOf(found[3]!);
  if (!found || !weekdays) return null;
  const [, minute, hours] = found;
  const today = brasiliaDate(now);
  const days = Array.from({ length: SEND_DATE_MAX_DAYS + 31 }, (_, ahead) => addDays(today, ahead));
  return {
    times: hours!
      .split(',')
      .map((hour) => `${hour.padStart(2, '0')}:${minute!.padStart(2, '0')}`)
      .sort(),
    weekdays,
    days_off: days.filter((day) => holidayOn(day, holidays) !== undefined),
    cutoff_minutes: cutoffMinutes,
  };
}

/** `MON-FRI`, `MON,WED` or `*`; undefined for what is none of these. */
function weekdaysOf(text: string): number[] | undefined {
  if (text === '*') return WEEKDAYS.map((_, day) => day);
  const days = text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map((name) => WEEKDAYS.indexOf(name));
    if (first! < 0 || last! < first!) return [NaN];
    return Array.from({ length: last! - first! + 1 }, (_, step) => first! + step);
  });
  return days.some(Number.isNaN) ? undefined : days;
}

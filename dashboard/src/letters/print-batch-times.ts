import type { PrintSchedule } from '../api/objects.ts';
import { brasiliaDate, brasiliaInstant, dayAfter } from '../language/formats.ts';

const MINUTE_MS = 60_000;

/** Longer than any row of days without a batch. */
const DAYS_TRIED = 31;

/**
 * When the batch that takes a mailing goes to the print house; undefined if the schedule has none.
 * @param received when the mailing is received; instants are epoch milliseconds
 */
export function batchAfter(received: number, schedule: PrintSchedule): number | undefined {
  const earliest = received + schedule.cutoff_minutes * MINUTE_MS;
  let day = brasiliaDate(0, new Date(earliest));
  for (let tried = 0; tried < DAYS_TRIED; tried += 1, day = dayAfter(day)) {
    if (restOn(day, schedule) !== undefined) continue;
    const instant = schedule.times.map((time) => brasiliaInstant(day, time)).find((each) => each >= earliest);
    if (instant !== undefined) return instant;
  }
  return undefined;
}

/** Why nothing goes to the print house on a day (`YYYY-MM-DD`); undefined on a day with batches. */
export function restOn(day: string, { weekdays, days_off }: PrintSchedule): 'holiday' | 'weekday' | undefined {
  if (days_off.includes(day)) return 'holiday';
  return weekdays.includes(new Date(`${day}T12:00:00Z`).getUTCDay()) ? undefined : 'weekday';
}

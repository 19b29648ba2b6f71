import { DAY_MS } from './units.ts';
/**
 * The calendar of Brasília. Dates are `YYYY-MM-DD`, instants epoch milliseconds. The offset always comes from the time zone
 * database: daylight saving ended in 2019 and may come back by decree.
 */
const ZONE = 'America/Sao_Paulo';

/** Scheduled letters are charged at this hour of their send date (rule LTR-9). */
export const CHARGE_TIME = '06:00';
/** `send_date` is from tomorrow to this many days ahead (rule LTR-3). */
export const SEND_DATE_MAX_DAYS = 180;

const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The date in Brasília at an instant. */
export function brasiliaDate(instant: number): string {
  return wallClock.format(instant).slice(0, 10);
}

/** The time of day in Brasília at an instant, `HH:MM`. */
export function brasiliaTime(instant: number): string {
  return wallClock.format(instant).slice(12, 17);
}

/**
 * The instant at which clocks in Brasília show `time` (`HH:MM`) on `date`. A time that a clock change skips means
 * the instant just after the change.
 */
export function brasiliaInstant(date: string, time: string): number {
  const asIfUtc = Date.parse(`${date}T${time}:00Z`);
  const guess = asIfUtc - offsetAt(asIfUtc);
  return asIfUtc - offsetAt(guess);
}

/** The date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** True for a date of the calendar written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** First and last allowed `send_date` at an instant. */
export function sendDateRange(now: number): { first: string; last: string } {
  const today = brasiliaDate(now);
  return { first: addDays(today, 1), last: addDays(today, SEND_DATE_MAX_DAYS) };
}

/** When a letter with this send date is charged. */
export function chargeInstant(sendDate: string): number {
  return brasiliaInstant(sendDate, CHARGE_TIME);
}

/** The first charging time after an instant: a letter that could not be charged today is retried then. */
export function nextChargeInstant(after: number): number {
  const today = brasiliaDate(after);
  const todays = chargeInstant(today);
  return todays > after ? todays : chargeInstant(addDays(today, 1));
}

function offsetAt(instant: number): number {
  const shown = Date.parse(wallClock.format(instant).replace(', ', 'T') + 'Z');
  return shown - Math.floor(instant / 1000) * 1000;
}

import { addDays } from './brasilia.ts';

/** Days without production, as data (`data/holidays.json`). They apply to every year. */
export interface Holidays {
  /** `day` is `MM-DD`. */
  fixed: readonly { day: string; name: string }[];
  /** Days counted from Easter Sunday, negative before it. */
  movable: readonly { days_after_easter: number; name: string }[];
}

/** The name of the holiday on a date (`YYYY-MM-DD`); undefined on any other day. */
export function holidayOn(date: string, { fixed, movable }: Holidays): string | undefined {
  const easter = easterSunday(Number(date.slice(0, 4)));
  const found =
    fixed.find(({ day }) => date.slice(5) === day) ??
    movable.find(({ days_after_easter }) => addDays(easter, days_after_easter) === date);
  return found?.name;
}

/** Easter Sunday of a Gregorian year, `YYYY-MM-DD` (Meeus, Astronomical Algorithms, ch. 8). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const lunarShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - lunarShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export const MINUTE_MS = 60_000;

export const HOUR_MS = 3_600_000;

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Binary: 10 MB of a document are 10,485,760 bytes. */
export const MEGABYTE = 1_048_576;

/** Days of limits are those of UTC. */
export const utcDayOf = (now: number) => Math.floor(now / DAY_MS);

/** Milliseconds until the next day of UTC begins. */
export const untilNextUtcDay = (now: number) => (utcDayOf(now) + 1) * DAY_MS - now;

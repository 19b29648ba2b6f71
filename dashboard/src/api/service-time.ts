/** By how much the service's clock is ahead of the browser's, in milliseconds: clocks of browsers are wrong at times. */
let ahead = 0;

/** @param date header of an answer that was given just now */
export function noteServiceTime(date: string | null): void {
  const said = Date.parse(date ?? '');
  if (!Number.isNaN(said)) ahead = said - Date.now();
}

/** The present instant of the service, in epoch milliseconds, to a second or so. */
export const serviceNow = () => Date.now() + ahead;

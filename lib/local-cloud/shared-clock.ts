import { readClock } from './clock.ts';
import { simulatedMachine } from './replay/current.ts';
import { showDate } from './shown-date.ts';

/** Makes this thread's `Date` show the time of a clock. @param shared the clock's buffer */
export function useSharedClock(shared: SharedArrayBuffer): void {
  const machine = simulatedMachine();
  if (machine) return machine.useClock(shared);
  const state = new Float64Array(shared);
  showDate(() => readClock(state));
}

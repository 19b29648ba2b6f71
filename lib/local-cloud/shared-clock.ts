import { readClock } from './clock.ts';
import { simulatedMachine } from './replay/current.ts';

/** Makes this thread's `Date` show the time of a clock. @param shared the clock's buffer */
export function useSharedClock(shared: SharedArrayBuffer): void {
  const machine = simulatedMachine();
  if (machine) return machine.useClock(shared);
  const state = new Float64Array(shared);
  const now = () => readClock(state);
  const RealDate = Date;
  RealDate.now = now;
  // A proxy and not a subclass: `Date()` without `new` is valid, and dates created elsewhere stay `instanceof Date`.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget): Date =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
  });
  RealDate.prototype.constructor = globalThis.Date;
}

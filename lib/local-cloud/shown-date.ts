/** Makes this thread's `Date` show another time. @param now the milliseconds of the epoch that it shows */
export function showDate(now: () => number): void {
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

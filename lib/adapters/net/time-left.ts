import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<() => number>();

/** Runs work with a deadline; everything that it calls can read the time left. */
export function withTimeLeft<T>(milliseconds: () => number, work: () => T): T {
  return storage.run(milliseconds, work);
}

/** Runs work with a later deadline than the work around it, if that has one. */
export function withMoreTime<T>(milliseconds: number, work: () => T): T {
  const left = storage.getStore();
  return left ? storage.run(() => left() + milliseconds, work) : work();
}

/** Milliseconds until the deadline of this work; infinite if there is none. */
export function timeLeft(): number {
  return clockOfWork()();
}

/** What tells the milliseconds until the deadline of this work, also inside of work with another one. */
export function clockOfWork(): () => number {
  return storage.getStore() ?? (() => Infinity);
}

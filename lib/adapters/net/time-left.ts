import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<() => number>();

/** Runs work with a deadline; everything that it calls can read the time left. */
export function withTimeLeft<T>(milliseconds: () => number, work: () => T): T {
  return storage.run(milliseconds, work);
}

/** Milliseconds until the deadline of this work; infinite if there is none. */
export function timeLeft(): number {
  return storage.getStore()?.() ?? Infinity;
}

import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<() => number>();

/** Runs work that somebody waits for; all that it calls may ask how long they still wait. */
export function withTimeLeft<T>(milliseconds: () => number, work: () => T): T {
  return storage.run(milliseconds, work);
}

/** Milliseconds until nobody waits for this work any more; infinite where nobody does. */
export function timeLeft(): number {
  return storage.getStore()?.() ?? Infinity;
}

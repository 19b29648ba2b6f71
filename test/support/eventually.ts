import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 250;
const PATIENCE_MS = 20_000;

/**
 * Reads until `enough` holds, for at most 20 s, and returns the last value. The local cloud has done everything by the
 * time it responds; elsewhere events are still in flight.
 */
export async function eventually<T>(read: () => Promise<T>, enough: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (enough(value) || performance.now() > deadline) return value;
    await sleep(PAUSE_MS);
  }
}

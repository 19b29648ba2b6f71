import type { Interference } from '@malote/local-cloud/interference.ts';

/** When AWS is gone: after so many calls of functions; the last of them is `lost` before it is done, or `unanswered`. */
export interface Outage {
  afterCalls: number;
  lastCall: 'lost' | 'unanswered';
}

/**
 * Takes AWS away from the functions. What they have under way then ends where it stands, as if they had crashed there: nothing
 * of them reaches AWS any more, not even to clean up.
 */
export function createOutages() {
  let planned: Outage | undefined;
  let calls = 0;

  const interference: Interference = () => {
    if (!planned || ++calls < planned.afterCalls) return undefined;
    const isLast = calls === planned.afterCalls;
    return { kind: 'disconnected', effect: isLast && planned.lastCall === 'unanswered' };
  };

  return {
    interference,

    /** Takes AWS away during `work`, if it makes that many calls. */
    during: async <Result>(outage: Outage | undefined, work: () => Promise<Result>): Promise<Result> => {
      [planned, calls] = [outage, 0];
      try {
        return await work();
      } finally {
        planned = undefined;
      }
    },
  };
}

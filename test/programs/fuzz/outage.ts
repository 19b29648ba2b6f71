import type { Interference } from '@malote/local-cloud/interference.ts';

/**
 * When AWS becomes unreachable: after this many calls of functions; the last of them is `lost` before it is carried
 * out, or `unanswered`.
 */
export interface Outage {
  afterCalls: number;
  lastCall: 'lost' | 'unanswered';
}

/**
 * Makes AWS unreachable for the functions. Their pending work ends where it is, as if they had crashed: none of their
 * further calls reaches AWS, not even to clean up.
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

    /** Makes AWS unreachable during `work`, if it makes that many calls. */
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

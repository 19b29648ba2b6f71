import type { IncomingMessage, ServerResponse } from 'node:http';

/** When AWS is gone: after so many calls of functions; the last of them is `lost` before it is done, or `unanswered`. */
export interface Outage {
  afterCalls: number;
  lastCall: 'lost' | 'unanswered';
}

/**
 * A route before all others that can take AWS away from the functions. What they have under way then ends where it stands,
 * as if they had crashed there: nothing of them reaches AWS any more, not even to clean up.
 */
export function createOutages() {
  let planned: Outage | undefined;
  let calls = 0;

  return {
    route: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (!planned || !isCallOfFunction(request) || ++calls < planned.afterCalls) return false;
      if (calls === planned.afterCalls && planned.lastCall === 'unanswered') {
        response.end = () => response.destroy();
        return false;
      }
      request.destroy();
      return true;
    },

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

/** Functions have the access key `local`; the control surface and tests have others. */
const isCallOfFunction = ({ headers }: IncomingMessage) => /Credential=local\//.test(headers.authorization ?? '');

import type { Problem } from '../api/objects.ts';

/** The fields of a failed request (`RequestFailed`). */
interface FailedRequest extends Error {
  /** 0 without a response. */
  status: number;
  code: string;
  problems: readonly Problem[];
}

const isFailed = (error: unknown): error is FailedRequest =>
  error instanceof Error && 'status' in error && 'code' in error && 'problems' in error;

/** At most 40 requests a second in total, of the 50 that a person may send (rule DASH-12). */
const AT_ONCE = 6;
const LEAST_MS = 150;

/** Doubling pauses, a minute in total. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

type Wait = (milliseconds: number) => Promise<void>;

const sleep: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Processes rows, several at a time, until all are done, one fails, or the caller stops. Rows in progress are finished
 * first.
 * @throws the first failure
 */
export async function eachRow(
  rows: readonly number[],
  act: (row: number) => Promise<unknown>,
  stopped: () => boolean,
  wait: Wait = sleep,
): Promise<void> {
  const queue = [...rows];
  const failures: unknown[] = [];
  const work = async () => {
    while (queue.length > 0 && failures.length === 0 && !stopped()) {
      try {
        await Promise.all([act(queue.shift()!), wait(LEAST_MS)]);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw failures[0];
}

/**
 * Retries after transient failures; only for requests that may be repeated.
 * @throws FailedRequest with the last response
 */
export async function retryUntilResponse<Result>(ask: () => Promise<Result>, wait: Wait = sleep): Promise<Result> {
  for (const milliseconds of WAITS_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await wait(milliseconds);
    }
  }
  return ask();
}

/** No response, a rate limit (429) or an error of the service. */
function isTransient(error: unknown): boolean {
  return isFailed(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** The error if it is about this row only, so that other rows can continue. */
export function refusalOf(error: unknown): FailedRequest | undefined {
  return isFailed(error) && error.status === 422 ? error : undefined;
}

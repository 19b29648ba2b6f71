import type { Logger } from '@aws-lambda-powertools/logger';
import { describeFailure } from '../net/failure.ts';

/** A run of a function failed; its cause is in a line of the log, without the message of the error. */
export class RunFailed extends Error {
  constructor() {
    super('the run failed; the line before says why');
    this.name = 'RunFailed';
  }
}

/**
 * Logs the failure of a whole run. Lambda logs an error that a function throws with its message, where libraries quote
 * the data that they were given, so another error is thrown instead (rule PRIV-4).
 * @param about ids of what the run worked on
 */
export async function loggedRun<Result>(
  logger: Pick<Logger, 'error'>,
  about: Record<string, string>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    logger.error('the run failed', { ...about, failure: describeFailure(error) });
    throw new RunFailed();
  }
}

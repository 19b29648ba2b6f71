import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Call, PendingResponse } from '../../../core/domain/calls.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { withTimeLeft } from '../../net/time-left.ts';
import { completionWrite, findResponse } from './idempotency-records.ts';
import { callKey } from './keys.ts';
import { epochSeconds, isConditionFailure, type Table } from './table.ts';
import {
  backOff,
  ConditionLost,
  Contention,
  isHeld,
  isInconclusive,
  isThrottled,
  OutcomeUnknown,
  transact,
  type Write,
} from './transactions.ts';

/**
 * A transaction begins only if this much time is left: for its response and, if that is lost, for finding out the
 * outcome.
 */
export const COMMIT_MS = 3_000;
/** The part of it that is reserved for finding out the outcome. */
export const SETTLE_MS = 1_500;

/** The mark of a call is kept for a day; attempts of its transaction end with their connections, within seconds. */
const CALL_KEPT_MS = DAY_MS;

/**
 * Commits the writes of a call together with its response: all or none, and the outcome is known before the call
 * returns. With an Idempotency-Key the response is stored in its record. Without one, the call writes its own mark, and
 * the mark makes a transaction fail that arrives after the call was given up (rule ERR-1).
 *
 * A condition of our transactions that failed once always fails: ids are new, versions and sequences only grow, uploads
 * and keys are taken once. So a rejected attempt stays rejected, and the only open question is whether an earlier one
 * committed.
 * @param response absent for background work, which finds its outcome by repeating it
 * @param contentionRetries see `transact`
 * @throws Problem service_unavailable when time ran out: nothing was written, and nothing will be · ConditionLost ·
 * Contention
 */
export async function commit(
  table: Table,
  writes: readonly Write[],
  response?: PendingResponse,
  contentionRetries?: number,
): Promise<void> {
  if (!response) return transact(table, writes, { contentionRetries });
  const { call } = response;
  if (call.timeLeft() < COMMIT_MS) throw new Problem('service_unavailable');
  await noteOutcome(response, async () => {
    try {
      const all = [...writes, responseWrite(table, response)];
      await beforeSettling(call, (timeLeft) => transact(table, all, { timeLeft, contentionRetries }));
    } catch (error) {
      if (await hasCommitted(table, call, error)) return;
      // The call has marked itself as given up; of a record only its release says as much.
      if (error instanceof OutcomeUnknown && !call.record) throw new Problem('service_unavailable', { cause: error });
      throw error;
    }
  });
}

/**
 * Does work of a call that ends, with its requests, while there is time to find out the outcome. A request that has
 * begun would otherwise wait until the end of the call.
 */
export function beforeSettling<T>(call: Call, work: (timeLeft: () => number) => Promise<T>): Promise<T> {
  const timeLeft = () => call.timeLeft() - SETTLE_MS;
  return withTimeLeft(timeLeft, () => work(timeLeft));
}

/** Tells the call what is known of its transaction, while it is carried out and when it has failed. */
export async function noteOutcome({ call, status, body }: PendingResponse, work: () => Promise<void>): Promise<void> {
  call.outcome = 'unknown';
  try {
    await work();
  } catch (error) {
    const isRejected = error instanceof Problem || error instanceof ConditionLost || error instanceof Contention;
    if (isRejected) call.outcome = 'nothing';
    throw error;
  }
  call.outcome = { status, body };
}

/** The same; false when a condition did not hold. */
export async function commitIfConditionsHold(
  table: Table,
  writes: readonly Write[],
  response?: PendingResponse,
): Promise<boolean> {
  try {
    await commit(table, writes, response);
    return true;
  } catch (error) {
    if (error instanceof ConditionLost) return false;
    throw error;
  }
}

/** What a call adds to its transaction. */
export function responseWrite(table: Table, { call, status, body }: PendingResponse): Write {
  if (call.record) return completionWrite(table, call.record, { status, body });
  return { name: 'call', item: { Put: markOf(table, call, 'answered') } };
}

/**
 * Whether the transaction committed although its last attempt failed with this error. If a condition rejected the last
 * attempt, an earlier attempt without a response may have committed. If no attempt had a response, the call gives up.
 */
async function hasCommitted(table: Table, call: Call, error: unknown): Promise<boolean> {
  if (error instanceof ConditionLost && error.mayHaveCommitted)
    return retryUntilResponse(call, () => hasResponse(table, call));
  return error instanceof OutcomeUnknown && endAttempts(table, call);
}

/**
 * Makes every uncommitted attempt of a call fail, including one still in flight. For a call with a record, the
 * idempotency middleware does this when it releases the record.
 * @returns whether an attempt has committed
 */
export async function endAttempts(table: Table, call: Call): Promise<boolean> {
  if (call.record) return retryUntilResponse(call, () => hasResponse(table, call));
  return !(await retryUntilResponse(call, () => giveUp(table, call)));
}

/**
 * Retries until the call's time runs out while there is no response, a transaction holds the item, or it is throttled.
 */
export async function retryUntilResponse<Result>(call: Call, ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isInconclusive(error) && !isHeld(error) && !isThrottled(error)) throw error;
      if (call.timeLeft() <= 0) throw new OutcomeUnknown(error);
      await backOff(attempt);
    }
  }
}

/** Whether the call's response was committed; strongly consistent. */
async function hasResponse(table: Table, call: Call): Promise<boolean> {
  if (call.record) return (await findResponse(table, call.record)) !== undefined;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: callKey(call.id), ConsistentRead: true }),
  );
  return Item?.outcome === 'answered';
}

/**
 * Makes every uncommitted attempt fail.
 * @returns false if an attempt has committed
 */
async function giveUp(table: Table, call: Call): Promise<boolean> {
  try {
    await table.client.send(
      new PutCommand({ ...markOf(table, call, 'given_up'), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    );
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    // Already given up by this same write, which the client repeated after a lost response.
    return error.Item?.outcome?.S === 'given_up';
  }
}

function markOf(table: Table, call: Call, outcome: 'answered' | 'given_up') {
  return {
    TableName: table.name,
    Item: { ...callKey(call.id), kind: 'call', outcome, expires_at_epoch: epochSeconds(call.startedAt + CALL_KEPT_MS) },
    ConditionExpression: 'attribute_not_exists(PK)',
  };
}

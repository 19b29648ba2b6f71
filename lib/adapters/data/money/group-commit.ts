import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, PendingResponse } from '../../../core/domain/calls.ts';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import type { Balance, MoneyMove } from '../../../core/domain/ledger.ts';
import { Problem } from '../../../core/domain/problems.ts';
import {
  beforeSettling,
  COMMIT_MS,
  endAttempts,
  noteOutcome,
  responseWrite,
  retryUntilResponse,
  SETTLE_MS,
} from '../table/calls.ts';
import { type Key, pendingChargeKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { backOff, ConditionLost, isInconclusive, isThrottled, type Write } from '../table/transactions.ts';
import { lead } from './group-leader.ts';
import { spendingWrites } from './key-spending.ts';
import { commitMoneyAsJudged, isConflict, readBalance, type Tools } from './ledger.ts';
import {
  type PendingCharge,
  putCharge,
  type Refusal,
  removeCharge,
  setRefusal,
  sizeOf,
  stateOf,
} from './pending-charges.ts';

/**
 * Charges of one account all write its balance, and DynamoDB cancels one of two overlapping transactions
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling).
 * A transaction takes some 20 ms, so 50 a second leave no gap between them, and retries only add conflicts. So
 * conflicting charges are committed together: each call stores its pending charge, one call at a time leads, and the
 * leader commits the charges that it finds in one transaction. See docs/decisions/group-commit.md.
 *
 *     alone     balance read ── transaction ──▶ done
 *     meeting   balance read ── transaction ✗ ── pending charge ─┬─ leads: commits up to 15 in one transaction
 *                                                               └─ follows: looks until its own is gone or rejected
 */

const GIVEN_UP: Refusal = { problem: 'service_unavailable' };

/** A pending charge of this size and its key stay below the 400 KB of an item; a larger one is committed alone. */
const LARGEST_PENDING_BYTES = 300_000;
/** Poll interval of a follower: about the time of a transaction. */
const LOOK_MS = 25;

/**
 * Commits a charge of a call with its writes: alone if no other call charges the account, otherwise together with the
 * others.
 * @param move undefined for what only counts against the limits of a key
 * @param options `read`: the balance that the caller has read · `spends`: what counts against the limits of a key
 * @throws Problem insufficient_balance, api_key_limit_reached, service_unavailable: nothing was written, and nothing
 * will be · ConditionLost when one of `writes` was rejected
 */
export async function commitCharge(
  table: Table,
  tools: Tools,
  move: MoneyMove | undefined,
  writes: readonly Write[],
  response: PendingResponse,
  { read, spends }: { read?: Balance | undefined; spends?: KeyCharge | undefined } = {},
): Promise<void> {
  const { account_id } = (move ?? spends)!;
  const balance = read ?? (await readBalance(table, account_id));
  const order = { account_id, move, spends };
  if ((balance.crowded_until ?? 0) <= tools.now()) {
    try {
      return await commitAsJudged(table, tools, order, balance, writes, { response, contentionRetries: 0 });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await commitTogether(table, tools, order, writes, response);
}

type Order = Pick<PendingCharge, 'move' | 'spends'> & { account_id: string };

/** @throws Problem insufficient_balance, api_key_limit_reached · see `isConflict` */
async function commitAsJudged(
  table: Table,
  tools: Tools,
  { account_id, move, spends }: Order,
  balance: Balance,
  writes: readonly Write[],
  options: { response: PendingResponse; contentionRetries?: number },
): Promise<void> {
  const all = [...writes, ...(spends ? await spendingWrites(table, tools.now(), spends) : [])];
  await commitMoneyAsJudged(table, tools, account_id, balance, move ? [move] : [], all, options);
}

/** Retries while others charge the account, until the call's time runs out, which `commit` notices. */
async function commitAlone(
  table: Table,
  tools: Tools,
  order: Order,
  writes: readonly Write[],
  response: PendingResponse,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const balance = await readBalance(table, order.account_id);
      return await commitAsJudged(table, tools, order, balance, writes, { response });
    } catch (error) {
      if (!isConflict(error)) throw error;
      await backOff(attempt);
    }
  }
}

async function commitTogether(
  table: Table,
  tools: Tools,
  order: Order,
  writes: readonly Write[],
  response: PendingResponse,
): Promise<void> {
  const { account_id, move, spends } = order;
  const { call } = response;
  if (call.timeLeft() < COMMIT_MS) throw new Problem('service_unavailable');
  const all = [...writes, responseWrite(table, response)];
  const charge: PendingCharge = {
    ...pendingChargeKey(account_id, tools.now(), call.id),
    ...(move && { move }),
    ...(spends && { spends }),
    writes: all,
    until: tools.now() + call.timeLeft(),
  };
  if (sizeOf(charge) > LARGEST_PENDING_BYTES) {
    await commitAlone(table, tools, order, writes, response);
    return;
  }
  await noteOutcome(response, () => commitCharged(table, tools, charge, call));
}

/** Stores a charge and waits until it is committed or rejected. */
async function commitCharged(table: Table, tools: Tools, charge: PendingCharge, call: Call): Promise<void> {
  await retryUntilResponse(call, () => putCharge(table, charge));
  for (let failure: unknown; ;) {
    const state = await retryUntilResponse(call, () => stateOf(table, charge));
    if (state === 'committed') return;
    if (state !== 'pending') return endRejected(table, call, charge, state, failure);
    // After withdrawing its charge, the call checks once more: a transaction may have committed it first.
    if (failure !== undefined || call.timeLeft() < SETTLE_MS)
      await retryUntilResponse(call, () => setRefusal(table, charge, GIVEN_UP));
    else failure = await beforeSettling(call, (timeLeft) => leadOrFollow(table, tools, charge, timeLeft));
  }
}

/**
 * Ends a rejected charge of the call. A repeated request that stores the charge may still be in flight; a later leader
 * must not commit it.
 * @returns normally only if the charge was committed after all, before a repeated request stored it again
 */
async function endRejected(table: Table, call: Call, charge: Key, refusal: Refusal, cause: unknown): Promise<void> {
  const isCommitted = await endAttempts(table, call);
  await retryUntilResponse(call, () => removeCharge(table, charge));
  if (!isCommitted)
    throw 'problem' in refusal
      ? new Problem(refusal.problem, { values: refusal.values, cause })
      : new ConditionLost(refusal.write);
}

/**
 * Leads once, or waits for the leader.
 * @returns a permanent error; without a response or when throttled, the next check of the charge finds its outcome
 */
async function leadOrFollow(
  table: Table,
  tools: Tools,
  charge: PendingCharge,
  timeLeft: () => number,
): Promise<unknown> {
  try {
    if (await lead(table, tools, charge, timeLeft)) return undefined;
  } catch (error) {
    if (!isInconclusive(error) && !isThrottled(error)) return error;
  }
  await sleep(LOOK_MS * (0.5 + Math.random()));
  return undefined;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Call, PendingResponse } from '../../../core/domain/calls.ts';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import { type Balance, covers, insufficientBalance, type MoneyMove } from '../../../core/domain/ledger.ts';
import { Problem, type Values } from '../../../core/domain/problems.ts';
import { MINUTE_MS } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import {
  beforeSettling,
  COMMIT_MS,
  endAttempts,
  noteOutcome,
  responseWrite,
  retryUntilResponse,
  SETTLE_MS,
} from '../table/calls.ts';
import {
  abandonedChargesPartition,
  groupLeaderKey,
  instantKey,
  type Key,
  PENDING_SHARDS,
  pendingChargeKey,
  pendingChargesPartition,
  pendingShardOf,
} from '../table/keys.ts';
import { queryWorkKeys } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { epochSeconds, isConditionFailure, type Table } from '../table/table.ts';
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
} from '../table/transactions.ts';
import { openSpendings, spendingWrites } from './key-spending.ts';
import {
  applyMoves,
  commitMoneyAsJudged,
  hasMoved,
  isConflict,
  moneyWrites,
  readBalance,
  type Tools,
} from './ledger.ts';

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
 *
 * Only the transaction that commits a pending charge, or a call that gives up, removes it: so each charge is committed
 * once or never, and its call knows which.
 */
interface PendingCharge extends Key {
  /** Undefined for what only counts against the limits of a key: a scheduled letter. */
  move?: MoneyMove | undefined;
  /** What it counts against the limits of a restricted key. */
  spends?: KeyCharge | undefined;
  /** Everything that the call commits besides the money, including its response. */
  writes: Write[];
  /** Epoch milliseconds by which the call has given up. */
  until: number;
  /** Why it will not be committed. */
  refusal?: Refusal;
}

type Refusal =
  | { problem: 'insufficient_balance' | 'service_unavailable' | 'api_key_limit_reached'; values?: Values }
  | { write: string };

const GIVEN_UP: Refusal = { problem: 'service_unavailable' };

/** A pending charge of this size and its key stay below the 400 KB of an item; a larger one is committed alone. */
const LARGEST_PENDING_BYTES = 300_000;
/**
 * A transaction can have 100 writes and 4 MB; a charge has at most seven, and one for each of the eight words of a
 * recipient, besides its ledger entry and its own removal.
 */
const MOST_WRITES = 100;
const LARGEST_TRANSACTION_BYTES = 3_500_000;
const MOST_CHARGES = 15;

/** Longer than a transaction and its retries; afterwards another call takes the lead from a killed leader. */
const LEAD_MS = 1_000;
/** For this long after a group commit, other charges join the pending ones immediately. */
const CROWDED_MS = 2_000;
/** Poll interval of a follower: about the time of a transaction. */
const LOOK_MS = 25;
/** Longer than any function runs (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const ABANDONED_MS = 15 * MINUTE_MS;
/** Abandoned charges removed at a time from each shard. */
const REMOVED_PER_SHARD = 100;

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
 * Removes the charges of killed calls, long after any call can still run, oldest first. The table's own expiry is days
 * late, and they contain letters.
 */
export async function removeAbandonedCharges(table: Table, now: number): Promise<void> {
  const abandoned = await abandonedCharges(table, REMOVED_PER_SHARD, { upTo: instantKey(now) });
  const removals = abandoned.map(({ PK, SK }) =>
    table.client.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } })),
  );
  await settleAll(removals);
}

/** When the next charge would be abandoned, epoch milliseconds; null when none is pending. */
export async function nextAbandonedCharge(table: Table): Promise<number | null> {
  const instants = (await abandonedCharges(table, 1)).map(({ GSI3SK }) => Number(GSI3SK));
  return instants.length > 0 ? Math.min(...instants) : null;
}

async function abandonedCharges(table: Table, perShard: number, range: { upTo?: string } = {}): Promise<Item[]> {
  const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) =>
    queryWorkKeys(table, abandonedChargesPartition(shard), perShard, range),
  );
  return (await settleAll(shards)).flat();
}

async function putCharge(table: Table, charge: PendingCharge): Promise<void> {
  const Item = {
    ...charge,
    kind: 'pending_charge',
    GSI3PK: abandonedChargesPartition(pendingShardOf(charge.SK)),
    GSI3SK: instantKey(charge.until + ABANDONED_MS),
    expires_at_epoch: epochSeconds(charge.until) + 1,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

async function stateOf(table: Table, { PK, SK }: Key): Promise<'committed' | 'pending' | Refusal> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { PK, SK },
      ConsistentRead: true,
      ProjectionExpression: 'PK, refusal',
    }),
  );
  if (!Item) return 'committed';
  return (Item as PendingCharge).refusal ?? 'pending';
}

/**
 * Ends a rejected charge of the call. A repeated request that stores the charge may still be in flight; a later leader
 * must not commit it.
 * @returns normally only if the charge was committed after all, before a repeated request stored it again
 */
async function endRejected(table: Table, call: Call, { PK, SK }: Key, refusal: Refusal, cause: unknown): Promise<void> {
  const isCommitted = await endAttempts(table, call);
  await retryUntilResponse(call, () =>
    table.client.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } })),
  );
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

/**
 * Commits pending charges, the oldest first, if nobody else does so now.
 * @returns false when somebody else leads
 */
async function lead(table: Table, tools: Tools, own: PendingCharge, timeLeft: () => number): Promise<boolean> {
  const { account_id } = (own.move ?? own.spends)!;
  if (!(await takeLead(table, tools, account_id, own.SK))) return false;
  try {
    let charges = await pendingCharges(table, tools, account_id);
    while (charges.length > 0 && timeLeft() > 0) {
      const left = await commitGroup(table, tools, account_id, charges, timeLeft);
      if (left === 'later') break;
      charges = left;
    }
  } finally {
    await releaseLead(table, account_id, own.SK);
  }
  return true;
}

/**
 * @returns the charges still to commit, without rejected ones; `later` if the balance moved or another transaction
 * interfered
 */
async function commitGroup(
  table: Table,
  tools: Tools,
  accountId: string,
  charges: readonly PendingCharge[],
  timeLeft: () => number,
): Promise<PendingCharge[] | 'later'> {
  const before = await readBalance(table, accountId);
  const spendings = await openSpendings(
    table,
    charges.map(({ spends }) => spends),
  );
  const { covered, refused } = judge(tools, before, spendings, charges);
  await settleAll(refused.map(([charge, refusal]) => refuse(table, charge, refusal)));
  if (covered.length === 0) return [];
  const { entries, balance } = applyMoves(
    tools,
    before,
    covered.flatMap(({ move }) => move ?? []),
  );
  const after = { ...balance, crowded_until: tools.now() + CROWDED_MS };
  try {
    const ofMoney = moneyWrites(table, tools, accountId, before, after, entries);
    await transact(table, [...ofMoney, ...spendings.writes(), ...groupWrites(table, covered)], { timeLeft });
    return [];
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof Contention) return 'later';
    if (!(error instanceof ConditionLost)) throw error;
    if (hasMoved(error)) return 'later';
    const [position, name] = splitName(error.write);
    const lost = covered[position]!;
    if (name !== PENDING_CHARGE) await refuse(table, lost, { write: name });
    return covered.filter((charge) => charge !== lost);
  }
}

/**
 * Applies the charges in turn: each must be covered by the balance, and by the limits of its key, that the previous ones
 * left.
 */
function judge(
  { now }: Tools,
  balance: Balance,
  spendings: Awaited<ReturnType<typeof openSpendings>>,
  charges: readonly PendingCharge[],
) {
  let { amount } = balance;
  const covered: PendingCharge[] = [];
  const refused: [PendingCharge, Refusal][] = [];
  for (const charge of charges) {
    const { move, spends } = charge;
    const isCovered = !move || covers({ ...balance, amount }, move);
    const problem = isCovered ? spendings.take(spends, now()) : insufficientBalance(balance, move);
    if (problem) refused.push([charge, { problem: problem.code, values: problem.values } as Refusal]);
    else {
      covered.push(charge);
      amount += move?.amount ?? 0;
    }
  }
  return { covered, refused };
}

const PENDING_CHARGE = 'pending charge';
const IS_PENDING = 'attribute_exists(PK) AND attribute_not_exists(refusal)';
const nameOf = (position: number, name: string) => `${position} ${name}`;
const splitName = (text: string): [number, string] => {
  const blank = text.indexOf(' ');
  return [Number(text.slice(0, blank)), text.slice(blank + 1)];
};

/** The writes of the charges themselves. */
function groupWrites(table: Table, charges: readonly PendingCharge[]): Write[] {
  return charges.flatMap(({ PK, SK, writes }, position) => [
    ...writes.map(({ name, item }) => ({ name: nameOf(position, name), item })),
    {
      name: nameOf(position, PENDING_CHARGE),
      item: { Delete: { TableName: table.name, Key: { PK, SK }, ConditionExpression: IS_PENDING } },
    },
  ]);
}

/** The charges with waiting calls that fit one transaction. */
async function pendingCharges(table: Table, { now }: Tools, accountId: string): Promise<PendingCharge[]> {
  const shards = await settleAll(
    Array.from({ length: PENDING_SHARDS }, (_, shard) => chargesOfShard(table, accountId, shard)),
  );
  const charges = shards.flat().sort((one, other) => (one.SK < other.SK ? -1 : 1));
  const taken: PendingCharge[] = [];
  const written = new Set<string>();
  // The balance, and the notice of a low balance.
  let writes = 2;
  let bytes = 0;
  for (const charge of charges) {
    if (charge.refusal || charge.until <= now()) continue;
    // A transaction may write an item only once: of two charges for the same upload, the second waits for the next
    // group.
    const items = charge.writes.map(itemOf);
    if (items.some((item) => written.has(item))) continue;
    writes += charge.writes.length + (charge.spends ? 3 : 2);
    bytes += sizeOf(charge);
    if (taken.length >= MOST_CHARGES || writes > MOST_WRITES || bytes > LARGEST_TRANSACTION_BYTES) break;
    taken.push(charge);
    for (const item of items) written.add(item);
  }
  return taken;
}

/** None if the shard does not respond: its charges wait for the next round, without delaying the others. */
async function chargesOfShard(table: Table, accountId: string, shard: number): Promise<PendingCharge[]> {
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': pendingChargesPartition(accountId, shard) },
    ConsistentRead: true,
  });
  try {
    const { Items = [] } = await table.client.send(query);
    return Items as PendingCharge[];
  } catch (error) {
    if (!isInconclusive(error) && !isThrottled(error)) throw error;
    return [];
  }
}

function itemOf({ item: { Put, Update, Delete, ConditionCheck } }: Write): string {
  const { PK, SK } = (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)!.Key) as unknown as Key;
  return `${PK} ${SK}`;
}

/**
 * Rejects a charge. If another leader is committing it or the table is throttled, nothing happens: its call checks
 * again.
 */
async function refuse(table: Table, charge: PendingCharge, refusal: Refusal): Promise<void> {
  try {
    await setRefusal(table, charge, refusal);
  } catch (error) {
    if (!isHeld(error) && !isThrottled(error)) throw error;
  }
}

async function setRefusal(table: Table, { PK, SK }: Key, refusal: Refusal): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { PK, SK },
        UpdateExpression: 'SET refusal = :refusal',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':refusal': refusal },
      }),
    );
  } catch (error) {
    // Its call has given up in the meantime.
    if (!isConditionFailure(error)) throw error;
  }
}

/**
 * The lead only avoids conflicts; it is not needed for safety: of two leaders, one fails at the balance's condition.
 */
async function takeLead(table: Table, { now }: Tools, accountId: string, leader: string): Promise<boolean> {
  const instant = now();
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...groupLeaderKey(accountId),
          kind: 'group_leader',
          leader,
          until: instant + LEAD_MS,
          expires_at_epoch: epochSeconds(instant) + 60,
        },
        ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now OR leader = :leader',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': instant, ':leader': leader },
      }),
    );
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

async function releaseLead(table: Table, accountId: string, leader: string): Promise<void> {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: groupLeaderKey(accountId),
        ConditionExpression: 'leader = :leader',
        ExpressionAttributeValues: { ':leader': leader },
      }),
    );
  } catch (error) {
    // Another call has taken the lead from a leader that took too long.
    if (!isConditionFailure(error)) throw error;
  }
}

/** Approximate bytes of an item or write: DynamoDB counts names and values in UTF-8; JSON adds punctuation. */
function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Balance, covers, insufficientBalance } from '../../../core/domain/ledger.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { groupLeaderKey, type Key } from '../table/keys.ts';
import { epochSeconds, isConditionFailure, type Table } from '../table/table.ts';
import {
  ConditionLost,
  Contention,
  isHeld,
  isThrottled,
  OutcomeUnknown,
  transact,
  type Write,
} from '../table/transactions.ts';
import { openSpendings } from './key-spending.ts';
import { applyMoves, hasMoved, moneyWrites, readBalance, type Tools } from './ledger.ts';
import { type PendingCharge, type Refusal, setRefusal, sizeOf, storedCharges } from './pending-charges.ts';

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
/**
 * Commits pending charges, the oldest first, if nobody else does so now.
 * @returns false when somebody else leads
 */
export async function lead(table: Table, tools: Tools, own: PendingCharge, timeLeft: () => number): Promise<boolean> {
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
  const charges = await storedCharges(table, accountId);
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

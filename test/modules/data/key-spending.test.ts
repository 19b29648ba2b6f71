import { randomBytes, randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { commitCharge } from '../../../lib/adapters/data/money/group-commit.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import type { KeyCharge } from '../../../lib/core/domain/key-restrictions.ts';
import type { MoneyMove } from '../../../lib/core/domain/ledger.ts';
import type { Problem } from '../../../lib/core/domain/problems.ts';
import type { KeyRestrictions } from '../../../lib/core/schemas/api-key.ts';
import { callWithTime } from '../../support/calls.ts';
import { contendedTable } from '../../support/contention.ts';
import { useTable } from '../../support/dynamodb.ts';

const tools = { now: () => Date.now(), randomBytes };
const PRICE = 690;
const BALANCE = 10_000_000;
const free: KeyRestrictions = {
  operations: null,
  max_price: null,
  daily_limit: null,
  total_limit: null,
  postal_codes: null,
  expires_at: null,
};

/** The table, in which something else happens before the first transaction. */
function beforeFirstTransaction(table: Table, happens: () => Promise<void>): Table {
  let isFirst = true;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (command instanceof TransactWriteCommand && isFirst) {
      isFirst = false;
      await happens();
    }
    return table.client.send(command);
  };
  return { ...table, client: { send } as unknown as Table['client'] };
}

describe('orders of a restricted key (rule KEY-4)', () => {
  const plain = useTable();

  async function keyWith(restrictions: Partial<KeyRestrictions> | null, balance = BALANCE) {
    const account = `acc_${randomUUID()}`;
    const ledger = openLedger(plain(), tools);
    await ledger.move({ account_id: account, type: 'top_up', amount: balance, source_id: null, description: null });
    const keys = openApiKeys(plain());
    const all = restrictions && { ...free, ...restrictions };
    const { apiKey } = await keys.issue(account, Date.now(), randomBytes, { restrictions: all });
    const spending = async () => (await keys.list(account)).find(({ id }) => id === apiKey.id)!.spending;
    return { account, ledger, keys, id: apiKey.id, spending };
  }

  /** @param move undefined for a scheduled letter, which counts and is not charged */
  async function order(table: Table, spends: KeyCharge, { isScheduled = false, timeMs = 300_000 } = {}) {
    const thing = `ltr_${randomUUID()}`;
    const move: MoneyMove = {
      account_id: spends.account_id,
      type: 'letter',
      amount: -spends.amount,
      source_id: thing,
      description: null,
    };
    const end = Date.now() + timeMs;
    const call = callWithTime({ timeLeft: () => end - Date.now() });
    const Item = { PK: thing, SK: 'THING' };
    const Put = { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' };
    return commitCharge(
      table,
      tools,
      isScheduled ? undefined : move,
      [{ name: 'thing', item: { Put } }],
      { call, status: 201, body: { id: thing } },
      { spends },
    ).then(
      () => 'made',
      (error: Error & { code?: string }) => error.code ?? error.name,
    );
  }

  const tally = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((one) => [one, outcomes.filter((other) => other === one).length]),
    );

  test('1,000 concurrent ones at a limit of 137: exactly so many are made, and not a centavo more', async () => {
    const { account, ledger, id, spending } = await keyWith({ total_limit: 137 * PRICE + PRICE - 1 });
    const spends = { account_id: account, key_id: id, amount: PRICE };
    // As `createMailing` does it: judged, then judged again by the transaction that charges.
    const judgedOrder = () =>
      ledger.requireSpendable(spends).then(
        () => order(plain(), spends),
        ({ code }: Problem) => code as string,
      );
    // So many are on their way at any time: twice what an account may send in a second. All at once would measure how
    // one process polls for a thousand functions.
    const outcomes: string[] = [];
    const lane = async () => {
      for (let index = 0; index < 10; index++) outcomes.push(await judgedOrder());
    };
    await Promise.all(Array.from({ length: 100 }, lane));
    expect(tally(outcomes)).toEqual({ api_key_limit_reached: 863, made: 137 });
    expect((await ledger.balance(account)).amount).toBe(BALANCE - 137 * PRICE);
    expect(await ledger.all(account)).toHaveLength(138);
    expect(await spending()).toMatchObject({ spent: 137 * PRICE, spent_in_day: 137 * PRICE });
  }, 300_000);

  test('charged and scheduled ones of two keys that conflict, as in DynamoDB: each key stays within its limits', async () => {
    const { account, ledger, keys, id, spending } = await keyWith({ daily_limit: 20 * PRICE });
    const other = await keys.issue(account, Date.now(), randomBytes, {
      restrictions: { ...free, total_limit: 7 * PRICE },
    });
    const { table, counts } = contendedTable(plain(), 10);
    const outcomes = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const key_id = index % 3 === 0 ? other.apiKey.id : id;
        const isScheduled = index % 2 === 0;
        const outcome = await order(table, { account_id: account, key_id, amount: PRICE }, { isScheduled });
        return { key_id, isScheduled, outcome };
      }),
    );
    expect(counts.conflicts).toBeGreaterThan(0);
    const of = (key: string) => tally(outcomes.flatMap(({ key_id, outcome }) => (key_id === key ? [outcome] : [])));
    expect(of(id)).toEqual({ api_key_limit_reached: 40, made: 20 });
    expect(of(other.apiKey.id)).toEqual({ api_key_limit_reached: 23, made: 7 });
    const charged = outcomes.filter(({ isScheduled, outcome }) => !isScheduled && outcome === 'made').length;
    expect((await ledger.balance(account)).amount).toBe(BALANCE - charged * PRICE);
    expect(await spending()).toMatchObject({ spent: 20 * PRICE, spent_in_day: 20 * PRICE });
  }, 120_000);

  test('of which the balance does not cover one count nothing', async () => {
    const { account, id, spending } = await keyWith({ total_limit: 100 * PRICE }, PRICE);
    const spends = { account_id: account, key_id: id, amount: PRICE };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => order(plain(), spends)));
    expect(tally(outcomes)).toEqual({ insufficient_balance: 9, made: 1 });
    expect(await spending()).toMatchObject({ spent: PRICE });
  });

  test('a limit that an owner sets takes effect at once, and what was ordered stays counted', async () => {
    const { account, keys, id, spending } = await keyWith({ total_limit: PRICE });
    const spends = { account_id: account, key_id: id, amount: PRICE };
    expect([await order(plain(), spends), await order(plain(), spends)]).toEqual(['made', 'api_key_limit_reached']);
    await keys.restrict(account, id, { ...free, total_limit: 2 * PRICE });
    expect([await order(plain(), spends), await order(plain(), spends)]).toEqual(['made', 'api_key_limit_reached']);
    await keys.restrict(account, id, null);
    expect(await spending()).toMatchObject({ spent: 2 * PRICE, total_limit: null });
    const restricted = await keys.restrict(account, id, { ...free, daily_limit: 2 * PRICE });
    expect(restricted).toMatchObject({ restrictions: { daily_limit: 2 * PRICE }, spending: { spent: 2 * PRICE } });
    expect((await keys.list(account))[0]!.restrictions).toEqual(restricted!.restrictions);
    expect(await order(plain(), spends)).toBe('api_key_limit_reached');
  });

  test('a limit that is lowered while orders run holds for those that are not yet committed', async () => {
    const { account, ledger, keys, id } = await keyWith({ total_limit: 1_000 * PRICE });
    const { table } = contendedTable(plain(), 10);
    const spends = { account_id: account, key_id: id, amount: PRICE };
    const orders = Array.from({ length: 60 }, () => order(table, spends));
    await Promise.race(orders);
    await keys.restrict(account, id, { ...free, total_limit: 0 });
    const made = (BALANCE - (await ledger.balance(account)).amount) / PRICE;
    const outcomes = await Promise.all(orders);
    expect(made).toBeLessThan(60);
    expect(tally(outcomes)).toEqual({ api_key_limit_reached: 60 - made, made });
  });

  test('a key that is restricted later counts from then, also if it is restricted twice at once', async () => {
    const { account, keys, id, spending } = await keyWith(null);
    expect(await spending()).toBeNull();
    await Promise.all([
      keys.restrict(account, id, { ...free, total_limit: PRICE }),
      keys.restrict(account, id, { ...free, total_limit: PRICE }),
    ]);
    const spends = { account_id: account, key_id: id, amount: PRICE };
    expect([await order(plain(), spends), await order(plain(), spends)]).toEqual(['made', 'api_key_limit_reached']);
    expect(await keys.restrict(`acc_${randomUUID()}`, id, null)).toBeUndefined();
  });

  test('a key that is first restricted by two owners at once keeps what it has ordered in between', async () => {
    const { account, keys, id, spending } = await keyWith(null);
    const spends = { account_id: account, key_id: id, amount: PRICE };
    const late = beforeFirstTransaction(plain(), async () => {
      await keys.restrict(account, id, { ...free, total_limit: 5 * PRICE });
      expect(await order(plain(), spends)).toBe('made');
    });
    await openApiKeys(late).restrict(account, id, { ...free, total_limit: PRICE });
    expect(await spending()).toMatchObject({ spent: PRICE, total_limit: PRICE });
    expect(await order(plain(), spends)).toBe('api_key_limit_reached');
  });
});

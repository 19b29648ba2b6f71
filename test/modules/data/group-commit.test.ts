import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThrottlingException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { commitCharge } from '../../../lib/adapters/data/money/group-commit.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { nextAbandonedCharge, removeAbandonedCharges } from '../../../lib/adapters/data/money/pending-charges.ts';
import {
  groupLeaderKey,
  PENDING_SHARDS,
  pendingChargeKey,
  pendingChargesPartition,
} from '../../../lib/adapters/data/table/keys.ts';
import { queryAll } from '../../../lib/adapters/data/table/queries.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import type { Write } from '../../../lib/adapters/data/table/transactions.ts';
import type { Call, PendingResponse } from '../../../lib/core/domain/calls.ts';
import { auditLedger, type Balance } from '../../../lib/core/domain/ledger.ts';
import { MINUTE_MS } from '../../../lib/core/domain/units.ts';
import { callWithTime } from '../../support/calls.ts';
import { contendedTable } from '../../support/contention.ts';
import { useTable } from '../../support/dynamodb.ts';
import { seeded } from '../../support/seeded.ts';

const tools = { now: () => Date.now(), randomBytes };
const LATENCY_MS = 20;
const PRICE = 690;

describe('charges of one account that meet', () => {
  const plain = useTable();

  async function account(amount: number) {
    const id = `acc_${randomUUID()}`;
    const ledger = openLedger(plain(), tools);
    await ledger.move({ account_id: id, type: 'top_up', amount, source_id: null, description: null });
    const { counts, table } = contendedTable(plain(), LATENCY_MS);
    return { id, ledger, counts, table };
  }

  function call(timeMs = 120_000): Call {
    const end = Date.now() + timeMs;
    return callWithTime({ timeLeft: () => end - Date.now() });
  }

  const moveOf = (accountId: string, thing: string, amount = -PRICE) => ({
    account_id: accountId,
    type: 'letter' as const,
    amount,
    source_id: thing,
    description: null,
  });

  /** Charges the account for an object that the same transaction creates. @param read the balance as read before */
  async function charge(table: Table, accountId: string, made: Call, thing = `ltr_${randomUUID()}`, read?: Balance) {
    const move = moveOf(accountId, thing);
    const response: PendingResponse = { call: made, status: 201, body: { id: thing } };
    const outcome = await commitCharge(table, tools, move, [thingWrite(table, thing)], response, { read }).then(
      () => 'committed',
      (error: Error & { code?: string }) => error.code ?? error.name,
    );
    return { thing, outcome, known: made.outcome };
  }

  const thingWrite = (table: Table, thing: string): Write => ({
    name: 'thing',
    item: {
      Put: {
        TableName: table.name,
        Item: { PK: thing, SK: 'THING' },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  });

  const exists = async (thing: string) => {
    const { Item } = await plain().client.send(
      new GetCommand({ TableName: plain().name, Key: { PK: thing, SK: 'THING' }, ConsistentRead: true }),
    );
    return Item !== undefined;
  };

  /** The ledger's entries for each object, computed from first principles. */
  async function differences(ledger: ReturnType<typeof openLedger>, accountId: string, things: string[]) {
    const [balance, entries] = [await ledger.balance(accountId), await ledger.all(accountId)];
    const expected = await Promise.all(
      things.map(async (id) => ({ id, charged: (await exists(id)) ? PRICE : 0, refunded: 0 })),
    );
    return auditLedger(accountId, balance, entries, expected);
  }

  test('are all committed, with at most two transactions each', async () => {
    const { id, ledger, counts, table } = await account(1_000_000);
    const charges = Array.from({ length: 100 }, async (_, index) => {
      await sleep(index * LATENCY_MS);
      return charge(table, id, call());
    });
    const results = await Promise.all(charges);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['committed']));
    expect(counts.conflicts).toBeGreaterThan(0);
    expect(counts.transactions).toBeLessThanOrEqual(2 * results.length);
    expect((await ledger.balance(id)).amount).toBe(1_000_000 - results.length * PRICE);
    expect(
      await differences(
        ledger,
        id,
        results.map(({ thing }) => thing),
      ),
    ).toEqual([]);
  });

  test('are rejected when the balance runs out, and leave nothing behind', async () => {
    const { id, ledger, table } = await account(10 * PRICE);
    const results = await Promise.all(Array.from({ length: 25 }, () => charge(table, id, call())));
    const outcomes = results.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array(10).fill('committed'), ...Array(15).fill('insufficient_balance')]);
    for (const { thing, outcome } of results) expect(await exists(thing)).toBe(outcome === 'committed');
    expect((await ledger.balance(id)).amount).toBe(0);
    expect(await leftBehind(id)).toEqual([]);
  });

  test('one that fails another condition does not affect the others', async () => {
    const { id, table } = await account(1_000_000);
    const taken = `ltr_${randomUUID()}`;
    await charge(table, id, call(), taken);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => charge(table, id, call(), index % 4 === 0 ? taken : undefined)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(
      results.map((_, index) => (index % 4 === 0 ? 'ConditionLost' : 'committed')),
    );
  });

  test('for the same object: one commits, and the others are rejected; charges for other objects are not affected', async () => {
    const { id, ledger, table } = await account(1_000_000);
    const wanted = `ltr_${randomUUID()}`;
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => charge(table, id, call(), index % 3 === 0 ? wanted : undefined)),
    );
    const outcomesOf = (isWanted: boolean) =>
      results.filter(({ thing }) => (thing === wanted) === isWanted).map(({ outcome }) => outcome);
    expect(outcomesOf(true).sort()).toEqual(['ConditionLost', 'ConditionLost', 'ConditionLost', 'committed']);
    expect(new Set(outcomesOf(false))).toEqual(new Set(['committed']));
    expect((await ledger.balance(id)).amount).toBe(1_000_000 - 9 * PRICE);
  });

  test('whose pending items another transaction locks briefly end as usual', async () => {
    const { id, table } = await account(3 * PRICE);
    const held = new Set<string>();
    const send = table.client.send.bind(table.client) as (command: unknown) => Promise<unknown>;
    // Each write of a pending charge is rejected the first time, as by another leader's transaction.
    const holding = {
      name: table.name,
      client: {
        send: async (command: unknown) => {
          const isSingle = command instanceof UpdateCommand || command instanceof DeleteCommand;
          const key = isSingle && JSON.stringify([command.constructor.name, command.input.Key]);
          if (key && key.includes('PENDING_CHARGES') && !held.has(key)) {
            held.add(key);
            throw new TransactionConflictException({
              message: 'held',
              $metadata: { httpStatusCode: 400, attempts: 1 },
            });
          }
          return send(command);
        },
      },
    } as unknown as Table;
    const results = await Promise.all(Array.from({ length: 8 }, () => charge(holding, id, call())));
    const outcomes = results.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array(3).fill('committed'), ...Array(5).fill('insufficient_balance')]);
    expect(held.size).toBeGreaterThan(0);
    expect(await leftBehind(id)).toEqual([]);
  });

  test('that gave up are never committed afterwards', async () => {
    const { id, ledger, table } = await account(1_000_000);
    // The leader was killed and does nothing.
    const leader = { ...groupLeaderKey(id), leader: 'killed', until: Date.now() + 2_500 };
    await plain().client.send(new PutCommand({ TableName: plain().name, Item: leader }));
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) => charge(table, id, call(index % 2 === 0 ? 3_200 : 20_000))),
    );
    expect(results.filter(({ outcome }) => outcome === 'service_unavailable').length).toBeGreaterThan(0);
    expect(results.filter(({ outcome }) => outcome === 'committed').length).toBeGreaterThan(10);
    for (const { thing, outcome, known } of results) {
      expect([outcome, known]).toEqual(
        (await exists(thing))
          ? ['committed', { status: 201, body: { id: thing } }]
          : ['service_unavailable', 'nothing'],
      );
    }
    expect(
      await differences(
        ledger,
        id,
        results.map(({ thing }) => thing),
      ),
    ).toEqual([]);
  });

  test('are neither doubled nor lost when responses are lost and calls are killed', async () => {
    const { id, ledger, table } = await account(1_000_000);
    const dead = new Set<number>();
    const results = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const unreliable = losing(table, index, () => dead.has(index));
        if (index % 8 === 0) setTimeout(() => dead.add(index), Math.random() * 100);
        return charge(unreliable, id, call(8_000));
      }),
    );
    for (const [index, { thing, outcome }] of results.entries()) {
      // A killed call reports nothing.
      if (!dead.has(index) && outcome !== 'OutcomeUnknown')
        expect([thing, outcome === 'committed']).toEqual([thing, await exists(thing)]);
    }
    expect(results.filter(({ outcome }) => outcome === 'committed').length).toBeGreaterThan(20);
    expect(
      await differences(
        ledger,
        id,
        results.map(({ thing }) => thing),
      ),
    ).toEqual([]);
  });

  test('are neither doubled nor lost when the table is too busy for a third of the calls', async () => {
    const { id, ledger, table } = await account(1_000_000);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => charge(throttling(table, index), id, call())),
    );
    for (const { thing, outcome } of results)
      expect([thing, outcome]).toEqual([thing, (await exists(thing)) ? 'committed' : 'service_unavailable']);
    expect(results.filter(({ outcome }) => outcome === 'committed')).toHaveLength(results.length);
    const things = results.map(({ thing }) => thing);
    expect(await differences(ledger, id, things)).toEqual([]);
  });

  /** Charges together with pending charges, over a table on which something happens before some calls. */
  async function chargeTogether(accountId: string, before: (command: unknown) => Promise<unknown>): Promise<void> {
    const send = plain().client.send.bind(plain().client) as (command: unknown) => Promise<unknown>;
    const interrupted = {
      name: plain().name,
      client: {
        send: async (command: unknown) => {
          await before(command);
          return send(command);
        },
      },
    } as unknown as Table;
    const crowded = { ...(await openLedger(plain(), tools).balance(accountId)), crowded_until: Date.now() + 60_000 };
    expect((await charge(interrupted, accountId, call(), undefined, crowded)).outcome).toBe('committed');
  }

  /** A pending charge of another call, which does nothing more; `thing` is what it creates. */
  async function pendingCharge(accountId: string, amount: number) {
    const thing = `ltr_${randomUUID()}`;
    const key = pendingChargeKey(accountId, Date.now(), `req_${randomUUID()}`);
    const Item = {
      ...key,
      kind: 'pending_charge',
      move: moveOf(accountId, thing, -amount),
      writes: [thingWrite(plain(), thing)],
      until: Date.now() + 60_000,
    };
    await plain().client.send(new PutCommand({ TableName: plain().name, Item }));
    return { key, thing };
  }

  test('whose call gives up while the leader commits them are not committed', async () => {
    const { id, ledger } = await account(10 * PRICE);
    const { key, thing } = await pendingCharge(id, PRICE);
    let transactions = 0;
    await chargeTogether(id, async (command) => {
      if (!(command instanceof TransactWriteCommand) || transactions++ > 0) return;
      const giveUp = { UpdateExpression: 'SET refusal = :r', ExpressionAttributeValues: { ':r': { problem: 'gone' } } };
      await plain().client.send(new UpdateCommand({ TableName: plain().name, Key: key, ...giveUp }));
    });
    expect(transactions).toBeGreaterThan(1);
    expect([await exists(thing), (await ledger.balance(id)).amount]).toEqual([false, 9 * PRICE]);
  });

  test('whose call removes its charge while the leader rejects it leave nothing behind', async () => {
    const { id } = await account(PRICE);
    const { key } = await pendingCharge(id, 2 * PRICE);
    let rejections = 0;
    await chargeTogether(id, async (command) => {
      if (!(command instanceof UpdateCommand && command.input.Key!.SK === key.SK)) return;
      rejections++;
      await plain().client.send(new DeleteCommand({ TableName: plain().name, Key: key }));
    });
    expect(rejections).toBe(1);
    expect(await leftBehind(id)).toEqual([]);
  });

  test('whose leader is slow do not end the lead of the next one', async () => {
    const { id } = await account(PRICE);
    const next = { ...groupLeaderKey(id), leader: 'next', until: Date.now() + 60_000 };
    await chargeTogether(id, async (command) => {
      if (command instanceof TransactWriteCommand)
        await plain().client.send(new PutCommand({ TableName: plain().name, Item: next }));
    });
    const { Item } = await plain().client.send(new GetCommand({ TableName: plain().name, Key: groupLeaderKey(id) }));
    expect(Item).toEqual(next);
  });

  test('of killed calls go when no function can still wait for them, and not before', async () => {
    const { id, ledger } = await account(PRICE);
    const crowded = { ...(await ledger.balance(id)), crowded_until: Date.now() + 60_000 };
    await charge(dyingOnceStored(plain()), id, call(20_000), undefined, crowded);
    const [left] = (await leftBehind(id)) as { until: number }[];
    const abandonedAt = left!.until + 15 * MINUTE_MS;

    await removeAbandonedCharges(plain(), abandonedAt - 1);
    expect(await leftBehind(id)).toEqual([left]);
    expect(await nextAbandonedCharge(plain())).toBe(abandonedAt);
    await removeAbandonedCharges(plain(), abandonedAt);
    expect(await leftBehind(id)).toEqual([]);
    expect((await ledger.balance(id)).amount).toBe(PRICE);
  });

  /** Whatever is in the partitions of the account's pending charges. */
  async function leftBehind(accountId: string): Promise<unknown[]> {
    const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) =>
      queryAll(plain(), pendingChargesPartition(accountId, shard)),
    );
    return (await Promise.all(shards)).flat();
  }
});

/**
 * A table that throttles a third of the calls that concurrent charges wait for, after the SDK's retries. Which ones is
 * random: throttling every third would hit the same step of each round of a charge whose rounds take a multiple of
 * three calls.
 */
function throttling(table: Table, seed: number): Table {
  const draw = seeded(seed);
  let isFirst = true;
  const send = async (command: unknown) => {
    const isRefused = !isFirst && !(command instanceof TransactWriteCommand) && draw() < 1 / 3;
    isFirst = false;
    if (isRefused)
      throw new ThrottlingException({ message: 'too much', $metadata: { httpStatusCode: 400, attempts: 1 } });
    return (table.client.send as (command: unknown) => Promise<unknown>)(command);
  };
  return { name: table.name, client: { send } } as unknown as Table;
}

/** A table that no longer takes anything from its caller, which has died, once a pending charge is stored. */
function dyingOnceStored(table: Table): Table {
  let isDead = false;
  const send = async (command: unknown) => {
    if (isDead) throw new Error('killed');
    const isStored = command instanceof PutCommand && command.input.Item!.kind === 'pending_charge';
    const answer = await (table.client.send as (command: unknown) => Promise<unknown>)(command);
    isDead = isStored;
    return answer;
  };
  return { name: table.name, client: { send } } as unknown as Table;
}

/** A table that loses every seventh response, and all responses of a dead call. */
function losing(table: Table, start: number, isDead: () => boolean): Table {
  let calls = start;
  const silence = () =>
    Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: { attempts: 3 } });
  const send = async (command: unknown) => {
    if (isDead()) throw silence();
    const answer = await (table.client.send as (command: unknown) => Promise<unknown>)(command);
    if (++calls % 7 === 0 || isDead()) throw silence();
    return answer;
  };
  return { name: table.name, client: { send } } as unknown as Table;
}

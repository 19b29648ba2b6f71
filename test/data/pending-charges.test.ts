import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commitCharge } from '../../lib/adapters/data/group-commit.ts';
import { balanceKey, type Key } from '../../lib/adapters/data/keys.ts';
import { applyMove, type Balance, emptyBalance, type MoneyMove } from '../../lib/core/domain/ledger.ts';
import type { Problem } from '../../lib/core/domain/problems.ts';
import { type Choices, everyWay } from './support/every-way.ts';
import { CALL_MS, type Fate, fates, METADATA, ModelTable, requireAll } from './support/model-table.ts';

/**
 * Every way in which two charges of a crowded account can go, one after the other, with a third that leads when nothing is under
 * way any more: the real protocol against a model of the table. One request may be carried out or not, at once or after any
 * later one, and its answer may be lost. Calls have no Idempotency-Key: with one, the record makes late attempts lose
 * (keyed-commits.test.ts).
 */

const ACCOUNT = 'acc_1';
const PRICE = 100;
/** The lead of a call that could not give it back lasts for a second. */
const BETWEEN_CALLS_MS = 2_000;
/** Each request takes so long, so that a call that hears nothing once has no time to begin again. */
const LATENCY_MS = 20;
const SHORT_CALL_MS = 3_100;

type Item = Record<string, unknown> & Partial<Key>;
type Values = Record<string, unknown> | undefined;

/** The conditions of the protocol, by their text. */
const conditions: Record<string, (found: Item | undefined, values: Values) => boolean> = {
  'attribute_not_exists(PK)': (found) => !found,
  'attribute_exists(PK)': (found) => found !== undefined,
  'attribute_exists(PK) AND attribute_not_exists(refusal)': (found) => found !== undefined && !found.refusal,
  '#sequence = :sequence AND #amount = :amount AND attribute_not_exists(#warning)': (found, values) =>
    found?.sequence === values![':sequence'] && found?.amount === values![':amount'],
  'attribute_not_exists(PK) OR #until <= :now OR leader = :leader': (found, values) =>
    !found || (found.until as number) <= (values![':now'] as number) || found.leader === values![':leader'],
  'leader = :leader': (found, values) => found?.leader === values![':leader'],
};

interface Conditional {
  ConditionExpression?: string | undefined;
  ExpressionAttributeValues?: Values;
}

class Model extends ModelTable {
  readonly items = new Map<string, Item>();
  readonly #mostTroubles: number;
  #troubles = 0;
  readonly #tokens = new Set<string>();

  constructor(choices: Choices, mostTroubles: number) {
    super(choices);
    this.#mostTroubles = mostTroubles;
  }

  protected fateOf(command: unknown, pick: (options: readonly Fate[]) => Fate): Fate {
    if (this.#troubles >= this.#mostTroubles) return 'answered';
    // Whether a read that nobody hears was carried out makes no difference.
    const isRead = command instanceof GetCommand || command instanceof QueryCommand;
    const fate = pick(isRead ? ['answered', 'request lost'] : fates);
    if (fate !== 'answered') this.#troubles++;
    return fate;
  }

  protected carryOut(command: unknown): unknown {
    this.now += LATENCY_MS;
    if (command instanceof GetCommand) return { Item: this.items.get(keyOf(command.input.Key!)) };
    if (command instanceof QueryCommand) {
      const partition = command.input.ExpressionAttributeValues![':partition'];
      return { Items: [...this.items.values()].filter(({ PK }) => PK === partition) };
    }
    if (command instanceof TransactWriteCommand) return this.#transact(command.input);
    if (command instanceof PutCommand) {
      this.#require(command.input.Item!, command.input);
      this.#put(command.input.Item!);
    } else if (command instanceof UpdateCommand) {
      this.#require(command.input.Key!, command.input);
      const refusal = command.input.ExpressionAttributeValues![':refusal'];
      this.#put({ ...this.items.get(keyOf(command.input.Key!)), refusal });
    } else if (command instanceof DeleteCommand) {
      this.#require(command.input.Key!, command.input);
      this.items.delete(keyOf(command.input.Key!));
    } else throw new Error('the model knows no such command');
    return {};
  }

  #transact({ ClientRequestToken: token, TransactItems = [] }: TransactWriteCommand['input']): unknown {
    if (this.#tokens.has(token!)) return {};
    requireAll(TransactItems.map(({ Put, Delete }) => this.#holds(Put?.Item ?? Delete!.Key!, (Put ?? Delete)!)));
    for (const { Put, Delete } of TransactItems) {
      if (Put) this.#put(Put.Item!);
      else this.items.delete(keyOf(Delete!.Key!));
    }
    this.#tokens.add(token!);
    return {};
  }

  #put(item: Item): void {
    this.items.set(keyOf(item), item);
  }

  #require(key: Item, condition: Conditional): void {
    if (this.#holds(key, condition)) return;
    const outcome = this.items.get(keyOf(key))?.outcome as string | undefined;
    const Item = outcome === undefined ? undefined : { outcome: { S: outcome } };
    throw new ConditionalCheckFailedException({ message: '', ...METADATA, Item });
  }

  #holds(key: Item, { ConditionExpression: text, ExpressionAttributeValues: values }: Conditional): boolean {
    if (text === undefined) return true;
    const condition = conditions[text];
    if (!condition) throw new Error(`the model knows no condition ${text}`);
    return condition(this.items.get(keyOf(key)), values);
  }
}

const keyOf = ({ PK, SK }: Partial<Key>) => `${PK} ${SK}`;
const tools = (model: Model) => ({ now: () => model.now, randomBytes: (count: number) => Buffer.alloc(count, 7) });
const move = (type: MoneyMove['type'], amount: number, thing: string | null): MoneyMove => ({
  account_id: ACCOUNT,
  type,
  amount,
  source_id: thing,
  description: null,
});

/** Gives the account money, by whoever needs no call. */
function topUp(model: Model, amount: number): void {
  const before = (model.items.get(keyOf(balanceKey(ACCOUNT))) as Balance | undefined) ?? emptyBalance;
  const { balance } = applyMove(before, move('top_up', amount, null), model.now, () => 'btx_1');
  model.items.set(keyOf(balanceKey(ACCOUNT)), { ...balanceKey(ACCOUNT), ...balance });
}

/** One call of a crowd that makes a thing for its price. */
async function chargeFor(model: Model, thing: string, milliseconds = CALL_MS): Promise<string> {
  const begin = model.now;
  const timeLeft = () => milliseconds - (model.now - begin);
  const call = { id: `req_${thing}`, startedAt: begin, record: undefined, timeLeft, isCommitted: false };
  const Put = { TableName: 'model', Item: { PK: thing, SK: 'THING' }, ConditionExpression: 'attribute_not_exists(PK)' };
  const writes = [{ name: 'thing', item: { Put } }];
  const crowded: Balance = { ...emptyBalance, crowded_until: Infinity };
  return commitCharge(
    model.table,
    tools(model),
    move('letter', -PRICE, thing),
    writes,
    { call, status: 201, body: {} },
    crowded,
  ).then(
    () => 'made',
    (error: Problem) => error.code ?? error.name,
  );
}

// Waits between attempts take no time.
const { random } = Math;
beforeAll(() => {
  Math.random = () => 0;
});
afterAll(() => {
  Math.random = random;
});

/** @returns how many ways there are, and what the first call was told in them */
async function liveEveryWay(troubles: number, firstCallMs: number): Promise<{ ways: number; told: string[] }> {
  const told = new Set<string>();
  const ways = await everyWay(async (choices) => {
    const model = new Model(choices, troubles);
    topUp(model, choices.pick([0, PRICE]));
    const first = await chargeFor(model, 'first', firstCallMs);
    model.now += BETWEEN_CALLS_MS;
    topUp(model, 2 * PRICE);
    const second = await chargeFor(model, 'second');
    model.settle();
    model.now += BETWEEN_CALLS_MS;
    // Leads whatever is still written down.
    const third = await chargeFor(model, 'third');

    const outcomes = { first, second, third };
    const way = choices.taken.map(({ picked }) => picked);
    const made = Object.keys(outcomes).filter((thing) => model.items.has(`${thing} THING`));
    const toldMade = Object.entries(outcomes).flatMap(([thing, outcome]) => (outcome === 'made' ? [thing] : []));
    expect({ way, outcomes, made }).toEqual({ way, outcomes, made: toldMade });
    const entries = [...model.items.values()].filter(({ kind }) => kind === 'ledger_entry');
    expect(entries).toHaveLength(made.length);
    told.add(first);
  });
  return { ways, told: [...told].sort() };
}

test.each([
  ['time to begin again', CALL_MS, ['insufficient_balance', 'made']],
  ['no time to begin again', SHORT_CALL_MS, ['insufficient_balance', 'made', 'service_unavailable']],
])('a call with %s that was told of an error is charged by nobody afterwards', async (_, milliseconds, outcomes) => {
  const { ways, told } = await liveEveryWay(1, milliseconds);
  expect(ways).toBeGreaterThan(100);
  expect(told).toEqual(outcomes);
});

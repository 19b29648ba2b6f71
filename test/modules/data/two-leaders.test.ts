import { syncBuiltinESMExports } from 'node:module';
import timers, { setImmediate as nextTurn } from 'node:timers/promises';
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pendingChargeKey } from '../../../lib/adapters/data/table/keys.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import { ACCOUNT, chargeFor, ChargesModel, judged, PRICE, topUp } from './support/charges-model.ts';
import { type Choices, forAllChoices } from './support/choices.ts';

/**
 * Two calls of one crowded account that lead side by side, as when a lead runs out: every order in which their requests
 * may arrive at the model of the table, and with one request lost, or its response, or late. A third call then leads
 * what is left. A run that reaches a state seen before stops there, as it would continue in the same way.
 */

/** Two ids whose charges are in one shard, so that each leader sees both. */
const calls = { first: 'req_a0', second: 'req_b0' } as const;
const SHARD = pendingChargeKey(ACCOUNT, 0, calls.first).PK;
const LATER_MS = 2_000;

type Name = keyof typeof calls;

interface Waiting {
  name: Name;
  serve: () => void;
}

/** Lets one request through at a time, chosen among those of both calls. */
class Turns {
  readonly #model: ChargesModel;
  readonly #waiting: Waiting[] = [];
  /** Responses to each call so far; with the items and the requests in flight, they determine what happens next. */
  readonly heard: Record<Name, unknown[]> = { first: [], second: [] };
  readonly #running = new Set<Name>();

  constructor(model: ChargesModel) {
    this.#model = model;
  }

  /** The table as one call sees it. */
  tableOf(name: Name): Table {
    const send = (command: unknown): Promise<unknown> => {
      const ask = () => (this.#model.table.client.send as (command: unknown) => Promise<unknown>)(command);
      // The other shards are always empty.
      if (command instanceof QueryCommand && command.input.ExpressionAttributeValues![':partition'] !== SHARD)
        return Promise.resolve({ Items: [] });
      return new Promise((resolve, reject) => {
        const hear = (outcome: unknown) => this.heard[name].push(outcome);
        const serve = () => {
          ask().then(
            (answer) => {
              hear(structuredClone(answer));
              resolve(answer);
            },
            (error: Error) => {
              hear(error.name);
              reject(error);
            },
          );
        };
        this.#waiting.push({ name, serve });
      });
    };
    return { name: 'model', client: { send } } as unknown as Table;
  }

  /** Runs both calls to their ends. @param isNew whether the state just reached was not reached before */
  async run(work: Record<Name, () => Promise<string>>, choices: Choices, isNew: (state: () => string) => boolean) {
    const outcomes: Partial<Record<Name, string>> = {};
    for (const name of Object.keys(work) as Name[]) {
      this.#running.add(name);
      void work[name]().then((outcome) => {
        outcomes[name] = outcome;
        this.#running.delete(name);
      });
    }
    for (;;) {
      await this.#quiet();
      if (this.#running.size === 0) return outcomes as Record<Name, string>;
      if (!isNew(() => JSON.stringify([this.#model.state, this.heard]))) return undefined;
      const turn = this.#waiting.length > 1 ? choices.pick(this.#waiting.map((_, index) => index)) : 0;
      this.#waiting.splice(turn, 1)[0]!.serve();
    }
  }

  /** Waits until each running call waits for a request. */
  async #quiet(): Promise<void> {
    do await nextTurn();
    while (![...this.#running].every((name) => this.#waiting.some((each) => each.name === name)));
  }
}

// Waits between attempts take no time.
const { setTimeout: wait } = timers;
const waitsLast = (waiting: typeof wait) => {
  timers.setTimeout = waiting;
  syncBuiltinESMExports();
};
beforeAll(() => waitsLast(async () => nextTurn()));
afterAll(() => waitsLast(wait));

const isTransaction = (command: unknown) => command instanceof TransactWriteCommand;

test.each([
  ['none', 0, [PRICE, 2 * PRICE]],
  ['one transaction', 1, [PRICE]],
] as const)(
  'two concurrent leaders, with %s in trouble: each call gets the true outcome',
  async (_, troubles, balances) => {
    const seen = new Set<string>();
    const endings = new Set<string>();
    await forAllChoices(async (choices) => {
      const model = new ChargesModel(choices, troubles, { everybodyLeads: true, meets: isTransaction });
      const money = choices.pick(balances);
      topUp(model, money);
      const turns = new Turns(model);
      const work = (thing: Name) => () => chargeFor(model, thing, { table: turns.tableOf(thing), id: calls[thing] });
      const isNew = (state: () => string) => {
        // States repeated from the previous run have been seen, but lead to new ones.
        if (!choices.isBeyondPrefix) return true;
        const count = seen.size;
        return seen.add(`${money} ${state()}`).size > count;
      };
      const both = await turns.run({ first: work('first'), second: work('second') }, choices, isNew);
      if (!both) return;
      model.settle();
      model.now += LATER_MS;
      topUp(model, PRICE);
      const third = await chargeFor(model, 'third');

      const outcomes = { ...both, third };
      const picks = choices.taken.map(({ picked }) => picked);
      const { made, reported, entries } = judged(model, outcomes);
      expect({ picks, outcomes, made, entries }).toEqual({ picks, outcomes, made: reported, entries: reported.length });
      endings.add(`${both.first}, ${both.second}`);
    });
    expect(seen.size).toBeGreaterThan(1_000);
    expect([...endings].sort()).toEqual([
      'insufficient_balance, made',
      'made, insufficient_balance',
      ...(balances.length > 1 ? ['made, made'] : []),
    ]);
  },
);

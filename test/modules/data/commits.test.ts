import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { commit } from '../../../lib/adapters/data/table/calls.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import { OutcomeUnknown, transact } from '../../../lib/adapters/data/table/transactions.ts';
import type { PendingResponse } from '../../../lib/core/domain/calls.ts';
import { callWithTime } from '../../support/calls.ts';
import { Choices, forAllChoices } from './support/choices.ts';
import {
  CALL_MS,
  type CallOutcome,
  MAX_LOST_ANSWERS,
  METADATA,
  ModelTable,
  outcomes,
  requireAll,
} from './support/model-table.ts';

/**
 * All ways in which the transaction of a call without an Idempotency-Key can go, up to three attempts: the real
 * protocol against a model of the table that holds the object and the call's mark. Each request may be carried out or
 * not, immediately or after any later request, and its response may be lost.
 */

const NOT_THERE = 'attribute_not_exists(PK)';

/** The part of DynamoDB that a commit uses. With `remembersTokens` false, it forgets client tokens immediately. */
class Model extends ModelTable {
  object = 0;
  mark: 'answered' | 'given_up' | undefined;
  requests = 0;
  readonly #remembersTokens: boolean;
  /** Another mailing has used what this one needs. */
  readonly #isTaken: boolean;
  readonly #tokens = new Set<string>();

  constructor(choices: Choices, { remembersTokens, isTaken }: { remembersTokens: boolean; isTaken: boolean }) {
    super(choices);
    this.#remembersTokens = remembersTokens;
    this.#isTaken = isTaken;
  }

  protected outcomeOf(_: unknown, pick: (options: readonly CallOutcome[]) => CallOutcome): CallOutcome {
    this.requests++;
    return this.requests > MAX_LOST_ANSWERS ? 'answered' : pick(outcomes);
  }

  protected carryOut(command: unknown): unknown {
    if (command instanceof TransactWriteCommand) return this.#transact(command.input);
    if (command instanceof GetCommand) return { Item: this.mark && { outcome: this.mark } };
    if (!(command instanceof PutCommand)) throw new Error('the model knows no such command');
    if (this.mark && command.input.ConditionExpression === NOT_THERE) {
      const Item = { outcome: { S: this.mark } };
      throw new ConditionalCheckFailedException({ message: '', ...METADATA, Item });
    }
    this.mark = 'given_up';
    return {};
  }

  #transact({ ClientRequestToken: token, TransactItems = [] }: TransactWriteCommandInput): unknown {
    if (this.#remembersTokens && this.#tokens.has(token!)) return {};
    const asksForMark = TransactItems.some(
      ({ Put }) => Put?.Item?.kind === 'call' && Put.ConditionExpression === NOT_THERE,
    );
    requireAll([!this.#isTaken && this.object === 0, this.mark === undefined || !asksForMark]);
    this.object++;
    this.mark = 'answered';
    this.#tokens.add(token!);
    return {};
  }
}

describe.each([true, false])('a call without an Idempotency-Key (tokens remembered: %s)', (remembersTokens) => {
  test.each([false, true])(
    'gets the true outcome, whichever response is lost or late (rejected by a condition: %s)',
    async (isTaken) => {
      const outcomes = new Set<string>();
      const runs = await forAllChoices(async (choices) => {
        const model = new Model(choices, { remembersTokens, isTaken });
        const call = callWithTime({ timeLeft: () => CALL_MS - model.now });
        const response: PendingResponse = { call, status: 201, body: {} };
        const outcome = await commit(model.table, [{ name: 'object', item: {} }], response).then(
          () => 'committed',
          () => 'refused',
        );
        model.settle();
        const happened = model.object === 1 ? 'committed' : 'refused';
        expect({ choices: choices.taken.map(({ picked }) => picked), outcome, known: call.outcome }).toEqual({
          choices: choices.taken.map(({ picked }) => picked),
          outcome: happened,
          known: happened === 'committed' ? { status: 201, body: {} } : 'nothing',
        });
        outcomes.add(happened);
      });
      expect(runs).toBeGreaterThan(20);
      expect([...outcomes].sort()).toEqual(isTaken ? ['refused'] : ['committed', 'refused']);
    },
  );
});

test('an error of a later attempt does not hide that an earlier one had no response', async () => {
  const lost = Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: {} });
  const expired = Object.assign(new Error('expired'), { $metadata: { httpStatusCode: 400, attempts: 1 } });
  const failures = [lost, expired];
  const table = { name: 'model', client: { send: async () => Promise.reject(failures.shift()!) } } as never as Table;
  await expect(transact(table, [], { timeLeft: () => 1_000 })).rejects.toBeInstanceOf(OutcomeUnknown);
  failures.push(expired);
  await expect(transact(table, [], { timeLeft: () => 1_000 })).rejects.toBe(expired);
});

test('a commit does not start without enough time to learn its outcome', async () => {
  const model = new Model(new Choices([]), { remembersTokens: true, isTaken: false });
  const call = callWithTime({ timeLeft: () => 2_999 });
  await expect(commit(model.table, [], { call, status: 201, body: {} })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(model.requests).toBe(0);
});

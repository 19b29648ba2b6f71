import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commit } from '../../../lib/adapters/data/table/calls.ts';
import { openIdempotencyRecords } from '../../../lib/adapters/data/table/idempotency-records.ts';
import type { Exchange } from '../../../lib/adapters/http/exchange.ts';
import { idempotency } from '../../../lib/adapters/http/middlewares/idempotency.ts';
import type { Call } from '../../../lib/core/domain/calls.ts';
import { Problem } from '../../../lib/core/domain/problems.ts';
import { proxyEvent } from '../../support/proxy-event.ts';
import { forAllChoices } from './support/choices.ts';
import {
  CALL_MS,
  type CallOutcome,
  deaths,
  MAX_LOST_ANSWERS,
  METADATA,
  ModelTable,
  outcomes,
  requireAll,
} from './support/model-table.ts';

/**
 * All ways in which two calls with one Idempotency-Key can go, one after the other: the real middleware and the real
 * transaction against a model of the table that holds the record and the objects. Each request may be carried out or
 * not, immediately or after any later one, its response may be lost, and the function may die in it. The second call
 * comes immediately, or when it may take over the first one.
 */

/** What the client of a call gets; nothing if the function died. */
type Outcome = 'made' | 'refused' | 'in use' | 'nothing';

interface StoredRecord {
  owner: string;
  answer?: { status: number; body: string };
}

class Model extends ModelTable {
  record: StoredRecord | undefined;
  /** The owner of the call that created each object. */
  readonly made: string[] = [];
  #troubles = 0;
  readonly #tokens = new Set<string>();

  protected outcomeOf(command: unknown, pick: (options: readonly CallOutcome[]) => CallOutcome): CallOutcome {
    if (this.#troubles >= MAX_LOST_ANSWERS) return 'answered';
    // Whether a read that nobody hears was carried out makes no difference.
    const isRead = command instanceof GetCommand;
    const fate = pick(isRead ? ['answered', 'request lost', 'dies before'] : [...outcomes, ...deaths]);
    if (fate !== 'answered') this.#troubles++;
    return fate;
  }

  protected carryOut(command: unknown): unknown {
    if (command instanceof GetCommand) return { Item: this.record };
    if (command instanceof TransactWriteCommand) return this.#transact(command.input);
    if (command instanceof PutCommand) {
      const { Item, ConditionExpression: condition, ExpressionAttributeValues: values } = command.input;
      const holds = condition!.startsWith('attribute_not_exists') ? !this.record : this.#isOursToAnswer(values);
      if (!holds) throw refused();
      this.record = Item as unknown as StoredRecord;
    } else if (command instanceof DeleteCommand) {
      if (!this.#isOursToAnswer(command.input.ExpressionAttributeValues)) throw refused();
      this.record = undefined;
    } else throw new Error('the model knows no such command');
    return {};
  }

  #transact({ ClientRequestToken: token, TransactItems: items }: TransactWriteCommand['input']): unknown {
    if (this.#tokens.has(token!)) return {};
    const values = items!.at(-1)!.Update!.ExpressionAttributeValues!;
    // Both calls create the object with the same id, which comes from their common seed.
    requireAll([this.made.length === 0, this.#isOursToAnswer(values)]);
    this.made.push(this.record!.owner);
    this.record = { ...this.record!, answer: values[':answer'] as StoredRecord['answer'] & object };
    this.#tokens.add(token!);
    return {};
  }

  #isOursToAnswer(values: Record<string, unknown> | undefined): boolean {
    return this.record !== undefined && this.record.owner === values![':owner'] && !this.record.answer;
  }
}

const refused = () => new ConditionalCheckFailedException({ message: '', ...METADATA });

/** One call through the middleware, as the onion runs it. */
async function callOnce(model: Model, number: number): Promise<{ outcome: Outcome; owner: string | undefined }> {
  model.isDead = false;
  const layer = idempotency({
    idempotencyRecords: openIdempotencyRecords(model.table),
    randomBytes: (count) => Buffer.alloc(count, number),
    clock: () => model.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const begin = model.now;
  const exchange = {
    idempotencyKey: 'k',
    accountId: 'acc_1',
    now: begin,
    body: {},
    requestId: `req_${number}`,
  } as Exchange;
  const request = {
    event: proxyEvent({ method: 'POST', body: {} }),
    context: { exchange },
    error: null as Error | null,
  } as never as Parameters<NonNullable<typeof layer.before>>[0];
  const outcome = await (async (): Promise<Outcome> => {
    try {
      if (await layer.before!(request)) return 'made';
    } catch (error) {
      return outcomeOf(error);
    }
    const call: Call = {
      id: exchange.requestId,
      startedAt: begin,
      record: exchange.record,
      timeLeft: () => CALL_MS - (model.now - begin),
      outcome: 'nothing',
    };
    exchange.call = call;
    try {
      await commit(model.table, [{ name: 'object', item: {} }], { call, status: 201, body: { of: number } });
      return 'made';
    } catch (error) {
      if (model.isDead) return 'nothing';
      request.error = error as Error;
    }
    const reply = await layer.onError!(request);
    if (reply) return 'made';
    return outcomeOf(request.error);
  })();
  return { outcome: model.isDead ? 'nothing' : outcome, owner: exchange.record?.owner };
}

function outcomeOf(error: unknown): Outcome {
  return error instanceof Problem && error.code === 'idempotency_key_in_use' ? 'in use' : 'refused';
}

// Waits between attempts take no time.
const { random } = Math;
beforeAll(() => {
  Math.random = () => 0;
});
afterAll(() => {
  Math.random = random;
});

test('two calls with one key create at most one object, and each gets the true outcome', async () => {
  const seen = new Set<string>();
  const runs = await forAllChoices(async (choices) => {
    const model = new Model(choices);
    const first = await callOnce(model, 1);
    model.now += choices.pick([1_000, 61_000]);
    const second = await callOnce(model, 2);
    model.settle();
    const picks = choices.taken.map(({ picked }) => picked);
    const outcomes = [first.outcome, second.outcome];
    seen.add(outcomes.join(', '));
    const isMadeAfterAll = [first, second].map(
      (call) => call.outcome === 'refused' && model.made.includes(call.owner!),
    );
    expect({ picks, outcomes, isMadeAfterAll }).toEqual({ picks, outcomes, isMadeAfterAll: [false, false] });
    const most = outcomes.includes('made') ? [1] : [0, 1];
    expect(most).toContain(model.made.length);
  });
  expect(runs).toBeGreaterThan(1_000);
  expect([...seen].sort()).toMatchInlineSnapshot(`
    [
      "made, made",
      "made, nothing",
      "made, refused",
      "nothing, in use",
      "nothing, made",
      "nothing, nothing",
      "nothing, refused",
      "refused, in use",
      "refused, made",
      "refused, nothing",
      "refused, refused",
    ]
  `);
});

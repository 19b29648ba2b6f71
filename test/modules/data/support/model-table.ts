import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import type { Choices } from './choices.ts';

/** What the network does with one request. */
export const outcomes = ['answered', 'answer lost', 'request lost', 'late'] as const;
/** The function dies during a request. */
export const deaths = ['dies before', 'dies after'] as const;
export type CallOutcome = (typeof outcomes)[number] | (typeof deaths)[number];

class Died extends Error {}

/** The error of an SDK client that got no response, after its own attempts. */
const silence = () =>
  Object.assign(new Error('socket hang up'), {
    name: 'TimeoutError',
    $metadata: { attempts: 3 },
  });
/** Of a rejection in response to the first attempt. */
export const METADATA = { $metadata: { httpStatusCode: 400, attempts: 1 } };
export const CALL_MS = 6_000;
const NO_ANSWER_MS = 1_500;
/**
 * After this many requests without a response the network works again. With one more, the call's time would run out
 * before its outcome is known.
 */
export const MAX_LOST_ANSWERS = 3;

/**
 * A table behind a network that carries out requests or not, immediately or after any later one, and loses responses.
 */
export abstract class ModelTable {
  now = 0;
  /** The function has died; nothing it would still return is received. */
  isDead = false;
  readonly #choices: Choices;
  #late: (() => void)[] = [];

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  readonly table = { name: 'model', client: { send: (command: unknown) => this.#send(command) } } as unknown as Table;

  /** Requests still in flight. */
  get inFlight(): number {
    return this.#late.length;
  }

  /** Carries out the requests in flight. */
  settle(): void {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  protected abstract outcomeOf(command: unknown, pick: (options: readonly CallOutcome[]) => CallOutcome): CallOutcome;

  /** @throws the error of a rejected request, like the SDK */
  protected abstract carryOut(command: unknown): unknown;

  async #send(command: unknown): Promise<unknown> {
    // Late requests arrive before this one or stay in flight.
    if (this.#late.length > 0 && this.#choices.pick(['stay', 'arrive']) === 'arrive') this.settle();
    const fate = this.outcomeOf(command, (options) => this.#choices.pick(options));
    if (fate === 'answered') return this.carryOut(command);
    if (fate === 'answer lost' || fate === 'dies after') this.#ignoringRefusal(command);
    if (fate === 'late') this.#late.push(() => this.#ignoringRefusal(command));
    if (fate === 'dies before' || fate === 'dies after') {
      this.isDead = true;
      throw new Died();
    }
    this.now += NO_ANSWER_MS;
    throw silence();
  }

  #ignoringRefusal(command: unknown): void {
    try {
      this.carryOut(command);
    } catch {
      // Nobody gets this response.
    }
  }
}

/** @throws TransactionCanceledException if one of a transaction's conditions, given in order, does not hold */
export function requireAll(conditions: readonly boolean[]): void {
  if (!conditions.includes(false)) return;
  const CancellationReasons = conditions.map((holds) => ({ Code: holds ? 'None' : 'ConditionalCheckFailed' }));
  throw new TransactionCanceledException({ message: '', ...METADATA, CancellationReasons });
}

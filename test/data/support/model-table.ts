import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../lib/adapters/data/table.ts';
import type { Choices } from './every-way.ts';

/** What the network does with one request. */
export const fates = ['answered', 'answer lost', 'request lost', 'late'] as const;
/** The function ends in the middle of a request. */
export const deaths = ['dies before', 'dies after'] as const;
export type Fate = (typeof fates)[number] | (typeof deaths)[number];

class Died extends Error {}

/** How an SDK client ends that heard nothing, after its own attempts. */
const silence = () =>
  Object.assign(new Error('socket hang up'), {
    name: 'TimeoutError',
    $metadata: { attempts: 3 },
  });
/** Of a refusal that came in answer to the first attempt. */
export const METADATA = { $metadata: { httpStatusCode: 400, attempts: 1 } };
export const CALL_MS = 6_000;
const SILENCE_MS = 1_500;
/**
 * After so many silent requests the network works again. One more, and the time of a call is over before anybody could tell
 * it what happened.
 */
export const MOST_SILENCES = 3;

/** A table over a network that carries requests out or not, at once or after any later one, and loses answers. */
export abstract class ModelTable {
  now = 0;
  /** The function has died, and whatever it would go on to say is not heard. */
  isDead = false;
  readonly #choices: Choices;
  #late: (() => void)[] = [];

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  readonly table = { name: 'model', client: { send: (command: unknown) => this.#send(command) } } as unknown as Table;

  /** How many requests are still under way. */
  get underWay(): number {
    return this.#late.length;
  }

  /** Requests that were under way arrive at last. */
  settle(): void {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  protected abstract fateOf(command: unknown, pick: (options: readonly Fate[]) => Fate): Fate;

  /** @throws a refusal, as the SDK does */
  protected abstract carryOut(command: unknown): unknown;

  async #send(command: unknown): Promise<unknown> {
    // Late ones arrive before this one, or stay under way.
    if (this.#late.length > 0 && this.#choices.pick(['stay', 'arrive']) === 'arrive') this.settle();
    const fate = this.fateOf(command, (options) => this.#choices.pick(options));
    if (fate === 'answered') return this.carryOut(command);
    if (fate === 'answer lost' || fate === 'dies after') this.#ignoringRefusal(command);
    if (fate === 'late') this.#late.push(() => this.#ignoringRefusal(command));
    if (fate === 'dies before' || fate === 'dies after') {
      this.isDead = true;
      throw new Died();
    }
    this.now += SILENCE_MS;
    throw silence();
  }

  #ignoringRefusal(command: unknown): void {
    try {
      this.carryOut(command);
    } catch {
      // Nobody hears of it.
    }
  }
}

/** @throws TransactionCanceledException when one of the conditions of a transaction, in their order, does not hold */
export function requireAll(conditions: readonly boolean[]): void {
  if (!conditions.includes(false)) return;
  const CancellationReasons = conditions.map((holds) => ({ Code: holds ? 'None' : 'ConditionalCheckFailed' }));
  throw new TransactionCanceledException({ message: '', ...METADATA, CancellationReasons });
}

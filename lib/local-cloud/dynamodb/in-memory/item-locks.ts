import { setTimeout as wait } from 'node:timers/promises';
import { AwsError } from '../../aws-error.ts';

/** How long each request takes, in milliseconds of real time: uniformly random between the two. */
export interface Latency {
  leastMs: number;
  mostMs: number;
  /** From 0 to below 1; seeded if a run must be reproducible. */
  random: () => number;
}

type Kind = 'write' | 'transaction';

/**
 * The items that requests in flight lock, so that overlapping requests conflict as they do on AWS:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 * A transaction rejects single writes of its items and other transactions; a transactional read fails because of both.
 */
export class ItemLocks {
  readonly #latency: Latency;
  readonly #held = new Map<string, Kind[]>();

  constructor(latency: Latency) {
    this.#latency = latency;
  }

  /** @throws AwsError TransactionConflictException when a transaction holds an item. */
  async write<Output>(places: readonly string[], run: () => Output): Promise<Output> {
    if (places.some((place) => this.#isHeld(place, ['transaction']))) {
      throw new AwsError('TransactionConflictException', 'Transaction is ongoing for the item');
    }
    return this.#hold(places, 'write', run);
  }

  /** @throws AwsError TransactionCanceledException that says for each item whether it was locked. */
  async transaction<Output>(places: readonly string[], isRead: boolean, run: () => Output): Promise<Output> {
    const rivals: Kind[] = isRead ? ['write', 'transaction'] : ['transaction'];
    const codes = places.map((place) => (this.#isHeld(place, rivals) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) {
      const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
      throw new AwsError('TransactionCanceledException', message, 400, {
        CancellationReasons: codes.map((Code) =>
          Code === 'None' ? { Code } : { Code, Message: 'Transaction is ongoing for the item' },
        ),
      });
    }
    // A transactional read conflicts with nothing.
    return isRead ? this.read(run) : this.#hold(places, 'transaction', run);
  }

  async read<Output>(run: () => Output): Promise<Output> {
    const { leastMs, mostMs, random } = this.#latency;
    await wait(leastMs + (mostMs - leastMs) * random());
    return run();
  }

  async #hold<Output>(places: readonly string[], kind: Kind, run: () => Output): Promise<Output> {
    for (const place of places) this.#held.set(place, [...(this.#held.get(place) ?? []), kind]);
    try {
      return await this.read(run);
    } finally {
      for (const place of places) {
        const others = this.#held.get(place)!;
        others.splice(others.indexOf(kind), 1);
        if (others.length === 0) this.#held.delete(place);
      }
    }
  }

  #isHeld(place: string, kinds: readonly Kind[]): boolean {
    return this.#held.get(place)?.some((kind) => kinds.includes(kind)) ?? false;
  }
}

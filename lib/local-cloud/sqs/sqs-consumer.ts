import type { SQSRecord } from 'aws-lambda';
import type { Clock, Timer } from '../clock.ts';
import type { InvocationResult } from '../service.ts';
import type { Message } from './sqs-message.ts';
import type { Queue } from './sqs-queue.ts';

export interface ConsumerSettings {
  batchSize: number;
  /** How long to wait for a full batch of `batchSize` messages. */
  batchingWindowSeconds: number;
  /** The current maximum of concurrent batches. */
  concurrency: () => number;
  reportBatchItemFailures: boolean;
}

export interface ConsumerDependencies {
  clock: Clock;
  toRecord(message: Message): SQSRecord;
  invoke(records: SQSRecord[]): Promise<InvocationResult>;
  log(message: string): void;
}

/**
 * An event source mapping. It sleeps until the queue changes. It takes a batch in the same turn of the event loop; the
 * batch is work in flight on the clock until its last message is deleted or left hidden. Messages that wait for a full
 * batch, for their visibility or for their group are not in flight.
 */
export class Consumer {
  readonly #queue: Queue;
  readonly #settings: ConsumerSettings;
  readonly #deps: ConsumerDependencies;
  #running = 0;
  #isDispatching = false;
  #window: Timer | undefined;
  #windowIsOver = false;

  constructor(queue: Queue, settings: ConsumerSettings, deps: ConsumerDependencies) {
    this.#queue = queue;
    this.#settings = settings;
    this.#deps = deps;
  }

  wake(): void {
    if (this.#isDue()) this.#dispatchSoon();
    else this.#openWindow();
  }

  #isDue(): boolean {
    const { batchSize, batchingWindowSeconds } = this.#settings;
    const { receivable } = this.#queue;
    return receivable > 0 && (batchingWindowSeconds === 0 || this.#windowIsOver || receivable >= batchSize);
  }

  #openWindow(): void {
    if (this.#window || this.#queue.receivable === 0) return;
    const { clock } = this.#deps;
    this.#window = clock.schedule(clock.now() + this.#settings.batchingWindowSeconds * 1000, () => {
      this.#window = undefined;
      this.#windowIsOver = this.#queue.receivable > 0;
      this.wake();
    });
  }

  /** Dispatches after the current call, so that messages sent together arrive in one batch. */
  #dispatchSoon(): void {
    if (this.#isDispatching || !this.#hasRoom()) return;
    this.#isDispatching = true;
    queueMicrotask(() => {
      this.#isDispatching = false;
      while (this.#hasRoom() && this.#isDue()) this.#dispatch();
    });
  }

  #hasRoom(): boolean {
    return this.#running < this.#settings.concurrency();
  }

  #dispatch(): void {
    const end = this.#deps.clock.begin();
    this.#running++;
    this.#window?.cancel();
    this.#window = undefined;
    this.#windowIsOver = false;
    void this.#process(this.#queue.take(this.#settings.batchSize)).finally(() => {
      this.#running--;
      this.wake();
      end();
    });
  }

  /** Failed messages become visible again after their visibility timeout, as on AWS. */
  async #process(batch: Message[]): Promise<void> {
    if (batch.length === 0) return;
    const handles = new Map(batch.map((message) => [message.id, this.#queue.receiptHandle(message)]));
    try {
      const result = await this.#deps.invoke(batch.map((message) => this.#deps.toRecord(message)));
      for (const id of this.#succeeded(result, [...handles.keys()])) this.#queue.delete(handles.get(id)!);
    } catch (error) {
      this.#deps.log(`SQS: a batch of ${this.#queue.settings.name} was not processed: ${String(error)}`);
    }
  }

  #succeeded({ payload, failed }: InvocationResult, ids: string[]): string[] {
    if (failed) return [];
    if (!this.#settings.reportBatchItemFailures) return ids;
    const failures = failedIds(payload);
    const isTrustworthy = failures?.every((id) => ids.includes(id as string));
    return isTrustworthy ? ids.filter((id) => !failures!.includes(id)) : [];
  }
}

/**
 * The ids that a function reports as failed; undefined if its response is invalid, which fails the whole batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
function failedIds(payload: unknown): unknown[] | undefined {
  if (payload === null || payload === undefined) return [];
  if (typeof payload !== 'object') return undefined;
  const { batchItemFailures = [] } = payload as { batchItemFailures?: unknown };
  if (batchItemFailures === null) return [];
  if (!Array.isArray(batchItemFailures)) return undefined;
  return batchItemFailures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier);
}

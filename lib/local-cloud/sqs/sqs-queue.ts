import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Disorder } from '../disorder.ts';
import { type DurableMap, durableMap, type Journal } from '../journal.ts';
import { sha256 } from '../sha256.ts';
import type { Line } from './sqs-line.ts';
import { FifoLine, StandardLine } from './sqs-line.ts';
import type { Message, MessageInput, MessageState } from './sqs-message.ts';
import { checkMessage, integerBetween, invalidParameter, missingParameter } from './sqs-message.ts';

const DEDUPLICATION_WINDOW_MS = 5 * 60_000;
const LONGEST_VISIBILITY_SECONDS = 12 * 3600;
const LONGEST_DELAY_SECONDS = 900;
const PURGE_INTERVAL_MS = 60_000;
const MOST_IN_FLIGHT = 120_000;

export interface QueueSettings {
  name: string;
  arn: string;
  url: string;
  isFifo: boolean;
  contentBasedDeduplication: boolean;
  /** Equal deduplication ids in different message groups are different messages. */
  deduplicatesPerGroup: boolean;
  delaySeconds: number;
  visibilityTimeoutSeconds: number;
  retentionSeconds: number;
  maximumMessageBytes: number;
  /** Default wait time of ReceiveMessage. */
  waitSeconds: number;
  redrive: { targetArn: string; maxReceiveCount: number } | undefined;
}

interface Waiter {
  max: number;
  visibilityTimeoutSeconds: number | undefined;
  timer: Timer;
  resolve(messages: Message[]): void;
}

/** The stored form of a message; `until` is when its delay or its visibility timeout ends. */
interface StoredMessage {
  message: Omit<Message, 'timer'>;
  until?: number | undefined;
}

interface Duplicate {
  message: Omit<Message, 'timer'>;
  until: number;
}

interface QueueParts {
  clock: Clock;
  journal?: Journal | undefined;
  disorder?: Disorder | undefined;
}

/** One queue in memory. Delays, visibility and retention are timers of the clock; nothing polls. */
export class Queue {
  readonly settings: QueueSettings;
  readonly createdAt: number;
  /** Called after each change in the receivable messages. */
  onChange: () => void = () => undefined;
  readonly #clock: Clock;
  readonly #deadLetter: (message: Message, source: Queue) => void;
  readonly #disorder: Disorder | undefined;
  readonly #line: Line;
  readonly #messages = new Map<string, Message>();
  readonly #counts: Record<MessageState, number> = { delayed: 0, visible: 0, hidden: 0, gone: 0 };
  readonly #duplicates = new Map<string, Duplicate>();
  readonly #kept: DurableMap<StoredMessage>;
  readonly #keptDuplicates: DurableMap<Duplicate>;
  readonly #waiters = new Set<Waiter>();
  #order = 0;
  #purgedAt = -Infinity;

  constructor(
    settings: QueueSettings,
    { clock, journal, disorder }: QueueParts,
    deadLetter: (message: Message, source: Queue) => void,
  ) {
    this.settings = settings;
    this.#clock = clock;
    this.#deadLetter = deadLetter;
    // "FIFO queues … each message is delivered once" (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html).
    this.#disorder = settings.isFifo ? undefined : disorder;
    this.#kept = durableMap(journal, `sqs:${settings.name}`);
    this.#keptDuplicates = durableMap(journal, `sqs:${settings.name}:duplicates`);
    this.#line = settings.isFifo ? new FifoLine() : new StandardLine();
    this.createdAt = clock.now();
  }

  /** Restores the messages of an earlier process. */
  restore(): void {
    const left = [...this.#kept.restore().values()].sort((a, b) => a.message.order - b.message.order);
    for (const { message, until } of left) this.#takeBack(message, until);
    for (const [key, duplicate] of this.#keptDuplicates.restore()) this.#duplicates.set(key, duplicate);
    this.#changed();
  }

  #takeBack(left: Omit<Message, 'timer'>, until: number | undefined): void {
    const message: Message = { ...left };
    this.#order = Math.max(this.#order, message.order);
    this.#messages.set(message.id, message);
    this.#counts[message.state]++;
    if (until === undefined) return this.#line.add(message);
    if (message.state === 'hidden') this.#line.occupy(message);
    message.timer = this.#clock.schedule(until, () => this.#show(message));
  }

  /** Number of messages that `take` could return now. */
  get receivable(): number {
    return this.#line.receivable;
  }

  /** Messages by state, as ApproximateNumberOfMessages… report them. */
  counts(): Readonly<Record<MessageState, number>> {
    const now = this.#clock.now();
    for (const message of this.#messages.values()) if (message.expiresAt <= now) this.#drop(message);
    return this.#counts;
  }

  /**
   * Accepts a message; for a duplicate within five minutes, returns the message already accepted.
   * @throws AwsError as SendMessage does
   */
  send(input: MessageInput): Omit<Message, 'timer'> {
    checkMessage(input, this.settings.maximumMessageBytes);
    const deduplicationId = this.#deduplicationId(input);
    const delaySeconds = this.#delaySeconds(input);
    const now = this.#clock.now();
    const duplicate = this.#duplicateOf(deduplicationId, input.groupId, now);
    if (duplicate) return duplicate;

    const message = this.#enter({ ...input, deduplicationId }, now, randomUUID());
    if (deduplicationId !== undefined) {
      const key = this.#duplicateKey(deduplicationId, input.groupId);
      const duplicate = { message: withoutTimer(message), until: now + DEDUPLICATION_WINDOW_MS };
      this.#duplicates.set(key, duplicate);
      this.#keptDuplicates.put(key, duplicate);
    }
    const delay = delaySeconds * 1000 + (this.#disorder?.lateness() ?? 0);
    if (delay > 0) this.#wait(message, now + delay);
    else this.#show(message);
    return message;
  }

  /** Adds a dead letter of another queue. It keeps its age, except in FIFO queues. */
  adopt(message: Message, source: Queue): void {
    const sentAt = this.settings.isFifo ? this.#clock.now() : message.sentAt;
    this.#show(this.#enter(message, sentAt, message.id, source.settings.arn));
  }

  /** Up to `max` messages, hidden from now on for the visibility timeout. */
  take(max: number, visibilityTimeoutSeconds?: number): Message[] {
    const batch = this.#take(max, visibilityTimeoutSeconds);
    this.#changed();
    return batch;
  }

  /**
   * Like `take`, but waits up to `waitSeconds` for the first message.
   * @throws AwsError OverLimit when too many messages are hidden
   */
  async receive(max: number, visibilityTimeoutSeconds: number | undefined, waitSeconds: number): Promise<Message[]> {
    if (this.#counts.hidden >= MOST_IN_FLIGHT) {
      throw new AwsError('OverLimit', `Too many messages in flight on ${this.settings.name} (${MOST_IN_FLIGHT}).`, 403);
    }
    const batch = this.take(max, visibilityTimeoutSeconds);
    if (batch.length > 0 || waitSeconds === 0) return batch;
    return new Promise((resolve) => {
      const timer = this.#clock.schedule(this.#clock.now() + waitSeconds * 1000, () => this.#answer(waiter, []));
      const waiter: Waiter = { max, visibilityTimeoutSeconds, timer, resolve };
      this.#waiters.add(waiter);
    });
  }

  receiptHandle({ id, receiveCount }: Message): string {
    return Buffer.from([this.settings.name, id, receiveCount].join(':')).toString('base64');
  }

  /**
   * Deletes by receipt handle. Only the latest handle of a message deletes it; others succeed without effect on standard
   * queues and have expired on FIFO queues.
   * @throws AwsError ReceiptHandleIsInvalid, InvalidParameterValue
   */
  delete(receiptHandle: string): void {
    const { message, isLatest } = this.#find(receiptHandle);
    if (!message) return;
    const hasExpired = !isLatest || message.state !== 'hidden';
    if (hasExpired && this.settings.isFifo) throw invalidHandle(receiptHandle, 'The receipt handle has expired.');
    if (!isLatest) return;
    // A copy stays and is received again; twice would be rarer than a season can show.
    if (message.receiveCount === 1 && message.state === 'hidden' && this.#disorder?.happens()) return;
    this.#drop(message);
    this.#changed();
  }

  /** @throws AwsError ReceiptHandleIsInvalid, MessageNotInflight, InvalidParameterValue */
  changeVisibility(receiptHandle: string, seconds: number): void {
    integerBetween('VisibilityTimeout', seconds, 0, LONGEST_VISIBILITY_SECONDS);
    const { message, isLatest } = this.#find(receiptHandle);
    if (!message) {
      throw invalidHandle(receiptHandle, 'Message does not exist or is not available for visibility timeout change.');
    }
    if (!isLatest || message.state !== 'hidden')
      throw new AwsError('MessageNotInflight', 'The specified message is not in flight.');
    const until = this.#clock.now() + seconds * 1000;
    if (until > message.receivedAt! + LONGEST_VISIBILITY_SECONDS * 1000) {
      throw invalidParameter(
        `Total VisibilityTimeout for the message is beyond the limit [${LONGEST_VISIBILITY_SECONDS} seconds]`,
      );
    }
    message.timer!.cancel();
    if (seconds === 0) this.#show(message);
    else this.#wait(message, until);
  }

  /** @throws AwsError PurgeQueueInProgress within 60 seconds of the last purge */
  purge(): void {
    const now = this.#clock.now();
    if (now < this.#purgedAt + PURGE_INTERVAL_MS) {
      throw new AwsError(
        'PurgeQueueInProgress',
        `Only one PurgeQueue operation on ${this.settings.name} is allowed every 60 seconds.`,
        403,
      );
    }
    this.#purgedAt = now;
    for (const message of this.#messages.values()) this.#drop(message);
    this.#changed();
  }

  /** Ends all waiting receives. */
  close(): void {
    for (const waiter of this.#waiters) this.#answer(waiter, []);
  }

  #enter(input: MessageInput, sentAt: number, id: string, deadLetterSourceArn?: string): Message {
    const message: Message = {
      ...input,
      id,
      attributes: input.attributes ?? {},
      order: ++this.#order,
      sentAt,
      expiresAt: sentAt + this.settings.retentionSeconds * 1000,
      deadLetterSourceArn,
      state: 'delayed',
      receiveCount: 0,
      firstReceivedAt: undefined,
      receivedAt: undefined,
      timer: undefined,
    };
    this.#messages.set(id, message);
    this.#counts.delayed++;
    return message;
  }

  #wait(message: Message, until: number): void {
    message.timer = this.#clock.schedule(until, () => this.#show(message));
    this.#kept.put(message.id, { message: withoutTimer(message), until });
  }

  /** Makes a message visible: its delay has ended, or it was not deleted before its visibility timeout. */
  #show(message: Message): void {
    if (message.state === 'hidden') this.#line.settle(message);
    if (message.expiresAt <= this.#clock.now()) this.#forget(message);
    else {
      this.#move(message, 'visible');
      this.#kept.put(message.id, { message: withoutTimer(message) });
      this.#line.add(message);
    }
    this.#changed();
  }

  #take(max: number, visibilityTimeoutSeconds = this.settings.visibilityTimeoutSeconds): Message[] {
    const now = this.#clock.now();
    const batch = this.#line.take(max, (message) => this.#admit(message, now));
    for (const message of batch) {
      this.#move(message, 'hidden');
      message.receiveCount++;
      message.firstReceivedAt ??= now;
      message.receivedAt = now;
      this.#wait(message, now + visibilityTimeoutSeconds * 1000);
    }
    return batch;
  }

  #admit(message: Message, now: number): boolean {
    const { redrive } = this.settings;
    const hasExpired = message.expiresAt <= now;
    const isExhausted = redrive !== undefined && message.receiveCount >= redrive.maxReceiveCount;
    if (!hasExpired && !isExhausted) return true;
    this.#forget(message);
    if (isExhausted && !hasExpired) this.#deadLetter(message, this);
    return false;
  }

  /** Serves waiting receives in order, then offers the remaining messages to the consumer. */
  #changed(): void {
    for (const waiter of this.#waiters) {
      if (this.receivable === 0) break;
      const batch = this.#take(waiter.max, waiter.visibilityTimeoutSeconds);
      if (batch.length > 0) this.#answer(waiter, batch);
    }
    this.onChange();
  }

  #answer(waiter: Waiter, batch: Message[]): void {
    this.#waiters.delete(waiter);
    waiter.timer.cancel();
    waiter.resolve(batch);
  }

  #drop(message: Message): void {
    if (message.state === 'visible') this.#line.remove(message);
    if (message.state === 'hidden') this.#line.settle(message);
    this.#forget(message);
  }

  #forget(message: Message): void {
    message.timer?.cancel();
    this.#move(message, 'gone');
    this.#messages.delete(message.id);
    this.#kept.delete(message.id);
  }

  #move(message: Message, state: MessageState): void {
    this.#counts[message.state]--;
    this.#counts[state]++;
    message.state = state;
  }

  #find(receiptHandle: string): { message: Message | undefined; isLatest: boolean } {
    const [name, id, receiveCount] = Buffer.from(receiptHandle, 'base64').toString().split(':');
    if (name !== this.settings.name || id === undefined || receiveCount === undefined) {
      throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.', 404);
    }
    const message = this.#messages.get(id);
    return { message, isLatest: message?.receiveCount === Number(receiveCount) };
  }

  #deduplicationId({ body, groupId, deduplicationId }: MessageInput): string | undefined {
    if (!this.settings.isFifo) {
      if (deduplicationId !== undefined) throw notForThisType('MessageDeduplicationId', deduplicationId);
      return undefined;
    }
    if (groupId === undefined) throw missingParameter('MessageGroupId');
    if (deduplicationId !== undefined) return deduplicationId;
    if (this.settings.contentBasedDeduplication) return sha256(body).toString('hex');
    throw invalidParameter(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  }

  /** A FIFO queue delays all its messages equally; otherwise their order would change. */
  #delaySeconds({ delaySeconds }: MessageInput): number {
    if (delaySeconds === undefined) return this.settings.delaySeconds;
    if (this.settings.isFifo) throw notForThisType('DelaySeconds', delaySeconds);
    return integerBetween('DelaySeconds', delaySeconds, 0, LONGEST_DELAY_SECONDS);
  }

  #duplicateOf(
    deduplicationId: string | undefined,
    groupId: string | undefined,
    now: number,
  ): Duplicate['message'] | undefined {
    if (deduplicationId === undefined) return undefined;
    // Ordered by expiry, so the first unexpired one ends the search.
    for (const [key, { until }] of this.#duplicates) {
      if (until > now) break;
      this.#duplicates.delete(key);
      this.#keptDuplicates.delete(key);
    }
    return this.#duplicates.get(this.#duplicateKey(deduplicationId, groupId))?.message;
  }

  #duplicateKey(deduplicationId: string, groupId: string | undefined): string {
    return this.settings.deduplicatesPerGroup ? JSON.stringify([groupId, deduplicationId]) : deduplicationId;
  }
}

function withoutTimer({ timer: _, ...message }: Message): Omit<Message, 'timer'> {
  return message;
}

function invalidHandle(receiptHandle: string, reason: string): AwsError {
  return invalidParameter(`Value ${receiptHandle} for parameter ReceiptHandle is invalid. Reason: ${reason}`);
}

function notForThisType(name: string, value: unknown): AwsError {
  return invalidParameter(
    `Value ${String(value)} for parameter ${name} is invalid. Reason: The request includes a parameter that is not valid for this queue type.`,
  );
}

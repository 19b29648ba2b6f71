import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type { Cloud, DeliveryOptions } from '../service.ts';

/** Delivers an event to a target; throws AwsError when the target rejects it. */
export type Target = (arn: string, input: unknown, options: DeliveryOptions) => unknown;

/** What a sender must be allowed to do with a target, by the service in its ARN. */
const actions: Readonly<Record<string, string>> = {
  sqs: 'sqs:SendMessage',
  lambda: 'lambda:InvokeFunction',
  events: 'events:PutEvents',
  states: 'states:StartExecution',
};

/** EventBridge tries for 24 hours and 185 times: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html */
const MAXIMUM_RETRY_ATTEMPTS = 185;
const MAXIMUM_EVENT_AGE_MS = 24 * 3_600_000;

/** EventBridge does not publish its retry delays; they grow, as here. */
const FIRST_RETRY_DELAY_MS = 1_000;
const LONGEST_RETRY_DELAY_MS = 600_000;

interface Delivery {
  id: string;
  arn: string;
  input: unknown;
  options: DeliveryOptions;
  acceptedAt: number;
  attempt: number;
  /** Instant of the attempt. */
  dueAt: number;
}

/** Delivers events to their targets by ARN, and rejected ones to a dead-letter queue. */
export class Deliveries {
  readonly #cloud: Cloud;
  readonly #targets: Readonly<Record<string, Target>>;
  /** Deliveries that have reached neither the target nor the dead-letter queue, by id. */
  readonly #kept: DurableMap<Delivery>;

  /** `targets` by the service in the ARN. */
  constructor(cloud: Cloud, targets: Readonly<Record<string, Target>>) {
    this.#cloud = cloud;
    this.#targets = targets;
    this.#kept = durableMap(cloud.journal, 'events:deliveries');
  }

  /** Continues the deliveries of an earlier process; its last ones may be delivered twice, as on AWS. */
  start(): void {
    for (const delivery of this.#kept.restore().values()) this.#attemptWhenDue(delivery);
  }

  /**
   * Delivers a JSON value to a queue, function, bus or state machine. Resolves when the target or the dead-letter queue
   * has the event, or when it waits for its next attempt.
   * @throws AwsError when the target rejects the event permanently and there is no dead-letter queue.
   */
  async deliver(arn: string, input: unknown, options: DeliveryOptions = {}): Promise<void> {
    const { clock } = this.#cloud;
    const acceptedAt = clock.now();
    const dueAt = options.notBefore ?? acceptedAt;
    const delivery = { id: randomUUID(), arn, input, options, acceptedAt, attempt: 1, dueAt };
    this.#kept.put(delivery.id, delivery);
    if (dueAt > acceptedAt) this.#attemptWhenDue(delivery);
    else await clock.track(this.#attempt(delivery));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { arn, input, options } = delivery;
    try {
      await this.#hand(arn, input, options);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      if (this.#mayRetry(delivery, error)) return this.#retry(delivery);
      return this.#giveUp(delivery, error).finally(() => this.#kept.delete(delivery.id));
    }
    this.#kept.delete(delivery.id);
  }

  /** @throws AwsError also if the sender has no permission for the target */
  async #hand(arn: string, input: unknown, options: DeliveryOptions): Promise<void> {
    const target = this.#target(arn);
    const action = actions[arn.split(':')[2]!]!;
    if (options.as) this.#cloud.iam?.principal(options.as).require([{ action, resource: arn }]);
    await target(arn, input, options);
  }

  #target(arn: string): Target {
    const target = this.#targets[arn.split(':')[2] ?? ''];
    if (!target) throw new AwsError('ValidationException', `The local cloud cannot deliver to ${arn}`);
    return target;
  }

  /** A missing target, or an event that it will never accept, is not retried. */
  #mayRetry({ options, acceptedAt, attempt }: Delivery, { status }: AwsError): boolean {
    const isTransient = status === 429 || status >= 500;
    const isYoung = this.#cloud.clock.now() - acceptedAt < MAXIMUM_EVENT_AGE_MS;
    return isTransient && isYoung && attempt <= (options.maximumRetryAttempts ?? MAXIMUM_RETRY_ATTEMPTS);
  }

  #retry(failed: Delivery): void {
    const delay = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (failed.attempt - 1), LONGEST_RETRY_DELAY_MS);
    const delivery = { ...failed, attempt: failed.attempt + 1, dueAt: this.#cloud.clock.now() + delay };
    this.#kept.put(delivery.id, delivery);
    this.#attemptWhenDue(delivery);
  }

  #attemptWhenDue(delivery: Delivery): void {
    this.#cloud.clock.schedule(delivery.dueAt, () =>
      this.#attempt(delivery).catch((error: Error) =>
        this.#cloud.log(`${delivery.arn}: an event was given up: ${error.message}`),
      ),
    );
  }

  async #giveUp({ arn, input, options: { deadLetterQueueArn, as } }: Delivery, error: AwsError): Promise<void> {
    if (!deadLetterQueueArn) throw error;
    this.#cloud.log(`${arn}: an event went to the dead letters: ${error.code}`);
    await this.#hand(deadLetterQueueArn, input, { as });
  }
}

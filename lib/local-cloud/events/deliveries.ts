import type { Cloud, DeliveryOptions } from '../service.ts';
import { AwsError } from '../service.ts';

/** Delivers an event to a target; throws AwsError when the target refuses it. */
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

/** EventBridge does not publish its pauses; they grow, as here. */
const FIRST_RETRY_DELAY_MS = 1_000;
const LONGEST_RETRY_DELAY_MS = 600_000;

interface Delivery {
  arn: string;
  input: unknown;
  options: DeliveryOptions;
  acceptedAt: number;
  attempt: number;
}

/** Delivers events to their targets by ARN, and refused ones to a dead-letter queue. */
export class Deliveries {
  readonly #cloud: Cloud;
  readonly #targets: Readonly<Record<string, Target>>;

  /** `targets` by the service in the ARN. */
  constructor(cloud: Cloud, targets: Readonly<Record<string, Target>>) {
    this.#cloud = cloud;
    this.#targets = targets;
  }

  /**
   * Takes a JSON value to a queue, function, bus or state machine. Resolves when the target or the dead-letter queue has the event, or when it waits for its next attempt.
   * @throws AwsError when the target refuses the event for good and there is no dead-letter queue.
   */
  deliver(arn: string, input: unknown, options: DeliveryOptions = {}): Promise<void> {
    const { clock } = this.#cloud;
    return clock.track(this.#attempt({ arn, input, options, acceptedAt: clock.now(), attempt: 1 }));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { arn, input, options, attempt } = delivery;
    try {
      await this.#hand(arn, input, options);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      if (this.#mayRetry(delivery, error)) this.#scheduleNext(delivery, attempt);
      else await this.#giveUp(delivery, error);
    }
  }

  /** @throws AwsError also when the sender must not reach the target */
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

  #scheduleNext(delivery: Delivery, attempt: number): void {
    const { clock } = this.#cloud;
    const delay = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1), LONGEST_RETRY_DELAY_MS);
    clock.schedule(clock.now() + delay, () =>
      this.#attempt({ ...delivery, attempt: attempt + 1 }).catch((error: Error) =>
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

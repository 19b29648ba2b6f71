/** How often AWS is disorderly without any fault. */
export interface DisorderOptions {
  /** Share of the occasions: deliveries and deletions. */
  share: number;
  /** From 0 to below 1; seeded if a run must be reproducible. */
  random: () => number;
}

/** "Typically … delivered in seconds but can sometimes take a minute or longer" (https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventNotifications.html). */
const USUAL_LATENESS_MS = 20_000;
const LONGEST_LATENESS_MS = 300_000;

/**
 * What AWS may do at any time, and mostly does not: EventBridge and Scheduler invoke a target twice
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-troubleshooting.html), a standard queue delivers a message
 * again that was deleted, and in another order
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues-at-least-once-delivery.html),
 * and events come late.
 */
export class Disorder {
  readonly #options: DisorderOptions;

  constructor(options: DisorderOptions) {
    this.#options = options;
  }

  happens(): boolean {
    return this.#options.random() < this.#options.share;
  }

  /** By how many milliseconds something comes late; mostly 0. */
  lateness(): number {
    if (!this.happens()) return 0;
    const late = -USUAL_LATENESS_MS * Math.log(1 - this.#options.random());
    return Math.min(Math.ceil(late), LONGEST_LATENESS_MS);
  }
}

import { Duration } from 'aws-cdk-lib';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Urgency } from './alarms.ts';
import type { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';

export interface WorkQueueProps {
  platform: Platform;
  /** The impact on customers of a message in the dead-letter queue, and the action to take. */
  impact: string;
  /** How soon someone must look at dead letters. Default: on the next working day. */
  urgency?: Urgency;
  /** Time limit of the consumer in seconds. */
  consumerTimeout: number;
  /** How often a message is received before it becomes a dead letter. Default: 5. */
  maxReceives?: number;
  /** FIFO: messages of one group are processed one after another. */
  fifo?: boolean;
}

/**
 * A FIFO queue allows 300 calls a second in total; in this mode, 300 a second per message group (docs/operating.md).
 */
const inGroups = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} satisfies QueueProps;

/** A queue, its dead letters and the alarm on them. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { platform, impact, urgency, consumerTimeout, maxReceives = 5, fifo }: WorkQueueProps,
  ) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters', { platform, impact, urgency, fifo });
    this.queue = new Queue(this, 'Queue', {
      ...(fifo && inGroups),
      // Six times the consumer's time limit, as AWS recommends, so that a message in progress is not delivered again.
      visibilityTimeout: Duration.seconds(6 * consumerTimeout),
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }

  /** @param settings `maxConcurrency`: batches at once, from 2 */
  feeds(
    consumer: ServiceFunction,
    { maxConcurrency, batchSize = 10 }: { maxConcurrency: number; batchSize?: number },
  ): this {
    consumer.consume(this.queue, { maxConcurrency, batchSize });
    return this;
  }
}

/** Work that keeps failing waits here for a person, for 14 days, the maximum of SQS. */
export function deadLetterQueue(
  scope: Construct,
  id: string,
  { platform, impact, urgency = 'ticket', fifo }: Pick<WorkQueueProps, 'platform' | 'impact' | 'urgency' | 'fifo'>,
): Queue {
  const queue = new Queue(scope, id, {
    fifo,
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  platform.alarms.raise(`${scope.node.id}${id}`, {
    urgency,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' }),
    threshold: 1,
    impact,
  });
  return queue;
}

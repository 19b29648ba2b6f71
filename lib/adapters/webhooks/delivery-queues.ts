import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeliveryMessage, QueuedMessage } from '../../core/domain/delivery-lifecycle.ts';
import type { Lane } from '../../core/domain/delivery-settings.ts';
import { settleAll } from '../../core/settle-all.ts';

/** A message that an invocation received itself, in addition to those of its event. */
export interface TakenMessage extends DeliveryMessage {
  /** Receipt handle, for its removal. */
  receipt: string;
}

/** The URLs of the lanes' queues, from a function's environment. */
export const laneUrls = (environment: Record<'FAST_DELIVERY_QUEUE_URL' | 'SLOW_DELIVERY_QUEUE_URL', string>) => ({
  fast: environment.FAST_DELIVERY_QUEUE_URL,
  slow: environment.SLOW_DELIVERY_QUEUE_URL,
});

/** Maximum entries of a `SendMessageBatch` or `DeleteMessageBatch`, and messages of a `ReceiveMessage`. */
const BATCH = 10;

/**
 * The two queues of deliveries. A message's group is its endpoint, so that the backlog of a busy endpoint does not
 * delay the others (SQS fair queues).
 */
export function openDeliveryQueues(sqs: SQSClient, urls: Record<Lane, string>) {
  async function sendBatch(url: string, batch: readonly QueuedMessage[]): Promise<void> {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: batch.map(({ message, delaySeconds }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          MessageGroupId: message.endpoint_id,
          DelaySeconds: delaySeconds,
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length} delivery messages: ${Failed[0]?.Code}`);
  }

  return {
    /** @throws Error when a queue rejected a message; the sweep queues it again */
    async send(messages: readonly QueuedMessage[]): Promise<void> {
      const batches = Object.entries(urls).flatMap(([lane, url]) =>
        batchesOf(messages.filter(({ message }) => message.lane === lane)).map((batch) => sendBatch(url, batch)),
      );
      await settleAll(batches);
    },

    /**
     * Receives the messages that the queue has now, at most ten; they are hidden during the visibility timeout. A short
     * poll queries only some of the servers, so it may miss a few messages, but not many
     * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html).
     */
    async take(lane: Lane): Promise<TakenMessage[]> {
      const command = new ReceiveMessageCommand({
        QueueUrl: urls[lane],
        MaxNumberOfMessages: BATCH,
        WaitTimeSeconds: 0,
      });
      const { Messages = [] } = await sqs.send(command);
      return Messages.flatMap(readTaken);
    },

    /** Deletes taken messages. @throws Error if SQS rejects one; it is received again, but is stale by then */
    async remove(lane: Lane, taken: readonly TakenMessage[]): Promise<void> {
      if (taken.length === 0) return;
      const Entries = taken.map(({ receipt }, index) => ({ Id: String(index), ReceiptHandle: receipt }));
      const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: urls[lane], Entries }));
      if (Failed.length > 0) throw new Error(`SQS did not remove ${Failed.length} messages: ${Failed[0]?.Code}`);
    },
  };
}

/** Empty for a foreign message: it stays in the queue, and the next invocation that receives it reports it. */
function readTaken({ Body, ReceiptHandle }: Message): TakenMessage[] {
  try {
    return [{ ...readDeliveryMessage(Body!), receipt: ReceiptHandle! }];
  } catch {
    return [];
  }
}

export type DeliveryQueues = ReturnType<typeof openDeliveryQueues>;

/**
 * The message of a queue's record.
 * @throws Error for a foreign message, which ends up in the dead-letter queue
 */
export function readDeliveryMessage(body: string): DeliveryMessage {
  const message = JSON.parse(body) as Partial<DeliveryMessage> | null;
  const ids = [message?.event_id, message?.endpoint_id, message?.account_id];
  const numbers = [message?.attempt, message?.due];
  if (ids.some((id) => typeof id !== 'string') || !numbers.every(Number.isInteger)) {
    throw new Error('not a delivery message');
  }
  return message as DeliveryMessage;
}

function batchesOf(messages: readonly QueuedMessage[]): QueuedMessage[][] {
  const count = Math.ceil(messages.length / BATCH);
  return Array.from({ length: count }, (_, index) => messages.slice(index * BATCH, (index + 1) * BATCH));
}

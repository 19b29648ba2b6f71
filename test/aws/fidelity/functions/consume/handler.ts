import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';

/** What a message asks of its consumer. */
export interface ConsumeOrder {
  /** The record, as Lambda gave it, goes into the queue where the tests read it. */
  observe?: true;
  /** The invocation fails. */
  throws?: true;
  /** The message is reported as failed. */
  fails?: true;
  /** What the function answers in place of its report. */
  answer?: unknown;
}

const sqs = new SQSClient({});

export async function handler({ Records }: SQSEvent): Promise<unknown> {
  const orders = Records.map((record) => ({ record, order: JSON.parse(record.body) as ConsumeOrder }));
  for (const { record, order } of orders)
    if (order.observe)
      await sqs.send(
        new SendMessageCommand({ QueueUrl: process.env.OBSERVED_URL, MessageBody: JSON.stringify(record) }),
      );
  if (orders.some(({ order }) => order.throws)) throw new Error('as the message asked');
  const answering = orders.find(({ order }) => 'answer' in order);
  if (answering) return answering.order.answer;
  const failed = orders.filter(({ order }) => order.fails);
  return { batchItemFailures: failed.map(({ record }) => ({ itemIdentifier: record.messageId })) };
}

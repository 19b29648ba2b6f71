import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';

/** What a message tells its consumer to do. */
export interface ConsumeOrder {
  /** Put the record, as Lambda passed it, into the queue that the tests read. */
  observe?: true;
  /** Fail the invocation. */
  throws?: true;
  /** Report the message as failed. */
  fails?: true;
  /** Return this instead of the report. */
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

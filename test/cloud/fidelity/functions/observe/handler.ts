import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';

const sqs = new SQSClient({});

/** Puts each record of a stream, as Lambda passed it, into the queue that the tests read. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  for (const record of Records)
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.OBSERVED_URL, MessageBody: JSON.stringify(record) }));
}

import { randomUUID } from 'node:crypto';
import { DeleteMessageCommand, type Message, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { behavior, receive, take, useStage } from './stage.ts';

/**
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html and related
 * pages.
 */

const stage = useStage();
let sqs: SQSClient;
beforeAll(() => void (sqs = new SQSClient(stage().client)));
afterAll(() => sqs.destroy());

/** Receives until a message with this body arrives. */
async function receiveOne(QueueUrl: string, body: string): Promise<Message> {
  for (let tries = 0; tries < 10; tries++) {
    const message = (await receive(sqs, QueueUrl)).find(({ Body }) => Body === body);
    if (message) return message;
  }
  throw new Error(`${body} did not come`);
}

describe('a message that is received and not deleted', () => {
  behavior('is redelivered after its visibility timeout, and counts how often it was received', async () => {
    const { ShelfUrl: QueueUrl } = stage().outputs;
    const MessageBody = randomUUID();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    const first = await receiveOne(QueueUrl!, MessageBody);
    const second = await receiveOne(QueueUrl!, MessageBody);
    expect(second.MessageId).toBe(first.MessageId);
    const counts = [first, second].map(({ Attributes }) => Attributes!.ApproximateReceiveCount);
    expect(counts).toEqual(['1', '2']);
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: second.ReceiptHandle }));
  });

  behavior('moves to the dead-letter queue after the maximum number of receives, with its id and body', async () => {
    const { ShelfUrl: QueueUrl, ShelfDeadLettersUrl } = stage().outputs;
    const MessageBody = randomUUID();
    const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    for (let count = 0; count < 2; count++) await receiveOne(QueueUrl!, MessageBody);
    // The third receive finds nothing and moves the message.
    const wanted = ({ Body }: Message) => Body === MessageBody;
    let dead: Message[] = [];
    for (let tries = 0; tries < 10 && dead.length === 0; tries++) {
      expect((await receive(sqs, QueueUrl!)).filter(wanted)).toEqual([]);
      dead = await take(sqs, ShelfDeadLettersUrl!, { enough: ({ length }) => length > 0, wanted, patienceMs: 1_000 });
    }
    expect(dead).toEqual([expect.objectContaining({ MessageId, Body: MessageBody })]);
  });
});

describe('a FIFO queue', () => {
  const send = (group: string, body: string, MessageDeduplicationId: string = randomUUID()) =>
    sqs.send(
      new SendMessageCommand({
        QueueUrl: stage().outputs.LineUrl,
        MessageGroupId: group,
        MessageBody: body,
        MessageDeduplicationId,
      }),
    );

  behavior(
    'blocks a group while one of its messages is in flight, and delivers other groups',
    async () => {
      const { LineUrl: QueueUrl } = stage().outputs;
      const [group, other] = [randomUUID(), randomUUID()];
      await send(group, 'first');
      const [first] = await receive(sqs, QueueUrl!);
      expect(first!.Body).toBe('first');
      await send(group, 'second');
      await send(other, 'of another group');
      const passing = await receive(sqs, QueueUrl!);
      expect(passing.map(({ Body }) => Body)).toEqual(['of another group']);
      for (const { ReceiptHandle } of [first!, ...passing])
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      const [second] = await take(sqs, QueueUrl!, { enough: ({ length }) => length > 0 });
      expect(second!.Body).toBe('second');
    },
    { MiniStack: 'delivers the next message of the group' },
  );

  behavior(
    'accepts each deduplication id once',
    async () => {
      const id = randomUUID();
      const first = await send(id, 'once', id);
      const again = await send(id, 'once', id);
      expect(again.MessageId).toBe(first.MessageId);
      const taken = await take(sqs, stage().outputs.LineUrl!, { enough: () => false, patienceMs: 1_500 });
      expect(taken.map(({ Body }) => Body)).toEqual(['once']);
    },
    { MiniStack: 'accepts both' },
  );
});

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import type { ConsumeOrder } from './functions/consume/handler.ts';
import { atLeast, behavior, type Otherwise, take, type Taking, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting */

const stage = useStage();
let sqs: SQSClient;
beforeAll(() => {
  sqs = new SQSClient(stage().client);
});
afterAll(() => sqs.destroy());

/** Sends a message with a unique name, to find it again. */
async function send(order: ConsumeOrder): Promise<{ name: string; messageId: string | undefined }> {
  const name = randomUUID();
  const body = JSON.stringify({ ...order, name });
  const { MessageId } = await sqs.send(
    new SendMessageCommand({ QueueUrl: stage().outputs.WorkUrl, MessageBody: body }),
  );
  return { name, messageId: MessageId };
}

const named = (name: string) => (message: Message) => message.Body!.includes(name);

const deadLetters = (taking: Taking) => take(sqs, stage().outputs.DeadLettersUrl!, taking);

/** Longer than a failing message needs to become a dead letter: two deliveries two seconds apart. */
const LONG_ENOUGH_MS = 6_000;

describe('of a batch', () => {
  behavior(
    'reported messages are redelivered and end in the dead-letter queue, and the others are deleted',
    async () => {
      const sent = await Promise.all([send({}), send({ fails: true }), send({}), send({ fails: true })]);
      const names = sent.map(({ name }) => name);
      const dead = await deadLetters({
        enough: atLeast(2),
        wanted: ({ Body }) => names.some((name) => Body!.includes(name)),
      });
      expect(dead.map(({ Body }) => (JSON.parse(Body!) as { name: string }).name).sort()).toEqual(
        [names[1], names[3]].sort(),
      );
    },
  );

  const allDone: [what: string, order: ConsumeOrder][] = [
    ['an empty list', { answer: { batchItemFailures: [] } }],
    ['null', { answer: null }],
    ['an empty object', { answer: {} }],
    ['a list that is null', { answer: { batchItemFailures: null } }],
  ];
  behavior(`${allDone.map(([what]) => what).join(', ')}: all messages are done`, async () => {
    const sent = await Promise.all(allDone.map(([, order]) => send(order)));
    await sleep(LONG_ENOUGH_MS);
    // A failing message comes after them: once it is in the dead-letter queue, any of them would be there too.
    const { name } = await send({ throws: true });
    const dead = await deadLetters({ enough: (messages) => messages.some(named(name)) });
    expect(dead.filter((message) => sent.some((other) => named(other.name)(message)))).toEqual([]);
    expect(dead.some(named(name))).toBe(true);
  });

  const takesForDone = { MiniStack: 'finds no such message, and treats all as done' };
  const allFailed: [what: string, order: ConsumeOrder, otherwise?: Otherwise][] = [
    ['an error', { throws: true }],
    ['an unknown identifier', { answer: { batchItemFailures: [{ itemIdentifier: 'unknown' }] } }, takesForDone],
    ['an empty identifier', { answer: { batchItemFailures: [{ itemIdentifier: '' }] } }, takesForDone],
    ['an identifier that is null', { answer: { batchItemFailures: [{ itemIdentifier: null }] } }, takesForDone],
    ['a key of another name', { answer: { batchItemFailures: [{ id: 'x' }] } }, takesForDone],
  ];
  for (const [what, order, otherwise] of allFailed)
    behavior(
      `${what}: all messages are redelivered`,
      async () => {
        const { name } = await send(order);
        expect(await deadLetters({ enough: atLeast(1), wanted: named(name) })).toHaveLength(1);
      },
      otherwise,
    );
});

behavior('a record has the shape that Lambda documents', async () => {
  const { name, messageId } = await send({ observe: true });
  const [message] = await take(sqs, stage().outputs.ObservedMessagesUrl!, { enough: atLeast(1), wanted: named(name) });
  const record = JSON.parse(message!.Body!) as SQSRecord;
  expect(record).toEqual({
    messageId,
    receiptHandle: expect.any(String),
    body: JSON.stringify({ observe: true, name }),
    attributes: expect.objectContaining({
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
      SenderId: expect.any(String),
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
    }),
    messageAttributes: {},
    md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
    eventSource: 'aws:sqs',
    eventSourceARN: stage().outputs.WorkArn,
    awsRegion: stage().outputs.WorkArn!.split(':')[3],
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import { arnOf, forRules, startTestCloud } from './support/assembly.ts';

const MINUTE_MS = 60_000;

let cloud: RunningCloud;

/** Everything that may happen without a fault happens always, after half of the usual chance. */
beforeAll(async () => {
  ({ cloud } = await startTestCloud(
    {
      Standard: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'standard', VisibilityTimeout: 30 } },
      Ordered: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: 'ordered.fifo', FifoQueue: true, ContentBasedDeduplication: true },
      },
      Told: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'told' } },
      ToldPolicy: forRules('Told'),
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventPattern: { source: ['test'] },
          Targets: [{ Id: 'Told', Arn: arnOf('sqs', 'told') }],
        },
      },
    },
    { disorder: { share: 1, random: () => 0.5 } },
  ));
});
afterAll(() => cloud.stop());

const urlOf = (queue: string) => `${cloud.endpoint}/000000000000/${queue}`;
const sqs = (operation: string, queue: string, input: object = {}) =>
  cloud.call('sqs', operation, { QueueUrl: urlOf(queue), ...input });

interface Received {
  Body: string;
  MessageId: string;
  ReceiptHandle: string;
}

/** Receives and deletes what is visible. */
async function drain(queue: string): Promise<Received[]> {
  const { Messages = [] } = (await sqs('ReceiveMessage', queue, { MaxNumberOfMessages: 10 })) as {
    Messages?: Received[];
  };
  for (const { ReceiptHandle } of Messages) await sqs('DeleteMessage', queue, { ReceiptHandle });
  return Messages;
}

test('a message of a standard queue comes late, and once more after it was deleted', async () => {
  await sqs('SendMessage', 'standard', { MessageBody: 'a' });
  expect(await drain('standard')).toEqual([]);
  await cloud.clock.advanceBy(MINUTE_MS);
  const [first] = await drain('standard');
  expect(first).toMatchObject({ Body: 'a' });
  expect(await drain('standard')).toEqual([]);
  await cloud.clock.advanceBy(MINUTE_MS);
  expect(await drain('standard')).toMatchObject([{ MessageId: first!.MessageId }]);
  await cloud.clock.advanceBy(60 * MINUTE_MS);
  expect(await drain('standard')).toEqual([]);
});

test('a FIFO queue delivers once and at once', async () => {
  for (const MessageBody of ['a', 'b']) await sqs('SendMessage', 'ordered.fifo', { MessageBody, MessageGroupId: 'g' });
  expect((await drain('ordered.fifo')).map(({ Body }) => Body)).toEqual(['a', 'b']);
  await cloud.clock.advanceBy(60 * MINUTE_MS);
  expect(await drain('ordered.fifo')).toEqual([]);
});

test('a rule invokes its target late, and twice', async () => {
  await cloud.call('events', 'PutEvents', { Entries: [{ Source: 'test', DetailType: 'x', Detail: '{"n":1}' }] });
  expect(await drain('told')).toEqual([]);
  await cloud.clock.advanceBy(5 * MINUTE_MS);
  const messages = await drain('told');
  const ids = messages.map(({ Body }) => (JSON.parse(Body) as { id: string }).id);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(new Set(messages.map(({ MessageId }) => MessageId)).size).toBe(2);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import { lambda, startTestCloud } from './support/assembly.ts';

let cloud: RunningCloud;
let log: string[];

const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName, VisibilityTimeout: 600 } });

const mapping = (source: string, MaximumConcurrency: number) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: { 'Fn::GetAtt': [source, 'Arn'] },
    FunctionName: { Ref: 'Deliver' },
    BatchSize: 1,
    ScalingConfig: { MaximumConcurrency },
  },
});

beforeAll(async () => {
  ({ cloud, log } = await startTestCloud(
    {
      Deliver: lambda('tellOrHang', { Timeout: 600 }),
      Fast: queue('fast'),
      Slow: queue('slow'),
      FastToDeliver: mapping('Fast', 30),
      SlowToDeliver: mapping('Slow', 10),
    },
    { workersPerFunction: 4 },
  ));
});

afterAll(() => cloud.stop());

const urlOf = (name: string, of = cloud) => `${of.endpoint}/000000000000/${name}`;

const send = (name: string, MessageBody: string) =>
  cloud.call('sqs', 'SendMessage', { QueueUrl: urlOf(name), MessageBody });

async function counts(name: string, of = cloud): Promise<{ visible: number; hidden: number }> {
  const { Attributes } = (await of.call('sqs', 'GetQueueAttributes', {
    QueueUrl: urlOf(name, of),
    AttributeNames: ['All'],
  })) as { Attributes: Record<string, string> };
  return {
    visible: Number(Attributes.ApproximateNumberOfMessages),
    hidden: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
  };
}

async function untilLogged(text: string): Promise<void> {
  while (!log.some((line) => line.includes(text))) await sleep(10);
}

test('queues of one function share its environments in proportion, and a batch that finds no free environment stays in its queue', async () => {
  for (let count = 1; count <= 3; count++) await send('slow', `hang slow ${count}`);
  await untilLogged('hang slow 1');
  for (let count = 1; count <= 4; count++) await send('fast', `hang fast ${count}`);
  await untilLogged('hang fast 3');
  expect({ slow: await counts('slow'), fast: await counts('fast') }).toEqual({
    slow: { visible: 2, hidden: 1 },
    fast: { visible: 1, hidden: 3 },
  });
});

test('the only queue of a function has all of its environments', async () => {
  const { cloud: other, log: lines } = await startTestCloud(
    { Deliver: lambda('tellOrHang', { Timeout: 600 }), Fast: queue('fast'), FastToDeliver: mapping('Fast', 30) },
    { workersPerFunction: 2 },
  );
  try {
    const QueueUrl = urlOf('fast', other);
    for (let count = 1; count <= 3; count++)
      await other.call('sqs', 'SendMessage', { QueueUrl, MessageBody: `hang ${count}` });
    // Either of the two threads may log first.
    while (lines.filter((line) => line.includes('hang')).length < 2) await sleep(10);
    expect(await counts('fast', other)).toEqual({ visible: 1, hidden: 2 });
  } finally {
    await other.stop();
  }
});

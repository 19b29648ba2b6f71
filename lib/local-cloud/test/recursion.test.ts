import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { lambda, startTestCloud } from './support/assembly.ts';

/** Starts a chain of calls of a function that feeds itself, and waits for a line of the log. */
async function chain(properties: object, until: string) {
  const { cloud, log } = await startTestCloud({
    PassOn: lambda('passOn', { ...properties, Environment: { Variables: { QUEUE_URL: { Ref: 'Work' } } } }),
    DeadLetters: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead' } },
    Work: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        QueueName: 'work',
        VisibilityTimeout: 1,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] }, maxReceiveCount: 2 },
      },
    },
    WorkToPassOn: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: { 'Fn::GetAtt': ['Work', 'Arn'] }, FunctionName: { Ref: 'PassOn' }, BatchSize: 1 },
    },
  });
  const queue = (name: string) => `${cloud.endpoint}/000000000000/${name}`;
  const dead = async () => {
    const input = { QueueUrl: queue('dead'), AttributeNames: ['All'], MaxNumberOfMessages: 10 };
    const { Messages = [] } = (await cloud.call('sqs', 'ReceiveMessage', input)) as { Messages?: { Body: string }[] };
    return Messages.map(({ Body }) => Body);
  };
  try {
    await cloud.call('sqs', 'SendMessage', { QueueUrl: queue('work'), MessageBody: '1' });
    while (!log.some((line) => line.includes(until))) await sleep(10);
    // A stopped message is received once more, then it is a dead letter.
    await cloud.clock.advanceBy(5_000);
    const calls = log.filter((line) => /call \d+$/.test(line)).length;
    return { calls, dead: await dead() };
  } finally {
    await cloud.stop();
  }
}

test('a function that feeds itself through a queue is stopped after 16 calls, and its message becomes a dead letter', async () => {
  expect(await chain({}, 'was stopped: it calls itself')).toEqual({ calls: 16, dead: ['17'] });
});

test('one whose recursion is allowed goes on', async () => {
  expect(await chain({ RecursiveLoop: 'Allow' }, 'call 20')).toEqual({ calls: 20, dead: [] });
});

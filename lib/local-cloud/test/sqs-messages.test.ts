import type { Message, ReceiveMessageCommandInput, SendMessageCommandInput } from '@aws-sdk/client-sqs';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SqsService } from '../sqs/sqs.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

const DAY_SECONDS = 24 * 3600;

let harness: Harness<SqsService>;
let sqs: SQSClient;
let QueueUrl: string;
let deadLetterUrl: string;

beforeEach(async () => {
  harness = await startHarness((cloud) => new SqsService(cloud));
  const deadLetters = await harness.createResource('AWS::SQS::Queue', 'DeadLetters', {
    MessageRetentionPeriod: 5 * DAY_SECONDS,
  });
  deadLetterUrl = deadLetters.ref;
  const queue = await harness.createResource('AWS::SQS::Queue', 'Work', {
    QueueName: 'work',
    VisibilityTimeout: '60',
    RedrivePolicy: { deadLetterTargetArn: deadLetters.attributes!.Arn, maxReceiveCount: 2 },
  });
  QueueUrl = queue.ref;
  harness.service.start();
  sqs = new SQSClient(harness.clientConfig());
});

afterEach(async () => {
  sqs.destroy();
  await harness.stop();
});

const send = (MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));

async function receive(more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
  const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...more });
  return (await sqs.send(command)).Messages ?? [];
}

const bodies = async (more = {}) => (await receive(more)).map(({ Body }) => Body);

async function counts(url = QueueUrl) {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));
  const count = (state: '' | 'NotVisible' | 'Delayed') => Number(Attributes![`ApproximateNumberOfMessages${state}`]);
  return { visible: count(''), hidden: count('NotVisible'), delayed: count('Delayed') };
}

const remove = (message: Message) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));

const advance = (seconds: number) => harness.clock.advanceTo(harness.clock.now() + seconds * 1000);

describe('sending and receiving', () => {
  test('a message arrives with its attributes, their MD5s and its history', async () => {
    const sentAt = harness.clock.now();
    const sent = await send('olá', {
      MessageAttributes: {
        kind: { DataType: 'String', StringValue: 'test' },
        count: { DataType: 'Number', StringValue: '3' },
        bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 255) },
      },
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1' } },
    });
    const [message] = await receive({ MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] });
    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'olá',
      MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
      MessageAttributes: { kind: { StringValue: 'test' }, bytes: { BinaryValue: Uint8Array.of(1, 2, 255) } },
      Attributes: { ApproximateReceiveCount: '1', SenderId: '000000000000', AWSTraceHeader: 'Root=1' },
    });
    expect(Number(message!.Attributes!.SentTimestamp)).toBeGreaterThanOrEqual(sentAt);
  });

  test('the MD5 of attributes covers names, types and values with their lengths', async () => {
    const { MD5OfMessageAttributes } = await send('x', {
      MessageAttributes: { a: { DataType: 'String', StringValue: 'b' } },
    });
    // printf '\0\0\0\1a\0\0\0\6String\1\0\0\0\1b' | md5sum
    expect(MD5OfMessageAttributes).toBe('bef8bf215374a0a228d67533b1a488be');
  });

  test('only requested attributes are returned', async () => {
    const text = (StringValue: string) => ({ DataType: 'String', StringValue });
    await send('x', { MessageAttributes: { 'a.1': text('1'), 'a.2': text('2'), b: text('3') } });
    const [message] = await receive({ MessageAttributeNames: ['a.*'], VisibilityTimeout: 0 });
    expect(Object.keys(message!.MessageAttributes!)).toEqual(['a.1', 'a.2']);
    expect(message!.Attributes).toBeUndefined();
  });

  test('an empty queue returns no messages; the default maximum is one message', async () => {
    expect(await receive()).toEqual([]);
    for (const body of ['1', '2', '3']) await send(body);
    expect(await bodies({ MaxNumberOfMessages: undefined })).toEqual(['1']);
    expect(await bodies()).toEqual(['2', '3']);
  });

  test('a batch reports each entry on its own', async () => {
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'good', MessageBody: 'a' },
          { Id: 'bad', MessageBody: 'b', DelaySeconds: 901 },
        ],
      }),
    );
    expect(Successful).toMatchObject([{ Id: 'good' }]);
    expect(Failed).toMatchObject([{ Id: 'bad', Code: 'InvalidParameterValue', SenderFault: true }]);
  });

  test.each([
    ['none', [], 'EmptyBatchRequest'],
    ['eleven', Array.from({ length: 11 }, (_, index) => `id${index}`), 'TooManyEntriesInBatchRequest'],
    ['equal ids', ['a', 'a'], 'BatchEntryIdsNotDistinct'],
    ['odd ids', ['a b'], 'InvalidBatchEntryId'],
  ])('a batch with %s is rejected', async (_, ids, name) => {
    const Entries = ids.map((Id) => ({ Id, MessageBody: 'x' }));
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({ name });
  });

  test('a batch of more than 1 MiB in all is rejected', async () => {
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: 'x'.repeat(600_000) }));
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({
      name: 'BatchRequestTooLong',
      Code: 'AWS.SimpleQueueService.BatchRequestTooLong',
    });
  });

  test.each<[string, Partial<SendMessageCommandInput>, string]>([
    ['a delay of 901 seconds', { DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['more than 1 MiB', { MessageBody: 'x'.repeat(1024 * 1024 + 1) }, 'InvalidParameterValue'],
    ['control characters', { MessageBody: 'a\u0000b' }, 'InvalidMessageContents'],
    ['a deduplication id', { MessageDeduplicationId: 'd' }, 'InvalidParameterValue'],
    ['no body', { MessageBody: '' }, 'MissingParameter'],
    ['an unknown queue', { QueueUrl: 'http://127.0.0.1/000000000000/nowhere' }, 'QueueDoesNotExist'],
  ])('%s is rejected', async (_, more, name) => {
    await expect(send('x', more)).rejects.toMatchObject({
      name,
    });
  });

  test('a message group on a standard queue marks the tenant and does not order messages', async () => {
    await send('1', { MessageGroupId: 'tenant' });
    await send('2', { MessageGroupId: 'tenant' });
    const messages = await receive({ MaxNumberOfMessages: 1, MessageSystemAttributeNames: ['MessageGroupId'] });
    expect(messages[0]!.Attributes).toEqual({ MessageGroupId: 'tenant' });
    expect(await bodies()).toEqual(['2']);
  });
});

describe('waiting', () => {
  test('a long poll ends with the first message', async () => {
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await send('1');
    expect(await waiting).toEqual(['1']);
  });

  test('several long polls are served in their order', async () => {
    const arrived = nextRequest();
    const first = bodies({ WaitTimeSeconds: 20, MaxNumberOfMessages: 1 });
    await arrived;
    const second = bodies({ WaitTimeSeconds: 20, MaxNumberOfMessages: 1 });
    await send('1');
    expect(await first).toEqual(['1']);
    await send('2');
    expect(await second).toEqual(['2']);
  });

  test('a long poll comes back empty when its time has passed on the virtual clock', async () => {
    const arrived = nextRequest();
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await arrived;
    await advance(20);
    expect(await waiting).toEqual([]);
  });

  test('a delayed message is neither visible nor in flight until its time', async () => {
    await send('later', { DelaySeconds: 900 });
    await advance(899);
    expect(await bodies()).toEqual([]);
    expect(await counts()).toEqual({ visible: 0, hidden: 0, delayed: 1 });
    await advance(1);
    expect(await bodies()).toEqual(['later']);
  });

  test('a message that becomes due ends a long poll', async () => {
    await send('later', { DelaySeconds: 10 });
    const arrived = nextRequest();
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await arrived;
    await advance(10);
    expect(await waiting).toEqual(['later']);
  });
});

describe('visibility', () => {
  test('a received message is hidden for the visibility timeout of the queue, then visible with a higher count', async () => {
    await send('1');
    await receive();
    expect(await counts()).toEqual({ visible: 0, hidden: 1, delayed: 0 });
    await advance(59);
    expect(await receive()).toEqual([]);
    await advance(1);
    const [message] = await receive({ MessageSystemAttributeNames: ['All'] });
    const { ApproximateReceiveCount, ApproximateFirstReceiveTimestamp } = message!.Attributes!;
    expect(ApproximateReceiveCount).toBe('2');
    expect(Number(ApproximateFirstReceiveTimestamp)).toBeLessThanOrEqual(harness.clock.now() - 60_000);
  });

  test('the timeout can be extended and ended', async () => {
    await send('1');
    const [message] = await receive();
    const change = (VisibilityTimeout: number) =>
      sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout }),
      );
    await change(300);
    await advance(299);
    expect(await receive()).toEqual([]);
    await change(0);
    expect(await bodies()).toEqual(['1']);
  });

  test('the timeout is at most twelve hours in total, and can change only for a message in flight', async () => {
    await send('1');
    const [message] = await receive();
    const change = (VisibilityTimeout: number) =>
      sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout }),
      );
    await expect(change(43_201)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await advance(30);
    await expect(change(43_200)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await change(0);
    await expect(change(10)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  });

  test('a batch changes each message on its own', async () => {
    await send('1');
    const [message] = await receive();
    const { Successful, Failed } = await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout: 0 },
          { Id: 'b', ReceiptHandle: 'nonsense', VisibilityTimeout: 0 },
        ],
      }),
    );
    expect([Successful, Failed]).toMatchObject([[{ Id: 'a' }], [{ Id: 'b', Code: 'ReceiptHandleIsInvalid' }]]);
  });
});

describe('deleting', () => {
  test('removes the message permanently, and may be repeated', async () => {
    await send('1');
    const [message] = await receive();
    await remove(message!);
    await remove(message!);
    await advance(60);
    expect(await receive()).toEqual([]);
    expect(await counts()).toEqual({ visible: 0, hidden: 0, delayed: 0 });
  });

  test('works after the visibility timeout, but not with a handle that a later receive replaced', async () => {
    await send('kept');
    const [earlier] = await receive();
    await advance(60);
    const [later] = await receive();
    await remove(earlier!);
    expect(await counts()).toMatchObject({ hidden: 1 });
    await advance(60);
    await remove(later!);
    expect(await counts()).toEqual({ visible: 0, hidden: 0, delayed: 0 });
  });

  test('of a batch reports each handle', async () => {
    await send('1');
    const [message] = await receive();
    const { Successful, Failed } = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', ReceiptHandle: message!.ReceiptHandle },
          { Id: 'b', ReceiptHandle: 'nonsense' },
        ],
      }),
    );
    expect([Successful, Failed]).toMatchObject([[{ Id: 'a' }], [{ Id: 'b', Code: 'ReceiptHandleIsInvalid' }]]);
  });

  test('of all messages is allowed once a minute', async () => {
    await send('visible');
    await send('hidden');
    await receive({ MaxNumberOfMessages: 1 });
    await send('delayed', { DelaySeconds: 10 });
    await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    expect(await counts()).toEqual({ visible: 0, hidden: 0, delayed: 0 });
    await expect(sqs.send(new PurgeQueueCommand({ QueueUrl }))).rejects.toMatchObject({ name: 'PurgeQueueInProgress' });
    await advance(60);
    expect(await receive()).toEqual([]);
    await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  });
});

describe('unprocessed messages', () => {
  test('move to the dead-letter queue at the receive after the last allowed one', async () => {
    const { MessageId } = await send('poison', { MessageAttributes: { a: { DataType: 'String', StringValue: 'b' } } });
    await receive();
    await advance(60);
    await receive();
    await advance(60);
    expect(await counts()).toMatchObject({ visible: 1 });
    expect(await receive()).toEqual([]);
    const [dead] = await receive({
      QueueUrl: deadLetterUrl,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    expect(dead).toMatchObject({ MessageId, Body: 'poison', MessageAttributes: { a: { StringValue: 'b' } } });
    expect(dead!.Attributes!.DeadLetterQueueSourceArn).toBe('arn:aws:sqs:sa-east-1:000000000000:work');
  });

  test('expire with the retention period', async () => {
    await send('old');
    await advance(4 * DAY_SECONDS - 1);
    expect(await counts()).toMatchObject({ visible: 1 });
    await advance(1);
    expect(await receive()).toEqual([]);
    expect(await counts()).toEqual({ visible: 0, hidden: 0, delayed: 0 });
  });

  test('keep their age in a dead-letter queue', async () => {
    await send('poison');
    await advance(2 * DAY_SECONDS);
    for (let attempt = 0; attempt < 3; attempt++) {
      await receive();
      await advance(60);
    }
    expect(await counts(deadLetterUrl)).toMatchObject({ visible: 1 });
    await advance(3 * DAY_SECONDS);
    expect(await counts(deadLetterUrl)).toMatchObject({ visible: 0 });
  });
});

describe('queues', () => {
  test('are found by name and prefix, and describe themselves', async () => {
    expect(await sqs.send(new GetQueueUrlCommand({ QueueName: 'work' }))).toMatchObject({ QueueUrl });
    expect(QueueUrl).toBe(`${harness.endpoint}/000000000000/work`);
    expect((await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'wo' }))).QueueUrls).toEqual([QueueUrl]);
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout', 'RedrivePolicy', 'QueueArn'] }),
    );
    expect(Attributes).toEqual({
      VisibilityTimeout: '60',
      QueueArn: 'arn:aws:sqs:sa-east-1:000000000000:work',
      RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:sa-east-1:000000000000:DeadLetters","maxReceiveCount":2}',
    });
  });

  test('an unknown queue has the error name of the older protocol too', async () => {
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'nowhere' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Code: 'AWS.SimpleQueueService.NonExistentQueue',
    });
  });

  test('a missing dead-letter queue stops the start', async () => {
    await harness.createResource('AWS::SQS::Queue', 'Orphan', {
      RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:sa-east-1:000000000000:nowhere', maxReceiveCount: 1 },
    });
    expect(() => harness.service.start()).toThrow(/does not exist/);
  });
});

/** Resolves when the service receives the next request. */
function nextRequest(): Promise<void> {
  return new Promise((resolve) => {
    const handle = harness.service.handle.bind(harness.service);
    harness.service.handle = (request) => {
      harness.service.handle = handle;
      const answer = handle(request);
      setImmediate(resolve);
      return answer;
    };
  });
}

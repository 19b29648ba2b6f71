import {
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import type { InvocationResult } from '../service.ts';
import { SqsService } from '../sqs/sqs.ts';
import type { ConsumerSettings } from '../sqs/sqs-consumer.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

const arn = (name: string) => `arn:aws:sqs:sa-east-1:000000000000:${name}`;
const done: InvocationResult = { payload: null, failed: false };
const crash: InvocationResult = { payload: { errorType: 'Error', errorMessage: 'boom' }, failed: true };

let harness: Harness<SqsService>;
let sqs: SQSClient;
/** The message bodies of each call of the function. */
let calls: string[][];

beforeEach(async () => {
  harness = await startHarness((cloud) => new SqsService(cloud));
  await harness.createResource('AWS::SQS::Queue', 'dead', {});
  await harness.createResource('AWS::SQS::Queue', 'work', {
    VisibilityTimeout: 90,
    RedrivePolicy: { deadLetterTargetArn: arn('dead'), maxReceiveCount: 3 },
  });
  await harness.createResource('AWS::SQS::Queue', 'ordered', {
    QueueName: 'ordered.fifo',
    FifoQueue: true,
    ContentBasedDeduplication: true,
  });
  harness.service.start();
  sqs = new SQSClient(harness.clientConfig());
  calls = [];
});

afterEach(async () => {
  sqs.destroy();
  await harness.stop();
});

function attach(
  answer: (records: SQSRecord[]) => InvocationResult | Promise<InvocationResult>,
  settings: Partial<ConsumerSettings> = {},
  queue = 'work',
): void {
  const usual = { batchSize: 10, batchingWindowSeconds: 0, concurrency: () => 5, reportBatchItemFailures: true };
  const all = { ...usual, ...settings };
  harness.service.attachConsumer(arn(queue), all, async (records) => {
    calls.push(records.map(({ body }) => body));
    return answer(records);
  });
}

const send = (body: string, more = {}) => harness.service.send(arn('work'), body, more);
const sendOrdered = (body: string, messageGroupId: string) =>
  harness.service.send(arn('ordered.fifo'), body, { messageGroupId });

async function counts(name = 'work') {
  const QueueUrl = `${harness.endpoint}/000000000000/${name}`;
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return {
    visible: Number(Attributes!.ApproximateNumberOfMessages),
    hidden: Number(Attributes!.ApproximateNumberOfMessagesNotVisible),
  };
}

const workUrl = () => `${harness.endpoint}/000000000000/work`;

const advance = (seconds: number) => harness.clock.advanceTo(harness.clock.now() + seconds * 1000);
const idle = () => harness.clock.whenIdle();

const failing =
  (...bodies: string[]) =>
  (records: SQSRecord[]): InvocationResult => ({
    payload: {
      batchItemFailures: records
        .filter(({ body }) => bodies.includes(body))
        .map(({ messageId }) => ({ itemIdentifier: messageId })),
    },
    failed: false,
  });

describe('a batch', () => {
  test('carries the records as Lambda receives them, and is deleted when the function succeeds', async () => {
    let record: SQSRecord | undefined;
    attach(([first]) => ((record = first), done));
    const messageId = send('{"id":1}', {
      messageGroupId: 'tenant',
      messageAttributes: { kind: { DataType: 'String', StringValue: 'k' } },
    });
    await idle();
    expect(record).toMatchObject({
      messageId,
      body: '{"id":1}',
      attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'tenant', SenderId: '000000000000' },
      messageAttributes: { kind: { stringValue: 'k', dataType: 'String', stringListValues: [], binaryListValues: [] } },
      eventSource: 'aws:sqs',
      eventSourceARN: arn('work'),
      awsRegion: 'sa-east-1',
    });
    expect(record!.md5OfBody).toMatch(/^[0-9a-f]{32}$/);
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });

  test('contains messages sent together, up to its size', async () => {
    attach(() => done, { batchSize: 2, concurrency: () => 1 });
    const Entries = ['1', '2', '3'].map((body) => ({ Id: body, MessageBody: body }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: workUrl(), Entries }));
    await idle();
    expect(calls).toEqual([['1', '2'], ['3']]);
  });

  test('contains messages that waited before the consumer existed', async () => {
    send('1');
    send('2');
    attach(() => done);
    await idle();
    expect(calls).toEqual([['1', '2']]);
  });

  test('that fails becomes visible again as a whole after the visibility timeout, not before', async () => {
    attach(() => (calls.length === 1 ? crash : done));
    send('1');
    send('2');
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 2 });
    await advance(89);
    expect(calls).toHaveLength(1);
    await advance(1);
    expect(calls.flat()).toEqual(['1', '2', '1', '2']);
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });

  test('whose function cannot be invoked becomes visible again too, with a line in the log', async () => {
    attach(() => (calls.length === 1 ? Promise.reject(new Error('no such function')) : done));
    send('1');
    await idle();
    expect(harness.logLines).toEqual(['SQS: a batch of work was not processed: Error: no such function']);
    await advance(90);
    expect(calls).toHaveLength(2);
  });

  test('that fails too often moves to the dead-letter queue', async () => {
    attach(() => crash);
    send('poison');
    await advance(3 * 90);
    expect(calls).toHaveLength(3);
    expect(await counts('dead')).toEqual({ visible: 1, hidden: 0 });
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });
});

describe('partial failures', () => {
  test('return only the messages they name', async () => {
    attach(failing('2'));
    for (const body of ['1', '2', '3']) send(body);
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 1 });
    await advance(90);
    expect(calls.at(-1)).toEqual(['2']);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['an empty list', { batchItemFailures: [] }],
    ['a null list', { batchItemFailures: null }],
  ])('%s is success', async (_, payload) => {
    attach(() => ({ payload, failed: false }));
    send('1');
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });

  test.each<[string, unknown]>([
    ['an id that is not in the batch', { batchItemFailures: [{ itemIdentifier: 'unknown' }] }],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['a null id', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['a misspelled key', { batchItemFailures: [{ itemidentifier: 'x' }] }],
    ['a list that is not one', { batchItemFailures: 'all' }],
    ['a response that is not an object', 'failed'],
  ])('%s fails the whole batch', async (_, payload) => {
    attach(() => ({ payload, failed: false }));
    send('1');
    send('2');
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 2 });
  });

  test('are ignored unless the mapping enables them', async () => {
    attach(failing('1'), { reportBatchItemFailures: false });
    send('1');
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });
});

describe('concurrency', () => {
  test('is limited, and free slots are used immediately', async () => {
    const gates: (() => void)[] = [];
    attach(() => new Promise((resolve) => gates.push(() => resolve(done))), { batchSize: 1, concurrency: () => 2 });
    for (const body of ['1', '2', '3']) send(body);
    await turns();
    expect(calls).toEqual([['1'], ['2']]);
    gates[1]!();
    await turns();
    expect(calls).toEqual([['1'], ['2'], ['3']]);
    for (const open of gates) open();
    await idle();
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });

  test('within a message group is one batch; groups run side by side', async () => {
    const gates: (() => void)[] = [];
    attach(() => new Promise((resolve) => gates.push(() => resolve(done))), { batchSize: 1 }, 'ordered.fifo');
    for (const [body, group] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
    ] as const)
      sendOrdered(body, group);
    await turns();
    expect(calls).toEqual([['a1'], ['b1']]);
    gates[0]!();
    await turns();
    expect(calls).toEqual([['a1'], ['b1'], ['a2']]);
    for (const open of gates) open();
    await idle();
  });

  test('a failed message holds back its group until it has succeeded', async () => {
    attach((records) => (calls.length === 1 ? failing('a1')(records) : done), { batchSize: 1 }, 'ordered.fifo');
    sendOrdered('a1', 'a');
    sendOrdered('a2', 'a');
    await advance(29);
    expect(calls).toEqual([['a1']]);
    await advance(1);
    expect(calls).toEqual([['a1'], ['a1'], ['a2']]);
  });
});

describe('the virtual clock', () => {
  test('an advance waits for every due batch, and for the messages those send', async () => {
    attach(async ([record]) => {
      await turns();
      if (record!.body !== 'c') send(String.fromCharCode(record!.body.charCodeAt(0) + 1), { delaySeconds: 60 });
      return done;
    });
    send('a', { delaySeconds: 60 });
    await advance(180);
    expect(calls).toEqual([['a'], ['b'], ['c']]);
  });

  test('stands still while a function works, so no visibility timeout ends meanwhile', async () => {
    attach(async () => {
      await turns(20);
      return done;
    });
    send('1');
    await advance(3600);
    expect(calls).toEqual([['1']]);
  });

  test('is idle while messages are delayed, hidden after a failure, or behind their group', async () => {
    attach(() => crash);
    attach(() => crash, {}, 'ordered.fifo');
    send('delayed', { delaySeconds: 900 });
    send('failed');
    sendOrdered('failed', 'a');
    await idle();
    sendOrdered('behind', 'a');
    await idle();
    expect(calls).toEqual([['failed'], ['failed']]);
  });

  test("is idle when another receiver took or purged the function's messages", async () => {
    send('purged');
    await sqs.send(new PurgeQueueCommand({ QueueUrl: workUrl() }));
    attach(() => done, { batchingWindowSeconds: 300 });
    send('taken');
    await sqs.send(new ReceiveMessageCommand({ QueueUrl: workUrl(), VisibilityTimeout: 3600 }));
    await advance(300);
    expect(calls).toEqual([]);
  });

  test('a batching window gathers messages until it ends or the batch is full', async () => {
    attach(() => done, { batchSize: 3, batchingWindowSeconds: 20 });
    send('1');
    await advance(19);
    send('2');
    expect(calls).toEqual([]);
    await advance(1);
    expect(calls).toEqual([['1', '2']]);
    for (const body of ['3', '4', '5', '6']) send(body);
    await idle();
    expect(calls.at(-1)).toEqual(['3', '4', '5']);
    await advance(20);
    expect(calls.at(-1)).toEqual(['6']);
  });

  test('every batching window has its full length', async () => {
    attach(() => done, { batchSize: 2, batchingWindowSeconds: 20 });
    send('1');
    await advance(10);
    for (const body of ['2', '3']) send(body);
    await advance(19);
    expect(calls).toEqual([['1', '2']]);
    await advance(1);
    expect(calls.at(-1)).toEqual(['3']);

    send('purged');
    await sqs.send(new PurgeQueueCommand({ QueueUrl: workUrl() }));
    await advance(20);
    send('4');
    await advance(19);
    expect(calls).toHaveLength(2);
    await advance(1);
    expect(calls.at(-1)).toEqual(['4']);
  });
});

test('a queue has one consumer', () => {
  attach(() => done);
  expect(() => attach(() => done)).toThrow(/has a consumer already/);
});

/** Runs promises and immediates that are ready. */
async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

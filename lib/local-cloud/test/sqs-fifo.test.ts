import type { Message, ReceiveMessageCommandInput, SendMessageCommandInput } from '@aws-sdk/client-sqs';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SqsService } from '../sqs/sqs.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

let harness: Harness<SqsService>;
let sqs: SQSClient;
let QueueUrl: string;

beforeEach(async () => {
  harness = await startHarness((cloud) => new SqsService(cloud));
  QueueUrl = await createFifo('Orders');
  sqs = new SQSClient(harness.clientConfig());
});

afterEach(async () => {
  sqs.destroy();
  await harness.stop();
});

async function createFifo(logicalId: string, properties = {}): Promise<string> {
  const queue = { FifoQueue: true, ContentBasedDeduplication: 'true', ...properties };
  return (await harness.createResource('AWS::SQS::Queue', logicalId, queue)).ref;
}

const send = (MessageBody: string, MessageGroupId: string, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId, ...more }));

async function receive(max = 10, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
  const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: max, ...more });
  return (await sqs.send(command)).Messages ?? [];
}

const bodies = (messages: Message[]) => messages.map(({ Body }) => Body);

const remove = ({ ReceiptHandle }: Message) => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));

const advance = (seconds: number) => harness.clock.advanceTo(harness.clock.now() + seconds * 1000);

describe('message groups', () => {
  test('are delivered in order, several groups side by side', async () => {
    for (const [body, group] of [
      ['a1', 'a'],
      ['b1', 'b'],
      ['a2', 'a'],
    ] as const)
      await send(body, group);
    const messages = await receive(10, { MessageSystemAttributeNames: ['All'] });
    expect(bodies(messages)).toEqual(['a1', 'a2', 'b1']);
    const numbers = messages.map(({ Attributes }) => Attributes!.SequenceNumber!);
    expect(numbers).toEqual([expect.stringMatching(/^\d{20}$/), expect.anything(), expect.anything()]);
    expect(numbers[0]! < numbers[1]!).toBe(true);
    expect(messages[0]!.Attributes).toMatchObject({ MessageGroupId: 'a' });
  });

  test('a group delivers no further messages until all received ones are deleted or visible again', async () => {
    for (const body of ['1', '2', '3', '4']) await send(body, 'a');
    await send('other', 'b');
    const [first, second] = await receive(2);
    expect(bodies(await receive())).toEqual(['other']);
    await remove(first!);
    expect(await receive()).toEqual([]);
    await remove(second!);
    expect(bodies(await receive())).toEqual(['3', '4']);
  });

  test('returned messages come before messages not yet received, in their original order', async () => {
    for (const body of ['1', '2', '3', '4']) await send(body, 'a');
    const [first, second, third] = await receive(3);
    const giveBack = ({ ReceiptHandle }: Message) =>
      sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
    await giveBack(third!);
    await giveBack(first!);
    expect(await receive()).toEqual([]);
    await remove(second!);
    expect(bodies(await receive())).toEqual(['1', '3', '4']);
  });

  test('a visibility timeout on the virtual clock frees the group', async () => {
    await send('1', 'a');
    await receive();
    await send('2', 'a');
    await advance(29);
    expect(await receive()).toEqual([]);
    await advance(1);
    expect(bodies(await receive())).toEqual(['1', '2']);
  });

  test('moving a message to the dead-letter queue frees the group', async () => {
    const deadLetterUrl = await createFifo('Dead');
    QueueUrl = await createFifo('Strict', {
      RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:sa-east-1:000000000000:Dead.fifo', maxReceiveCount: 1 },
    });
    harness.service.start();
    await send('poison', 'a');
    await receive();
    await send('next', 'a');
    await advance(30);
    expect(bodies(await receive())).toEqual(['next']);
    expect(bodies(await receive(10, { QueueUrl: deadLetterUrl }))).toEqual(['poison']);
  });

  test('a standard queue cannot be the dead-letter queue of a FIFO queue', async () => {
    await harness.createResource('AWS::SQS::Queue', 'Standard', {});
    await createFifo('Mixed', {
      RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:sa-east-1:000000000000:Standard', maxReceiveCount: 1 },
    });
    expect(() => harness.service.start()).toThrow(/must both be FIFO/);
  });
});

describe('duplicates', () => {
  test('the same content within five minutes is the same message, even after it was deleted', async () => {
    const first = await send('x', 'a');
    const [message] = await receive();
    await remove(message!);
    await advance(299);
    const again = await send('x', 'a');
    expect([again.MessageId, again.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
    expect(await receive()).toEqual([]);
    await advance(1);
    expect((await send('x', 'a')).MessageId).not.toBe(first.MessageId);
    expect(bodies(await receive())).toEqual(['x']);
  });

  test('an explicit deduplication id outranks the content', async () => {
    await send('x', 'a', { MessageDeduplicationId: '1' });
    await send('y', 'a', { MessageDeduplicationId: '1' });
    await send('x', 'a', { MessageDeduplicationId: '2' });
    expect(bodies(await receive())).toEqual(['x', 'x']);
  });

  test('are detected across groups, unless the queue says per group', async () => {
    await send('x', 'a');
    await send('x', 'b');
    expect(await receive()).toHaveLength(1);
    QueueUrl = await createFifo('PerGroup', { DeduplicationScope: 'messageGroup' });
    await send('x', 'a');
    await send('x', 'b');
    expect(await receive()).toHaveLength(2);
  });
});

describe('a FIFO queue rejects', () => {
  test.each<[string, Partial<SendMessageCommandInput>, string]>([
    ['no message group', { MessageGroupId: undefined }, 'MissingParameter'],
    ['a delay of its own for a message', { DelaySeconds: 1 }, 'InvalidParameterValue'],
  ])('%s', async (_, more, name) => {
    await expect(send('x', 'a', more)).rejects.toMatchObject({ name });
  });

  test('a message without a deduplication id or content-based deduplication', async () => {
    QueueUrl = await createFifo('Explicit', { ContentBasedDeduplication: false });
    await expect(send('x', 'a')).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  test('a deletion by a receipt handle whose visibility timeout has passed', async () => {
    await send('x', 'a');
    const [message] = await receive();
    await advance(30);
    await expect(remove(message!)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  test('a name that does not end with .fifo', async () => {
    await expect(createFifo('Odd', { QueueName: 'odd' })).rejects.toThrow(/end with .fifo/);
  });
});

test('a delay of the queue delays every message and keeps their order', async () => {
  QueueUrl = await createFifo('Delayed', { DelaySeconds: 10 });
  await send('1', 'a');
  await send('2', 'a');
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessagesDelayed'] }),
  );
  expect(Attributes).toEqual({ ApproximateNumberOfMessagesDelayed: '2' });
  expect(await receive()).toEqual([]);
  await advance(11);
  expect(bodies(await receive())).toEqual(['1', '2']);
});

import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SendMessageBatchCommand,
  type SendMessageBatchCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from '@jest/globals';
import { openDeliveryQueues, readDeliveryMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import type { QueuedMessage } from '../../../lib/core/domain/delivery-lifecycle.ts';

const urls = { fast: 'https://sqs.example.com/fast', slow: 'https://sqs.example.com/slow' };

function open(failed: { Id: string; Code: string }[] = []) {
  const sent: SendMessageBatchCommandInput[] = [];
  const sqs = {
    send: async (command: SendMessageBatchCommand) => {
      sent.push(command.input);
      return { Failed: failed };
    },
  };
  return { sent, queues: openDeliveryQueues(sqs as unknown as SQSClient, urls) };
}

const queued = (number: number, lane: 'fast' | 'slow'): QueuedMessage => ({
  message: { event_id: `evt_${number}`, endpoint_id: 'whe_1', account_id: 'acc_1', attempt: 1, due: 0, lane },
  delaySeconds: number,
});

describe('delivery queues', () => {
  test('send each message to its lane, ten at a time, grouped by endpoint, and read it back unchanged', async () => {
    const { sent, queues } = open();
    const messages = Array.from({ length: 25 }, (_, number) => queued(number, number < 13 ? 'fast' : 'slow'));
    await queues.send(messages);
    expect(sent.map(({ QueueUrl, Entries }) => [QueueUrl, Entries?.length])).toEqual([
      [urls.fast, 10],
      [urls.fast, 3],
      [urls.slow, 10],
      [urls.slow, 2],
    ]);
    const entries = sent.flatMap(({ Entries = [] }) => Entries);
    expect(entries.every(({ MessageGroupId }) => MessageGroupId === 'whe_1')).toBe(true);
    const received = entries.map(({ MessageBody, DelaySeconds }) => ({
      message: readDeliveryMessage(MessageBody!),
      delaySeconds: DelaySeconds,
    }));
    expect(received).toEqual(messages);
  });

  test('throw when the queue rejected an entry, for which SQS does not throw', async () => {
    const { queues } = open([{ Id: '0', Code: 'InternalError' }]);
    await expect(queues.send([queued(1, 'fast')])).rejects.toThrow('InternalError');
  });

  test('receive available messages except malformed ones, and delete them by their receipts', async () => {
    const { message } = queued(1, 'slow');
    const Messages: Message[] = [
      { Body: JSON.stringify(message), ReceiptHandle: 'first' },
      { Body: 'poison', ReceiptHandle: 'second' },
    ];
    const commands: object[] = [];
    const answers = [{ Messages }, {}, { Failed: [{ Id: '0', Code: 'InternalError' }] }];
    const send = async (command: object) => {
      commands.push(command);
      return answers.shift();
    };
    const queues = openDeliveryQueues({ send } as unknown as SQSClient, urls);

    const taken = await queues.take('slow');
    expect(taken).toEqual([{ ...message, receipt: 'first' }]);
    await queues.remove('slow', taken);
    await queues.remove('slow', []);
    await expect(queues.remove('slow', taken)).rejects.toThrow('InternalError');

    const [receive, ...removals] = commands as [ReceiveMessageCommand, ...DeleteMessageBatchCommand[]];
    expect(receive).toBeInstanceOf(ReceiveMessageCommand);
    expect(receive.input).toEqual({ QueueUrl: urls.slow, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 });
    expect(removals).toHaveLength(2);
    expect(removals[0]).toBeInstanceOf(DeleteMessageBatchCommand);
    expect(removals[0]!.input).toEqual({ QueueUrl: urls.slow, Entries: [{ Id: '0', ReceiptHandle: 'first' }] });
  });

  test('send nothing for an empty list', async () => {
    const { sent, queues } = open();
    await queues.send([]);
    expect(sent).toEqual([]);
  });
});

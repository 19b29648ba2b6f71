import { expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { accountRound } from '../../../lib/adapters/queues/account-round.ts';

const ids = Array.from({ length: 23 }, (_, index) => `acc_${index}`);

interface Sent {
  input: { Entries: { MessageBody: string }[] };
}

/** The scheduled function; `send` is the queue. */
const round = (send: (sent: Sent) => Promise<object>) =>
  accountRound({
    accounts: { ids: async () => ids },
    serviceName: 'round',
    sqs: { send },
    queueUrl: 'https://sqs.example.com/accounts',
    visit: async () => undefined,
  })({}, {} as Context);

test('a round requests every account once, ten at a time', async () => {
  const batches: string[][] = [];
  await round(async ({ input }) => {
    batches.push(
      input.Entries.map(({ MessageBody }) => (JSON.parse(MessageBody) as { account_id: string }).account_id),
    );
    return {};
  });
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(batches.flat()).toEqual(ids);
});

test('a round fails if the queue rejects an account, so the schedule starts it again', async () => {
  await expect(round(async () => ({ Failed: [{ Code: 'InternalError' }] }))).rejects.toThrow('the run failed');
});

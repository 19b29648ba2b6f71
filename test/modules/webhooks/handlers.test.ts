import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context, SQSBatchResponse, SQSEvent, SQSHandler } from 'aws-lambda';
import { tablesEndpoint, useServedTable } from '../../support/dynamodb.ts';

const table = useServedTable();
let handlers: Record<'deliver' | 'fanOut', SQSHandler>;
const lines: string[] = [];

beforeAll(async () => {
  const { accessKeyId, secretAccessKey } = await table().client.config.credentials();
  Object.assign(process.env, {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: await tablesEndpoint(),
    TABLE_NAME: table().name,
    FAST_DELIVERY_QUEUE_URL: 'https://sqs.example.com/fast',
    SLOW_DELIVERY_QUEUE_URL: 'https://sqs.example.com/slow',
    WEBHOOK_SECRETS_KEY_ID: 'key',
    // The logger then writes to the console.
    POWERTOOLS_DEV: 'true',
  });
  for (const level of ['info', 'error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')));
  }
  handlers = { deliver: await freshHandler('deliver-webhooks'), fanOut: await freshHandler('fan-out-webhooks') };
});

/** The handler in a module of its own: another test of this process may have imported it for another table. */
async function freshHandler(name: string): Promise<SQSHandler> {
  const module = new URL(`../../../functions/workers/${name}/handler.ts?table=${table().name}`, import.meta.url);
  return ((await import(module.href)) as { handler: SQSHandler }).handler;
}

/** The numbers of the records that a function reports as failed in a batch with these bodies. */
async function failuresOf(handler: SQSHandler, bodies: readonly string[]): Promise<string[]> {
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const response = await handler({ Records } as SQSEvent, {} as Context, () => undefined);
  return (response as SQSBatchResponse).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const staleDelivery = JSON.stringify({
  event_id: 'evt_1',
  endpoint_id: 'whe_1',
  account_id: 'acc_1',
  attempt: 1,
  due: 0,
  lane: 'fast',
});
const notice = { event_id: 'evt_1', account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' };
const busEvent = JSON.stringify({ source: 'malote', 'detail-type': notice.type, detail: notice });

describe('a poisoned message', () => {
  test('fails alone: the others in its batch are done', async () => {
    expect(await failuresOf(handlers.deliver, [staleDelivery, 'poison', staleDelivery])).toEqual(['1']);
    expect(await failuresOf(handlers.fanOut, ['poison', busEvent, '{}'])).toEqual(['0', '2']);
  });

  test('throws nothing even if the whole batch is poisoned, because Lambda would slow down for everybody', async () => {
    expect(await failuresOf(handlers.deliver, ['poison', '{}'])).toEqual(['0', '1']);
    expect(await failuresOf(handlers.fanOut, ['poison', '{}'])).toEqual(['0', '1']);
  });
});

test('a line of the log contains ids and the outcome', async () => {
  lines.length = 0;
  await failuresOf(handlers.deliver, [staleDelivery]);
  // On a slow machine the function asks the queue for more meanwhile, and the SDK logs a warning about its address.
  const handled = lines.filter((line) => line.includes('delivery handled'));
  expect(handled.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      message: 'delivery handled',
      event_id: 'evt_1',
      endpoint_id: 'whe_1',
      attempt: 1,
      result: 'stale',
    }),
  ]);
});

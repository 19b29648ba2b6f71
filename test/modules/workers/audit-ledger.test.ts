import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { balanceKey } from '../../../lib/adapters/data/table/keys.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { tablesEndpoint, useServedTable } from '../../support/dynamodb.ts';

const table = useServedTable();
const tools = { now: () => Date.now(), randomBytes };
let handler: (event: SQSEvent, context: Context) => Promise<unknown>;
let lines: string[];

beforeAll(async () => {
  const { accessKeyId, secretAccessKey } = await table().client.config.credentials();
  Object.assign(process.env, {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: await tablesEndpoint(),
    TABLE_NAME: table().name,
    ACCOUNTS_QUEUE_URL: 'https://sqs.example.com/audits',
    // Logger and metrics then write to the console.
    POWERTOOLS_DEV: 'true',
    POWERTOOLS_METRICS_DISABLED: 'false',
  });
  for (const level of ['log', 'info', 'error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')));
  }
  // A module of its own: another test of this process may have imported it for another table.
  const module = new URL(`../../../functions/workers/audit-ledger/handler.ts?table=${table().name}`, import.meta.url);
  ({ handler } = (await import(module.href)) as { handler: typeof handler });
});

beforeEach(() => {
  lines = [];
});

async function accountWithMoney(): Promise<string> {
  const accountId = createId('account', Date.now(), randomBytes);
  const ledger = openLedger(table(), tools);
  for (const amount of [500, 700])
    await ledger.move({ account_id: accountId, type: 'top_up', amount, source_id: null, description: null });
  return accountId;
}

/** Changes a balance without a ledger entry. */
async function tamper(accountId: string): Promise<void> {
  const update = {
    Key: balanceKey(accountId),
    UpdateExpression: 'SET amount = :amount',
    ExpressionAttributeValues: { ':amount': 1 },
  };
  await table().client.send(new UpdateCommand({ TableName: table().name, ...update }));
}

async function audit(...bodies: string[]): Promise<SQSBatchResponse> {
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  return (await handler({ Records } as SQSEvent, {} as Context)) as SQSBatchResponse;
}

const requestFor = (account_id: string) => JSON.stringify({ account_id });

/** The figures as CloudWatch reads them from the log. */
const figures = (): unknown[] =>
  lines
    .filter((line) => line.includes('"_aws"'))
    .map((line) => (JSON.parse(line) as Record<string, unknown>).LedgerDifferences);

describe('the audit of an account', () => {
  test('without differences publishes zero differences and reports none', async () => {
    expect(await audit(requestFor(await accountWithMoney()))).toEqual({ batchItemFailures: [] });
    expect(figures()).toEqual([0]);
    expect(lines.join()).not.toContain('ledger differs');
  });

  test('with differences publishes how many there are, and names only the account', async () => {
    const [right, wrong] = [await accountWithMoney(), await accountWithMoney()];
    await tamper(wrong);
    await audit(requestFor(right), requestFor(wrong));
    // The accounts are audited concurrently, in any order.
    expect(figures().map((batch) => (batch as number[]).toSorted())).toEqual([[0, 1]]);
    const reports = lines.filter((line) => line.includes('ledger differs'));
    expect(reports).toEqual([expect.stringContaining(wrong)]);
  });

  test('with a malformed message fails only that message', async () => {
    const { batchItemFailures } = await audit('poison', requestFor(await accountWithMoney()));
    expect(batchItemFailures).toEqual([{ itemIdentifier: '0' }]);
    expect(figures()).toEqual([0]);
  });
});

import { randomBytes } from 'node:crypto';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from '@jest/globals';
import { openBatchForming } from '../../../lib/adapters/production/batch-forming.ts';
import { createId } from '../../../lib/core/domain/ids.ts';

/** Maximum response of a function, 6 MB (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const ANSWER_BYTES = 6 * 1024 * 1024;

test('a run of 230,000 mailings returns their number, and the caller reads which they are', async () => {
  const ids = Array.from({ length: 23 }, () =>
    Array.from({ length: 10_000 }, () => createId('letter', Date.now(), randomBytes)),
  );
  expect(JSON.stringify(ids).length).toBeGreaterThan(ANSWER_BYTES);
  const answer = {
    batches: ids.map((mailings, index) => ({ id: `bat_${index}`, mailings: mailings.length })),
    more: true,
  };
  const lambda = { send: async () => ({ Payload: Buffer.from(JSON.stringify(answer)) }) } as unknown as LambdaClient;
  const form = openBatchForming(lambda, 'arn', {
    mailings: async (batchId) => ids[Number(batchId.slice(4))]!.map((id) => ({ id })),
  });
  const formed = await form();
  expect(formed.batches.map(({ mailings }) => mailings)).toEqual(ids);
  expect(formed.more).toBe(true);
});

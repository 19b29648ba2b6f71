import { expect, test } from '@jest/globals';

/** See letter-to-posted.test.ts. */
process.env.HARDNESS = 'hard';

const { startOwnService } = await import('../../support/own-service.ts');

test('the journeys of this folder run on a table with four times the latency of AWS', async () => {
  const service = await startOwnService();
  try {
    const { cloud } = service;
    const Key = { PK: { S: 'a' }, SK: { S: 'b' } };
    const began = performance.now();
    await cloud.call('dynamodb', 'GetItem', { TableName: cloud.outputs.TableName, Key });
    // Ten milliseconds at least on AWS; timers may be a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(39);
  } finally {
    await service.stop();
  }
});

import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AwsError } from '../aws-error.ts';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import type { RunningCloud } from '../cloud.ts';
import type { Fault, FunctionCall } from '../interference.ts';
import { functionArn, keyedTable, lambda, startTestCloud } from './support/assembly.ts';

const resources = {
  Table: keyedTable,
  Put: lambda('put'),
};

let cloud: RunningCloud;
let fault: Fault | undefined;
const calls: (Omit<FunctionCall, 'request'> & { sent: unknown })[] = [];

beforeAll(async () => {
  ({ cloud } = await startTestCloud(resources, {
    dynamoDb: undefined,
    interference: (call) => {
      const { request, ...named } = call;
      calls.push({ ...named, sent: JSON.parse(request.body.toString()) });
      return fault;
    },
  }));
});
afterAll(() => cloud.stop());

let items = 0;

/** Makes a function put one item during a fault. @returns the outcome for the function, and whether the item exists */
async function putUnder(struck: Fault): Promise<{ outcome: unknown; isThere: boolean }> {
  const id = `item ${++items}`;
  fault = struck;
  const { payload } = await cloud.invokeFunction(functionArn('put'), { ids: [id] });
  fault = undefined;
  return { outcome: payload, isThere: await isThere(id) };
}

async function isThere(id: string): Promise<boolean> {
  const { Item } = (await cloud.call('dynamodb', 'GetItem', { TableName: 'Table', Key: { PK: { S: id } } })) as {
    Item?: object;
  };
  return Item !== undefined;
}

const error = new AwsError('InternalServerError', 'Internal server error', 500);

test.each([false, true])('an error, an ended connection and no response; with the effect: %s', async (effect) => {
  expect(await putUnder({ kind: 'error', error, effect })).toEqual({
    outcome: ['InternalServerError'],
    isThere: effect,
  });
  expect(await putUnder({ kind: 'disconnected', effect })).toEqual({ outcome: ['ECONNRESET'], isThere: effect });
  expect(await putUnder({ kind: 'hung', effect })).toEqual({ outcome: ['ETIMEDOUT'], isThere: effect });
});

test.each([false, true])(
  'the execution environment ends in the middle of the call; with the effect: %s',
  async (effect) => {
    const errorMessage = 'Runtime exited with error: signal: killed';
    const outcome = { errorType: 'Runtime.ExitError', errorMessage };
    expect(await putUnder({ kind: 'killed', effect })).toEqual({ outcome, isThere: effect });
  },
);

test('a slow call', async () => {
  const began = performance.now();
  expect(await putUnder({ kind: 'slow', milliseconds: 100 })).toEqual({ outcome: ['done'], isThere: true });
  expect(performance.now() - began).toBeGreaterThanOrEqual(95);
});

test('a write whose caller has given up takes effect before the clock moves on', async () => {
  const id = `item ${++items}`;
  fault = { kind: 'slow', milliseconds: 3_000 };
  const { payload } = await cloud.invokeFunction(functionArn('put'), { ids: [id] });
  fault = undefined;
  expect(payload).toEqual(['ETIMEDOUT']);
  expect(await isThere(id)).toBe(false);
  await cloud.clock.advanceBy(1);
  expect(await isThere(id)).toBe(true);
});

test('only calls of functions are interfered with, and each is reported with its request', async () => {
  calls.length = 0;
  await cloud.invokeFunction(functionArn('put'), { ids: ['a', 'b'] });
  const client = new DynamoDBClient({
    endpoint: cloud.endpoint,
    region: cloud.region,
    credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
  });
  await client.send(new GetItemCommand({ TableName: 'Table', Key: { PK: { S: 'a' } } }));
  client.destroy();
  const put = (id: string) => {
    const sent = expect.objectContaining({ TableName: 'Table', Item: { PK: { S: id } } });
    return { functionName: 'put', service: 'dynamodb', operation: 'PutItem', sent };
  };
  expect(calls).toEqual([put('a'), put('b')]);
});

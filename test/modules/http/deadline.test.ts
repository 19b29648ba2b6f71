import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { commit } from '../../../lib/adapters/data/table/calls.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../../lib/adapters/http/api-handler.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { timeLeft, withTimeLeft } from '../../../lib/adapters/net/time-left.ts';
import { invocation, proxyEvent } from '../../support/proxy-event.ts';
import { NOW, recordingLog, SECRET, stores } from './onion.ts';

describe('a call of the API', () => {
  /** Milliseconds left for AWS calls and a commit, for a request that arrived this long ago. */
  async function leftAfter(milliseconds: number, ofFunction: number) {
    const left: number[] = [];
    const handler = apiHandler(
      {
        operation: 'test',
        docsUrl: 'https://docs.example/errors',
        clock: () => NOW,
        log: recordingLog(),
        stores: stores(),
      },
      async ({ call }) => {
        left.push(timeLeft(), call.timeLeft());
        return {};
      },
    );
    const event = proxyEvent({ headers: { Authorization: `Bearer ${SECRET}` } });
    event.requestContext = { requestTimeEpoch: NOW - milliseconds } as typeof event.requestContext;
    await handler(event, { ...invocation(), getRemainingTimeInMillis: () => ofFunction });
    return left;
  }

  test.each([
    ['has as long as the gateway still waits, less the time to respond', 20_000, 60_000, [8_400, 8_400]],
    ['has no more than its function has left', 20_000, 5_000, [4_400, 4_400]],
    ['has nothing left once the gateway has given up', 29_000, 60_000, [-600, -600]],
  ])('%s', async (_, arrivedBefore, ofFunction, left) => {
    expect(await leftAfter(arrivedBefore, ofFunction)).toEqual(left);
  });
});

describe('an AWS client whose service never responds', () => {
  let server: Server;
  let requests: number;
  let client: DynamoDBClient;

  beforeEach(async () => {
    requests = 0;
    server = createServer(() => requests++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new DynamoDBClient({
      ...awsClient(),
      region: 'sa-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });
  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const read = () => client.send(new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'a' } } }));

  test('gives up after three attempts of a second each', async () => {
    const begin = performance.now();
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(requests).toBe(3);
    expect(performance.now() - begin).toBeGreaterThan(2_900);
  });

  test('leaves a request the time to respond before nobody waits for it any more', async () => {
    const handler = apiHandler(
      { operation: 'test', docsUrl: 'https://docs.example/errors', log: recordingLog(), stores: stores() },
      async () => {
        // As a note after the commit, which the response does not depend on.
        await read().catch(() => undefined);
        return { id: 'ltr_1' };
      },
    );
    const begin = performance.now();
    const left = () => begin + 2_000 - performance.now();
    const event = proxyEvent({ headers: { Authorization: `Bearer ${SECRET}` } });
    const response = await handler(event, { ...invocation(), getRemainingTimeInMillis: left });
    expect([response.statusCode, JSON.parse(response.body)]).toEqual([200, { id: 'ltr_1' }]);
    expect(left()).toBeGreaterThan(200);
    expect(requests).toBe(2);
  });

  test('leaves a commit the time to find out what became of it', async () => {
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      // Only the transaction has no response; the mark of the call is written.
      if (!request.headers['x-amz-target']?.toString().endsWith('TransactWriteItems')) response.end('{}');
    });
    // After three attempts of a second each, another one begins just before the time to find out.
    const end = performance.now() + 5_300;
    const left = () => end - performance.now();
    const put = { Put: { TableName: 'table', Item: { PK: 'a' } } };
    let outcome: unknown;
    const handler = apiHandler(
      { operation: 'test', docsUrl: 'https://docs.example/errors', log: recordingLog(), stores: stores() },
      async ({ toResponse, call }) => {
        const writes = [{ name: 'object', item: put }];
        await commit(openTable('table', client), writes, toResponse({})).finally(() => (outcome = call.outcome));
        return {};
      },
    );
    const event = proxyEvent({ headers: { Authorization: `Bearer ${SECRET}` } });
    const response = await handler(event, { ...invocation(), getRemainingTimeInMillis: left });
    expect([response.statusCode, outcome]).toEqual([503, 'nothing']);
    expect(left()).toBeGreaterThan(1_400);
  });

  test('gives up when its call runs out of time, and does not retry', async () => {
    const end = performance.now() + 300;
    const left = () => end - performance.now();
    await expect(withTimeLeft(left, read)).rejects.toThrow('no time is left for a call of AWS');
    expect(requests).toBe(1);
    await expect(withTimeLeft(left, read)).rejects.toThrow('no time is left for a call of AWS');
    expect(requests).toBe(1);
  });
});

import { describe, expect } from '@jest/globals';
import type { Order } from './functions/obey/handler.ts';
import { behavior, type Otherwise, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */

const stage = useStage();

const post = (path: string, order: Order = {}, gateway: 'Plain' | 'Custom' = 'Plain') =>
  fetch(stage().gateway(gateway) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });

async function answered(response: Response) {
  return [response.status, await response.json()];
}

describe('a gateway itself responds', () => {
  const unknown = [403, { message: 'Missing Authentication Token' }];
  behavior('403 to an unknown path and to an unknown method', async () => {
    expect(await answered(await post('/nowhere'))).toEqual(unknown);
    expect(await answered(await fetch(`${stage().gateway('Plain')}/orders`))).toEqual(unknown);
  });

  const passedOn = { MiniStack: 'passes it on with 200' };
  const failures: [what: string, order: Order, otherwise?: Otherwise][] = [
    ['an error', { throws: 'Error' }, { MiniStack: 'shows the error to the client' }],
    ['a response that is not an object', { answer: 'text' }, passedOn],
    ['a response without a status', { answer: { body: 'text' } }, passedOn],
    ['a body that is not text', { answer: { statusCode: 200, body: { a: 1 } } }, passedOn],
  ];
  for (const [what, order, otherwise] of failures)
    behavior(
      `502 when the function returns ${what}`,
      async () => {
        expect(await answered(await post('/orders', order))).toEqual([502, { message: 'Internal server error' }]);
      },
      otherwise,
    );

  behavior(
    '504 when the function takes longer than the integration allows',
    async () => {
      const response = await post('/impatient', { sleepMs: 2_000 });
      expect(await answered(response)).toEqual([504, { message: 'Endpoint request timed out' }]);
    },
    { MiniStack: 'waits for it' },
  );

  behavior(
    '413 to more than 10 MB',
    async () => {
      const response = await post('/orders', { answer: 'x'.repeat(10 * 1024 * 1024) });
      expect(await answered(response)).toEqual([413, { message: 'Request Too Long' }]);
    },
    { MiniStack: 'accepts it' },
  );
});

describe('a custom gateway response', () => {
  behavior(
    'replaces the status, the headers and the body',
    async () => {
      const cases = [
        { response: await post('/nowhere', {}, 'Custom'), status: 404, said: 'Missing Authentication Token' },
        { response: await post('/orders', { throws: 'Error' }, 'Custom'), status: 503, said: 'Internal server error' },
      ];
      for (const { response, status, said } of cases) {
        const id = response.headers.get('x-request');
        expect(await answered(response)).toEqual([status, { id: `req_${id}`, said }]);
        expect(response.headers.get('x-fixed')).toBe('text');
      }
    },
    { MiniStack: 'knows none' },
  );
});

describe('a proxy event', () => {
  behavior(
    'has paths and queries decoded once, and every value of queries and headers',
    async () => {
      const url = `${stage().gateway('Plain')}/orders/a%20b%C3%A7?tag=x&tag=y%26z&empty=`;
      const event: any = await (await fetch(url, { headers: { 'X-Some': 'one' } })).json();
      expect(event).toMatchObject({
        resource: '/orders/{id}',
        httpMethod: 'GET',
        pathParameters: { id: 'a bç' },
        queryStringParameters: { tag: 'y&z', empty: '' },
        multiValueQueryStringParameters: { tag: ['x', 'y&z'], empty: [''] },
        body: null,
        isBase64Encoded: false,
        requestContext: { resourcePath: '/orders/{id}', stage: 'plain', httpMethod: 'GET', path: expect.any(String) },
      });
      const name = Object.keys(event.multiValueHeaders).find((header) => header.toLowerCase() === 'x-some')!;
      expect(event.multiValueHeaders[name]).toEqual(['one']);
    },
    { MiniStack: 'has the first of several values, not the last, as the single value' },
  );
});

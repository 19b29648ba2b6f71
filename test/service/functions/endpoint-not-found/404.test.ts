import { describe, expect, test } from '@jest/globals';
import { CheckedClient } from '../../../support/checked-client.ts';
import { limitRequests, useUnchangedCustomer } from '../../../support/internals.ts';
import { useService } from '../../../support/service.ts';

const customer = useUnchangedCustomer();
const notFound = { status: 404, body: { error: { code: 'endpoint_not_found' } } };
const anonymous = () => new CheckedClient(useService().baseUrl);
const send = (method: string, path: string, api = customer().api) => api.send(method, path, undefined, {});

test.each([
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/letter'],
  ['GET', '/Letters'],
  ['GET', '/letters.json'],
  ['GET', '/letters/ltr_1/events'],
  ['GET', '/letters/ltr_1/cancel'],
  ['POST', '/letters/ltr_1'],
  ['POST', '/letters/ltr_1/cancel/now'],
  ['PUT', '/letters/ltr_1'],
  ['PATCH', '/letters/ltr_1'],
  ['DELETE', '/letters/ltr_1'],
  ['OPTIONS', '/letters'],
  ['GET', '/uploads'],
  ['GET', '/uploads/upl_1'],
  ['POST', '/account'],
  ['PATCH', '/account'],
  ['POST', '/balance'],
  ['GET', '/balance/transactions/btx_1'],
  ['POST', '/events'],
  ['GET', '/events/evt_1'],
  ['GET', '/v1/letters'],
  ['GET', `/${'a'.repeat(5_000)}`],
])('%s %s, with and without a key', async (method, path) => {
  expect(await send(method, path)).toMatchObject(notFound);
  expect(await send(method, path, anonymous())).toMatchObject(notFound);
});

test('a HEAD request gets the status without a body', async () => {
  const answer = await fetch(`${useService().baseUrl}/letters`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([404, '']);
  expect(answer.headers.get('ratelimit-limit')).toBe('50');
});

test('takes precedence over every other rejection', async () => {
  const { id, api } = customer();
  await limitRequests(id, 0);
  const headers = { 'content-type': 'text/plain', 'idempotency-key': '', authorization: 'Bearer x' };
  for (const sender of [api, new CheckedClient(api.baseUrl, 'malote_unknown')]) {
    const answer = await sender.post('/nothing', '{', headers);
    expect(answer).toMatchObject(notFound);
    expect(answer.headers.get('ratelimit-remaining')).toBe('50');
  }
});

describe('the language of a message', () => {
  const portuguese = /^Endpoint inexistente\./;
  const english = /^No such endpoint\./;

  test.each([
    [undefined, portuguese],
    ['', portuguese],
    ['pt-BR', portuguese],
    ['pt', portuguese],
    ['en', english],
    ['EN-us', english],
    ['en-GB,en;q=0.9,pt;q=0.8', english],
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', portuguese],
    ['pt;q=0.1,en;q=0.2', english],
    ['pt;q=0.5, en;q=0.5', portuguese],
    ['en;q=0.5, pt;q=0.5', english],
    ['en;q=0', portuguese],
    ['fr', portuguese],
    ['fr, en;q=0.5', english],
    ['fr, de;q=0.9, pt;q=0.1, en;q=0.05', portuguese],
    ['*', portuguese],
    ['en;q=2', portuguese],
    ['; , q=, ;;', portuguese],
    ['english', portuguese],
    [`${'fr,'.repeat(1_000)}en`, english],
  ])('%j', async (languages, expected) => {
    const headers: Record<string, string> = languages === undefined ? {} : { 'accept-language': languages };
    const { body } = await anonymous().get('/nothing', headers);
    expect(body.error.message).toMatch(expected);
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import { idsOf } from '../../../support/lists.ts';
import { openCustomer, useOneCustomer } from '../../../support/service.ts';
import { storeEndpoint } from '../../../support/stored-webhooks.ts';

describe('GET /webhook-endpoints', () => {
  const customer = useOneCustomer();
  const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const at = (index: number) => new Date(start + index * 1000).toISOString();
  let newestFirst: string[];
  const list = (parameters = '') => customer().api.get(`/webhook-endpoints?${parameters}`);

  beforeAll(async () => {
    const stored: string[] = [];
    for (let index = 0; index < 5; index++)
      stored.push((await storeEndpoint(customer().id, { created_at: start + index * 1000 })).id);
    newestFirst = stored.toReversed();
  });

  test('of an account without endpoints is empty', async () => {
    const { api } = await openCustomer();
    const { status, body } = await api.get('/webhook-endpoints');
    expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false, next_cursor: null }]);
  });

  test('shows each endpoint as GET does, without its secrets, newest first', async () => {
    const answer = await list();
    expect(idsOf(answer)).toEqual(newestFirst);
    for (const endpoint of answer.body.data)
      expect((await customer().api.get(`/webhook-endpoints/${endpoint.id}`)).body).toEqual(endpoint);
  });

  test('is read page by page to its end, each endpoint once', async () => {
    const first = await list('limit=3');
    expect([idsOf(first), first.body.has_more]).toEqual([newestFirst.slice(0, 3), true]);
    const rest = await list(`limit=3&cursor=${first.body.next_cursor}`);
    expect([idsOf(rest), rest.body.has_more, rest.body.next_cursor]).toEqual([newestFirst.slice(3), false, null]);
  });

  test('treats created_after as inclusive and created_before as exclusive', async () => {
    expect(idsOf(await list(`created_after=${at(1)}&created_before=${at(4)}`))).toEqual(newestFirst.slice(1, 4));
    expect(idsOf(await list(`created_after=${at(5)}`))).toEqual([]);
  });
});

import { beforeAll, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged } from '../../../support/internals.ts';
import { useOneCustomer } from '../../../support/service.ts';
import { storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useOneCustomer();
let path: string;

beforeAll(async () => {
  path = `/webhook-endpoints/${(await storeEndpoint(customer().id)).id}/send-failed`;
});

test.each<[string, unknown, string[]]>([
  ['no instant', {}, ['since required']],
  ['a list', [], ['body invalid_type']],
  ['a date without a time', { since: '2026-01-01' }, ['since invalid_format']],
  ['a time that does not exist', { since: '2026-01-01T25:00:00Z' }, ['since invalid_format']],
  ['a number', { since: 1_767_225_600 }, ['since invalid_type']],
  ['an end as well', { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }, ['until unknown_parameter']],
])('%s', async (_, body, expected) => {
  const { id, api } = customer();
  const answer = await unchanged(id, () => api.post(path, body));
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer)).toEqual(expected);
});

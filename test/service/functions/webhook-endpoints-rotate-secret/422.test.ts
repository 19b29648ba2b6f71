import { beforeAll, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged } from '../../../support/internals.ts';
import { useOneCustomer } from '../../../support/service.ts';
import { storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useOneCustomer();
let path: string;

beforeAll(async () => {
  path = `/webhook-endpoints/${(await storeEndpoint(customer().id)).id}/rotate-secret`;
});

test.each<[string, unknown, string[]]>([
  ['a list', [], ['body invalid_type']],
  ['a negative number of hours', { overlap_hours: -1 }, ['overlap_hours out_of_range']],
  ['more than a week', { overlap_hours: 169 }, ['overlap_hours out_of_range']],
  ['half an hour', { overlap_hours: 0.5 }, ['overlap_hours invalid_type']],
  ['a text', { overlap_hours: '1' }, ['overlap_hours invalid_type']],
  ['a secret chosen by the customer', { secret: 'whsec_x' }, ['secret unknown_parameter']],
])('%s', async (_, body, expected) => {
  const { id, api } = customer();
  const answer = await unchanged(id, () => api.post(path, body));
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer)).toEqual(expected);
});

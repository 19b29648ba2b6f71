import { beforeAll, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged } from '../../../support/internals.ts';
import { useOneCustomer } from '../../../support/service.ts';
import { storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useOneCustomer();
let path: string;

beforeAll(async () => {
  path = `/webhook-endpoints/${(await storeEndpoint(customer().id)).id}`;
});

test.each<[string, unknown, string[]]>([
  ['a list', [], ['body invalid_type']],
  ['a private address', { url: 'https://192.168.0.1/' }, ['url invalid_value']],
  ['an unknown type', { events: ['letter.lost'] }, ['events[0] invalid_value']],
  ['no event type', { events: [] }, ['events too_short']],
  ['an unknown state', { state: 'asleep' }, ['state invalid_value']],
  ['null', { url: null }, ['url invalid_type']],
  [
    'fields that cannot be edited',
    { secret: 'whsec_x', id: 'whe_1' },
    ['secret unknown_parameter', 'id unknown_parameter'],
  ],
  ['a valid field with an invalid one', { state: 'active', events: [] }, ['events too_short']],
])('%s', async (_, body, expected) => {
  const answer = await unchanged(customer().id, () => customer().api.ask('PATCH', path, body));
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer).sort()).toEqual(expected.sort());
});

test('a query parameter', async () => {
  const answer = await customer().api.ask('PATCH', `${path}?state=active`, {});
  expect(detailsOf(answer)).toEqual(['state unknown_parameter']);
});

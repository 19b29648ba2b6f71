import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { NOBODY, storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useCustomer();

async function stored() {
  const { id, api } = customer();
  const path = `/webhook-endpoints/${(await storeEndpoint(id)).id}`;
  const { body: before } = await api.get(path);
  return { path, before, edit: (changes: object) => api.ask('PATCH', path, changes) };
}

test.each([
  ['the URL', { url: `${NOBODY}/new` }],
  ['the event types', { events: ['letter.posted', 'letter.failed'] }],
  ['the state', { state: 'active' }],
  ['all of them', { url: `${NOBODY}/new`, events: ['*'], state: 'active' }],
])('%s changes, and nothing else does', async (_, changes) => {
  const { path, before, edit } = await stored();
  const { status, body } = await edit(changes);
  expect([status, body]).toEqual([200, { ...before, ...changes }]);
  expect((await customer().api.get(path)).body).toEqual(body);
});

test('an empty body changes nothing', async () => {
  const { before, edit } = await stored();
  const answer = await unchanged(customer().id, () => edit({}));
  expect([answer.status, answer.body]).toEqual([200, before]);
});

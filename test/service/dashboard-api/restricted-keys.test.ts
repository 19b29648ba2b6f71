import { expect, test } from '@jest/globals';
import { ApiClient } from '../../support/api.ts';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { unchanged } from '../../support/internals.ts';
import { letterBody } from '../../support/letters.ts';
import { useCustomer, useService } from '../../support/service.ts';

/** Restrictions of API keys in the dashboard (rules KEY-1 to KEY-5). */

const customer = useCustomer();
const at = (path: string) => `/accounts/${customer().id}${path}`;
const whole = {
  operations: ['create_letters'],
  max_price: 5_000,
  daily_limit: null,
  total_limit: null,
  postal_codes: [{ from: '05000-000', to: '05999-999' }],
  expires_at: null,
};

async function restrictedKey(restrictions: object | undefined, mode = 'live') {
  const owner = await signedIn(customer().id, 'owner');
  const { status, body } = await owner.ask('POST', at('/api-keys'), { name: 'Robô', mode, restrictions });
  expect(status).toBe(201);
  const edit = (changes: object) => owner.ask('PATCH', at(`/api-keys/${body.id}`), changes);
  const shown = async () => {
    const { body: list } = await owner.ask('GET', at('/api-keys'));
    return list.data.find(({ id }: { id: string }) => id === body.id);
  };
  return { owner, made: body, api: new ApiClient(useService().baseUrl, body.secret), edit, shown };
}

test('a key is made with restrictions, and shows them with what it has ordered', async () => {
  const { made, api, shown } = await restrictedKey({ ...whole, postal_codes: [{ from: '05000000', to: '05999999' }] });
  expect(made).toMatchObject({ restrictions: whole, spending: { total: 0, today: 0 } });
  const { price } = (await api.post('/letters', letterBody())).body;
  expect(await shown()).toMatchObject({
    restrictions: whole,
    spending: { total: price.total, today: price.total },
  });
});

test('a key without restrictions has none, also if it is made with an empty object', async () => {
  for (const restrictions of [undefined, {}]) {
    const { made, shown } = await restrictedKey(restrictions);
    for (const key of [made, await shown()]) expect(key).toMatchObject({ restrictions: null, spending: null });
  }
});

test.each(['live', 'test'])('an owner restricts a %s key anew, at once and as often as wanted', async (mode) => {
  const { api, edit, shown } = await restrictedKey(undefined, mode);
  const order = async () => (await api.post('/letters', letterBody())).body.error?.code ?? 'made';
  expect(await order()).toBe('made');
  expect((await edit({ restrictions: { total_limit: 0 } })).body).toMatchObject({ restrictions: { total_limit: 0 } });
  expect(await order()).toBe('api_key_limit_reached');
  await edit({ restrictions: { operations: ['read'] } });
  expect([await order(), (await api.get('/balance')).status]).toEqual(['api_key_not_allowed', 200]);
  await edit({ restrictions: { expires_at: '2026-01-01T00:00:00Z' } });
  expect(await order()).toBe('api_key_expired');
  await edit({ restrictions: null });
  expect(await order()).toBe('made');
  expect(await shown()).toMatchObject({ restrictions: null, spending: { total: 0, today: 0 } });
});

test.each([
  [{}, 'restrictions', 'required'],
  [{ restrictions: { spend: 1 } }, 'restrictions.spend', 'unknown_parameter'],
  [{ restrictions: { operations: ['everything'] } }, 'restrictions.operations[0]', 'invalid_value'],
  [{ restrictions: { operations: ['manage_webhooks'] } }, 'restrictions.operations', 'invalid_value'],
  [{ restrictions: { operations: [] } }, 'restrictions.operations', 'too_short'],
  [{ restrictions: { max_price: -1 } }, 'restrictions.max_price', 'out_of_range'],
  [{ restrictions: { daily_limit: 1.5 } }, 'restrictions.daily_limit', 'invalid_type'],
  [
    { restrictions: { postal_codes: [{ from: '1', to: '05999-999' }] } },
    'restrictions.postal_codes[0].from',
    'invalid_format',
  ],
  [
    { restrictions: { postal_codes: [{ from: '05999-999', to: '05000-000' }] } },
    'restrictions.postal_codes[0]',
    'invalid_value',
  ],
  [{ restrictions: { expires_at: 'tomorrow' } }, 'restrictions.expires_at', 'invalid_format'],
])('%j is 422, and the key keeps its restrictions', async (changes, param, code) => {
  const { edit, shown } = await restrictedKey(whole);
  const { status, body } = await unchanged(customer().id, () => edit(changes));
  expect([
    status,
    body.error.details.map((detail: { param: string; code: string }) => [detail.param, detail.code]),
  ]).toEqual([422, [[param, code]]]);
  expect(await shown()).toMatchObject({ restrictions: whole });
});

test('a developer sees restrictions and changes none; a key of another account does not exist', async () => {
  const { made } = await restrictedKey(whole);
  const developer = await signedIn(customer().id, 'developer');
  const { body } = await developer.ask('GET', at('/api-keys'));
  expect(body.data.find(({ id }: { id: string }) => id === made.id)).toMatchObject({ restrictions: whole });
  const refused = await developer.ask('PATCH', at(`/api-keys/${made.id}`), { restrictions: null });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'role_insufficient']);
  const owner = await signedIn(customer().id, 'owner');
  const foreign = await owner.ask('PATCH', at('/api-keys/key_00000000000000000000000000'), { restrictions: null });
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'resource_not_found']);
});

test('a revoked key stays revoked when its restrictions change', async () => {
  const { owner, made, api, edit } = await restrictedKey(whole);
  await owner.ask('DELETE', at(`/api-keys/${made.id}`));
  expect((await edit({ restrictions: null })).body.revoked_at).not.toBeNull();
  expect((await api.get('/balance')).body.error.code).toBe('api_key_revoked');
});

test('the edit is in the activity log, and what a restriction refused in the list of requests', async () => {
  const { owner, made, api, edit } = await restrictedKey(whole);
  await edit({ restrictions: { ...whole, max_price: 1 } });
  const refused = await api.post('/letters', letterBody());
  const { body: log } = await owner.ask('GET', at('/activity'));
  expect(log.data[0]).toMatchObject({ operation: 'api-keys-edit', object_id: made.id, outcome: 'done' });
  const { body } = await eventually(
    () => owner.ask('GET', at(`/requests/${refused.headers.get('request-id')}`)),
    ({ status }) => status === 200,
  );
  expect(body).toMatchObject({ status: 403, error_code: 'api_key_not_allowed', api_key_id: made.id });
});

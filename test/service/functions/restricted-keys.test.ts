import { describe, expect, test } from '@jest/globals';
import { keyPermissionNames, keyPermissions } from '../../../lib/core/domain/key-permissions.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { CheckedClient } from '../../support/checked-client.ts';
import { type Example, pathTo, request, takesBody } from '../../support/every-endpoint.ts';
import { unchanged } from '../../support/internals.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { useCustomer, useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

/** Restricted keys (rules KEY-1 to KEY-4). */

const customer = useCustomer();
const refused = (code: string) => ({ status: 403, body: { error: { type: 'permission_error', code, details: null } } });
const notAllowed = refused('api_key_not_allowed');
const limitReached = refused('api_key_limit_reached');

async function restricted(restrictions: Record<string, unknown>, account = customer().id): Promise<CheckedClient> {
  const { api_key } = await useService().control.post(`/accounts/${account}/keys`, { restrictions });
  return new CheckedClient(useService().baseUrl, api_key);
}

const priceOf = async (body = letterBody()): Promise<number> =>
  (await customer().api.post('/letters/quote', body)).body.price.total;

const messageOf = (answer: { body: { error: { message: string } } }) => answer.body.error.message;

describe('an operation that the key may not call', () => {
  const examples = endpoints.map(({ method, path, function: operation }): [string, string, Example] => [
    `${method} ${path}`,
    operation,
    { method, path: pathTo(path), ...(takesBody({ method }) && { body: {} }) },
  ]);

  test.each(examples)('%s is 403 before its fields, and nothing happens', async (_, operation, example) => {
    const allowing = Object.entries(keyPermissions).flatMap(([permission, operations]) =>
      (operations as readonly string[]).includes(operation) ? [permission] : [],
    );
    // Webhooks are managed only by keys that read (rule KEY-2).
    const without = allowing.includes('read') ? [...allowing, 'manage_webhooks'] : allowing;
    const others = keyPermissionNames.filter((permission) => !without.includes(permission));
    const api = await restricted({ operations: others });
    const answer = await unchanged(customer().id, () => request(api, example));
    expect(answer).toMatchObject(notAllowed);
    expect(messageOf(answer)).toContain(operation);
  });

  test('does not stop those that it may call', async () => {
    const api = await restricted({ operations: ['read', 'create_letters'] });
    const created = await api.post('/letters', letterBody());
    expect(created.status).toBe(201);
    expect((await api.get(`/letters/${created.body.id}`)).status).toBe(200);
    expect(await api.post(`/letters/${created.body.id}/cancel`)).toMatchObject(notAllowed);
  });
});

describe('a mailing that the key may not order', () => {
  test('costs more than its largest price', async () => {
    const price = await priceOf();
    const api = await restricted({ max_price: price });
    const dear = letterBody({ postal_services: ['registered'] });
    const answer = await unchanged(customer().id, () => api.post('/letters', dear));
    expect(answer).toMatchObject(notAllowed);
    const scheduled = { ...dear, send_date: dateIn(10) };
    expect(await unchanged(customer().id, () => api.post('/letters', scheduled))).toMatchObject(notAllowed);
    expect((await api.post('/letters', letterBody())).status).toBe(201);
  });

  test('goes to none of its postal codes, as a letter or as a verification', async () => {
    const api = await restricted({ postal_codes: [{ from: '69900-000', to: '69999-999' }] });
    const letter = await unchanged(customer().id, () => api.post('/letters', letterBody()));
    expect(letter).toMatchObject(notAllowed);
    expect(messageOf(letter)).toContain(letterBody().to.postal_code);
    const verification = await unchanged(customer().id, () => api.post('/verifications', templateBody()));
    expect(verification).toMatchObject(notAllowed);
    const { postal_code } = letterBody().to;
    const near = await restricted({ postal_codes: [{ from: postal_code, to: postal_code }] });
    expect((await near.post('/letters', letterBody())).status).toBe(201);
  });
});

describe('the limits of a key', () => {
  test.each(['total_limit', 'daily_limit'])(
    '%s counts letters, scheduled ones too, and verifications',
    async (limit) => {
      const { id, api: owner } = customer();
      const letter = await priceOf();
      const verification = (await owner.post('/verifications/quote', templateBody())).body.price.total;
      const api = await restricted({ [limit]: 2 * letter + verification + letter - 1 });
      expect((await api.post('/letters', letterBody())).status).toBe(201);
      expect((await api.post('/letters', letterBody({ send_date: dateIn(10) }))).status).toBe(201);
      expect((await api.post('/verifications', templateBody())).status).toBe(201);
      const refusal = await unchanged(id, () => api.post('/letters', letterBody(), { 'idempotency-key': 'one' }));
      expect(refusal).toMatchObject(limitReached);
      const scheduled = letterBody({ send_date: dateIn(10) });
      expect(await unchanged(id, () => api.post('/letters', scheduled))).toMatchObject(limitReached);
      expect((await owner.post('/letters', letterBody())).status).toBe(201);
    },
  );

  test('a canceled letter gives nothing back, and a replayed answer counts nothing', async () => {
    const api = await restricted({ total_limit: await priceOf() });
    const send = () => api.post('/letters', letterBody(), { 'idempotency-key': 'one' });
    const { id } = (await send()).body;
    expect((await send()).body.id).toBe(id);
    expect((await api.post(`/letters/${id}/cancel`)).body.status).toBe('canceled');
    expect(await api.post('/letters', letterBody())).toMatchObject(limitReached);
  });

  test('twenty orders at once at a limit of three make three', async () => {
    const price = await priceOf();
    const api = await restricted({ total_limit: 3 * price });
    const before = (await customer().api.get('/balance')).body.amount;
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/letters', letterBody())));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(17).fill(403)]);
    expect((await customer().api.get('/balance')).body.amount).toBe(before - 3 * price);
  });

  test('of a test key count play money', async () => {
    const sandbox = sandboxIdOf(customer().id);
    const api = await restricted({ total_limit: await priceOf() }, sandbox);
    expect((await api.post('/letters', letterBody())).status).toBe(201);
    expect(await api.post('/letters', letterBody())).toMatchObject(limitReached);
  });
});

test('a key that has expired is 401, and nothing happens', async () => {
  const api = await restricted({ expires_at: new Date(Date.now() - 1_000).toISOString() });
  const expired = { status: 401, body: { error: { type: 'authentication_error', code: 'api_key_expired' } } };
  expect(await unchanged(customer().id, () => api.post('/letters', letterBody()))).toMatchObject(expired);
  expect(await api.get('/balance')).toMatchObject(expired);
  const tomorrow = await restricted({ expires_at: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await tomorrow.get('/balance')).status).toBe(200);
});

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';

let service: LocalService;
let control: Control;
let account: { id: string; api: ApiClient };

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
  account = await control.openAccount(service.description.base_url, { balance: 100 });
});
afterAll(() => service.stop());

test('two credits of the same amount count twice', async () => {
  for (let count = 0; count < 2; count++) await control.post(`/accounts/${account.id}/credits`, { amount: 5 });
  expect((await account.api.get('/balance')).body.amount).toBe(110);
  expect((await control.get('/ledger/audit')).differences).toEqual([]);
});

const SENTENCES: Readonly<Record<number, string>> = {
  409: 'Others change the same at this time; nothing was changed. Repeat the request.',
  503: 'It is unknown whether this was done: look before you repeat the request.',
};

/** Credits an account many times at once, and compares the balance with the responses. @returns the statuses */
async function creditsAtOnce(surface: Control, baseUrl: string, count: number): Promise<number[]> {
  const { id, api } = await surface.openAccount(baseUrl, { balance: 0 });
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const order = { method: 'POST', body: JSON.stringify({ amount: 1 }) };
      const response = await fetch(`${surface.url}/accounts/${id}/credits`, order);
      const { error } = (await response.json()) as { error?: { message: string } };
      return { status: response.status, message: error?.message };
    }),
  );
  const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  for (const { status, message } of answers)
    if (status !== 201) expect([status, message]).toEqual([status, SENTENCES[status]]);
  const { amount } = (await api.get('/balance')).body;
  expect(amount).toBeGreaterThanOrEqual(of(201));
  expect(amount).toBeLessThanOrEqual(of(201) + of(503));
  return answers.map(({ status }) => status);
}

test('of a hundred credits at once, each is made, or refused with a sentence and not made', async () => {
  expect(await creditsAtOnce(control, service.description.base_url, 100)).toContain(201);
});

test('credits that meet for longer than each is retried are refused as contended, and not made', async () => {
  // Sixty transactions of 0.2 s, one after the other, take longer than the 6 s of retries.
  const slow = await startOwnService({ latency: { leastMs: 200, mostMs: 200, random: () => 0 } });
  try {
    const { control_url, base_url } = slow.description;
    const statuses = await creditsAtOnce(new Control(control_url), base_url, 60);
    expect(statuses).toEqual(expect.arrayContaining([201, 409]));
  } finally {
    await slow.stop();
  }
});

test('plan, suspension and keys change as with the operator', async () => {
  expect(await control.post(`/accounts/${account.id}/plan`, { plan: 'scale' })).toMatchObject({ plan: 'scale' });
  expect(await control.post(`/accounts/${account.id}/suspend`)).toEqual({ id: account.id, suspended: true });
  const { data } = await control.get('/accounts');
  expect(data).toContainEqual(
    expect.objectContaining({ id: account.id, plan: 'scale', suspended: true, balance: 110 }),
  );
  const { id, api_key } = await control.post(`/accounts/${account.id}/keys`);
  expect(await control.post(`/keys/${id}/revoke`)).toEqual({ id, revoked: true });
  const answer = await fetch(`${service.description.base_url}/balance`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  expect(answer.status).toBe(401);
});

test.each([
  ['/accounts/acc_1/credits', { amount: 5 }],
  ['/accounts/acc_1/plan', { plan: 'scale' }],
  ['/accounts/acc_1/keys', {}],
  ['/accounts/acc_1/suspend', {}],
  ['/accounts/acc_1/webhooks', { url: 'https://example.com/' }],
])('%s of an account that does not exist is 404', async (path, body) => {
  await expect(control.post(path, body)).rejects.toThrow(
    '404 {"error":{"message":"There is nothing with the id acc_1."}}',
  );
});

test('a key that does not exist is 404', async () => {
  await expect(control.post('/keys/key_1/revoke')).rejects.toThrow('There is nothing with the id key_1.');
});

test.each([
  [{ advance_seconds: -5 }, 'Time only goes forward; it is '],
  [{ advance_to: '2020-01-01T00:00:00Z' }, 'Time only goes forward; it is '],
  [{ advance_seconds: 1e300 }, 'The clock advances by at most ten years at a time.'],
  [{ advance_to: '9999-01-01T00:00:00Z' }, 'The clock advances by at most ten years at a time.'],
])('the clock rejects %j with the reason', async (step, sentence) => {
  const { now } = await control.get('/clock');
  await expect(control.post('/clock', step)).rejects.toThrow(sentence);
  expect(Date.parse((await control.get('/clock')).now) - Date.parse(now)).toBeLessThan(60_000);
});

describe('a page of another site', () => {
  test.each([
    ['GET', '/_local/service', { host: 'attacker.example' }],
    ['GET', '/', { host: 'attacker.example:80' }],
    ['GET', '/v1/balance', { host: '127.0.0.1.attacker.example' }],
    ['POST', '/_local/clock', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    ['POST', '/_local/clock', { 'sec-fetch-site': 'same-site' }],
    ['POST', '/_local/clock', { origin: 'http://attacker.example' }],
    ['POST', '/_local/clock', { origin: 'null' }],
    ['GET', '/_local/service', { 'sec-fetch-site': 'cross-site' }],
  ])('gets 403 for %s %s with %j', async (method, path, headers) => {
    const { now } = await control.get('/clock');
    const answer = await ask(method, path, headers);
    expect([answer.status, answer.text.includes(service.description.api_key)]).toEqual([403, false]);
    const later = await control.get('/clock');
    expect(Date.parse(later.now) - Date.parse(now)).toBeLessThan(3_600_000);
  });

  test.each(['localhost', '127.0.0.1', 'malote.localhost'])('is no page of %s', async (name) => {
    const { port } = new URL(service.description.control_url);
    const host = `${name}:${port}`;
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect((await ask('GET', '/_local/service', own)).status).toBe(200);
  });
});

/** Asks with headers that `fetch` does not let a program choose; winds the clock by two hours if it is a POST. */
function ask(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asked = request(new URL(path, service.description.control_url), { method, headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode!, text: body }), reject);
  });
  asked.on('error', reject);
  asked.end(method === 'POST' ? JSON.stringify({ advance_seconds: 7200 }) : undefined);
  return promise;
}

import { describe, expect, test } from '@jest/globals';
import { type DailyCount, dailyLimitsOf } from '../../../lib/core/domain/daily-limits.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { CheckedClient } from '../../support/checked-client.ts';
import { signedIn } from '../../support/dashboard.ts';
import { type Example, pathTo, request, takesBody } from '../../support/every-endpoint.ts';
import { limitDay, unchanged } from '../../support/internals.ts';
import { base64, letterBody } from '../../support/letters.ts';
import { noisyPdf } from '../../support/pdfs.ts';
import { type Customer, useCustomer, useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

/** Limits of a day for what costs the account nothing (rule REQ-19), at each endpoint of the API that has one. */

const customer = useCustomer();
const over = { status: 429, body: { error: { type: 'rate_limit_error', code: 'daily_limit_exceeded' } } };

async function sandboxOf({ id }: Customer): Promise<Customer> {
  const { api_key } = await useService().control.post(`/accounts/${sandboxIdOf(id)}/keys`);
  return { id: sandboxIdOf(id), api: new CheckedClient(useService().baseUrl, api_key) };
}

const limited = endpoints.flatMap(({ method, path, function: operation }) => {
  const example: Example = { method, path: pathTo(path), ...(takesBody({ method }) && { body: {} }) };
  // Rows are known later (test/modules/mail-merges/letter-batches.test.ts).
  const known = dailyLimitsOf(operation, 'acc_1').filter(({ counts }) => counts !== 'rows');
  return known.map(({ name }): [string, Example, DailyCount] => [`${method} ${path}`, example, name]);
});

test.each(limited)('%s is 429 until the next day of UTC, before its fields', async (_, example, name) => {
  const { id, api } = customer();
  await limitDay(id, name, 0);
  const left = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);
  const answer = await unchanged(id, () => request(api, example));
  expect(answer).toMatchObject(over);
  const waits = Number(answer.headers.get('retry-after'));
  expect((left - waits + 86_400) % 86_400).toBeLessThanOrEqual(30);
});

describe('the last of a day', () => {
  test('is answered, and what has no limit or another one goes on', async () => {
    const { id, api } = customer();
    await limitDay(id, 'figures', 1);
    expect((await api.get('/verifications/figures')).status).toBe(200);
    expect(await api.get('/verifications/figures')).toMatchObject(over);
    expect((await api.get('/verifications')).status).toBe(200);
    expect((await api.get('/letters')).status).toBe(200);
    expect((await api.post('/letters/quote', letterBody())).status).toBe(200);
  });

  test('is not used up by a response that is replayed', async () => {
    const { id, api } = customer();
    await limitDay(id, 'uploads', 1);
    const upload = { filename: 'a.pdf', size: 10 };
    const first = await api.post('/uploads', upload, { 'idempotency-key': 'one' });
    expect(await api.post('/uploads', upload, { 'idempotency-key': 'one' })).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect(await api.post('/uploads', upload, { 'idempotency-key': 'two' })).toMatchObject(over);
    await limitDay(id, 'uploads', 1);
    expect((await api.post('/uploads', upload, { 'idempotency-key': 'two' })).status).toBe(201);
  });
});

describe('orders', () => {
  test('that are charged count nothing; a refused one uses up the last of the day', async () => {
    const { id, api } = customer();
    await limitDay(id, 'documents', 1);
    expect((await api.post('/letters', letterBody())).status).toBe(201);
    expect((await api.post('/letters', letterBody())).status).toBe(201);
    expect((await api.post('/letters', letterBody({ color: 1 }))).status).toBe(422);
    expect(await unchanged(id, () => api.post('/letters', letterBody()))).toMatchObject(over);
    expect(await api.post('/letters/quote', letterBody())).toMatchObject(over);
  });

  test('of a sandbox have a limit of their own, which does not concern the account', async () => {
    const sandbox = await sandboxOf(customer());
    await limitDay(sandbox.id, 'sandbox', 1);
    expect((await sandbox.api.post('/letters', letterBody())).status).toBe(201);
    expect(await sandbox.api.post('/letters', letterBody())).toMatchObject(over);
    expect(await sandbox.api.post('/verifications', {})).toMatchObject(over);
    expect((await customer().api.post('/letters', letterBody())).status).toBe(201);
  });

  test('of a sandbox store so many bytes in a day, with small files after one that is too large', async () => {
    const sandbox = await sandboxOf(customer());
    const small = (await sandbox.api.post('/letters', letterBody())).body;
    expect(small.object).toBe('letter');
    await limitDay(sandbox.id, 'sandbox_files', 500_000);
    const large = { ...letterBody(), document: base64(noisyPdf(800)) };
    expect(await unchanged(sandbox.id, () => sandbox.api.post('/letters', large))).toMatchObject(over);
    expect((await sandbox.api.post('/letters', letterBody())).status).toBe(201);
    await limitDay(sandbox.id, 'sandbox_files', 0);
    expect(await unchanged(sandbox.id, () => sandbox.api.post('/verifications', templateBody()))).toMatchObject(over);
    expect((await customer().api.post('/letters', large)).status).toBe(201);
  });
});

test('lists of people are counted for each of them, beside those of keys', async () => {
  const { id, api } = customer();
  const [owner, sender] = [await signedIn(id, 'owner'), await signedIn(id, 'sender')];
  await limitDay(id, 'lists', 0);
  await limitDay((await owner.ask('GET', '/session')).body.person.id, 'lists', 0);
  expect(await api.get('/letters')).toMatchObject(over);
  for (const path of ['/home', '/letters', '/people'])
    expect(await owner.ask('GET', `/accounts/${id}${path}`)).toMatchObject(over);
  expect((await owner.ask('GET', `/accounts/${id}/balance`)).status).toBe(200);
  expect((await sender.ask('GET', `/accounts/${id}/letters`)).status).toBe(200);
});

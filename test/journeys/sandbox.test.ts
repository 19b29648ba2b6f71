import { expect, test } from '@jest/globals';
import { ApiClient } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { letterBody } from '../support/letters.ts';
import { testWith, useTarget } from '../support/target.ts';
import { templateBody } from '../support/verifications.ts';

const target = useTarget();

/** An account with a key for real letters and one for its sandbox. */
async function openBoth() {
  const { baseUrl, control } = target();
  const { id, api: live } = await control.openAccount(baseUrl);
  const { api_key, account_id } = await control.post(`/accounts/${id}/keys`, { mode: 'test' });
  expect(api_key).toMatch(/^malote_test_/);
  return { id, sandboxId: account_id as string, live, sandbox: new ApiClient(baseUrl, api_key) };
}

const idsIn = async (api: ApiClient, path: string) =>
  (await api.get(path)).body.data.map(({ id }: { id: string }) => id) as string[];

test('sandbox and account are the same company, and neither sees or changes anything of the other (rule SBX-1)', async () => {
  const { id, sandboxId, live, sandbox } = await openBoth();
  const [{ body: company }, { body: twin }] = await Promise.all([live.get('/account'), sandbox.get('/account')]);
  expect(company.id).toBe(id);
  expect(twin).toEqual({ ...company, id: sandboxId });

  for (const [own, other] of [
    [sandbox, live],
    [live, sandbox],
  ] as const) {
    const headers = { 'idempotency-key': 'the-same' };
    const letter = await own.post('/letters', letterBody(), headers);
    expect(letter.status).toBe(201);
    expect(letter.headers.get('idempotent-replayed')).toBeNull();
    const { body: verification } = await own.post('/verifications', templateBody({ method: 'code' }));
    const upload = await own.post('/uploads', { filename: 'carta.pdf', size: 10 });
    const foreign = [
      other.get(`/letters/${letter.body.id}`),
      other.post(`/letters/${letter.body.id}/cancel`),
      other.get(`/verifications/${verification.id}`),
      other.get(`/verifications/${verification.id}/attempts`),
      other.get(`/verifications/${verification.id}/evidence`),
      other.post(`/verifications/${verification.id}/check`, { code: '123456' }),
      other.post(`/verifications/${verification.id}/cancel`),
    ];
    for (const { status } of await Promise.all(foreign)) expect(status).toBe(404);
    const used = await other.post('/letters', {
      ...letterBody(),
      document: { type: 'upload', upload_id: upload.body.id },
    });
    expect(used).toMatchObject({ status: 422, body: { error: { details: [{ code: 'upload_not_found' }] } } });
    expect(await idsIn(other, '/letters')).not.toContain(letter.body.id);
    expect(await idsIn(other, '/verifications')).not.toContain(verification.id);
    expect(await idsIn(other, `/events?object_id=${letter.body.id}`)).toEqual([]);
    expect((await own.get(`/letters/${letter.body.id}`)).body.status).toBe('received');
  }

  for (const [own, other] of [
    [sandbox, live],
    [live, sandbox],
  ] as const) {
    const endpoint = await own.post('/webhook-endpoints', { url: 'https://example.com/malote', events: ['*'] });
    expect(endpoint.status).toBe(201);
    const path = `/webhook-endpoints/${endpoint.body.id}`;
    const foreign = [other.get(path), other.post(`${path}/pause`), other.post(`${path}/test`)];
    for (const { status } of await Promise.all(foreign)) expect(status).toBe(404);
    expect(await idsIn(other, '/webhook-endpoints')).not.toContain(endpoint.body.id);
    expect(await idsIn(own, '/webhook-endpoints')).toContain(endpoint.body.id);
  }

  const spent = (api: ApiClient) => api.get('/balance/transactions');
  const types = ({ body }: Awaited<ReturnType<typeof spent>>) => body.data.map(({ type }: { type: string }) => type);
  expect(types(await spent(live))).toEqual(['verification', 'letter', 'top_up']);
  expect(types(await spent(sandbox))).toEqual(['verification', 'letter', 'credit']);

  const { body: page } = await live.get('/letters?limit=1');
  await live.post('/letters', letterBody());
  const cursor = (await live.get('/letters?limit=1')).body.next_cursor as string;
  expect(page.has_more).toBe(false);
  expect((await sandbox.get(`/letters?limit=1&cursor=${cursor}`)).status).toBe(422);
});

testWith('clock')('the simulated print house moves what was ordered, and no live letter (rule SBX-4)', async () => {
  const { control } = target();
  const { live, sandbox } = await openBoth();
  const order = async (api: ApiClient, reference: string | null = null) =>
    (await api.post('/letters', { ...letterBody(), ...(reference && { reference }) })).body.id as string;
  const [posted, failed, real] = [await order(sandbox), await order(sandbox, 'sandbox_other'), await order(live)];
  const { body: verification } = await sandbox.post('/verifications', templateBody({ method: 'code' }));
  const { batches } = await control.post('/production/batches');
  const printed = batches.flatMap((batch: { mailings: string[] }) => batch.mailings) as string[];
  expect(printed).toContain(real);
  for (const id of [posted, failed, verification.id]) expect(printed).not.toContain(id);

  for (let minute = 0; minute < 10; minute++) await control.advance(60);
  const statusOf = async (api: ApiClient, path: string) => (await api.get(path)).body.status as string;
  expect(
    await eventually(
      () => statusOf(sandbox, `/letters/${posted}`),
      (status) => status === 'posted',
    ),
  ).toBe('posted');
  expect((await sandbox.get(`/letters/${failed}`)).body).toMatchObject({ status: 'failed', failure_reason: 'other' });
  expect(await statusOf(live, `/letters/${real}`)).toBe('in_production');

  const check = (code: string) => sandbox.post(`/verifications/${verification.id}/check`, { code });
  expect((await check('654321')).body).toMatchObject({ correct: false });
  expect((await check('123456')).body).toMatchObject({ correct: true, verification: { status: 'verified' } });
  expect((await control.get('/ledger/audit')).differences).toEqual([]);

  const path = `/verifications/${verification.id}/evidence`;
  const { body: evidence } = await eventually(
    () => sandbox.get(path),
    ({ status }) => status === 200,
  );
  expect(evidence.statement.does_not_prove[0]).toMatch(/^É um teste/);
});

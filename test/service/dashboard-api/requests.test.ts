import { describe, expect, test } from '@jest/globals';
import { ApiClient } from '../../support/api.ts';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { useCustomer, useService } from '../../support/service.ts';

const customer = useCustomer();
const at = (path: string) => `/accounts/${customer().id}${path}`;
const idOf = ({ headers }: { headers: Headers }) => headers.get('request-id')!;

const developer = () => signedIn(customer().id, 'developer');

/** A request, once it is in the list. */
async function noted(id: string) {
  const browser = await developer();
  const { body } = await eventually(
    () => browser.ask('GET', at(`/requests/${id}`)),
    ({ status }) => status === 200,
  );
  return body;
}

describe('requests with API keys', () => {
  test('are found by the id in their response, with request and outcome but without content', async () => {
    const { api } = customer();
    const created = await api.post('/letters', letterBody({ send_date: dateIn(3), reference: 'SEGREDO-1' }));
    const found = await noted(idOf(created));
    expect(found).toEqual({
      id: idOf(created),
      object: 'api_request',
      operation: 'letters-create',
      method: 'POST',
      path: '/letters',
      object_id: created.body.id,
      status: 201,
      error_code: null,
      replayed: false,
      duration_ms: expect.any(Number),
      api_key_id: expect.stringMatching(/^key_/),
      mode: 'live',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
    });
    const read = await api.get(`/letters/${created.body.id}`);
    expect(await noted(idOf(read))).toMatchObject({ path: '/letters/{letter_id}', object_id: created.body.id });
  });

  test('that are rejected are listed by outcome with their code, and repeated ones are marked', async () => {
    const { api } = customer();
    const keyed = { 'idempotency-key': 'uma-vez' };
    const order = letterBody({ send_date: dateIn(3) });
    await api.post('/letters', order, keyed);
    const repeated = await api.post('/letters', order, keyed);
    const invalid = await api.post('/letters', { to: {} });
    const missing = await api.get('/letters/ltr_00000000000000000000000000');
    expect(await noted(idOf(repeated))).toMatchObject({ status: 201, replayed: true });
    for (const refused of [invalid, missing]) await noted(idOf(refused));

    const browser = await developer();
    const list = async (query: string) => (await browser.ask('GET', at(`/requests?${query}`))).body.data;
    const refused = await list('outcome=4xx');
    expect(refused.slice(0, 2)).toMatchObject([
      { id: idOf(missing), status: 404, error_code: 'resource_not_found', operation: 'letters-get' },
      { id: idOf(invalid), status: 422, error_code: 'invalid_parameters', operation: 'letters-create' },
    ]);
    expect(await list('outcome=4xx&operation=letters-get')).toMatchObject([{ id: idOf(missing) }]);
    const done = await list('outcome=2xx');
    expect(done).toContainEqual(expect.objectContaining({ id: idOf(repeated) }));
    expect(done.every(({ status }: { status: number }) => status < 300)).toBe(true);
    expect(await list(`operation=letters-create&created_before=${encodeURIComponent('2026-01-01T00:00:00Z')}`)).toEqual(
      [],
    );
  });

  test('contain no request data: no postal code, no query', async () => {
    const { api } = customer();
    const asked = [await api.get('/postal-codes/01310-100'), await api.get('/letters?reference=SEGREDO-2')];
    for (const answer of asked) {
      const text = JSON.stringify(await noted(idOf(answer)));
      for (const secret of ['01310', 'SEGREDO']) expect(text).not.toContain(secret);
    }
  });

  test('of the sandbox are in the list of its account, and a revoked key shows who still uses it', async () => {
    const { baseUrl } = useService();
    const browser = await developer();
    const key = (await browser.ask('POST', at('/api-keys'), { name: 'Ensaio', mode: 'test' })).body;
    const tester = new ApiClient(baseUrl, key.secret);
    expect(await noted(idOf(await tester.get('/balance')))).toMatchObject({ mode: 'test', api_key_id: key.id });
    const used = await eventually(
      async () => (await browser.ask('GET', at('/api-keys'))).body.data.find(({ id }: { id: string }) => id === key.id),
      ({ last_used_at }) => last_used_at !== null,
    );
    expect(used.last_used_at >= used.created_at).toBe(true);

    await browser.ask('DELETE', at(`/api-keys/${key.id}`));
    const late = await tester.get('/balance');
    expect(await noted(idOf(late))).toMatchObject({ status: 401, error_code: 'api_key_revoked', api_key_id: key.id });
    const { body } = await browser.ask('GET', at(`/requests?api_key_id=${key.id}`));
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([401, 200]);
  });

  test('appear once each over all pages', async () => {
    const { api } = customer();
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(idOf(await api.get('/balance')));
    for (const id of made) await noted(id);
    const browser = await developer();
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await browser.ask('GET', at(`/requests?limit=2&operation=balance-get${more}`));
      found.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(found.slice(0, 5)).toEqual(made.reverse());
    expect(new Set(found).size).toBe(found.length);
  });

  test('of the dashboard are not listed', async () => {
    const browser = await developer();
    await browser.ask('GET', at('/letters'));
    const { body } = await browser.ask('GET', at('/requests?operation=requests-list'));
    expect(body.data).toEqual([]);
  });
});

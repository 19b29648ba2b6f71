import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../lib/infra/endpoints.ts';
import { CheckedClient, detailsOf } from './checked-client.ts';
import { limitRequests, revokedKey, unchanged, useUnchangedCustomer } from './internals.ts';
import { openCustomer, useCustomer, useService } from './service.ts';

/** A valid request of an endpoint. */
export interface Example {
  method: Endpoint['method'];
  path: string;
  body?: unknown;
}

/** Sends an example; headers given as undefined are omitted. */
export function request(api: CheckedClient, { method, path, body }: Example, headers: Record<string, string> = {}) {
  return api.ask(method, path, body, headers);
}

/** Other methods ignore the body. */
export const takesBody = ({ method }: Pick<Example, 'method'>) => method === 'POST' || method === 'PATCH';

/** Ids of objects that do not exist, by the names of paths. */
export const nowhere: Readonly<Record<string, string>> = {
  letter_id: 'ltr_00000000000000000000000000',
  mail_merge_id: 'mrg_00000000000000000000000000',
  letter_batch_id: 'mrg_00000000000000000000000000',
  verification_id: 'ver_00000000000000000000000000',
  person_id: 'usr_00000000000000000000000000',
  key_id: 'key_00000000000000000000000000',
  request_id: 'req_00000000000000000000000000',
  endpoint_id: 'whe_00000000000000000000000000',
  delivery_id: `whd_${'0'.repeat(52)}`,
  postal_code: '01001000',
};

/** The path of a request that passes every check before its object. */
export function pathTo(path: string, ids: Readonly<Record<string, string>> = nowhere): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no id is known for {${name}}`);
    return id;
  });
}

/** Sends an example with everything wrong that is checked before the fields. */
export function requestUnread(api: CheckedClient, example: Example) {
  const wrong = { ...example, ...(takesBody(example) && { body: '{' }) };
  return request(api, wrong, { 'content-type': 'text/plain', 'idempotency-key': '' });
}

/** Every 401 (rule REQ-5): they take precedence over every other check. `every-endpoint.test.ts` tries each endpoint. */
export function describeAuthentication(example: Example): void {
  describe(`${example.method} ${example.path} without a working key`, () => {
    const customer = useUnchangedCustomer();
    const send = (key: string | undefined, headers: Record<string, string> = {}) =>
      request(new CheckedClient(useService().baseUrl, key), example, headers);

    test('no header: api_key_missing', async () => {
      expect(await send(undefined)).toMatchObject({ status: 401, body: { error: { code: 'api_key_missing' } } });
    });

    test.each<[string, (key: string) => string]>([
      ['an empty header', () => ''],
      ['blanks', () => '   '],
    ])('%s: api_key_missing', async (_, authorization) => {
      const answer = await send(undefined, { authorization: authorization(customer().api.key!) });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'api_key_missing' } } });
    });

    test.each<[string, (key: string) => string]>([
      ['an unknown key', () => 'Bearer malote_unknown'],
      ['a key without its end', (key) => `Bearer ${key.slice(0, -1)}`],
      ['a key with a suffix', (key) => `Bearer ${key}A`],
      ['a key in capitals', (key) => `Bearer ${key.toUpperCase()}`],
      ['two keys', (key) => `Bearer ${key} ${key}`],
      ['no scheme', (key) => key],
      ['another scheme', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      ['only a scheme', () => 'Bearer'],
    ])('%s: api_key_invalid', async (_, authorization) => {
      const answer = await send(undefined, { authorization: authorization(customer().api.key!) });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'api_key_invalid' } } });
    });

    test('a revoked key: api_key_revoked, while another key of the account still works', async () => {
      const answer = await send(await revokedKey(customer().id));
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'api_key_revoked' } } });
      expect((await customer().api.get('/account')).status).toBe(200);
    });

    test('takes precedence over content type, key and body, and counts no request', async () => {
      const revoked = await revokedKey(customer().id);
      const answer = await requestUnread(new CheckedClient(useService().baseUrl, revoked), example);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([401, '50']);
    });
  });
}

/** Every 429 (rule REQ-10): checked after the key and before the request. `every-endpoint.test.ts` tries each endpoint. */
export function describeRateLimit(example: Example): void {
  describe(`${example.method} ${example.path} over 50 requests a second`, () => {
    const customer = useCustomer({ balance: 0 });

    test('is rejected with Retry-After, for every key of the account, and nothing is created', async () => {
      const { baseUrl, control } = useService();
      const { id, api } = customer();
      await limitRequests(id, 0);
      const { api_key } = await control.post(`/accounts/${id}/keys`);
      await unchanged(id, async () => {
        for (const client of [api, new CheckedClient(baseUrl, api_key)]) {
          const answer = await request(client, example);
          expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
          expect(answer.headers.get('ratelimit-remaining')).toBe('0');
        }
      });
      await limitRequests(id, 50);
      expect((await request(api, example)).status).not.toBe(429);
    });

    test('rejects exactly the requests over the limit', async () => {
      const { id, api } = customer();
      await limitRequests(id, 1);
      const second = () => Math.floor(Date.now() / 1000);
      const start = second();
      const answers = await Promise.all(Array.from({ length: 6 }, () => request(api, example)));
      const passed = answers.filter(({ status }) => status !== 429);
      // One in each second that passed.
      expect(passed.length).toBeGreaterThanOrEqual(1);
      expect(passed.length).toBeLessThanOrEqual(second() - start + 1);
      for (const { headers } of passed) expect(headers.get('ratelimit-remaining')).toBe('0');
    });

    test('takes precedence over content type, key and body', async () => {
      const { id, api } = customer();
      await limitRequests(id, 0);
      expect((await requestUnread(api, example)).status).toBe(429);
    });

    test('does not affect other accounts, and comes after the key', async () => {
      const { id, api } = customer();
      await limitRequests(id, 0);
      expect((await request((await openCustomer()).api, example)).status).not.toBe(429);
      const revoked = new CheckedClient(api.baseUrl, await revokedKey(id));
      expect((await request(revoked, example)).status).toBe(401);
    });
  });
}

/** The 422s of an endpoint without query parameters (rule REQ-8). */
export function describeUnknownParameters(example: Example): void {
  const { method, path } = example;
  describe(`${method} ${path}`, () => {
    const customer = useUnchangedCustomer();

    test.each([
      ['limit=1', ['limit unknown_parameter']],
      ['expand=', ['expand unknown_parameter']],
      ['a=1&b=2', ['a unknown_parameter', 'b unknown_parameter']],
      ['__proto__=1', ['__proto__ unknown_parameter']],
      ['constructor=1', ['constructor unknown_parameter']],
    ])('?%s', async (parameters, expected) => {
      const answer = await request(customer().api, { ...example, path: `${path}?${parameters}` });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      expect([...new Set(detailsOf(answer))]).toEqual(expected);
    });
  });
}

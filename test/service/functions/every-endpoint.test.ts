import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { CheckedClient } from '../../support/checked-client.ts';
import { type Example, pathTo, request, requestUnread, takesBody } from '../../support/every-endpoint.ts';
import { limitRequests, revokedKey, type Stored, storedFor, useUnchangedCustomer } from '../../support/internals.ts';
import { type Customer, openCustomer, useService } from '../../support/service.ts';

/**
 * What each endpoint of the API checks before its own work, once for each: a row of `endpoints` cannot be forgotten.
 * The many forms of each fault are tried at one endpoint of each shape (`letters-create`, `letters-cancel`,
 * `account-get`) and in the module that all of them share (`test/modules/http/api-handler.test.ts`).
 */
const examples = endpoints.map(({ method, path }): [string, Example] => [
  `${method} ${path}`,
  { method, path: pathTo(path) },
]);
const withBody = examples.filter(([, example]) => takesBody(example));
const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

const client = (key?: string) => new CheckedClient(useService().baseUrl, key);

describe('before the account of a request is known', () => {
  let customer: Customer;
  /** Another key of the account, and one that is revoked. */
  let otherKey: string;
  let revoked: string;
  let before: Stored;
  beforeAll(async () => {
    customer = await openCustomer();
    ({ api_key: otherKey } = await useService().control.post(`/accounts/${customer.id}/keys`));
    revoked = await revokedKey(customer.id);
    before = await storedFor(customer.id);
  });
  afterAll(async () => {
    expect(await storedFor(customer.id)).toEqual(before);
  });

  test.each(examples)(
    '%s answers 401 to everything without a working key, and counts no request',
    async (_, example) => {
      expect(await request(client(), example)).toMatchObject(refusal(401, 'api_key_missing'));
      expect(await request(client('malote_unknown'), example)).toMatchObject(refusal(401, 'api_key_invalid'));
      const answer = await requestUnread(client(revoked), example);
      expect(answer).toMatchObject(refusal(401, 'api_key_revoked'));
      expect(answer.headers.get('ratelimit-remaining')).toBe('50');
    },
  );

  test.each(examples)('%s answers 429 over the limit of the account, after the key', async (_, example) => {
    await limitRequests(customer.id, 0);
    for (const key of [customer.api.key, otherKey]) {
      const answer = await requestUnread(client(key), example);
      expect(answer).toMatchObject(refusal(429, 'rate_limit_exceeded'));
      expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    }
    expect(await request(client(revoked), example)).toMatchObject(refusal(401, 'api_key_revoked'));
  });
});

describe.each(withBody)('%s', (_, example) => {
  const customer = useUnchangedCustomer();
  const send = (body: string, headers: Record<string, string> = {}) =>
    request(customer().api, { ...example, body }, headers);

  test('answers 400 to another content type, before an empty key and a body that is not JSON', async () => {
    const answer = await send('{', { 'content-type': 'text/plain', 'idempotency-key': '' });
    expect(answer).toMatchObject(refusal(400, 'unsupported_content_type'));
  });

  test('answers 413 to more than 4,500,000 bytes, before an empty key and a body that is not JSON', async () => {
    const answer = await send('{'.repeat(4_500_001), { 'idempotency-key': '' });
    expect(answer).toMatchObject(refusal(413, 'request_too_large'));
  });

  test('answers 400 to a body that is not JSON', async () => {
    expect(await send('{', { 'idempotency-key': 'key' })).toMatchObject(refusal(400, 'invalid_json'));
    expect(await send('{"a":1,"a":2}')).toMatchObject(refusal(400, 'invalid_json'));
  });

  if (example.method === 'POST')
    test('answers 400 to an empty Idempotency-Key, before a body that is not JSON', async () => {
      const answer = await send('{', { 'idempotency-key': '' });
      expect(answer).toMatchObject(refusal(400, 'invalid_idempotency_key'));
    });
});

test('each endpoint has tests of its success', () => {
  const without = endpoints.filter(({ function: name }) => {
    const files = readdirSync(join(import.meta.dirname, name));
    return !files.some((file) => /^20[0-4]\b.*\.test\.ts$/.test(file));
  });
  expect(without.map(({ function: name }) => name)).toEqual([]);
});

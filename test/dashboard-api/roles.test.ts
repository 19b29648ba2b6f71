import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardOperations } from '../../lib/core/domain/dashboard-operations.ts';
import { roles } from '../../lib/core/domain/people.ts';
import { dashboardEndpoints } from '../../lib/infra/dashboard-endpoints.ts';
import type { Browser } from '../support/browser.ts';
import { newBrowser, signedIn } from '../support/dashboard.ts';
import { storeHealthEvent } from '../support/internals.ts';
import { openCustomer } from '../support/service.ts';

/** Ids that do not exist: a request that passes the session and the role changes nothing. */
const nowhere: Record<string, string> = {
  letter_id: 'ltr_00000000000000000000000000',
  mail_merge_id: 'mrg_00000000000000000000000000',
  verification_id: 'ver_00000000000000000000000000',
  person_id: 'usr_00000000000000000000000000',
  key_id: 'key_00000000000000000000000000',
  request_id: 'req_00000000000000000000000000',
  endpoint_id: 'whe_00000000000000000000000000',
  delivery_id: `whd_${'0'.repeat(52)}`,
  postal_code: '01001-000',
};

const endpoints = dashboardEndpoints.filter(({ path }) => path.startsWith('/accounts/{account_id}/'));
const pathOf = (path: string, accountId: string) =>
  path.replace('{account_id}', accountId).replace(/\{(\w+)\}/g, (_, name: string) => nowhere[name]!);
const bodyOf = (method: string) => (method === 'GET' ? undefined : { unknown_field: true });

let own: string;
let other: string;
const browsers = new Map<string, Browser>();

beforeAll(async () => {
  [{ id: own }, { id: other }] = await Promise.all([openCustomer(), openCustomer()]);
  for (const role of roles) browsers.set(role, await signedIn(own, role));
});

describe.each(roles)('%s', (role) => {
  test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s follows the table of roles, and changes nothing in other accounts',
    async (method, path, { function: operation }) => {
      const browser = browsers.get(role)!;
      const ask = (accountId: string) => browser.ask(method, pathOf(path, accountId), bodyOf(method));
      const { roles: allowed } = dashboardOperations[operation as keyof typeof dashboardOperations];
      const { status, body } = await ask(own);
      const isAllowed = (allowed as readonly string[]).includes(role);
      // A permitted request gets its own error: an unknown field or id.
      if (isAllowed) expect([200, 404, 422]).toContain(status);
      else expect([status, body.error.code]).toEqual([403, 'role_insufficient']);

      const elsewhere = await ask(other);
      expect([elsewhere.status, elsewhere.body.error.code]).toEqual([404, 'resource_not_found']);
    },
  );
});

describe('events about webhook endpoints', () => {
  test('are only for roles that see webhooks, and hold no secret of a URL', async () => {
    const { id } = await storeHealthEvent(own, 'https://cliente.example/hooks?token=s3cr3t-token');
    for (const role of roles) {
      const { status, body } = await browsers.get(role)!.ask('GET', `/accounts/${own}/events`);
      const isAllowed = (dashboardOperations['webhook-endpoints-list'].roles as readonly string[]).includes(role);
      expect([role, status, body.data.map((event: { id: string }) => event.id)]).toEqual([
        role,
        200,
        isAllowed ? [id] : [],
      ]);
      expect(JSON.stringify(body)).not.toContain('s3cr3t');
    }
  });
});

describe.each(endpoints.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  test('requires a session; an API key is not accepted', async () => {
    const { status, body } = await newBrowser().ask(method, pathOf(path, own), bodyOf(method), {
      authorization: 'Bearer malote_x',
    });
    expect([status, body.error.code]).toEqual([401, 'session_missing']);
  });

  test('rejects requests that do not come from the page', async () => {
    const browser = browsers.get('owner')!;
    const from = (headers: Record<string, string>) => browser.ask(method, pathOf(path, own), bodyOf(method), headers);
    const refused = [await from({ 'sec-fetch-site': 'cross-site' }), await from({ 'sec-fetch-site': 'same-site' })];
    if (method !== 'GET') {
      for (const origin of ['https://evil.example', 'null', `${browser.origin}.evil.example`, ''])
        refused.push(await from({ origin }));
    }
    for (const { status, body } of refused) expect([status, body.error.code]).toEqual([403, 'request_from_elsewhere']);
  });
});

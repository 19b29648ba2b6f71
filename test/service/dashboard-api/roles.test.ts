import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardOperations } from '../../../lib/core/domain/dashboard-operations.ts';
import { roles } from '../../../lib/core/domain/people.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import type { Browser } from '../../support/browser.ts';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { nowhere, pathTo } from '../../support/every-endpoint.ts';
import { storeHealthEvent } from '../../support/internals.ts';
import { openCustomer } from '../../support/service.ts';

const endpoints = dashboardEndpoints.filter(({ path }) => path.startsWith('/accounts/{account_id}/'));
const pathOf = (path: string, accountId: string) => pathTo(path, { ...nowhere, account_id: accountId });
const firstOf = (method: string) => endpoints.find((endpoint) => endpoint.method === method)!.path;
const bodyOf = (method: string) => (method === 'GET' ? undefined : { unknown_field: true });

let own: string;
let other: string;
const browsers = new Map<string, Browser>();
/** People without a place in the account of the path, by what they are: each with the account that they ask for. */
const outsiders = new Map<string, { browser: Browser; account: string }>();

async function removed(): Promise<Browser> {
  const browser = await signedIn(own, 'owner');
  const { id } = (await browser.ask('GET', '/session')).body.person;
  await browsers.get('owner')!.ask('DELETE', `/accounts/${own}/people/${id}`);
  return browser;
}

async function invited(): Promise<Browser> {
  const email = newEmail();
  const browser = await signedIn(other, 'owner', email);
  await browsers.get('owner')!.ask('POST', `/accounts/${own}/people`, { email, role: 'owner' });
  return browser;
}

beforeAll(async () => {
  [{ id: own }, { id: other }] = await Promise.all([openCustomer(), openCustomer()]);
  for (const role of roles) browsers.set(role, await signedIn(own, role));
  const owner = browsers.get('owner')!;
  outsiders.set('the owner of another account', { browser: owner, account: other });
  outsiders.set('an owner who asks for the sandbox', { browser: owner, account: sandboxIdOf(own) });
  outsiders.set('a removed owner', { browser: await removed(), account: own });
  outsiders.set('an invited owner who has not accepted', { browser: await invited(), account: own });
});

describe.each(roles)('%s', (role) => {
  test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s follows the table of roles',
    async (method, path, { function: operation }) => {
      const { roles: allowed } = dashboardOperations[operation as keyof typeof dashboardOperations];
      const { status, body } = await browsers.get(role)!.ask(method, pathOf(path, own), bodyOf(method));
      const isAllowed = (allowed as readonly string[]).includes(role);
      // A permitted request gets its own error: an unknown field or id.
      if (isAllowed) expect([200, 404, 422]).toContain(status);
      else expect([status, body.error.code]).toEqual([403, 'role_insufficient']);
    },
  );

  test('finds no other account', async () => {
    const { status, body } = await browsers.get(role)!.ask('GET', pathOf(firstOf('GET'), other));
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  });
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

  test.each([
    'the owner of another account',
    'an owner who asks for the sandbox',
    'a removed owner',
    'an invited owner who has not accepted',
  ])('does not exist for %s', async (who) => {
    const { browser, account } = outsiders.get(who)!;
    const { status, body } = await browser.ask(method, pathOf(path, account), bodyOf(method));
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  });

  test('rejects requests that do not come from the page', async () => {
    const headers: Record<string, string> =
      method === 'GET' ? { 'sec-fetch-site': 'cross-site' } : { origin: 'https://evil.example' };
    const { status, body } = await browsers.get('owner')!.ask(method, pathOf(path, own), bodyOf(method), headers);
    expect([status, body.error.code]).toEqual([403, 'request_from_elsewhere']);
  });
});

// All endpoints share the check.
test.each(['GET', 'POST'])('a %s from any other place than the page is rejected', async (method) => {
  const browser = browsers.get('owner')!;
  const path = firstOf(method);
  const from: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }];
  if (method === 'POST') {
    const origins = ['https://evil.example', 'null', `${browser.origin}.evil.example`, ''];
    from.push(...origins.map((origin) => ({ origin })));
  }
  for (const headers of from) {
    const { status, body } = await browser.ask(method, pathOf(path, own), bodyOf(method), headers);
    expect([status, body.error.code]).toEqual([403, 'request_from_elsewhere']);
  }
});

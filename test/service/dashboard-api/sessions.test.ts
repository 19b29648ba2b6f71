import { expect, test } from '@jest/globals';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { useCustomer } from '../../support/service.ts';

const customer = useCustomer();
const list = async (browser: ReturnType<typeof newBrowser>) => (await browser.ask('GET', '/sessions')).body.data;

test('a person sees their browsers, and ends one of them or all others (rule DASH-14)', async () => {
  const email = newEmail();
  const here = await signedIn(customer().id, 'viewer', email);
  const [there, elsewhere, stranger] = [newBrowser(), newBrowser(), await signedIn(customer().id, 'owner')];
  await there.signIn(email);
  await elsewhere.signIn(email);

  const found = await list(here);
  expect(found).toHaveLength(3);
  expect(found.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(found[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    object: 'browser_session',
    current: expect.any(Boolean),
    browser: null,
    system: null,
    created_at: expect.stringMatching(/Z$/),
    seen_at: expect.stringMatching(/Z$/),
  });
  expect(await list(stranger)).toHaveLength(1);

  const { id } = (await list(there)).find(({ current }: { current: boolean }) => current);
  const foreign = await stranger.ask('DELETE', `/sessions?id=${id}`);
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'resource_not_found']);
  expect((await there.ask('GET', '/session')).status).toBe(200);
  expect((await here.ask('DELETE', `/sessions?id=${id}`)).status).toBe(200);
  expect((await there.ask('GET', '/session')).body.error.code).toBe('session_ended');
  expect((await elsewhere.ask('GET', '/session')).status).toBe(200);

  expect((await here.ask('DELETE', '/sessions')).body).toEqual({ object: 'browser_session', deleted: true });
  expect((await elsewhere.ask('GET', '/session')).body.error.code).toBe('session_ended');
  expect((await here.ask('GET', '/session')).status).toBe(200);
  expect((await stranger.ask('GET', '/session')).status).toBe(200);
  expect(await list(here)).toMatchObject([{ current: true }]);
});

test('a session is named after the browser at sign-in', async () => {
  const browser = newBrowser();
  const open = browser.open.bind(browser);
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
  browser.open = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('user-agent', userAgent);
    return open(url, { ...init, headers: Object.fromEntries(headers) });
  };
  const email = newEmail();
  await signedIn(customer().id, 'viewer', email);
  await browser.signIn(email);
  expect(await list(browser)).toContainEqual(
    expect.objectContaining({ current: true, browser: 'Chrome', system: 'Linux' }),
  );
});

test('sessions can only be ended from the page, not from another site', async () => {
  const browser = await signedIn(customer().id, 'viewer');
  const { status, body } = await browser.ask('DELETE', '/sessions', undefined, { origin: 'https://evil.example' });
  expect([status, body.error.code]).toEqual([403, 'request_from_elsewhere']);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { startOwnService } from '../../support/own-service.ts';

const HOUR_SECONDS = 3_600;

/** Its own service, since its clock is advanced. */
let service: LocalService;
let control: Control;

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
});
afterAll(() => service?.stop());

const wind = (seconds: number) => control.post('/clock', { advance_seconds: seconds });
const newBrowser = () => new Browser(new URL(service.description.dashboard_url).origin);

async function signedIn(): Promise<Browser> {
  const browser = newBrowser();
  expect(await browser.signIn(service.description.dashboard_email)).toBe('/');
  return browser;
}

async function codeOf(browser: Browser, path = '/session'): Promise<string | undefined> {
  const { body } = await browser.ask('GET', path);
  return body.error?.code;
}

test('a session ends after 12 hours without a request, for every copy of its cookie (rule DASH-7)', async () => {
  const browser = await signedIn();
  const thief = newBrowser();
  thief.cookies.set('malote_session', browser.cookies.get('malote_session')!);
  const { accounts } = (await browser.ask('GET', '/session')).body;
  await wind(12 * HOUR_SECONDS - 120);
  expect(await codeOf(browser)).toBeUndefined();
  // This request extends the session.
  await wind(12 * HOUR_SECONDS - 120);
  expect(await codeOf(browser)).toBeUndefined();
  await wind(12 * HOUR_SECONDS + 120);
  for (const each of [thief, browser]) {
    expect(await codeOf(each)).toBe('session_ended');
    expect(await codeOf(each, `/accounts/${accounts[0].id}/letters`)).toBe('session_ended');
  }
});

test('a session ends 7 days after sign-in, however busy it is (rule DASH-7)', async () => {
  const browser = await signedIn();
  for (let day = 0; day < 14; day++) {
    expect(await codeOf(browser)).toBeUndefined();
    await wind(12 * HOUR_SECONDS - 300);
  }
  expect(await codeOf(browser)).toBeUndefined();
  await wind(2 * HOUR_SECONDS);
  expect(await codeOf(browser)).toBe('session_ended');
});

test('a sign-in that takes longer than ten minutes creates no session (rule DASH-5)', async () => {
  const browser = newBrowser();
  const open = browser.open.bind(browser);
  // The person is away while the provider's form waits.
  browser.open = async (url, init) => {
    if (url.startsWith('/api/sign-in/callback')) await wind(601);
    return open(url, init);
  };
  expect(await browser.signIn(service.description.dashboard_email)).toBe('/?sign_in_error=expired');
  expect(browser.cookies.has('malote_session')).toBe(false);
});

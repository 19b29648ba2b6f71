import { expect, test } from '@jest/globals';
import { contentSecurityPolicy } from '../../../lib/adapters/http/dashboard-pages.ts';
import { newBrowser } from '../../support/dashboard.ts';

const asPerson = { accept: 'text/html,application/xhtml+xml' };

test.each(['/', '/acc_1/letters?status=posted'])('%s returns the page, with its policy', async (path) => {
  const response = await newBrowser().open(path, { headers: asPerson });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
  expect(await response.text()).toContain('<div id="root">');
});

test('its scripts are served under their names, and a missing file is 404', async () => {
  const browser = newBrowser();
  const html = await (await browser.open('/', { headers: asPerson })).text();
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(html)!;
  const response = await browser.open(script!);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect((await browser.open('/assets/nothing.js')).status).toBe(404);
});

test('the page hides no other path of the service', async () => {
  const browser = newBrowser();
  expect((await browser.open('/api/session', { headers: asPerson })).status).toBe(401);
  expect((await browser.open('/v1/account', { headers: asPerson })).status).toBe(401);
});

test('scripts of another origin cannot run, and no other site can frame the page', () => {
  const policy = contentSecurityPolicy(['https://files.example', 'https://uploads.example']);
  expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).toMatch(/connect-src 'self' https:\/\/files\.example https:\/\/uploads\.example;/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|\*/);
});

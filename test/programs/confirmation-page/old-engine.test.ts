import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PAPERS } from '../../../lib/core/domain/faces.ts';
import { SERVICE_ACCENT } from '../../../lib/texts/confirmation-page/style.ts';
import { launchPhantomJs, type OldBrowser } from './phantomjs.ts';
import { samples } from './samples.ts';
import { openSite, RIGHT_CODE, type Site } from './site.ts';

let browser: OldBrowser;
let site: Site;

beforeAll(async () => {
  site = await openSite();
  browser = await launchPhantomJs();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(() => {
  site.requests.length = 0;
  site.posts.length = 0;
});

const open = (name: string) => browser.open(`${site.origin}/pt-BR/${name}`);
const heading = () => browser.evaluate<string>("document.querySelector('h1').textContent");
const style = (selector: string, property: string) =>
  browser.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

const height = (selector: string) =>
  browser.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().height`);

/** A color in the form of computed styles. */
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe('the engine', () => {
  test('ignores the hashes of CSP 2, obeys the other sources, and has no custom properties', async () => {
    const script = "document.title = 'ran'";
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    const server = createServer(({ url }, response) => {
      const policy = `script-src ${url === '/fallback' ? "'unsafe-inline' " : ''}${hash}`;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
      response.end(`<!doctype html><title>blocked</title><script>${script}</script>`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await browser.open(`${origin}/hashes`);
    expect(await browser.evaluate('document.title')).toBe('blocked');
    await browser.open(`${origin}/fallback`);
    expect(await browser.evaluate('document.title')).toBe('ran');
    server.closeAllConnections();
    server.close();
    expect(await browser.evaluate('!!(window.CSS && CSS.supports && CSS.supports("color", "var(--a)"))')).toBe(false);
  });

  test('is named when it is missing', async () => {
    await expect(launchPhantomJs('/nowhere/phantomjs')).rejects.toThrow('npm run phantomjs:install');
  });
});

test('the page is drawn: its paper, its button, its mark', async () => {
  await open('code-expected');
  expect(await style('.sheet', 'backgroundColor')).toBe(rgb(PAPERS.light));
  expect(await style('#code-form button', 'backgroundColor')).toBe(rgb(SERVICE_ACCENT));
  expect(await style('#code-form button', 'color')).toBe('rgb(255, 255, 255)');
  expect(await style('header svg path', 'stroke')).not.toBe('none');
  expect(await height('#code-form button')).toBeGreaterThanOrEqual(44);
  expect(await height('header svg')).toBeGreaterThan(40);
  expect(await browser.evaluate('document.documentElement.scrollWidth')).toBe(320);
});

test('a wrong code, then the right one', async () => {
  await open('code-expected');
  await browser.type('#code', '999999');
  await browser.press('#code-form button');
  expect(await browser.address()).toBe(`${site.origin}/pt-BR/wrong-code`);
  expect(await browser.evaluate("document.getElementById('code-error').textContent")).toContain(
    'Esse não é o código da carta.',
  );
  // The wrong code stays for comparison.
  expect(await browser.evaluate("document.getElementById('code').value")).toBe(samples['wrong-code'].wrong);
  await browser.type('#code', RIGHT_CODE);
  await browser.press('#code-form button');
  expect(await heading()).toBe('Endereço confirmado');
  expect(site.posts).toEqual([
    { code: '999999', entry: 'typed' },
    { code: RIGHT_CODE, entry: 'typed' },
  ]);
});

test('a malformed code is reported in the page, and not sent', async () => {
  await open('code-expected');
  await browser.type('#code', '12345');
  await browser.press('#code-form button');
  expect(await browser.evaluate("document.getElementById('code-error').textContent")).toBe(
    'O código tem 6 dígitos. Confira na carta e digite todos.',
  );
  expect(site.posts).toEqual([]);
});

test('the code of the QR code fills the field, leaves the address and is confirmed by the button', async () => {
  await open(`code-expected#${RIGHT_CODE}`);
  expect(await browser.evaluate("document.getElementById('code').value")).toBe('042 317');
  expect(await browser.address()).toBe(`${site.origin}/pt-BR/code-expected`);
  expect(site.posts).toEqual([]);
  await browser.press('#code-form button');
  expect(await heading()).toBe('Endereço confirmado');
  expect(site.posts).toEqual([{ code: '042 317', entry: 'qr_code' }]);
  expect(site.requests.join()).not.toContain(RIGHT_CODE);
});

test('the number of the letter leads to its page', async () => {
  await open('number-expected');
  await browser.type('[name=number]', 'abcd-efgh-jkmn');
  await browser.press('main form button');
  expect(await heading()).toBe('Confirme seu endereço');
  expect(site.posts).toEqual([{ number: 'abcd-efgh-jkmn' }]);
});

test.each([
  'letter-genuine',
  'letter-copied',
  'letter-not-posted',
  'letter-revoked',
  'number-unknown',
  'number-mistyped',
])('%s is read whole, without scrolling sideways', async (name) => {
  await open(name);
  expect(await browser.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await height('h1')).toBeGreaterThan(20);
  expect(await style('main p', 'color')).not.toBe(rgb(PAPERS.light));
});

test('a mistyped number can be typed again', async () => {
  await open('number-mistyped');
  await browser.type('[name=number]', 'bcdf-ghjk-mnpq');
  await browser.press('main form button');
  expect(site.posts).toEqual([{ number: 'bcdf-ghjk-mnpq' }]);
});

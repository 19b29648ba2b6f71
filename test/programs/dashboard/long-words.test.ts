import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { Browser as Visitor } from '../../support/browser.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { templateBody } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, drawn } from './looks.ts';
import { signIn } from './steps.ts';

/** Tables with a text that has no place to break: it breaks anywhere, and everything beside it between words only. */
const LONG = 'CONTRATO'.padEnd(100, '0123456789');
/** No word of the dashboard itself, no date and no ordinary name is longer; ids and e-mail addresses are. */
const ORDINARY_LETTERS = 17;
/** 704 px have cards, and 992 px the menu above: the widths after these have the least room. */
const widths = [360, 705, 768, 993, 1024, 1440];
const screens = [
  '/letters',
  '/verifications',
  '/balance',
  '/developers/api-keys',
  '/developers/webhooks',
  '/developers/requests',
  '/people',
  '/activity',
  '/settings',
];

let service: LocalService;
let browser: Browser;
let context: BrowserContext;
let accountId: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, dashboard_url, dashboard_email } = service.description;
  const api = new ApiClient(base_url, api_key);
  accountId = (await api.get('/account')).body.id;
  const owner = new Visitor(new URL(dashboard_url).origin);
  await owner.signIn(dashboard_email);
  const made = async (path: string, body: object) =>
    expect((await owner.ask('POST', `/accounts/${accountId}${path}`, body)).status).toBe(201);
  for (const [name, reference] of [
    ['Maria Aparecida Nascimento', 'pedido 1234'],
    [LONG, LONG],
  ] as const) {
    const { to } = letterBody() as { to: object };
    await made('/letters', letterBody({ to: { ...to, name }, reference, send_date: dateIn(10) }));
    await made('/letters', letterBody({ to: { ...to, name }, reference }));
    await made('/verifications', templateBody({ to: { ...to, name }, reference }));
    await made('/api-keys', { name: name.slice(0, 80), mode: 'live' });
    await made('/people', {
      name,
      email: `${name.slice(0, 40).toLowerCase().replaceAll(' ', '.')}@example.com`,
      role: 'developer',
    });
  }
  await made('/webhook-endpoints', { url: `https://example.com/${LONG}`, events: ['*'] });
  await made('/webhook-endpoints', { url: 'https://example.com/', events: ['letter.posted'] });
  context = await browser.newContext(desktop);
  const page = await context.newPage();
  await signIn(page, dashboard_url, dashboard_email);
  await page.close();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** The words of tables, badges, buttons and dates that stand on several lines, with the excess of the page's width. */
const measured = `${drawn}.then(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const kind = node.parentElement.closest('.mantine-Button-root, time, td');
    if (!kind || !node.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      if (word.length > ${ORDINARY_LETTERS}) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { broken, excess: scrollWidth - clientWidth };
})`;

describe.each(['pt-BR', 'en'])('in %s', (language) => {
  test.each(screens)('%s breaks only long words, and fits', async (screen) => {
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('malote.language', '${language}')`);
    await page.goto(new URL(`/${accountId}${screen}`, service.description.dashboard_url).href);
    await page.locator('table').first().waitFor();
    const found: Record<number, unknown> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      found[width] = await page.evaluate(measured);
    }
    await page.close();
    expect(found).toEqual(Object.fromEntries(widths.map((width) => [width, { broken: [], excess: 0 }])));
  });
});

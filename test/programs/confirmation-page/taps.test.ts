import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createPageToken, hostedPageUrl } from '../../../lib/core/domain/hosted-page.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { launchChromium } from './chromium.ts';
import { openSite, RIGHT_CODE, type Site } from './site.ts';

/** A typical company host; all letters of id and token are typed the same way. */
const BASE = 'https://confirmar.malote.com.br';
const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => 37 * index + 11);
const token = createPageToken(bytes);
const address = hostedPageUrl(BASE, createId('account', 0, bytes), token);

/**
 * Taps that a text takes on a phone keyboard: one per key, and one for each switch between letters and digits. Dot and
 * slash are next to the letters when an address is typed; the underscore is two keyboards away.
 */
function tapsFor(text: string, keyboard: RegExp): number {
  let taps = 0;
  let changed = false;
  for (const character of text) {
    const other = !keyboard.test(character);
    if (other !== changed) taps += character === '_' ? 2 : 1;
    changed = other;
    taps += 1;
  }
  return taps;
}

const letters = /[a-z./-]/;
const digits = /[0-9]/;
const GO = 1;

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), openSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function onPhone(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${site.origin}/pt-BR/${path}`);
  return page;
}

/** Types the code on its page, and confirms. */
async function tapsForCode(page: Page): Promise<number> {
  const field = page.getByRole('textbox');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  await field.tap();
  await page.keyboard.type(RIGHT_CODE);
  await page.getByRole('button').tap();
  await page.waitForURL('**/confirmed-with-return');
  await page.context().close();
  return 1 + tapsFor(RIGHT_CODE, digits) + 1;
}

test('the address has at most 60 characters', () => expect(address.length).toBeLessThanOrEqual(60));

test('typing address and code takes at most 60 taps', async () => {
  const typed = address.replace('https://', '').replaceAll('-', '').replace('_', '');
  const taps = tapsFor(typed, letters) + GO;
  expect(taps + (await tapsForCode(await onPhone('code-expected')))).toBe(55);
  // For a person who does not know that the underscore is optional.
  expect(tapsFor(typed.replace('acc', 'acc_'), letters) - tapsFor(typed, letters)).toBe(4);
});

test('typing host, number of the letter and code takes fewer', async () => {
  const page = await onPhone('number-expected');
  const number = token.replaceAll('-', '');
  await page.getByRole('textbox').tap();
  await page.keyboard.type(number);
  await page.getByRole('button').tap();
  await page.waitForURL('**/code-expected');
  const taps = tapsFor(new URL(BASE).host, letters) + GO + 1 + tapsFor(number, letters) + 1;
  expect(taps + (await tapsForCode(page))).toBe(46);
});

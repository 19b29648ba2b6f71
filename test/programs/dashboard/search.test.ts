import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { dateIn, letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, nameless, phone, violations, widths } from './looks.ts';
import { signIn } from './steps.ts';

/** A person finds anything with Ctrl K, by keyboard alone and on a phone. */
let service: LocalService;
let browser: Browser;
let page: Page;
/** The page's searches. */
const searches: string[] = [];
let letterId: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, dashboard_url, dashboard_email } = service.description;
  const api = new ApiClient(base_url, api_key);
  const post = async (name: string, reference: string) => {
    const order = letterBody({ to: { ...recipient, name }, send_date: dateIn(10), reference });
    const { status, body } = await api.post('/letters', order);
    expect(status).toBe(201);
    return body.id as string;
  };
  letterId = await post('José da Silva', 'Contrato 2041');
  await post('Joselina Pereira', 'Contrato 2042');
  await post('Padaria Pão Quente Ltda.', 'Contrato 2043');
  page = await browser.newPage(desktop);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/search')) searches.push(url.searchParams.get('text')!);
  });
  await signIn(page, dashboard_url, dashboard_email);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
afterEach(async () => {
  await page.keyboard.press('Escape');
  searches.length = 0;
});

const field = () => page.getByRole('combobox', { name: /Nome, CEP, referência/ });
const options = () => page.getByRole('dialog').getByRole('option');
const status = (text: string | RegExp) => page.getByRole('dialog').getByRole('status').filter({ hasText: text });

async function search(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field().waitFor();
  await page.keyboard.type(text);
}

describe('Ctrl K', () => {
  test('finds a letter by parts of the name with one request, and opens it by keyboard', async () => {
    await search('jose sil');
    await status(/^1 resultado$/).waitFor();
    expect(searches).toEqual(['jose sil']);
    expect(await options().allTextContents()).toEqual([expect.stringContaining('José da Silva')]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /José da Silva/ }).waitFor();
    expect(page.url()).toContain(letterId);
  });

  test('finds by reference without case and by postal code; arrows choose among results', async () => {
    await search('contrato 2042');
    await status(/^1 resultado$/).waitFor();
    await field().fill('05010000');
    await status(/^3 resultados$/).waitFor();
    const chosen = () => page.getByRole('dialog').getByRole('option', { selected: true }).textContent();
    expect(await chosen()).toContain('Padaria');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toContain('Joselina');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toContain('José');
    const active = await field().getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
  });

  test('offers what to do and where to go before anything is typed, and without a request', async () => {
    await search('');
    await status(/Digite duas letras/).waitFor();
    expect(await options().first().textContent()).toBe('Nova carta');
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Saldo/ }).waitFor();
    expect(searches).toEqual([]);
  });

  test('says what was searched when nothing is found', async () => {
    await search('xyzzy');
    await status(/Nada para “xyzzy”\. A busca comparou com os nomes dos destinatários, as referências/).waitFor();
    expect(await options().count()).toBe(0);
  });

  test('says so when the search fails, and tries again', async () => {
    await page.route('**/search?*', (route) => route.abort());
    await search('padaria');
    await page.getByRole('dialog').getByText('Sem conexão').waitFor();
    await page.unroute('**/search?*');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await status(/^1 resultado$/).waitFor();
  });
});

test('the field in the header opens it; axe finds nothing, and every control has a name', async () => {
  for (const { viewport, colorScheme } of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Buscar em tudo' }).click();
    await field().fill('jose');
    await status(/^2 resultados$/).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await nameless(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  }
  expect(await widths(page)).toEqual({ 'text of 200 %': 0, '320 px': 0 });
});

test('the list filters by name, downloads what is filtered, and an empty one offers the references', async () => {
  await page.setViewportSize(desktop.viewport);
  await page.goto(new URL('letters', new URL(page.url()).href.replace(/\/(letters|balance).*$/, '/')).href);
  const box = page.getByRole('textbox', { name: /Buscar por nome, referência/ });
  await box.fill('joselina');
  await box.press('Enter');
  await page.waitForURL(/recipient=joselina/);
  await page.getByRole('link', { name: 'Joselina Pereira' }).waitFor();
  await page.getByRole('link', { name: 'José da Silva' }).waitFor({ state: 'detached' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar esta lista' }).click();
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toEqual([expect.any(String), expect.stringContaining(';Joselina Pereira;')]);
  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar XLSX' }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^cartas-\d{4}-\d\d-\d\d\.xlsx$/);
  await box.fill('contrato');
  await box.press('Enter');
  await page.getByRole('link', { name: 'Buscar “contrato” nas referências' }).click();
  await page.waitForURL(/reference=contrato/);
});

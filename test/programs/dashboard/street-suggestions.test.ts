import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, nameless, violations } from './looks.ts';
import { signIn } from './steps.ts';

/** Whoever knows the city but not the postal code finds the street while typing it (rule ADDR-11). */
let service: LocalService;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  page = await (await browser.newContext(desktop)).newPage();
  await signIn(page, service.description.dashboard_url, service.description.dashboard_email);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const street = () => page.getByRole('combobox', { name: 'Logradouro', exact: true });
const values = async () => ({
  street: await street().inputValue(),
  ...Object.fromEntries(
    await Promise.all(['CEP', 'Bairro', 'Cidade', 'UF'].map(async (name) => [name, await field(name).inputValue()])),
  ),
});

test('a street with a typing error is found, chosen by keyboard, and fills in the rest', async () => {
  await page.getByRole('link', { name: 'Nova carta' }).first().click();
  await field('Cidade').fill('sao paulo');
  await field('UF').fill('SP');
  await street().pressSequentially('rua caibui');
  const option = page.getByRole('option', { name: 'Rua Caiubi, Perdizes, 05010-000' });
  await option.waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await nameless(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await values()).toEqual({
    street: 'Rua Caiubi',
    CEP: '05010-000',
    Bairro: 'Perdizes',
    Cidade: 'São Paulo',
    UF: 'SP',
  });
  await option.waitFor({ state: 'hidden' });
});

test('with a postal code nothing is suggested', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await street().fill('Rua Caiubi de Cima');
  await page.waitForTimeout(600);
  expect(asked.filter((url) => url.includes('/postal-codes?'))).toEqual([]);
  expect(await page.getByRole('option', { name: /\d{5}-\d{3}/ }).count()).toBe(0);
});

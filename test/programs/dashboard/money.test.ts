import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { formats } from '../../../dashboard/src/language/formats.ts';
import prices from '../../../data/prices.json' with { type: 'json' };
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { blankPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { textOf } from '../pdf/tools.ts';
import { desktop, violationsInEachLook } from './looks.ts';
import { signIn } from './steps.ts';

/** What the dashboard says of money: prices before an order, and a statement of who ordered what, also on paper. */
let service: LocalService;
let browser: Browser;
let page: Page;
let api: ApiClient;
let account: { id: string; legal_name: string; cnpj: string; plan: keyof typeof prices };

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, dashboard_url, dashboard_email } = service.description;
  api = new ApiClient(base_url, api_key);
  account = (await api.get('/account')).body;
  page = await browser.newPage(desktop);
  await signIn(page, dashboard_url, dashboard_email);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const open = (path: string) => page.goto(new URL(`/${account.id}${path}`, service.description.dashboard_url).href);
const main = async () => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
/** The row of the statement with a text. */
const row = async (text: string) => {
  const found = page.getByRole('row').filter({ hasText: text });
  await found.getByText(text).first().waitFor();
  return found;
};

test('each option of a new letter has its price and unit, from the plan of the account', async () => {
  await open('/letters/new');
  await page.getByText(/^\+ .* por página impressa$/).waitFor();
  const list = prices[account.plan];
  const money = (centavos: number) => formats('pt-BR').money(centavos).replaceAll(/\s/g, ' ');
  const text = await main();
  for (const said of [
    `+ ${money(list.color)} por página impressa`,
    `Menos folhas: ${money(list.additional_sheets)} por folha além da primeira`,
    `+ ${money(list.registered)}. Com código`,
    `+ ${money(list.return_receipt)}, mais ${money(list.registered)} do registro`,
    `+ ${money(list.restricted_delivery)}, mais ${money(list.registered)} do registro`,
  ]) {
    expect(text).toContain(said);
  }
});

test('the statement names who ordered and who canceled, on the page and in its file', async () => {
  expect((await api.post('/letters', letterBody({ to: { ...recipient, name: 'Pedro da Chave' } }))).status).toBe(201);
  await open('/letters/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer: blankPdf() });
  await page.getByLabel('Nome', { exact: true }).fill('Marta do Painel');
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByLabel('Número', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Enviar carta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Carta para Marta do Painel' }).waitFor();
  await page.getByRole('button', { name: 'Cancelar carta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar carta' }).click();
  await page.getByText('Estorno:').waitFor();

  const name = await page.evaluate<string>(
    "fetch('/api/session').then((got) => got.json()).then(({ person }) => person.name)",
  );
  await open('/balance');
  await (await row(`Pedido por ${name}`)).getByText('Marta do Painel').waitFor();
  await (await row(`Cancelado por ${name}`)).getByText('Marta do Painel').waitFor();
  const ofKey = await row('Pedro da Chave');
  expect(await ofKey.innerText()).not.toContain('Pedido por');
  expect(await violationsInEachLook(page)).toEqual([]);

  await page.getByRole('button', { name: 'Totais e arquivos' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n');
  const people = lines.map((line) => line.split(';')).map((cells) => [cells[1], cells[3], cells[6]]);
  expect(people.slice(0, 4)).toEqual([
    ['Tipo', 'Destinatário', 'Pessoa'],
    ['Estorno', 'Marta do Painel', name],
    ['Carta', 'Marta do Painel', name],
    ['Carta', 'Pedro da Chave', ''],
  ]);
});

test('the statement prints with company, CNPJ, period and totals, whole, and without what is operated', async () => {
  const { body } = await api.get('/balance/transactions?limit=1');
  const today = formats('pt-BR').day(body.data[0].created_at);
  const from = today.split('/').reverse().join('-');
  await open(`/balance?from=${from}&until=${from}`);
  await page.getByRole('button', { name: 'Totais e arquivos' }).click();
  // A headless browser has no dialog of printing: the page waits as if one were open.
  await page.evaluate('window.print = () => undefined');
  await page.getByRole('button', { name: 'Imprimir o extrato inteiro' }).click();
  const printed = textOf(
    await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } }),
  );
  for (const said of [
    account.legal_name,
    `CNPJ ${account.cnpj}`,
    `De ${today} a ${today}`,
    'Totais',
    'Extrato',
    'Pedro da Chave',
  ]) {
    expect(printed).toContain(said);
  }
  // Each movement is there once, also if the page's own list shows it.
  expect(printed.match(/Pedro da Chave/g)).toHaveLength(1);
  expect(printed).not.toMatch(/-R\$\s0,00/);
  expect(printed).not.toMatch(/Filtrar|Totais e arquivos|Baixar|Copiar|Preços do plano|Início/);
});

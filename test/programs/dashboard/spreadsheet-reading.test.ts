import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { emptyRows } from '../../modules/spreadsheets/empty-rows.ts';
import { ApiClient } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, violations } from './looks.ts';
import { signIn } from './steps.ts';

/** What a person sees and decides about a spreadsheet before its rows are checked, as `npm start` serves it. */
let service: LocalService;
let browser: Browser;
let address: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, dashboard_url } = service.description;
  const accountId = (await new ApiClient(base_url, api_key).get('/account')).body.id;
  address = new URL(`/${accountId}/letters/spreadsheet`, dashboard_url).href;
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const fixture = (name: string) => resolve(import.meta.dirname, '../../support/fixtures/spreadsheets/cases', name);

/** The page with a PDF that has a marker, and a spreadsheet. */
async function chosen(
  marker: string,
  cells: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<Page> {
  const { dashboard_url, dashboard_email } = service.description;
  const page = await (await browser.newContext(desktop)).newPage();
  await signIn(page, dashboard_url, dashboard_email);
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  const buffer = wordsPdf(`Aviso: {{${marker}}}`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer });
  await page.locator('input[type=file]').nth(1).setInputFiles(cells);
  return page;
}

const check = (page: Page) => page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
const send = (page: Page, name: string) => page.getByRole('button', { name });

/** The cells with problems, each as its name and what its field says of it. */
async function problems(page: Page, count: number): Promise<string[][]> {
  await page.getByRole('button', { name: `Com problemas: ${count}` }).click();
  const fields = page.getByRole('table', { name: 'Linhas da planilha' }).getByRole('textbox');
  return fields.evaluateAll((all) =>
    all.map((field) => {
      const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
      const texts = described.map((id: string) => field.ownerDocument.getElementById(id)!.textContent);
      return [field.getAttribute('aria-label')!, texts.join(' ')];
    }),
  );
}

test('hidden rows are counted, and a person says whether they get letters', async () => {
  const page = await chosen('situacao', fixture('S27-filtered-rows.xlsx'));
  await page.getByText('3 linhas, 1 oculta').waitFor();
  await page.getByText('Falta escolher o que fazer com as linhas ocultas.').waitFor();
  expect(await page.getByRole('button', { name: 'Conferir todas as linhas' }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  const hidden = page.getByLabel('Linhas ocultas ou filtradas');
  await hidden.selectOption('Enviar também');
  await check(page);
  await page.getByText('As 3 linhas estão certas.').waitFor();
  await hidden.selectOption('Deixar de fora');
  await check(page);
  await page.getByText('As 2 linhas estão certas.').waitFor();
  await page.context().close();
});

test('a blank cell of a marker is a problem that a person can accept', async () => {
  const rows = ['Nome do cliente;CEP;Número;Valor', 'Ana;01310-100;1;R$ 1', 'Bia;01310-100;2;', 'Eva;01310-100;3;'];
  const buffer = Buffer.from(rows.join('\r\n'));
  const page = await chosen('valor', { name: 'clientes.csv', mimeType: 'text/csv', buffer });
  await check(page);
  expect(await problems(page, 2)).toEqual([
    ['Valor, linha 3', 'Em branco: a carta ficaria com um espaço vazio.'],
    ['Valor, linha 4', 'Em branco: a carta ficaria com um espaço vazio.'],
  ]);
  expect(await send(page, 'Enviar 1 carta').isDisabled()).toBe(true);
  await page.getByLabel('2 linhas sem Valor: imprimir em branco').check();
  await page.getByText('As 3 linhas estão certas.').waitFor();
  expect(await send(page, 'Enviar 3 cartas').isEnabled()).toBe(true);
  await page.context().close();
});

test('rows whose cells are not certain are refused with their column, and the others are not', async () => {
  const page = await chosen('valor', fixture('G6-excelize-formulas.xlsx'));
  await page.getByLabel('1 linha sem Valor: imprimir em branco').check();
  await check(page);
  expect(await problems(page, 1)).toEqual([
    ['Nome, linha 2', 'A fórmula não tem resultado. Abra a planilha no Excel e salve-a de novo.'],
    ['Valor, linha 2', 'A fórmula não tem resultado. Abra a planilha no Excel e salve-a de novo.'],
  ]);
  await page.context().close();
});

test('the encoding, the separator and the row of headings are shown, and a person can choose others', async () => {
  const page = await chosen('valor', fixture('S06-utf8-with-one-latin1-row.csv'));
  await page.getByText('2 linhas').waitFor();
  const encoding = page.getByLabel('Codificação do texto');
  expect(await encoding.inputValue()).toBe('mixed');
  await check(page);
  await page.getByText('As 2 linhas estão certas.').waitFor();
  await encoding.selectOption('Windows (ANSI)');
  await page.getByText('As 2 linhas estão certas.').waitFor({ state: 'detached' });
  await check(page);
  const [[cell, problem] = []] = await problems(page, 1);
  expect(cell).toBe('Nome, linha 2');
  expect(problem).toMatch(/^O texto tem letras trocadas/);
  expect(await page.getByRole('textbox', { name: cell! }).inputValue()).toBe('JoÃ£o ConceiÃ§Ã£o');

  await page.locator('input[type=file]').nth(1).setInputFiles(fixture('S08-title-above-heading.csv'));
  await page.getByText('1 linha', { exact: true }).waitFor();
  const heading = page.getByLabel('Linha dos títulos');
  expect(await heading.inputValue()).toBe('3');
  expect(await page.getByLabel('Separador das colunas').inputValue()).toBe(';');
  await heading.selectOption({ index: 0 });
  await page.getByText('2 linhas', { exact: true }).waitFor();
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('');
  await page.context().close();
});

test('a file that is no spreadsheet is refused with the reason, and nothing of the one before is left', async () => {
  const page = await chosen('valor', fixture('S11-pipe.csv'));
  await page.getByText('1 linha', { exact: true }).waitFor();
  const html = Buffer.from('<html><table><tr><td>Nome</td></tr></table></html>');
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'a.xls', mimeType: 'application/vnd.ms-excel', buffer: html });
  await page.getByRole('alert').getByText('Este arquivo é uma página da web').waitFor();
  await page.getByText('Falta a planilha.').waitFor();
  await page.context().close();
});

test('the page stays responsive while a spreadsheet with 200,000 styled rows is read', async () => {
  const page = await chosen('valor', fixture('S11-pipe.csv'));
  await page.getByText('1 linha', { exact: true }).waitFor();
  await page.evaluate(`
    longest = 0;
    last = performance.now();
    setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 50);
  `);
  const buffer = Buffer.from(emptyRows(200_000));
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'cheia.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('progressbar', { name: 'Lendo a planilha' }).waitFor();
  const began = Date.now();
  await page.getByText('cheia.xlsx').waitFor();
  const took = Date.now() - began;
  const longest = await page.evaluate<number>('longest');
  // If the page read it itself, the longest pause would be the whole time. A busy machine makes both longer.
  expect(longest).toBeLessThan(took / 3);
  await page.context().close();
});

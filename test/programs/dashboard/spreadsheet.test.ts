import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import type { Reading } from '../../../lib/spreadsheet/cells.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, type Look, looks, phone, violations } from './looks.ts';
import { signIn } from './steps.ts';

/**
 * Letters from a spreadsheet as `npm start` serves them: the functions behind the session, and the worker that creates
 * them.
 */
let service: LocalService;
let browser: Browser;
let api: ApiClient;
let accountId: string;

const fiveHundredRows = resolve(import.meta.dirname, '../../support/fixtures/spreadsheets/500-rows.xlsx');

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url } = service.description;
  api = new ApiClient(base_url, api_key);
  accountId = (await api.get('/account')).body.id;
  // Five hundred letters in each look cost more than the account's first balance.
  await new Control(control_url).post(`/accounts/${accountId}/credits`, { amount: 1_000_000 });
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const addressOf = (path: string) => new URL(`/${accountId}${path}`, service.description.dashboard_url).href;

/** A new device, signed in, on a screen of the account. */
async function device(path: string, look: Look = desktop): Promise<Page> {
  const { dashboard_url, dashboard_email } = service.description;
  const page = await (await browser.newContext(look)).newPage();
  await signIn(page, dashboard_url, dashboard_email);
  page.setDefaultTimeout(120_000);
  await page.goto(addressOf(path));
  return page;
}

const csv = (count: number, wrong: readonly number[] = [], reference = '') => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Nome;CEP;Número;Valor;Ref',
      ...Array.from({ length: count }, (_, index) => {
        const code = wrong.includes(index + 2) ? '99999-999' : '01310-100';
        return `Pessoa ${index + 1};${code};${100 + index};R$ ${index},00;${reference}`;
      }),
    ].join('\r\n'),
  ),
});

const letter = { name: 'aviso.pdf', mimeType: 'application/pdf', buffer: wordsPdf('Valor: {{valor}}') };
const documentInput = (page: Page) => page.locator('input[type=file]').first();
const cellsInput = (page: Page) => page.locator('input[type=file]').nth(1);
const check = (page: Page) => page.getByRole('button', { name: 'Conferir todas as linhas' }).click();

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

async function downloaded(page: Page, name: string): Promise<string[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n');
}

/** The names of the fields in the table, which are the cells with problems. */
const fields = (page: Page) =>
  page
    .getByRole('table', { name: 'Linhas da planilha' })
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => field.getAttribute('aria-label')));

async function savedWorkbook(page: Page, name: string): Promise<Reading> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await saving;
  const read = await readSpreadsheet(new Uint8Array(readFileSync(await file.path())), file.suggestedFilename());
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test.each(looks)(
  'rows are checked, corrected, sent once each, and shown and canceled on another device: $name',
  async (look) => {
    const page = await device('/letters', look);
    await page.getByRole('link', { name: 'Cartas de uma planilha' }).first().click();
    await documentInput(page).setInputFiles(letter);
    await cellsInput(page).setInputFiles(csv(12, [3, 7]));
    await page.getByText('12 linhas').waitFor();
    expect(await page.getByLabel('{{valor}}').inputValue()).toBe('Valor');
    await check(page);
    await page.getByRole('button', { name: 'Ver as linhas com problemas' }).click();
    await page.getByRole('button', { name: 'Com problemas: 2' }).click();
    const wrong = ['CEP, linha 3', 'CEP, linha 7'] as const;
    expect(await fields(page)).toEqual(wrong);
    expect(await page.getByRole('button', { name: 'Enviar 10 cartas' }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);

    // Corrected in place, as in a spreadsheet: Enter goes on to the next problem, and the row is checked again.
    await page.getByRole('textbox', { name: wrong[0] }).fill('01310-100');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('20040-002');
    await page.keyboard.press('Enter');
    await page.getByText('As 12 linhas estão certas.').waitFor();
    expect(await fields(page)).toEqual([]);
    await page.getByRole('button', { name: 'Alteradas aqui: 2' }).waitFor();
    expect(await page.getByText('Na planilha: 99999-999').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    const { cells } = await savedWorkbook(page, 'Baixar a planilha corrigida');
    expect(cells.rows.map(({ values }) => values[1])).toEqual(
      Array.from({ length: 12 }, (_, index) => (index === 5 ? '20040-002' : '01310-100')),
    );
    await confirm(page, 'Enviar 12 cartas');
    await page.getByRole('heading', { level: 1, name: 'aviso.pdf' }).waitFor();
    await page.context().close();

    const elsewhere = look.viewport.width === phone.viewport.width ? desktop : phone;
    const other = await device('/letters/spreadsheet', elsewhere);
    const sent = other.getByRole('link', { name: /^aviso\.pdf/ }).first();
    await sent.waitFor();
    // A returning person finds it without scrolling, before the form for another one.
    const { y } = (await sent.boundingBox())!;
    expect(y).toBeLessThan(elsewhere.viewport.height);
    expect(y).toBeLessThan((await other.getByText('Solte aqui a planilha').boundingBox())!.y);
    await sent.click();
    await other.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    await other.getByText(/^Confirmada em .+ por Ana Souza$/).waitFor();
    expect(await violations(other)).toEqual([]);
    const [, ...lines] = await downloaded(other, 'Baixar o resultado');
    expect(new Set(lines.map((line) => line.split(';')[2])).size).toBe(12);
    expect(lines[0]).toMatch(/^2;Criadas;ltr_\w+;6,90;;Pessoa 1;;Na fila$/);

    await other.getByRole('button', { name: 'Cancelar o que ainda for possível' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Cancelar o que ainda for possível' }).click();
    await other.getByText('Cancelada', { exact: true }).first().waitFor();
    await other.locator('dt', { hasText: 'Criadas' }).waitFor({ state: 'detached' });
    expect(await other.locator('dd').allInnerTexts()).toEqual(['12', 'R$\u00a00,00']);
    expect(await violations(other)).toEqual([]);
  },
);

test.each(looks)(
  '20 of 500 rows are wrong; after a corrected upload, all are sent, even with the page closed: $name',
  async (look) => {
    const page = await device('/letters/spreadsheet', look);
    await documentInput(page).setInputFiles(letter);
    await cellsInput(page).setInputFiles(fiveHundredRows);
    await page.getByText('500 linhas').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Com problemas: 20' }).click({ timeout: 300_000 });
    // Each 25th row is wrong.
    expect(await fields(page)).toHaveLength(20);
    expect((await fields(page))[0]).toMatch(/, linha 26$/);
    const [, ...problems] = await downloaded(page, 'Baixar os problemas');
    expect(problems.map((line) => Number(line.split(';')[0]))).toEqual(
      Array.from({ length: 20 }, (_, index) => 26 + 25 * index),
    );

    await cellsInput(page).setInputFiles(csv(500, [], look.name));
    await check(page);
    await page.getByText('As 500 linhas estão certas.').waitFor({ timeout: 300_000 });
    await confirm(page, 'Enviar 500 cartas');
    await page.getByText('Você pode fechar esta página.').waitFor();
    const address = page.url();
    await page.context().close();

    const other = await device('/letters');
    await other.goto(address);
    await other.getByText('Pronto: todas as linhas têm resultado.').waitFor({ timeout: 300_000 });
    const [, ...lines] = await downloaded(other, 'Baixar o resultado');
    expect(lines.map((line) => line.split(';').slice(0, 2).join(';'))).toEqual(
      Array.from({ length: 500 }, (_, index) => `${index + 2};Criadas`),
    );
    const ids = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await api.get(
        `/letters?reference=${encodeURIComponent(look.name)}&limit=100${cursor && `&cursor=${cursor}`}`,
      );
      for (const { id } of body.data) ids.add(id);
      cursor = body.next_cursor;
    }
    expect(ids).toEqual(new Set(lines.map((line) => line.split(';')[2])));
  },
);

test('a confirmation whose response is lost is found again, and creates nothing twice', async () => {
  const page = await device('/letters/spreadsheet');
  await documentInput(page).setInputFiles(letter);
  await cellsInput(page).setInputFiles(csv(5, [], 'perdida'));
  await check(page);
  await page.getByText('As 5 linhas estão certas.').waitFor();
  // The service confirms, and the page is gone before the response.
  const sent = new Promise<void>((resolve) => {
    void page.route('**/send', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await confirm(page, 'Enviar 5 cartas');
  await sent;
  await page.unroute('**/send');
  await page.goto(addressOf('/letters/spreadsheet'));
  await page.getByRole('heading', { level: 1, name: 'aviso.pdf' }).waitFor();
  await page.getByText('Pronto: todas as linhas têm resultado.').waitFor();
  expect((await api.get('/letters?reference=perdida')).body.data).toHaveLength(5);
});

test('the spreadsheet of one tab is not in another, and survives a reload of its own', async () => {
  const page = await device('/letters/spreadsheet');
  await documentInput(page).setInputFiles(letter);
  await cellsInput(page).setInputFiles(csv(3, [], 'uma aba'));
  await page.getByText('3 linhas').waitFor();
  const other = await page.context().newPage();
  await other.goto(addressOf('/letters/spreadsheet'));
  await other.getByText('Solte aqui a planilha').waitFor();
  expect(await other.getByText('3 linhas').count()).toBe(0);
  await page.reload();
  await page.getByText('3 linhas').waitFor();
  await page.locator('b').filter({ hasText: 'aviso.pdf' }).waitFor();
});

test('an address in one column is split with the help of its postal code, once a person has seen it', async () => {
  const page = await device('/letters/spreadsheet');
  expect((await savedWorkbook(page, 'Baixar uma planilha de exemplo')).cells.rows).toHaveLength(2);
  await documentInput(page).setInputFiles(letter);
  const rows = [
    'Nome do cliente;CEP;Endereço completo;Valor',
    'Ana Souza;05010-000;Rua Caiubi 100 apto 12;R$ 1,00',
    'Bia Prado;01310-100;Av. Paulista, 1.578 - Bela Vista;R$ 2,00',
    'Eva Reis;01310-100;Caixa postal;R$ 3,00',
  ];
  await cellsInput(page).setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  });
  await page.getByRole('button', { name: 'Separar endereço' }).click();
  const proposal = page.getByRole('table', { name: '2 de 3 endereços separados' });
  await proposal.waitFor();
  const texts = await proposal.getByRole('row').allInnerTexts();
  expect(texts.map((text) => text.split(/\s*\t\s*/))).toEqual([
    ['Linha', 'Endereço completo', 'Logradouro', 'Número', 'Complemento', 'Bairro'],
    ['4', 'Caixa postal', '–', '–', '–', '–'],
    ['2', 'Rua Caiubi 100 apto 12', 'Rua Caiubi', '100', 'apto 12', '–'],
    ['3', 'Av. Paulista, 1.578 - Bela Vista', 'Av. Paulista', '1578', '–', 'Bela Vista'],
  ]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Usar estas colunas' }).click();
  await check(page);
  await page.getByRole('button', { name: 'Com problemas: 1' }).click();
  expect(await fields(page)).toEqual(['Endereço completo: número, linha 4']);
  await page.getByRole('textbox', { name: 'Endereço completo: número, linha 4' }).fill('900');
  await page.keyboard.press('Enter');
  await page.getByText('As 3 linhas estão certas.').waitFor();
});

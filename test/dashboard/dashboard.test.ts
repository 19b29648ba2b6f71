import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { startOwnService } from '../support/own-service.ts';
import { blankPdf, inkInAddressArea, wordsPdf } from '../support/pdfs.ts';
import { buildDashboard } from './build.ts';
import { type Account, openSite, type Site } from './site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const fiveHundredRows = resolve(import.meta.dirname, '../fixtures/spreadsheets/500-rows.xlsx');

/** What a person waits for on their first visit. */
const FIRST_LOAD_BYTES = 200 * 1024;

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

let service: LocalService;
let browser: Browser;
let site: Site;
/** With R$ 10.000,00. */
let rich: Account;
/** With nothing. */
let poor: Account;
let contexts: BrowserContext[];
/** What a page complained of: refused by its policy, failed, or thrown. */
let complaints: string[];
let responses: Response[];

beforeAll(async () => {
  const [folder, started, launched] = await Promise.all([
    buildDashboard('dashboard-test'),
    startOwnService(),
    launchChromium(),
  ]);
  service = started;
  browser = launched;
  const { base_url, control_url, api_key } = service.description;
  const first = await asked<{ id: string }>(`${base_url}/account`, { headers: { authorization: `Bearer ${api_key}` } });
  rich = { id: first.id, name: 'Empresa Exemplo', apiKey: api_key };
  const second = await asked<{ account: { id: string }; api_key: string }>(`${control_url}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      legal_name: 'Cartório Ipê',
      cnpj: '11.222.333/0001-81',
      plan: 'scale',
      default_sender: { name: 'Cartório Ipê', number: '5', postal_code: '01310-100' },
    }),
  });
  poor = { id: second.account.id, name: 'Cartório Ipê', apiKey: second.api_key };
  site = await openSite({ folder, baseUrl: base_url, accounts: [rich, poor] });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await service?.stop();
});

beforeEach(() => {
  contexts = [];
  complaints = [];
  responses = [];
  site.signedIn = true;
  site.role = 'owner';
  site.failing.clear();
  site.held.clear();
  site.aheadMs = 0;
});

afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  expect(complaints).toEqual([]);
});

async function asked<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, locale: 'pt-BR', reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    // A refusal is no complaint: the screen says it, or waits its turn.
    if (message.type() === 'error' && !/status of (40[1-4]|422|429)/.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('response', (response) => responses.push(response));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.origin}${path}`);
  return page;
}

const at = (path: string, account = rich) => `/${account.id}${path}`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const pdf = (name: string, bytes: Buffer) => ({ name, mimeType: 'application/pdf', buffer: bytes });

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(pdf(name, bytes));
}

async function address(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByLabel('Número', { exact: true }).fill('1578');
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  const told = ({ html, failureSummary }: AxeResults['violations'][number]['nodes'][number]) =>
    `${html.slice(0, 80)} (${failureSummary})`;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' ')}`.slice(0, 1_000));
}

describe('the first letter', () => {
  test('is signed in for, written, sent, found and canceled', async () => {
    site.signedIn = false;
    const page = await open('/');
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await heading(page, 'Cartas').waitFor();
    await page.getByRole('link', { name: 'Nova carta' }).first().click();

    await drop(page, 'aviso.pdf', wordsPdf('Prezado {{nome}},'));
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await page.getByLabel('{{nome}}').fill('João');
    await address(page, 'Maria Aparecida da Silva');
    // The postal code fills in what nobody has to type.
    expect(await eventually(() => page.locator('input[name=city]').inputValue(), Boolean)).toBe('São Paulo');
    await page.getByLabel('Referência').fill('contrato-17');
    await page.getByRole('button', { name: 'Enviar carta' }).click();
    await heading(page, 'Carta para Maria Aparecida da Silva').waitFor();
    await page.getByRole('img', { name: 'Página 1 de 1' }).waitFor();

    await page.getByRole('link', { name: 'Cartas' }).first().click();
    await page.getByRole('textbox', { name: /Buscar por referência/ }).fill('contrato-17');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.waitForURL(/reference=contrato-17/);
    await page.getByRole('link', { name: 'Maria Aparecida da Silva' }).click();

    await page.getByRole('button', { name: 'Cancelar carta' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.innerText()).toMatch(/R\$\s6,90 voltam para o saldo na hora/);
    await dialog.getByRole('button', { name: 'Cancelar carta' }).click();
    await page.getByText('Esta carta foi cancelada a pedido').waitFor();

    await page.getByRole('link', { name: 'Saldo e extrato' }).click();
    await page.getByRole('cell', { name: /Devolução/ }).waitFor();
  });

  test('has each problem drawn where it is, with what to do about it', async () => {
    const page = await open(at('/letters/new'));
    await drop(page, 'janela.pdf', inkInAddressArea);
    const problem = page.getByRole('alert').filter({ hasText: 'há conteúdo na janela do envelope' });
    await problem.waitFor();
    // 184, 650 points, 10 by 10: 65 mm from the left, 64 to 68 mm from the top.
    expect(await problem.innerText()).toMatch(/Mede 3,\d × 3,\d mm e começa a 6[45](,\d)? mm da esquerda/);
    await problem.getByRole('button', { name: /página à parte/ }).click();
    await problem.waitFor({ state: 'detached' });
    await page.getByText('Documento pronto para imprimir.').waitFor();
  });

  test('says what the balance lacks, and cannot be sent', async () => {
    const page = await open(at('/letters/new', poor));
    await drop(page, 'aviso.pdf', blankPdf());
    await address(page, 'Maria');
    const alert = page.getByRole('alert').filter({ hasText: 'Saldo insuficiente' });
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/A carta custa R\$\s5,40, e o saldo é de R\$\s0,00\. Faltam R\$\s5,40\./);
    expect(await page.getByRole('button', { name: 'Enviar carta' }).isDisabled()).toBe(true);
  });

  test('is still there when the browser comes back', async () => {
    const page = await open(at('/letters/new', poor));
    await drop(page, 'aviso.pdf', blankPdf());
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await address(page, 'Maria Guardada');
    await page.getByText('Rascunho guardado neste aparelho.').waitFor();
    // The last letter typed is kept by the time the database says so.
    const kept = () =>
      page.evaluate<boolean>(`new Promise((found) => {
        const opening = indexedDB.open('malote');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            found(reading.result.some(({ form, upload }) => form.to.number === '1578' && upload));
          };
        };
      })`);
    expect(await eventually(kept, Boolean)).toBe(true);
    await page.reload();
    await page.getByText('Este é o rascunho que você deixou neste aparelho.').waitFor();
    expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Maria Guardada');
    await page.getByText('aviso.pdf').waitFor();
  });
});

describe('letters from a spreadsheet', () => {
  const heads = 'Nome;CEP;Número;Valor';
  /** Rows 3 and 7 have a postal code that no street has. */
  const rows = (wrong: readonly number[]) =>
    Array.from({ length: 12 }, (_, index) => {
      const code = wrong.includes(index + 2) ? '99999-999' : '01310-100';
      return `Pessoa ${index + 1};${code};${100 + index};R$ ${index},00`;
    });
  const csv = (wrong: readonly number[] = []) => ({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([heads, ...rows(wrong)].join('\r\n')),
  });
  const documentInput = (page: Page) => page.locator('input[type=file]').first();
  const cellsInput = (page: Page) => page.locator('input[type=file]').nth(1);

  test('are checked, corrected, sent once each, and told of', async () => {
    const page = await open(at('/letters'));
    await page.getByRole('link', { name: 'Cartas de uma planilha' }).first().click();
    await documentInput(page).setInputFiles(pdf('aviso.pdf', wordsPdf('Valor: {{valor}}')));
    await cellsInput(page).setInputFiles(csv([3, 7]));
    await page.getByText('12 linhas').waitFor();
    expect(await page.getByLabel('{{valor}}').inputValue()).toBe('Valor');

    await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
    const table = page.getByRole('table', { name: '2 linhas com problemas' });
    await table.waitFor();
    expect(await table.getByRole('cell', { name: /^[37]$/ }).allInnerTexts()).toEqual(['3', '7']);
    expect(await page.getByRole('button', { name: 'Enviar 10 cartas' }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);

    await cellsInput(page).setInputFiles(csv());
    await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
    await page.getByText('As 12 linhas estão certas.').waitFor();
    await page.getByRole('button', { name: 'Enviar 12 cartas' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar 12 cartas' }).click();
    await page.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    expect(await violations(page)).toEqual([]);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o resultado' }).click();
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    const ids = lines.slice(1).map((line) => line.split(';')[4]!);
    expect(new Set(ids).size).toBe(12);
    expect(lines[1]).toMatch(/^2;Pessoa 1;;Criadas;ltr_\w+;\d+,\d\d;$/);

    // After a reload it knows what it did, and cancels it.
    await page.reload();
    await page.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    await page.getByRole('button', { name: 'Cancelar tudo o que der' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar tudo o que der' }).click();
    await page.locator('dt', { hasText: 'Canceladas' }).waitFor();
    await page.locator('dt', { hasText: 'Criadas' }).waitFor({ state: 'detached' });
    expect(await page.locator('dd').allInnerTexts()).toEqual(['12']);
  });

  test('of a workbook of 500 rows are checked and sent without the 20 that are wrong', async () => {
    const page = await open(at('/letters/spreadsheet'));
    await documentInput(page).setInputFiles(pdf('aviso.pdf', wordsPdf('Valor: {{valor}}')));
    await cellsInput(page).setInputFiles(fiveHundredRows);
    await page.getByText('500 linhas').waitFor();
    await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
    const table = page.getByRole('table', { name: '20 linhas com problemas' });
    await table.waitFor({ timeout: 120_000 });
    // Each 25th is wrong.
    expect((await table.getByRole('row').nth(1).innerText()).split('\t').slice(0, 2)).toEqual(['26', 'Pessoa 25']);
    const savingProblems = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar os problemas' }).click();
    const problems = readFileSync(await (await savingProblems).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    expect(problems.map((line) => Number(line.split(';')[0]))).toEqual(
      Array.from({ length: 20 }, (_, index) => 26 + 25 * index),
    );
    await page.getByRole('checkbox', { name: 'Deixar de fora as linhas com problemas' }).check();
    await page.getByRole('button', { name: 'Enviar 480 cartas' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar 480 cartas' }).click();
    // The others would be the same again, for a minute.
    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.getByRole('button', { name: 'Continuar' }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o resultado' }).click();
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    const counts = Object.groupBy(lines, (line) => line.split(';')[3]!);
    expect(counts['Não enviadas']).toHaveLength(20);
    expect(counts['Criadas']!.length).toBeGreaterThan(0);
    expect(counts['Criadas']!.length + counts['Na fila']!.length).toBe(480);
  });

  test.each([0, 72])('go on where the page was closed, %d hours later, and none is made twice', async (hours) => {
    const page = await open(at('/letters/spreadsheet'));
    await documentInput(page).setInputFiles(pdf('aviso.pdf', wordsPdf('Valor: {{valor}}')));
    await cellsInput(page).setInputFiles({
      ...csv(),
      buffer: Buffer.from([`${heads};Ref`, ...rows([]).map((row) => `${row};${hours} horas`)].join('\n')),
    });
    await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
    await page.getByRole('button', { name: 'Enviar 12 cartas' }).click();
    // The service makes the first letters, and the page is gone before their answers.
    let made = 0;
    await page.route('**/letters', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      made += 1;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar 12 cartas' }).click();
    expect(
      await eventually(
        async () => made,
        (count) => count === 6,
      ),
    ).toBe(6);
    await page.unroute('**/letters');
    // After a day the page finds by the list what it made: it asks under another key.
    site.aheadMs = hours * 3_600_000;
    await page.reload();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    const { data } = await asked<{ data: unknown[] }>(
      `${service.description.base_url}/letters?reference=${hours}%20horas&limit=100`,
      { headers: { authorization: `Bearer ${rich.apiKey}` } },
    );
    expect(data).toHaveLength(12);
  });

  test('are sent by one tab at a time, whichever confirmed or went on', async () => {
    const first = await open(at('/letters/spreadsheet'));
    await documentInput(first).setInputFiles(pdf('aviso.pdf', wordsPdf('Valor: {{valor}}')));
    await cellsInput(first).setInputFiles({
      ...csv(),
      buffer: Buffer.from([`${heads};Ref`, ...rows([]).map((row) => `${row};duas abas`)].join('\n')),
    });
    await first.getByText('12 linhas').waitFor();
    // The other tab has the same draft, and is about to confirm it as well.
    const second = await first.context().newPage();
    for (const page of [first, second]) page.on('dialog', (dialog) => void dialog.accept());
    await second.goto(`${site.origin}${at('/letters/spreadsheet')}`);
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
      await page.getByRole('button', { name: 'Enviar 12 cartas' }).click();
      await page.getByRole('dialog').waitFor();
    }
    // Answers wait, so that the first tab is at work for as long as the test likes.
    let made = 0;
    let answer = () => {};
    const answering = new Promise<void>((resolve) => (answer = resolve));
    await first.route('**/letters', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answered = await route.fetch();
      made += 1;
      await answering;
      await route.fulfill({ response: answered });
    });
    const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Enviar 12 cartas' }).click();
    await confirm(first);
    await first.getByRole('button', { name: 'Pausar' }).waitFor();
    await confirm(second);
    await second.getByRole('button', { name: 'Continuar' }).click();
    await second.getByText('Outra aba deste navegador está enviando estas cartas.').waitFor();

    const count = await eventually(
      async () => made,
      (letters) => letters === 6,
    );
    expect(count).toBe(6);

    // Closed in the midst of it, and gone on with in the other tab, days later, when keys are forgotten.
    await first.close();
    answer();
    site.aheadMs = 72 * 3_600_000;
    await second.reload();
    await second.getByRole('button', { name: 'Continuar' }).click();
    await second.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    const { data } = await asked<{ data: { metadata: { mail_merge_row: string } }[] }>(
      `${service.description.base_url}/letters?reference=duas%20abas&limit=100`,
      { headers: { authorization: `Bearer ${rich.apiKey}` } },
    );
    expect(data).toHaveLength(12);
    expect(new Set(data.map(({ metadata }) => metadata.mail_merge_row)).size).toBe(12);
  });
});

describe('a session', () => {
  test('that ends asks to sign in, and comes back to the same screen', async () => {
    const page = await open(at('/letters?status=posted'));
    await heading(page, 'Cartas').waitFor();
    site.signedIn = false;
    await page.getByRole('link', { name: 'Saldo e extrato' }).click();
    await heading(page, 'Sua sessão terminou').waitFor();
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await heading(page, 'Saldo e extrato').waitFor();
  });

  test('is ended by its person', async () => {
    const page = await open(at('/letters'));
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await heading(page, 'Entrar').waitFor();
  });

  test('shows nothing of an account that is not the person’s', async () => {
    const page = await open('/acc_01someoneelse/letters');
    await heading(page, 'Página não encontrada').waitFor();
  });
});

test('a viewer is offered nothing that would be refused', async () => {
  site.role = 'viewer';
  const page = await open(at('/letters'));
  await heading(page, 'Cartas').waitFor();
  expect(await page.getByRole('link', { name: 'Nova carta' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Chaves de API' }).count()).toBe(0);
  await page.goto(`${site.origin}${at('/letters/new')}`);
  await page.getByText('Seu papel nesta conta é de leitura.').waitFor();
});

test('a failing service is said with the id of the request, and asked again', async () => {
  site.failing.set('/letters', 403);
  const page = await open(at('/letters'));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('req_01example');
  site.failing.clear();
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await alert.waitFor({ state: 'detached' });
});

test('English is complete, and kept', async () => {
  const page = await open(at('/letters'));
  await page.getByLabel('Idioma').selectOption('en');
  await heading(page, 'Letters').waitFor();
  await page.reload();
  await heading(page, 'Letters').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
});

describe('accessibility', () => {
  const screens = [
    '/letters',
    '/letters/new',
    '/letters/spreadsheet',
    '/verifications',
    '/verifications/new',
    '/verifications/figures',
    '/balance',
    '/developers/events',
  ];
  const variants: BrowserContextOptions[] = [
    { viewport: desktop, colorScheme: 'light' },
    { viewport: phone, colorScheme: 'dark' },
  ];

  test.each(screens)('axe finds nothing on %s', async (screen) => {
    for (const variant of variants) {
      const page = await open(at(screen), variant);
      await page.locator('h1').waitFor();
      await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
      expect(await violations(page)).toEqual([]);
    }
  });

  test.each(variants)('axe finds nothing on the ways in and out: %o', async (variant) => {
    site.signedIn = false;
    const door = await open('/?sign_in_error=not_invited', variant);
    await heading(door, 'Entrar').waitFor();
    expect(await violations(door)).toEqual([]);
    site.signedIn = true;
    const nowhere = await open('/acc_none/letters', variant);
    await heading(nowhere, 'Página não encontrada').waitFor();
    expect(await violations(nowhere)).toEqual([]);
  });

  test('axe finds nothing while a list loads, nor when it fails', async () => {
    let release = () => {};
    site.held.set('/letters', new Promise((resolve) => (release = resolve)));
    const page = await open(at('/letters'));
    await page.getByRole('status', { name: 'Carregando' }).waitFor();
    expect(await violations(page)).toEqual([]);
    site.failing.set('/letters', 403);
    release();
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing where a document has problems', async () => {
    const page = await open(at('/letters/new', poor));
    await drop(page, 'janela.pdf', inkInAddressArea);
    await page.getByRole('alert').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each(screens)('%s needs no sideways scrolling at 320 px, which is 1280 px at 400 %%', async (screen) => {
    const page = await open(at(screen), { viewport: { width: 320, height: 560 } });
    await page.locator('h1').waitFor();
    await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('a verification is created by keyboard alone', async () => {
    const page = await open(at('/verifications'));
    await page.getByRole('link', { name: 'Nova verificação' }).first().focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Nova verificação').waitFor();
    await page.getByLabel('Nome', { exact: true }).waitFor();
    // A screen's heading takes the focus, so the first field is a few steps on.
    await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe('Nova verificação');
    const to = async (label: string, text: string) => {
      for (let steps = 0; steps < 12; steps++) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate('document.activeElement.labels?.[0]?.textContent');
        if (name === label) return page.keyboard.type(text);
      }
      throw new Error(`The keyboard does not reach ${label}`);
    };
    await to('Nome', 'João Pereira');
    await to('CEP', '01310100');
    await to('Número', '900');
    await page.keyboard.press('Enter');
    await heading(page, 'Verificação de João Pereira').waitFor();
  });
});

test('the first load is small, needs no pdf.js, and asks nobody else', async () => {
  const page = await open(at('/letters'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
  const files = responses.filter((response) => /\.(js|css)$/.test(new URL(response.url()).pathname));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await file.body()).length));
  expect(files.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
  expect(files.map((file) => file.url()).filter((url) => /pdf/.test(url))).toEqual([]);
  expect(
    responses.map((response) => new URL(response.url()).origin).filter((origin) => origin !== site.origin),
  ).toEqual([]);
});

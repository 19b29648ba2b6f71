import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { pdfFixture } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { inkInAddressArea, wordsPdf } from '../../support/pdfs.ts';
import { post, readLetter, templateBody } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop } from './looks.ts';
import { signIn } from './steps.ts';

/**
 * Four people who use the service for the first time, from their first screen to what they came for. What they press,
 * choose and type is counted, so that a step more is noticed.
 */
let service: LocalService;
let browser: Browser;
let api: ApiClient;
let control: Control;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url, dashboard_url } = service.description;
  api = new ApiClient(base_url, api_key);
  control = new Control(control_url);
  // The first visit builds the page, which takes minutes on a busy machine.
  await fetch(dashboard_url, { headers: { accept: 'text/html' } });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** A person at a page. */
class Walk {
  readonly page: Page;
  clicks = 0;
  fields = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): Promise<void> {
    this.clicks++;
    await this.page.getByRole(role, { name }).first().click();
  }

  async type(label: string, text: string): Promise<void> {
    this.fields++;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Drops a file on a place for files, counted from the first. */
  async drop(name: string, bytes: Buffer, place = 0): Promise<void> {
    this.clicks++;
    const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'text/csv';
    await this.page.locator('input[type=file]').nth(place).setInputFiles({ name, mimeType, buffer: bytes });
  }

  readonly sees = (text: string | RegExp) => this.page.getByText(text).first().waitFor();
  readonly isAt = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name }).waitFor();
  readonly main = async () => (await this.page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
}

async function signedIn(): Promise<Walk> {
  const { dashboard_url, dashboard_email } = service.description;
  const page = await browser.newPage(desktop);
  await signIn(page, dashboard_url, dashboard_email);
  await page.getByRole('link', { name: 'Início' }).click();
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  return new Walk(page);
}

test('an office worker sends a letter whose PDF has content in the window, and reads when it is printed', async () => {
  const walk = await signedIn();
  await walk.click('Nova carta', 'link');
  await walk.drop('aviso.pdf', inkInAddressArea);
  await walk.sees(/há conteúdo na janela do envelope/i);
  await walk.click('Imprimir o endereço em página à parte, sem custo');
  await walk.sees('Documento pronto para imprimir.');
  await walk.type('Nome', 'Maria da Conceição');
  await walk.type('CEP', '05.010-000');
  await walk.type('Número', '100');
  await walk.sees('Total');
  await walk.click('Enviar carta');
  await walk.isAt('Carta para Maria da Conceição');
  await walk.sees(/será impressa/);
  expect(await walk.main()).not.toMatch(/recebida|entregue/i);
  expect([walk.clicks, walk.fields]).toEqual([4, 3]);
  await walk.page.context().close();
});

test('an office worker corrects a spreadsheet with problems in place, and sends every row once', async () => {
  const walk = await signedIn();
  const rows = Array.from({ length: 40 }, (_, index) => {
    const code = index === 10 ? '99999-999' : '01310-100';
    return `Pessoa ${index + 1};${code};${100 + index};${index === 20 ? '' : `R$ ${index},00`}`;
  });
  await walk.click(/^Cartas$/, 'link');
  await walk.click('Cartas de uma planilha', 'link');
  await walk.drop('aviso.pdf', wordsPdf('Valor: {{valor}}'));
  await walk.drop('clientes.csv', Buffer.from(`Nome do cliente;CEP;Número;Valor\r\n${rows.join('\r\n')}`, 'latin1'), 1);
  await walk.sees('40 linhas');
  await walk.click('Conferir todas as linhas');
  await walk.click('Ver as linhas com problemas');
  const boxOf = (title: string) =>
    walk.page
      .locator('section')
      .filter({ has: walk.page.getByRole('heading', { name: title }) })
      .boundingBox();
  const [summary, table] = [(await boxOf('Resumo'))!, (await boxOf('Linhas da planilha'))!];
  // The summary stays in sight beside the form, and never lies over the rows.
  expect(table.y).toBeGreaterThanOrEqual(summary.y + summary.height);
  await walk.type('CEP, linha 12', '01310-100');
  await walk.page.keyboard.press('Enter');
  await walk.page.getByLabel('1 linha sem Valor: imprimir em branco').check();
  walk.clicks++;
  await walk.sees('As 40 linhas estão certas.');
  await walk.click('Enviar 40 cartas');
  walk.clicks++;
  await walk.page.getByRole('dialog').getByRole('button', { name: 'Enviar 40 cartas' }).click();
  await walk.page.getByText('Pronto: todas as linhas têm resultado.').waitFor({ timeout: 300_000 });
  expect([walk.clicks, walk.fields]).toEqual([9, 1]);
  await walk.page.context().close();
});

test('a developer creates a key, sends a letter from the command line, and finds it in the dashboard', async () => {
  const walk = await signedIn();
  await walk.click('Chaves de API', 'link');
  await walk.click('Criar chave');
  const dialog = walk.page.getByRole('dialog');
  await walk.type('Nome', 'Sistema de cobrança');
  walk.clicks++;
  await dialog.getByRole('radio', { name: 'Teste' }).check();
  walk.clicks++;
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  const shown = await dialog.getByLabel('Exemplo de uso').innerText();
  const env = { ...process.env, MALOTE_URL: service.description.base_url };
  const { stdout } = await promisify(execFile)('sh', ['-c', shown], { env });
  expect(JSON.parse(stdout)).toMatchObject({ object: 'balance' });
  const [secret] = /malote_test_[\w-]+/.exec(shown) ?? /malote_test_[\w-]+/.exec(await dialog.innerText())!;
  walk.clicks++;
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  const letter = {
    to: { name: 'Ana', postal_code: '01310-100', number: '1' },
    document: { type: 'base64', data: pdfFixture('chromium-letter-1').toString('base64') },
  };
  const { status, body } = await new ApiClient(service.description.base_url, secret).post('/letters', letter);
  expect([status, body.error]).toEqual([201, undefined]);
  expect(body.warnings.map(({ code }: { code: string }) => code)).toContain('marker_unfilled');
  await walk.click('Requisições', 'link');
  // The list of requests is filled from the log, a moment later.
  await eventually(
    async () => {
      await walk.page.reload();
      await walk.isAt('Requisições');
      return walk.main();
    },
    (shown) => shown.includes('201'),
  );
  expect([walk.clicks, walk.fields]).toEqual([6, 1]);
  await walk.page.context().close();
});

test('a recipient types the code of the letter on a phone, once wrongly, and the address is confirmed', async () => {
  const { body: verification } = await api.post('/verifications', templateBody());
  const { code } = await readLetter(control, verification.id);
  await post(control, verification);
  const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, locale: 'pt-BR', isMobile: true };
  const walk = new Walk(await browser.newPage(phone));
  await walk.page.goto(verification.hosted_page_url);
  await walk.type('Código da carta', `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`);
  await walk.click('Confirmar endereço');
  await walk.page.getByRole('alert').waitFor();
  await walk.type('Código da carta', `${code.slice(0, 3)} ${code.slice(3)}`);
  await walk.click('Confirmar endereço');
  await walk.isAt(/confirmad/i);
  expect((await api.get(`/verifications/${verification.id}`)).body.status).toBe('verified');
  expect([walk.clicks, walk.fields]).toEqual([2, 2]);
  await walk.page.context().close();
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { templateBody } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, looks, missedByKeyboard, moves, violations, widths } from './looks.ts';

let service: LocalService;
let browser: Browser;
let api: ApiClient;
let control: Control;
/** Problems of a page: blocked by its policy, failed, or thrown. */
let complaints: string[];

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  api = new ApiClient(service.description.base_url, service.description.api_key);
  control = new Control(service.description.control_url);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function open(place = '', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...desktop, ...options });
  const page = await context.newPage();
  // The first visit builds the page.
  page.setDefaultTimeout(60_000);
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${service.description.control_url}/${place}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function close(page: Page): Promise<void> {
  await page.context().close();
  expect(complaints).toEqual([]);
}

/** The letter or verification once it has a status. */
async function becomes(status: string, path: string) {
  const { body } = await eventually(
    () => api.get(path),
    (answer) => answer.body.status === status,
  );
  expect(body.status).toBe(status);
  return body;
}

test('letters are printed, posted and failed one by one', async () => {
  const { body: tracked } = await api.post('/letters', letterBody({ postal_services: ['registered'] }));
  const { body: spoiled } = await api.post('/letters', letterBody());
  const page = await open('#/letters');
  await page.getByRole('button', { name: 'Formar lote' }).click();
  await page.getByText('2 cartas em produção.').waitFor();

  await page.getByRole('button', { name: `Impressa: ${tracked.id}` }).click();
  await becomes('printed', `/letters/${tracked.id}`);
  await page.getByRole('button', { name: `Postada: ${tracked.id}` }).click();
  const posted = await becomes('posted', `/letters/${tracked.id}`);
  expect(posted.tracking_code).toMatch(/^AA\d{9}BR$/);
  await page.getByText(posted.tracking_code).waitFor();

  await page.getByRole('button', { name: `Falhou: ${spoiled.id}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').selectOption('refused_by_carrier');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Falhou' }).click();
  const failed = await becomes('failed', `/letters/${spoiled.id}`);
  expect(failed.failure_reason).toBe('refused_by_carrier');
  await dialog.waitFor({ state: 'hidden' });

  const { body: last } = await api.post('/letters', letterBody());
  await page.getByRole('button', { name: 'Formar lote' }).click();
  await page.getByRole('button', { name: `Postada: ${last.id}` }).waitFor();
  await page.getByRole('button', { name: 'Todas postadas' }).click();
  await becomes('posted', `/letters/${last.id}`);
  await page.getByRole('button', { name: 'Todas postadas' }).click();
  await page.getByText('Nenhuma carta espera por isso.').waitFor();
  await close(page);
});

test('a verification shows the letter with its code, and the page that accepts it', async () => {
  const { body: verification } = await api.post('/verifications', templateBody());
  const page = await open('#/verifications');
  const row = page.getByRole('row').filter({ hasText: verification.id });
  // An id is compared and copied: it stays on one line, on a phone, too.
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await row.getByText(verification.id).boundingBox())!.height).toBeLessThan(24);
  await page.setViewportSize({ width: 1280, height: 800 });
  const file = await row.getByRole('link', { name: 'Carta com o código' }).getAttribute('href');
  const answer = await page.request.get(new URL(file!, service.description.control_url).href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await page.getByRole('button', { name: 'Formar lote' }).click();
  await page.getByRole('button', { name: `Postada: ${verification.id}` }).click();
  await becomes('awaiting_code', `/verifications/${verification.id}`);
  // The file with the code is deleted after posting.
  await row.getByRole('link', { name: 'Carta com o código' }).waitFor({ state: 'detached' });
  const [visitor] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: 'Página do código' }).click(),
  ]);
  await visitor.locator('input[name=code]').waitFor();
  await close(page);
});

test('the clock shows each second and can be set forward to one', async () => {
  const page = await open();
  const shown = () => page.getByRole('timer').innerText();
  expect(await eventually(shown, (text) => text !== '…')).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d$/);
  const first = await shown();
  expect(await eventually(shown, (text) => text !== first)).not.toBe(first);

  const day = dateIn(2);
  await page.getByLabel('Avançar até').fill(`${day}T23:58:57`);
  await page.getByRole('button', { name: 'Avançar', exact: true }).click();
  const [year, month, date] = day.split('-');
  await page.getByText(new RegExp(`${date}/${month}/${year}, 23:5\\d:\\d\\d`)).waitFor();
  const { now } = await control.get('/clock');
  expect(Date.parse(now) - Date.parse(`${day}T23:58:57-03:00`)).toBeLessThan(60_000);

  // The clock never goes back, and the page says so.
  await page.getByLabel('Avançar até').fill(`${day}T00:00:01`);
  await page.getByRole('button', { name: 'Avançar', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Time only goes forward' }).waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  await close(page);
});

test('money is added, an account suspended, the ledger audited', async () => {
  const page = await open('#/money');
  const { amount } = (await api.get('/balance')).body;
  await page.getByLabel('Valor do crédito').fill('muito');
  await page.getByRole('button', { name: 'Creditar' }).click();
  await page.getByText('Escreva um valor em reais').waitFor();
  await page.getByLabel('Valor do crédito').fill('1.150,07');
  await page.getByRole('button', { name: 'Creditar' }).click();
  await page.getByRole('cell', { name: /Crédito de teste/ }).waitFor();
  expect((await api.get('/balance')).body.amount).toBe(amount + 115_007);

  await page.getByRole('button', { name: 'Suspender conta' }).click();
  await page.getByText('Suspensa').waitFor();
  expect((await api.post('/letters', letterBody())).status).toBe(403);
  await page.getByRole('button', { name: 'Reativar conta' }).click();
  await page.getByText('Suspensa').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Conferir o razão' }).click();
  await page.getByText('O razão de todas as contas confere.').waitFor();
  await close(page);
});

test('events and received webhooks show their bodies', async () => {
  const { body: letter } = await api.post('/letters', letterBody({ reference: 'corpo-7' }));
  const page = await open('#/events');
  await page.getByRole('group').filter({ hasText: 'letter.received' }).first().locator('summary').click();
  await page.getByText('"reference": "corpo-7"').waitFor();
  await page.getByRole('link', { name: 'Webhooks recebidos' }).click();
  const received = page.getByRole('group').filter({ hasText: letter.id }).first();
  await received.getByText('Assinatura certa').waitFor();
  await received.locator('summary').click();
  await received.getByText('"reference": "corpo-7"').waitFor();
  await received.getByText(/webhook-signature: v1,/).waitFor();

  // Anybody can send anything there.
  await fetch(service.description.inbox_url, { method: 'POST', body: '<img src=x onerror=alert(1)>' });
  await page.getByText('Assinatura não confere').waitFor();
  await page.getByRole('button', { name: 'Esvaziar' }).click();
  await page.getByText('Nada ainda.').waitFor();
  await close(page);
});

test('each account has its own view, and its sandbox another', async () => {
  const { body: letter } = await api.post('/letters', letterBody());
  const { account } = await control.post('/accounts', {
    legal_name: 'Cartório Ipê',
    cnpj: '11.222.333/0001-81',
    plan: 'scale',
    default_sender: { name: 'Cartório Ipê', number: '5', postal_code: '01310-100' },
    balance: 4_321,
  });
  const page = await open('#/letters');
  await page.getByText(letter.id).waitFor();
  await page.getByLabel('Conta', { exact: true }).selectOption({ label: 'Cartório Ipê' });
  await page.getByText('Nada ainda.').waitFor();
  expect(new URL(page.url()).hash).toBe(`#/letters/${account.id}`);
  await page.getByRole('link', { name: 'Dinheiro' }).click();
  await page
    .getByText(/R\$\s43,21/)
    .first()
    .waitFor();
  await page.reload();
  await page
    .getByText(/R\$\s43,21/)
    .first()
    .waitFor();

  const sandbox = new ApiClient(service.description.base_url, service.description.sandbox_api_key);
  const { body: rehearsed } = await sandbox.post('/letters', letterBody());
  await page.getByLabel('Conta', { exact: true }).selectOption({ label: 'Empresa Exemplo (sandbox)' });
  await page.getByRole('link', { name: 'Cartas' }).click();
  await page.getByText(rehearsed.id).waitFor();
  expect(await page.getByText(letter.id).count()).toBe(0);
  await close(page);
});

describe.each(['letters', 'verifications', 'money', 'events', 'inbox', 'mails', 'service'])('%s', (view) => {
  test.each(looks)(
    'axe finds nothing, nothing moves, the keyboard reaches everything, and large text fits: $name',
    async (look) => {
      await api.post('/letters', letterBody());
      const page = await open(`#/${view}`, look);
      await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(moves)).toBe(0);
      expect(await missedByKeyboard(page)).toEqual([]);
      expect(await widths(page)).toEqual({ 'text of 200 %': 0, '320 px': 0 });
      await close(page);
    },
  );
});

test('it is available in English too', async () => {
  const page = await open('#/service', { locale: 'en-US' });
  await page.getByRole('heading', { level: 1, name: 'Addresses and keys' }).waitFor();
  await page.getByText(service.description.sandbox_api_key).waitFor();
  await close(page);
});

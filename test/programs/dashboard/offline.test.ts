import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { blankPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { buildDashboard } from './build.ts';
import { desktop, violations } from './looks.ts';
import { type Account, openSite, type Site } from './site.ts';

/** The built dashboard while the browser has no connection. */
let service: LocalService;
let browser: Browser;
let site: Site;
let api: ApiClient;
let account: Account;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const [folder, started, launched] = await Promise.all([
    buildDashboard('dashboard-offline'),
    startOwnService(),
    launchChromium(),
  ]);
  service = started;
  browser = launched;
  const { base_url, api_key } = service.description;
  api = new ApiClient(base_url, api_key);
  account = { id: (await api.get('/account')).body.id, name: 'Empresa Exemplo', apiKey: api_key };
  site = await openSite({ folder, baseUrl: base_url, accounts: [account] });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await service?.stop();
});

beforeEach(async () => {
  context = await browser.newContext(desktop);
  page = await context.newPage();
});
afterEach(() => context.close());

const open = (path: string) => page.goto(`${site.origin}/${account.id}${path}`);
const offline = (within: Pick<Page, 'getByRole'> = page) =>
  within.getByRole('alert').filter({ hasText: 'Sem conexão' }).waitFor();

/** Connects again, and waits until the page has read from the service: what waited for the connection has run, too. */
async function reconnect(): Promise<void> {
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('/api/'),
  );
  await context.setOffline(false);
  await read;
  await page.waitForLoadState('networkidle');
}

describe('an action without a connection says so, and is not done by itself later', () => {
  test('sending a letter', async () => {
    await open('/letters/new');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer: blankPdf() });
    await page.getByLabel('Nome', { exact: true }).fill('Maria');
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByLabel('Referência').fill('sem-conexao');
    await page.getByText('Total').waitFor();
    const { amount } = (await api.get('/balance')).body;

    await context.setOffline(true);
    const send = page.getByRole('button', { name: 'Enviar carta' });
    await send.click();
    await offline();
    await reconnect();
    expect((await api.get('/letters?reference=sem-conexao')).body.data).toEqual([]);
    expect((await api.get('/balance')).body.amount).toBe(amount);

    await send.click();
    await page.getByRole('heading', { level: 1, name: 'Carta para Maria' }).waitFor();
    expect((await api.get('/letters?reference=sem-conexao')).body.data).toHaveLength(1);
  });

  test('canceling a letter', async () => {
    const { body: letter } = await api.post('/letters', letterBody());
    await open(`/letters/${letter.id}`);
    await page.getByRole('button', { name: 'Cancelar carta' }).click();
    const dialog = page.getByRole('dialog');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Cancelar carta' }).click();
    await offline(dialog);
    await reconnect();
    expect((await api.get(`/letters/${letter.id}`)).body.status).toBe('received');

    await dialog.getByRole('button', { name: 'Cancelar carta' }).click();
    await page.getByText('Esta carta foi cancelada a pedido').waitFor();
  });

  test('saving settings', async () => {
    await open('/settings');
    const sheet = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Nome fantasia', exact: true }) });
    await sheet.getByRole('textbox').fill('Padaria do Ipê');
    const changes: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
    await context.setOffline(true);
    await sheet.getByRole('button', { name: 'Salvar' }).click();
    await offline(sheet);
    expect(changes).toHaveLength(1);
    await reconnect();
    expect(changes).toHaveLength(1);
  });
});

test('a list without a connection says so, and comes by itself with the connection', async () => {
  await api.post('/letters', letterBody());
  await open('/letters');
  await page.getByRole('table').waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Na fila', exact: true }).click();
  await offline();
  expect(await page.getByRole('table').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('table').waitFor();
});

describe('a screen whose script is not loaded', () => {
  const untilTitle = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test('says without a connection that there is none, inside the application, and opens with the connection', async () => {
    await open('/letters');
    await untilTitle('Cartas');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Saldo e extrato' }).click();
    await untilTitle('Sem conexão');
    expect(await page.getByRole('navigation', { name: 'Navegação' }).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await again.click();
    await page.waitForFunction("document.querySelector('main [data-loading]') === null");
    await untilTitle('Sem conexão');
    await context.setOffline(false);
    await again.click();
    await untilTitle('Saldo e extrato');
  });

  test('opens after a new deployment, which has replaced it', async () => {
    await open('/letters');
    await untilTitle('Cartas');
    // Deployed pages respond to unknown addresses with the page itself.
    let isGone = true;
    await page.route('**/assets/balance-page-*.js', (route) =>
      isGone ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }) : route.continue(),
    );
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isGone = false;
    });
    await page.getByRole('link', { name: 'Saldo e extrato' }).click();
    await untilTitle('Saldo e extrato');
  });
});

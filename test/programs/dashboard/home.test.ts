import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { dateIn, letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, nameless, phone, violations, widths } from './looks.ts';
import { goTo, signIn } from './steps.ts';

/** The first screen of an account (rule DASH-20), and what is done with many letters of the list. */
let service: LocalService;
let browser: Browser;
let api: ApiClient;
let page: Page;
let accountId: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url, dashboard_url, dashboard_email } = service.description;
  api = new ApiClient(base_url, api_key);
  accountId = (await api.get('/account')).body.id;
  const failing = await order('Tereza Nogueira');
  const control = new Control(control_url);
  await control.post('/production/batches');
  const report = {
    id: failing,
    status: 'failed',
    failure_reason: 'damaged_in_production',
    at: new Date().toISOString(),
  };
  const { results } = await control.post('/production/reports', report);
  expect(results[0]).toMatchObject({ result: 'applied' });
  for (const name of ['Maria Souza', 'João Pereira', 'Padaria Pão Quente']) await order(name, dateIn(10));
  page = await (await browser.newContext(desktop)).newPage();
  await signIn(page, dashboard_url, dashboard_email);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function order(name: string, send_date?: string): Promise<string> {
  const { status, body } = await api.post('/letters', letterBody({ to: { ...recipient, name }, send_date }));
  expect(status).toBe(201);
  return body.id as string;
}

const at = (path: string) => new URL(`/${accountId}${path}`, service.description.dashboard_url).href;
const asks = (one: Page) => one.waitForRequest((request) => request.url().endsWith('/home'));

describe('the first screen', () => {
  test('shows what failed, with the way to send it again, the money and the newest mailings', async () => {
    await page.getByRole('link', { name: 'Malote' }).click();
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    const failed = page.getByRole('table', { name: 'Para acompanhar' }).getByRole('row', { name: /Tereza Nogueira/ });
    await failed.getByText('A carta foi danificada na produção.').waitFor();
    expect(await failed.getByRole('link', { name: 'Enviar de novo' }).getAttribute('href')).toMatch(
      /\/letters\/new\?again=ltr_/,
    );
    const figure = (name: string | RegExp) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name }) });
    await figure('Saldo')
      .getByText(/^Paga [\d.]+ cartas simples de R\$\s6,90\.$/)
      .waitFor();
    // One letter was charged and refunded; the others wait for their day.
    await figure(/^Gasto em/)
      .getByText(/^R\$\s0,00$/)
      .waitFor();
    await figure('Cartas agendadas').getByText('3', { exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Últimos envios' }).getByRole('row').count()).toBe(5);
    await page.getByText(/O que é criado com chaves de teste/).waitFor();
  });

  test('asks with one request, and again each minute', async () => {
    const fresh = await page.context().newPage();
    await fresh.clock.install();
    const asked: string[] = [];
    fresh.on('request', (request) => {
      const [, path] = /\/api\/accounts\/[^/]+(\/.*)/.exec(request.url()) ?? [];
      if (path !== undefined) asked.push(path);
    });
    await fresh.goto(at(''));
    await fresh.getByRole('table', { name: 'Últimos envios' }).waitFor();
    expect(asked).toEqual(['/home']);
    const again = asks(fresh);
    await fresh.clock.runFor(61_000);
    await again;
    await fresh.close();
  });
});

describe('a list', () => {
  test('is read again each half minute, but not while rows are chosen', async () => {
    const fresh = await page.context().newPage();
    await fresh.clock.install();
    await fresh.goto(at('/letters'));
    await fresh.getByRole('row', { name: /Maria Souza/ }).waitFor();
    let asked = 0;
    fresh.on('request', (request) => (asked += /\/letters\?/.test(request.url()) ? 1 : 0));
    const again = fresh.waitForResponse((response) => /\/letters\?/.test(response.url()));
    await fresh.clock.runFor(31_000);
    await again;
    await fresh.getByRole('checkbox', { name: 'Selecionar Maria Souza' }).check();
    const before = asked;
    await fresh.clock.runFor(120_000);
    expect(asked).toBe(before);
    await fresh.getByRole('checkbox', { name: 'Selecionar Maria Souza' }).uncheck();
    const more = fresh.waitForResponse((response) => /\/letters\?/.test(response.url()));
    await fresh.clock.runFor(31_000);
    await more;
    await fresh.close();
  });
});

describe('many letters', () => {
  const box = (name: string) => page.getByRole('checkbox', { name: `Selecionar ${name}` });
  const dialog = () => page.getByRole('dialog');
  const result = (name: string) => dialog().getByRole('listitem').filter({ hasText: name });

  test('are chosen by keyboard, canceled one after another, and each result is told; a lost answer is continued', async () => {
    await goTo(page, 'Cartas');
    await page.getByRole('checkbox', { name: 'Selecionar todas desta página' }).focus();
    await page.keyboard.press('Space');
    expect(await box('Tereza Nogueira').isChecked()).toBe(true);
    await page.getByText('4 cartas selecionadas').waitFor();
    const keys = new Map<string, Set<string>>();
    let lost = true;
    await page.route('**/cancel', async (route) => {
      const { pathname } = new URL(route.request().url());
      keys.set(
        pathname,
        (keys.get(pathname) ?? new Set()).add((await route.request().allHeaders())['idempotency-key']!),
      );
      const refused = { error: { code: 'letter_not_cancelable', message: 'Recusado.', details: null } };
      if (keys.size === 1) return route.fulfill({ status: 409, json: refused });
      if (keys.size === 2 && lost) {
        lost = false;
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'Cancelar selecionadas' }).click();
    await dialog()
      .getByText(/Das 4 selecionadas, 3 ainda podem ser canceladas/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await nameless(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancelar 3 cartas' }).click();

    // The newest is first.
    await result('Padaria Pão Quente').getByText('Não cancelada').waitFor();
    await result('João Pereira').getByText('Sem resposta').waitFor();
    await result('Maria Souza').getByText('Esperando').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Tentar de novo' }).last().click();
    await dialog().getByText('2 de 3 canceladas.').waitFor();
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
    await dialog().getByRole('button', { name: 'Fechar' }).click();
    await page.getByText('4 cartas selecionadas').waitFor({ state: 'detached' });
    await page.unroute('**/cancel');

    const { body } = await api.get('/letters?status=canceled');
    expect(body.data.map(({ to }: { to: { name: string } }) => to.name)).toEqual(['João Pereira', 'Maria Souza']);
  });

  test('have no place to be chosen for those who only read, and fit a phone', async () => {
    await page.setViewportSize(phone.viewport);
    await box('Padaria Pão Quente').check();
    await page.getByText('1 carta selecionada').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await widths(page)).toEqual({ 'text of 200 %': 0, '320 px': 0 });
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { accounts: object[] };
      const accounts = session.accounts.map((account) => ({ ...account, role: 'viewer' }));
      await route.fulfill({ response, json: { ...session, accounts } });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Padaria Pão Quente' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

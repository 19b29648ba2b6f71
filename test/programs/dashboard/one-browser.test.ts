import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { LOCAL_PASSWORD, seededPeople } from '../../../lib/programs/local-service/sign-in/users.ts';
import { ApiClient } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnService } from '../../support/own-service.ts';
import { blankPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop } from './looks.ts';

/** What the tabs of one browser share, and what they must not: sign-ins, drafts. */
let service: LocalService;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  // The first visit builds the page.
  await fetch(home(), { headers: { accept: 'text/html' } });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
beforeEach(async () => {
  context = await browser.newContext(desktop);
  context.setDefaultTimeout(60_000);
});
afterEach(() => context.close());

const [ana, clara] = ['owner', 'sender'].map((role) => seededPeople.find((person) => person.role === role)!.email);
const home = () => service.description.dashboard_url;

/** Opens the provider's form. */
async function beginSignIn(path = '/'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(new URL(path, home()).href);
  await page.getByRole('link', { name: 'Entrar no painel' }).click();
  await page.locator('input[name=email]').waitFor();
  return page;
}

async function endSignIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(LOCAL_PASSWORD);
  await page.locator('button').click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('sign-ins that began in two tabs', () => {
  test.each([
    ['the first', [0, 1]],
    ['the second', [1, 0]],
  ])('both end signed in when %s ends first, and leave one session', async (_, order) => {
    const tabs = [await beginSignIn(), await beginSignIn()];
    for (const index of order) {
      await endSignIn(tabs[index]!, ana!);
      await heading(tabs[index]!, 'Início').waitFor();
    }
    const sessions = await tabs[0]!.evaluate<number>(
      "fetch('/api/sessions').then((response) => response.json()).then(({ data }) => data.length)",
    );
    expect(sessions).toBe(1);
    const names = (await context.cookies(home())).map(({ name }) => name).filter((name) => name.startsWith('malote'));
    expect(names).toEqual(['malote_session']);
    // The next case starts from no session.
    await tabs[0]!.getByRole('button', { name: 'Sair', exact: true }).click();
    await tabs[0]!.getByRole('link', { name: 'Entrar no painel' }).waitFor();
  });
});

describe('the draft of a letter', () => {
  let api: ApiClient;
  let accountId: string;
  beforeAll(async () => {
    api = new ApiClient(service.description.base_url, service.description.api_key);
    accountId = (await api.get('/account')).body.id;
  });
  beforeEach(() => signIn(ana!));

  async function signIn(email: string): Promise<void> {
    const page = await beginSignIn();
    await endSignIn(page, email);
    await heading(page, 'Início').waitFor();
    await page.close();
  }

  const newLetterUrl = () => new URL(`/${accountId}/letters/new`, home()).href;
  const nameField = (page: Page) => page.getByLabel('Nome', { exact: true });
  const found = (page: Page) => page.getByText('Este é o rascunho que você deixou neste aparelho.');

  async function newLetter(page?: Page): Promise<Page> {
    const tab = page ?? (await context.newPage());
    if (!page) await tab.goto(newLetterUrl());
    await nameField(tab).waitFor();
    return tab;
  }

  async function fillIn(page: Page, name: string): Promise<void> {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer: blankPdf() });
    await nameField(page).fill(name);
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await kept(page, name);
  }

  /** Everything in the browser's store, once a draft with this name is in it. */
  const stored = (page: Page) =>
    page.evaluate<string>(`new Promise((found) => {
      const opening = indexedDB.open('malote');
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
        reading.onsuccess = () => { opening.result.close(); found(JSON.stringify(reading.result)); };
      };
    })`);
  const kept = (page: Page, name: string) =>
    eventually(
      () => stored(page),
      (text) => text.includes(`"name":"${name}"`) && text.includes('"number":"1578"'),
    );

  async function send(page: Page): Promise<void> {
    const button = page.getByRole('button', { name: 'Enviar carta' });
    await eventually(() => button.isEnabled(), Boolean);
    await button.click();
  }

  const letters = async (reference: string) => (await api.get(`/letters?reference=${reference}`)).body.data.length;

  test('belongs to its tab: two tabs send two letters', async () => {
    const [one, two] = [await newLetter(), await newLetter()];
    await fillIn(one, 'Sessão Vencida');
    expect(await nameField(two).inputValue()).toBe('');
    await two.reload();
    await newLetter(two);
    expect(await nameField(two).inputValue()).toBe('');
    await fillIn(two, 'Outra Pessoa');
    for (const [tab, name] of [
      [one, 'Sessão Vencida'],
      [two, 'Outra Pessoa'],
    ] as const) {
      await send(tab);
      await heading(tab, `Carta para ${name}`).waitFor();
    }
    expect(one.url()).not.toBe(two.url());
  });

  test('stays with its tab when that is reloaded, and a duplicate of the tab has its own', async () => {
    const page = await newLetter();
    await fillIn(page, 'Maria Guardada');
    await page.reload();
    await found(page).waitFor();
    expect(await nameField(page).inputValue()).toBe('Maria Guardada');
    const opened = context.waitForEvent('page');
    // The new tab starts with a copy of this one's storage, like a duplicate.
    await page.evaluate('void window.open(location.href)');
    const copy = await newLetter(await opened);
    const tabId = (tab: Page) => tab.evaluate<string>("sessionStorage.getItem('malote.tab')");
    expect(await tabId(copy)).not.toBe(await tabId(page));
    expect(await nameField(copy).inputValue()).toBe('');
    await fillIn(copy, 'Maria Copiada');
    await page.reload();
    await found(page).waitFor();
    expect(await nameField(page).inputValue()).toBe('Maria Guardada');
  });

  test('of a closed tab is continued in the next one, in one only', async () => {
    const page = await newLetter();
    await fillIn(page, 'Maria Fechada');
    await page.close();
    const next = await newLetter();
    await found(next).waitFor();
    expect(await nameField(next).inputValue()).toBe('Maria Fechada');
    expect(await nameField(await newLetter()).inputValue()).toBe('');
  });

  test('outlives the session, for the same person', async () => {
    const page = await newLetter();
    await fillIn(page, 'Maria Paciente');
    await context.clearCookies();
    await page.reload();
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await endSignIn(page, ana!);
    await found(page).waitFor();
    expect(await nameField(page).inputValue()).toBe('Maria Paciente');
  });

  test('is gone after sign-out, and language stays', async () => {
    const page = await newLetter();
    await fillIn(page, 'Segredo de Ana');
    const other = await newLetter();
    await page.getByLabel('Idioma').selectOption('en');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in to the dashboard' }).waitFor();
    expect(await stored(page)).toBe('[]');
    // The other tabs are signed out too.
    await other.getByRole('link', { name: 'Entrar no painel' }).waitFor();
  });

  test('is never shown to another person, and removed when that person comes', async () => {
    const page = await newLetter();
    await fillIn(page, 'Segredo de Ana');
    await context.clearCookies();
    await page.reload();
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await endSignIn(page, clara!);
    await newLetter(page);
    expect(await nameField(page).inputValue()).toBe('');
    expect(
      await eventually(
        () => stored(page),
        (text) => text === '[]',
      ),
    ).toBe('[]');
  });

  test('leaves a page when another person has signed in in another tab', async () => {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(newLetterUrl());
    await fillIn(page, 'Segredo de Ana');
    await context.clearCookies();
    await signIn(clara!);
    // The page asks again who is signed in when the person comes back to it after a while.
    await page.clock.fastForward(120_000);
    await page.evaluate("void window.dispatchEvent(new Event('visibilitychange'))");
    const left = await eventually(
      () => nameField(page).inputValue(),
      (name) => name === '',
    );
    expect(left).toBe('');
  });

  test('whose letter exists, although the response was lost, names that letter, and sends nothing else', async () => {
    const page = await newLetter();
    await fillIn(page, 'Maria Perdida');
    await page.getByLabel('Referência').fill('resposta-perdida');
    await page.route('**/letters', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await send(page);
    await page.getByText('Sem conexão').waitFor();
    await page.unroute('**/letters');
    expect(await letters('resposta-perdida')).toBe(1);

    await nameField(page).fill('Maria Mudada');
    await send(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Esta carta já foi criada' });
    expect(await alert.getByRole('link').innerText()).toBe('Carta para Maria Perdida');
    expect(await letters('resposta-perdida')).toBe(1);
    await alert.getByRole('button', { name: 'Fazer outra com o que está aqui' }).click();
    await send(page);
    await heading(page, 'Carta para Maria Mudada').waitFor();
    expect(await letters('resposta-perdida')).toBe(2);
  });

  test('whose key is refused without such a letter claims no letter', async () => {
    const page = await newLetter();
    await fillIn(page, 'Maria Recusada');
    await page.route('**/letters', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { error: { type: 'conflict_error', code: 'idempotency_key_reused', message: 'x', details: null } },
          })
        : route.continue(),
    );
    await send(page);
    await page.getByText('Confira na lista antes de enviar de novo.').waitFor();
    expect(await page.getByText('já foi criada').count()).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { ApiClient } from '../support/api.ts';
import { dateIn, letterBody } from '../support/letters.ts';
import { startOwnService } from '../support/own-service.ts';

/** The dashboard as `npm start` serves it: a person signs in, and the functions behind the session answer. */
let service: LocalService;
let browser: Browser;
let api: ApiClient;
let accountId: string;
let page: Page;

const views = {
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key } = service.description;
  api = new ApiClient(base_url, api_key);
  accountId = (await api.get('/account')).body.id;
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Signs in with the form of the provider and opens a screen of the account. */
async function signIn(view: keyof typeof views): Promise<void> {
  const { dashboard_url, dashboard_email, dashboard_password } = service.description;
  const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...views[view] });
  page = await context.newPage();
  // The first visit builds the page.
  page.setDefaultTimeout(60_000);
  await page.goto(dashboard_url);
  await page
    .getByRole('link', { name: 'Entrar' })
    .or(page.getByRole('button', { name: 'Entrar' }))
    .first()
    .click();
  await page.locator('input[name=email]').fill(dashboard_email);
  await page.locator('input[name=password]').fill(dashboard_password);
  await page.locator('button').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const open = (path: string) => page.goto(new URL(`/${accountId}${path}`, service.description.dashboard_url).href);

describe.each(['desktop', 'phone'] as const)('on a %s, a person who signed in', (view) => {
  beforeAll(() => signIn(view));
  afterAll(() => page.context().close());

  test('edits a scheduled letter, and then sends it now', async () => {
    const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(10) }));
    await open(`/letters/${letter.id}`);
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByRole('textbox', { name: 'Número' }).first().fill('102');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByRole('button', { name: 'Enviar agora' }).waitFor();
    const { body: edited } = await api.get(`/letters/${letter.id}`);
    expect(edited).toMatchObject({ status: 'scheduled', to: { ...letter.to, number: '102' } });

    const { amount } = (await api.get('/balance')).body;
    await page.getByRole('button', { name: 'Enviar agora' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar agora' }).click();
    await page.getByRole('button', { name: 'Enviar agora' }).first().waitFor({ state: 'hidden' });
    expect((await api.get(`/letters/${letter.id}`)).body).toMatchObject({ status: 'received', send_date: dateIn(0) });
    expect((await api.get('/balance')).body.amount).toBe(amount - edited.price.total);
  });

  test('corrects the recipient of a letter that is charged already', async () => {
    const { body: letter } = await api.post('/letters', letterBody());
    await open(`/letters/${letter.id}/edit`);
    await page.getByRole('textbox', { name: 'Nome' }).first().fill('Rui Barbosa');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByRole('heading', { level: 1, name: /Rui Barbosa/ }).waitFor();
    expect((await api.get(`/letters/${letter.id}`)).body).toMatchObject({
      to: { name: 'Rui Barbosa' },
      price: letter.price,
    });
  });
});

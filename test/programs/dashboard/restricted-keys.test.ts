import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { looks, violations } from './looks.ts';
import { signIn } from './steps.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let accountId: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key } = service.description;
  accountId = (await new ApiClient(base_url, api_key).get('/account')).body.id;
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe.each(looks)('an owner who restricts a key: $name', (look) => {
  beforeAll(async () => {
    page = await (await browser.newContext(look)).newPage();
    await signIn(page, service.description.dashboard_url, service.description.dashboard_email);
  });

  const excess = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  const picture = (name: string) =>
    process.env.PICTURES ? page.screenshot({ path: `${process.env.PICTURES}/${look.name}-${name}.png` }) : undefined;

  test('makes it with limits, sees what it has ordered, and raises a limit', async () => {
    const name = `Robô ${look.name}`;
    await page.goto(new URL(`/${accountId}/developers/api-keys`, service.description.dashboard_url).href);
    await page.getByRole('button', { name: 'Criar chave' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill(name);
    await dialog.getByRole('radio', { name: 'Teste' }).check();
    await dialog.getByLabel('Restringir a chave').check();
    await dialog.getByLabel('Mudar webhooks').uncheck();
    await dialog.getByLabel('Preço máximo de um envio').fill('muito');
    await dialog.getByLabel('Limite ao todo').fill('0,01');
    await dialog.getByLabel('CEPs dos destinatários').fill('05999-999 a 05000-000');
    await dialog.getByLabel('Último dia').fill('2099-12-31');
    const create = dialog.getByRole('button', { name: 'Criar chave' });
    await create.click();
    await dialog.getByText('Escreva um valor em reais').waitFor();
    await dialog.getByText('Escreva uma faixa por linha').waitFor();
    expect([await violations(page), await excess()]).toEqual([[], 0]);
    await picture('new');
    await dialog.getByLabel('Preço máximo de um envio').fill('1.000,00');
    await dialog.getByLabel('CEPs dos destinatários').fill('05000-000 a 05999-999\n20040-002');
    await create.click();
    const text = await dialog
      .getByText(/malote_test_[\w-]+/)
      .first()
      .innerText();
    const robot = new ApiClient(service.description.base_url, /malote_test_[\w-]+/.exec(text)![0]);
    expect((await robot.post('/letters', letterBody())).body.error.code).toBe('api_key_limit_reached');
    expect((await robot.get('/webhook-endpoints')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Já guardei' }).click();

    await page.getByRole('button', { name: `Restringir a chave ${name}` }).click();
    await dialog.getByLabel('Limite ao todo').fill('20');
    expect(await dialog.getByLabel('CEPs dos destinatários').inputValue()).toBe('05000-000 a 05999-999\n20040-002');
    expect(await dialog.getByLabel('Último dia').inputValue()).toBe('2099-12-31');
    expect(await dialog.getByLabel('Mudar webhooks').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const row = page.getByRole('row', { name });
    await row.getByText(/R\$\s0,00 de R\$\s20,00 ao todo/).waitFor();
    const { price } = (await robot.post('/letters', letterBody())).body;
    await page.reload();
    const spent = (price.total / 100).toFixed(2).replace('.', ',');
    await row.getByText(new RegExp(`R\\$\\s${spent} de R\\$\\s20,00 ao todo`)).waitFor();
    await row.getByText('CEPs 05000-000 a 05999-999, 20040-002').waitFor();
    await row.getByText('vence em 01/01/2100, 00:00').waitFor();
    expect([await violations(page), await excess()]).toEqual([[], 0]);
    await picture('list');

    await page.getByRole('button', { name: `Restringir a chave ${name}` }).click();
    await dialog.getByLabel('Restringir a chave').uncheck();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await row.getByText('ao todo').waitFor({ state: 'detached' });
    expect((await robot.post('/letters', letterBody())).status).toBe(201);
  });
});

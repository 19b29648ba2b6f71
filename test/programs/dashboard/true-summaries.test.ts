import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { blankPdf, wordsPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop } from './looks.ts';
import { signIn } from './steps.ts';

/** What the dashboard says of a letter before it is sent and after it has ended is so. */
let service: LocalService;
let browser: Browser;
let page: Page;
let api: ApiClient;
let control: Control;
let accountId: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url, dashboard_url, dashboard_email } = service.description;
  api = new ApiClient(base_url, api_key);
  control = new Control(control_url);
  accountId = (await api.get('/account')).body.id;
  // The first visit builds the page, which takes minutes on a busy machine.
  await fetch(dashboard_url, { headers: { accept: 'text/html' } });
  page = await browser.newPage(desktop);
  await signIn(page, dashboard_url, dashboard_email);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
afterEach(() => page.evaluate('sessionStorage.clear()'));

const open = (path: string) => page.goto(new URL(`/${accountId}${path}`, service.description.dashboard_url).href);
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const main = () => page.locator('main').innerText();
const send = () => page.getByRole('button', { name: 'Enviar carta' });

async function order(fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.post('/letters', letterBody(fields));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.id as string;
}

async function newLetter(file: Buffer, postalCode: string): Promise<void> {
  await open('/letters/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer: file });
  await page.getByText('Documento pronto para imprimir.').waitFor();
  await page.getByLabel('Nome', { exact: true }).fill('Maria');
  await page.getByLabel('CEP').fill(postalCode);
  await page.getByLabel('Número', { exact: true }).fill('100');
}

describe('before sending', () => {
  test('an address that its postal code does not complete is no problem of the document', async () => {
    await newLetter(blankPdf(), '18150-000');
    await page.getByText('O preço aparece quando os campos marcados forem corrigidos.').waitFor();
    expect(await main()).not.toContain('problemas do documento');
    // The fields are marked, and the summary says nothing else of them.
    for (const field of ['Logradouro', 'Bairro']) {
      const marked = page.locator('input').and(page.getByLabel(field, { exact: true }));
      expect([field, await marked.getAttribute('aria-invalid')]).toEqual([field, 'true']);
    }
    expect(await page.getByText('O CEP não traz este dado. Preencha o campo.').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Logradouro', exact: true }).fill('Rua das Flores');
    await page.getByLabel('Bairro', { exact: true }).fill('Centro');
    await page.getByText('Total').waitFor();
    expect(await page.getByText('Há problemas a resolver').count()).toBe(0);
  });

  test('a text that does not fit is kept whole, and says so', async () => {
    await newLetter(blankPdf(), '05.010-000');
    expect(await page.getByLabel('CEP').inputValue()).toBe('05010-000');
    const complement = page.getByLabel('Complemento', { exact: true });
    await complement.fill('x'.repeat(76));
    await page.getByText('Cabem 60 caracteres, e aqui há 76. Encurte o texto.').waitFor();
    expect(await complement.inputValue()).toHaveLength(76);
    expect(await eventually(() => send().isDisabled(), Boolean)).toBe(true);
    await complement.fill('');
    expect(await eventually(() => send().isEnabled(), Boolean)).toBe(true);
  });

  test('a blank marker leaves a gap only after the person has accepted that very gap', async () => {
    await newLetter(wordsPdf('Prezado {{nome}},', 'deve {{valor}}.'), '01310-100');
    await page.getByText('Total').waitFor();
    const gap = (names: string) => page.getByLabel(`Imprimir em branco, sem nada no lugar: ${names}`);
    await gap('{{nome}}, {{valor}}').check();
    await eventually(() => send().isEnabled(), Boolean);
    await page.getByLabel('{{nome}}', { exact: true }).fill('Rui');
    await gap('{{valor}}').waitFor();
    expect([await gap('{{valor}}').isChecked(), await send().isDisabled()]).toEqual([false, true]);
    await gap('{{valor}}').check();
    await eventually(() => send().isEnabled(), Boolean);
    await send().click();
    await heading('Carta para Maria').waitFor();
  });

  test('another PDF of a scheduled letter asks likewise', async () => {
    const id = await order({ send_date: dateIn(10) });
    await open(`/letters/${id}/edit`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'outro.pdf',
      mimeType: 'application/pdf',
      buffer: wordsPdf('Prezado {{nome}},'),
    });
    const save = page.getByRole('button', { name: 'Salvar alterações' });
    const gap = page.getByLabel('Imprimir em branco, sem nada no lugar: {{nome}}');
    await gap.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await gap.check();
    await eventually(() => save.isEnabled(), Boolean);
    await page.getByLabel('{{nome}}', { exact: true }).fill('Rui');
    await gap.waitFor({ state: 'detached' });
    await save.click();
    await heading('Carta para Maria da Conceição').waitFor();
  });

  test('a warning about an address names the address, not a page', async () => {
    await newLetter(blankPdf(), '72110-045');
    await page.getByLabel('Cidade', { exact: true }).fill('Taguatinga');
    await page
      .getByText('Destinatário: a cidade informada é um bairro ou distrito deste CEP.', { exact: false })
      .waitFor();
    expect(await main()).not.toContain('Página 1: a cidade');
  });
});

describe('a letter that was not sent', () => {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const listed = async (name: string) => {
    await open('/letters');
    await row(name).waitFor();
    return (await row(name).innerText()).replaceAll(/\s+/g, ' ');
  };
  const shown = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await heading(`Carta para ${name}`).waitFor();
    await page.getByText('Preço').first().waitFor();
    return (await main()).replaceAll(/\s+/g, ' ');
  };

  test('has no price if it was canceled before its charge, and will not be printed', async () => {
    const name = 'Ivo Nunca Cobrado';
    const id = await order({ to: { ...recipient, name }, send_date: dateIn(10) });
    expect((await api.post(`/letters/${id}/cancel`)).status).toBe(200);
    expect(await listed(name)).toMatch(/Cancelada.*não cobrada$/);
    expect(await listed(name)).not.toContain('R$');
    const text = await shown(name);
    expect(text).toContain('Nada foi cobrado.');
    expect(text).not.toMatch(/R\$|Como será impressa|Como foi impressa/);
  });

  test.each([
    ['canceled after its charge', 'Eva Cancelada', 'Cancelada'],
    ['failed', 'Rui Danificado', 'Falhou'],
  ])('says that its price was refunded if it was %s', async (how, name, status) => {
    const id = await order({ to: { ...recipient, name } });
    if (how === 'failed') {
      await control.post('/production/batches');
      const at = (await control.get('/clock')).now;
      const report = { id, status: 'failed', failure_reason: 'damaged_in_production', at };
      const { results } = await control.post('/production/reports', report);
      expect(results).toMatchObject([{ result: 'applied' }]);
    } else expect((await api.post(`/letters/${id}/cancel`)).status).toBe(200);
    expect(await listed(name)).toMatch(new RegExp(`${status}.*R\\$ 6,90 ?estornada$`));
    const text = await shown(name);
    expect(text).toContain('Estorno: R$ 6,90 voltaram para o saldo.');
    expect(text).not.toMatch(/Como será impressa|Como foi impressa/);
  });
});

describe('the search of the list', () => {
  test('finds the oldest of many letters by a part of the name in any case', async () => {
    // Scheduled letters are not charged, so they do not wait for one another. A page of the list has 25.
    const send_date = dateIn(10);
    await order({ to: { ...recipient, name: 'Maria Aparecida Quintanilha' }, send_date });
    for (let made = 0; made < 28; made += 4) await Promise.all(Array.from({ length: 4 }, () => order({ send_date })));
    await open('/letters');
    await heading('Cartas').waitFor();
    await page.getByRole('link', { name: 'Maria da Conceição' }).first().waitFor();
    expect(await page.getByRole('link', { name: /Quintanilha/ }).count()).toBe(0);
    const box = page.getByRole('textbox', { name: /Buscar por nome, referência, rastreio/ });
    await box.fill('maria quint');
    await box.press('Enter');
    await page.getByRole('link', { name: 'Maria Aparecida Quintanilha' }).waitFor();
    await page.getByRole('link', { name: 'Maria da Conceição' }).first().waitFor({ state: 'detached' });
    await box.fill('aquintanilha');
    await box.press('Enter');
    await page.getByText('Cada palavra é procurada no começo das palavras do nome').waitFor();
  });
});

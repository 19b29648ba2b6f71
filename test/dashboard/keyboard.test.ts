import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { startOwnService } from '../support/own-service.ts';
import { wordsPdf } from '../support/pdfs.ts';

/** Journeys of a person who has no mouse: Tab, Enter, Space, Escape and typing, and nothing else. */
let service: LocalService;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  page = await browser.newPage({ locale: 'pt-BR', reducedMotion: 'reduce' });
  // The first visit builds the page.
  page.setDefaultTimeout(60_000);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const MOST_STOPS = 120;

interface Stop {
  /** What a screen reader calls it, as far as these screens need it. */
  name: string;
  painted: boolean;
}

/** What has the focus, once that is drawn; `painted` when an outline around it can be seen. */
const stop = () =>
  page.evaluate<Stop>(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
    const act = document.activeElement;
    const label = act.getAttribute('aria-label') ?? act.labels?.[0]?.textContent ?? act.textContent;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(act);
    const box = act.getBoundingClientRect();
    const seen = box.bottom > 0 && box.top < innerHeight && box.width > 0;
    return {
      name: act === document.body ? '' : label.trim().replace(/\\s+/g, ' '),
      painted: seen && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\\)$/.test(outlineColor),
    };
  })`);

/** Goes on by Tab to what has this name; each stop on the way shows where one is. */
async function to(name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const at = await stop();
    if (at.name !== '') expect(at).toEqual({ ...at, painted: true });
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
    passed.push(at.name);
  }
  throw new Error(`Tab does not come to ${String(name)}, but to ${passed.join(' | ')}`);
}

async function press(name: string | RegExp, key = 'Enter'): Promise<void> {
  await to(name);
  await page.keyboard.press(key);
}

async function type(name: string | RegExp, text: string): Promise<void> {
  await to(name);
  await page.keyboard.type(text);
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = () => page.getByRole('dialog');

/** Opens a dialog from where the focus is going to be again, and closes it both ways. */
async function opensAndCloses(name: string): Promise<void> {
  for (const close of [() => page.keyboard.press('Escape'), () => press('Voltar')]) {
    await press(name);
    await dialog().waitFor();
    const inside = await page.evaluate('document.querySelector("dialog[open]").contains(document.activeElement)');
    expect([name, inside]).toEqual([name, true]);
    await close();
    await dialog().waitFor({ state: 'hidden' });
    expect(await stop()).toEqual({ name, painted: true });
    // The next round comes to it from before.
    await page.keyboard.press('Shift+Tab');
  }
}

test('a person signs in, sends a letter and cancels it', async () => {
  const { dashboard_url, dashboard_email, dashboard_password } = service.description;
  await page.goto(dashboard_url);
  await page.getByRole('link', { name: 'Entrar no painel' }).waitFor();
  await press('Entrar no painel');
  await page.locator('input[name=email]').waitFor();
  // The form of the provider begins in its first field.
  await page.keyboard.type(dashboard_email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(dashboard_password);
  await page.keyboard.press('Enter');
  await heading('Cartas');

  await press('Nova carta');
  await heading('Nova carta');
  const choosing = page.waitForEvent('filechooser');
  await press('Escolher arquivo');
  await (
    await choosing
  ).setFiles({
    name: 'aviso.pdf',
    mimeType: 'application/pdf',
    buffer: wordsPdf('Prezado {{nome}},'),
  });
  await page.getByText('Documento pronto para imprimir.').waitFor();
  await type('Nome', 'Maria Aparecida');
  await type('CEP', '01310100');
  await type('Número', '1578');
  await type('{{nome}}', 'Maria');
  await page.getByText('Total').first().waitFor();
  await press('Enviar carta');
  await heading('Carta para Maria Aparecida');

  await opensAndCloses('Cancelar carta');
  await press('Cancelar carta', 'Space');
  await dialog().waitFor();
  await press('Cancelar carta');
  await page.getByText('Esta carta foi cancelada a pedido').waitFor();
  await opensAndCloses('Apagar dados pessoais…');
});

test('a person creates an API key and revokes it', async () => {
  await press('Chaves de API');
  await heading('Chaves de API');
  await opensAndCloses('Criar chave');
  await press('Criar chave', 'Space');
  await page.keyboard.type('Loja virtual');
  await to('Produção');
  await page.keyboard.press('ArrowDown');
  expect(await dialog().getByRole('radio', { name: 'Teste' }).isChecked()).toBe(true);
  await press('Criar chave');
  await page.getByText('Esta é a única vez em que a chave aparece.').waitFor();
  await press('Já guardei');
  await dialog().waitFor({ state: 'hidden' });
  expect(await stop()).toEqual({ name: 'Criar chave', painted: true });

  await opensAndCloses('Revogar a chave Loja virtual');
  await press('Revogar a chave Loja virtual');
  await dialog().waitFor();
  await press('Revogar');
  await page.getByText(/^Revogada em/).waitFor();
});

test('each other dialog opens, takes the focus, and gives it back', async () => {
  await press('Webhooks');
  await heading('Webhooks');
  await opensAndCloses('Adicionar webhook');
  await press(/^http/);
  await heading('Webhook');
  for (const name of ['Trocar o segredo', 'Reenviar as que falharam', 'Remover']) await opensAndCloses(name);

  await press('Pessoas');
  await heading('Pessoas');
  await opensAndCloses('Convidar');
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { listenHttp } from '../../modules/webhooks/support/receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { drawn, looks } from './looks.ts';

/** Journeys of a person without a mouse: only Tab, Enter, Space, arrows, Escape and typing. */
let service: LocalService;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const MOST_STOPS = 120;

interface Stop {
  /** Its name for a screen reader, as far as these screens need it. */
  name: string;
  painted: boolean;
}

/** The focused element, once it is drawn; `painted` if it has a visible outline. */
const stop = () =>
  page.evaluate<Stop>(`${drawn}.then(() => {
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

/** Tabs to the element with this name; each stop on the way must be visible. */
async function to(name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    // A response that fills in fields moves the page for a moment.
    const at = await eventually(stop, ({ name: reached, painted }) => reached === '' || painted);
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

/** Opens a screen with the navigation, which a phone hides behind a button. */
async function goTo(screen: string): Promise<void> {
  if (await page.getByRole('button', { name: 'Menu' }).isVisible()) await press('Menu');
  await press(screen);
  await heading(screen);
}

async function choose(button: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press(button);
  await (await choosing).setFiles(file);
}

/** Opens a dialog, closes it both ways, and checks that the focus returns to the opener. */
async function opensAndCloses(name: string): Promise<void> {
  for (const close of [() => page.keyboard.press('Escape'), () => press('Voltar')]) {
    await press(name);
    await dialog().waitFor();
    const inside = await eventually(
      () => page.evaluate('document.querySelector("dialog[open]").contains(document.activeElement)'),
      Boolean,
    );
    expect([name, inside]).toEqual([name, true]);
    await close();
    await dialog().waitFor({ state: 'hidden' });
    expect(await eventually(stop, (at) => at.name === name && at.painted)).toEqual({ name, painted: true });
    // The next round reaches it from before.
    await page.keyboard.press('Shift+Tab');
  }
}

/** Opens a dialog, checks that it closes without an action, and then performs its action. */
async function confirms(name: string, action = name, key = 'Enter'): Promise<void> {
  await opensAndCloses(name);
  await press(name, key);
  await dialog().waitFor();
  await press(action);
}

const pdf = { name: 'aviso.pdf', mimeType: 'application/pdf', buffer: wordsPdf('Prezado {{nome}},') };

describe.each(looks)('$name', (look) => {
  beforeAll(async () => {
    page = await (await browser.newContext(look)).newPage();
    // The first visit builds the page.
    page.setDefaultTimeout(60_000);
  });
  afterAll(() => page.context().close());

  test('a person signs in, schedules a letter, edits it, sends it now and cancels it', async () => {
    const { dashboard_url, dashboard_email, dashboard_password } = service.description;
    await page.goto(dashboard_url);
    await page.getByRole('link', { name: 'Entrar no painel' }).waitFor();
    await press('Entrar no painel');
    await page.locator('input[name=email]').waitFor();
    // The provider's form focuses its first field.
    await page.keyboard.type(dashboard_email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(dashboard_password);
    await page.keyboard.press('Enter');
    await heading('Início');

    await press('Nova carta');
    await heading('Nova carta');
    await choose('Escolher arquivo', pdf);
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await type('Nome', 'Maria Aparecida');
    await type('CEP', '01310100');
    await type('Número', '1578');
    await type('{{nome}}', 'Maria');
    await to('Agora');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Total').first().waitFor();
    await press(/^Agendar para/);
    await heading('Carta para Maria Aparecida');
    await page.getByRole('term').filter({ hasText: 'Criada por' }).waitFor();

    await press('Editar');
    await heading('Editar carta');
    await to('Número');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1580');
    await press('Salvar alterações');
    await heading('Carta para Maria Aparecida');
    await page.getByText('1580').filter({ visible: true }).first().waitFor();

    await confirms('Enviar agora');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Enviar agora' }).waitFor({ state: 'detached' });

    await confirms('Cancelar carta', 'Cancelar carta', 'Space');
    await page.getByText('Esta carta foi cancelada a pedido').waitFor();
    await opensAndCloses('Apagar dados pessoais…');
  });

  test('a person sends the letters of a spreadsheet', async () => {
    await goTo('Cartas');
    await press('Cartas de uma planilha');
    await heading('Cartas de uma planilha');
    await choose('Escolher arquivo', pdf);
    await page.getByText('Documento pronto para imprimir.').waitFor();
    const rows = 'Nome;CEP;Número\r\nAna;01310-100;10\r\nBia;01310-100;20';
    await choose('Escolher arquivo', { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await page.getByText('2 linhas', { exact: true }).waitFor();
    await press('Conferir todas as linhas');
    await page.getByText('As 2 linhas estão certas.').waitFor();
    await confirms('Enviar 2 cartas');
    await page.getByText('Pronto: todas as linhas têm resultado.').waitFor();
    await opensAndCloses('Cancelar o que ainda for possível');
  });

  test('a person orders a verification and cancels it', async () => {
    await goTo('Verificações');
    await press('Nova verificação');
    await heading('Nova verificação');
    await type('Nome', 'João Pereira');
    await type('CEP', '01310100');
    await type('Número', '900');
    await page.getByText('Total').waitFor();
    await press('Enviar verificação');
    await heading('Verificação de João Pereira');
    await confirms('Cancelar verificação');
    await page.getByText('Cancelada: a carta não foi enviada').first().waitFor();
  });

  test('a person reads how to pay, and asks to be warned', async () => {
    await goTo('Saldo e extrato');
    await type('Valor', '150,00');
    await page.getByRole('img', { name: /^QR code do Pix\. Valor: R\$\s150,00\.$/ }).waitFor();
    await type('Avisar por e-mail abaixo de', '500');
    await press('Avisar');
    await page.getByText(/abaixo de R\$\s500,00, cada responsável/).waitFor();
    await press('Não avisar mais');
    await page.getByText('Ninguém é avisado').waitFor();
  });

  test('a person creates an API key and revokes it', async () => {
    await goTo('Chaves de API');
    await opensAndCloses('Criar chave');
    await press('Criar chave', 'Space');
    await page.keyboard.type(`Loja ${look.name}`);
    await to('Produção');
    await page.keyboard.press('ArrowDown');
    expect(await dialog().getByRole('radio', { name: 'Teste' }).isChecked()).toBe(true);
    await press('Criar chave');
    await page.getByText('Esta é a única vez em que a chave aparece.').waitFor();
    await press('Já guardei');
    await dialog().waitFor({ state: 'hidden' });
    expect(await stop()).toEqual({ name: 'Criar chave', painted: true });

    await confirms(`Revogar a chave Loja ${look.name}`, 'Revogar');
    const row = page.getByRole('row').filter({ hasText: `Loja ${look.name}` });
    await row.getByText(/^Revogada em/).waitFor();
  });

  test('a person adds a webhook, tests it, rotates its secret, and removes it', async () => {
    const receiver = await listenHttp((_, response) => void response.end('anotado'));
    try {
      await goTo('Webhooks');
      await opensAndCloses('Adicionar webhook');
      await press('Adicionar webhook');
      await dialog().waitFor();
      // The dialog focuses its first field.
      await page.keyboard.type(receiver.url);
      await press('Adicionar webhook');
      await dialog().getByRole('textbox', { name: 'Segredo da assinatura' }).waitFor();
      await press('Já guardei');
      await heading(new URL(receiver.url).host);

      await press('Enviar teste');
      await page.getByText(/Respondeu 200 em \d+/).waitFor();
      await opensAndCloses('Reenviar as que falharam');
      await confirms('Trocar o segredo');
      await dialog().getByRole('textbox', { name: 'Segredo da assinatura' }).waitFor();
      await press('Já guardei');
      await dialog().waitFor({ state: 'hidden' });

      await confirms('Remover');
      await heading('Webhooks');
      await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' });
    } finally {
      await receiver.close();
    }
  });

  test('a person invites somebody, and removes them', async () => {
    // Removing somebody does not reset how often an address may be invited in a day (rule DASH-10).
    const email = `rui-${look.name.replace(' ', '-')}@exemplo.com.br`;
    await goTo('Pessoas');
    await opensAndCloses('Convidar');
    await press('Convidar');
    await dialog().waitFor();
    await page.keyboard.type(email);
    await press('Convidar');
    await dialog().waitFor({ state: 'hidden' });
    await confirms(`Remover ${email}`, 'Remover');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText(email).first().waitFor({ state: 'detached' });
  });

  test('a person names the company, and sets and removes its logo', async () => {
    await goTo('Configurações');
    await to('Nome fantasia');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Padaria Ipê');
    await press('Salvar');
    await page.getByRole('status').filter({ hasText: 'Salvo.' }).waitFor();
    await choose('Escolher imagem', { name: 'ipe.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await page.getByRole('button', { name: 'Trocar imagem' }).waitFor();
    await confirms('Remover logotipo');
    await page.getByText('Ainda não há logotipo').waitFor();
  });
});

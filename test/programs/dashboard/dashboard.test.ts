import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnService } from '../../support/own-service.ts';
import { blankPdf, inkInAddressArea, wordsPdf } from '../../support/pdfs.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { handmade } from '../pdf/handmade.ts';
import { buildDashboard } from './build.ts';
import { desktop, looks, violations } from './looks.ts';
import { type Account, openSite, type Site } from './site.ts';
import { goTo } from './steps.ts';

/** The bytes a person waits for on the first visit. */
const FIRST_LOAD_BYTES = 200 * 1024;

let service: LocalService;
let browser: Browser;
let site: Site;
/** With R$ 10.000,00. */
let rich: Account;
/** With no balance. */
let poor: Account;
let contexts: BrowserContext[];
/** Problems of a page: blocked by its policy, failed, or thrown. */
let complaints: string[];
let responses: Response[];

beforeAll(async () => {
  const [folder, started, launched] = await Promise.all([
    buildDashboard('dashboard-test'),
    startOwnService(),
    launchChromium(),
  ]);
  service = started;
  browser = launched;
  const { base_url, control_url, api_key } = service.description;
  const first = await asked<{ id: string }>(`${base_url}/account`, { headers: { authorization: `Bearer ${api_key}` } });
  rich = { id: first.id, name: 'Empresa Exemplo', apiKey: api_key };
  const second = await asked<{ account: { id: string }; api_key: string }>(`${control_url}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      legal_name: 'Cartório Ipê',
      cnpj: '11.222.333/0001-81',
      plan: 'scale',
      default_sender: { name: 'Cartório Ipê', number: '5', postal_code: '01310-100' },
    }),
  });
  poor = { id: second.account.id, name: 'Cartório Ipê', apiKey: second.api_key };
  site = await openSite({ folder, baseUrl: base_url, accounts: [rich, poor] });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await service?.stop();
});

beforeEach(() => {
  contexts = [];
  complaints = [];
  responses = [];
  site.signedIn = true;
  site.role = 'owner';
  site.failing.clear();
  site.held.clear();
});

afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  expect(complaints).toEqual([]);
});

async function asked<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...desktop, ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    // An error response is not a problem: the screen shows it, or waits.
    if (message.type() === 'error' && !/status of (40[1-4]|422|429)/.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('response', (response) => responses.push(response));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.origin}${path}`);
  return page;
}

const at = (path: string, account = rich) => `/${account.id}${path}`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const pdf = (name: string, bytes: Buffer) => ({ name, mimeType: 'application/pdf', buffer: bytes });

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(pdf(name, bytes));
}

async function address(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByLabel('Número', { exact: true }).fill('1578');
}

describe.each(looks)('the first letter: $name', (look) => {
  const reference = `contrato-${looks.indexOf(look)}`;
  const name = `Maria Aparecida ${looks.indexOf(look) + 1}`;

  test('is written after sign-in, sent, found and canceled', async () => {
    site.signedIn = false;
    const page = await open('/', look);
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await heading(page, 'Início').waitFor();
    await page.getByRole('link', { name: 'Nova carta' }).first().click();

    await drop(page, 'aviso.pdf', wordsPdf('Prezado {{nome}},'));
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await page.getByLabel('{{nome}}', { exact: true }).fill('João');
    await address(page, name);
    // The postal code fills in what nobody has to type.
    expect(await eventually(() => page.locator('input[name=city]').inputValue(), Boolean)).toBe('São Paulo');
    await page.getByLabel('Referência').fill(reference);
    await page.getByRole('button', { name: 'Enviar carta' }).click();
    await heading(page, `Carta para ${name}`).waitFor();
    await page.getByRole('img', { name: 'Página 1 de 1' }).waitFor();

    await goTo(page, 'Cartas');
    await page.getByRole('textbox', { name: /Buscar por nome/ }).fill(reference);
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.waitForURL(`**/*reference=${reference}*`);
    await page.getByRole('link', { name }).click();
    await heading(page, `Carta para ${name}`).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);

    await page.getByRole('button', { name: 'Cancelar carta' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.innerText()).toMatch(/R\$\s6,90 voltam para o saldo na hora/);
    await dialog.getByRole('button', { name: 'Cancelar carta' }).click();
    await page.getByText('Esta carta foi cancelada a pedido').waitFor();

    await goTo(page, 'Saldo e extrato');
    // What moved and for whom, with a link to the letter; this site's account has keys and no people.
    const refund = page.getByRole('cell', { name: /^Estorno / }).filter({ has: page.locator(`a[href$="/${id}"]`) });
    expect(await refund.innerText()).toBe(`Estorno\n${name} · ${reference}\n${id}`);
  });

  test('shows each problem where it is, with advice', async () => {
    const page = await open(at('/letters/new'), look);
    await drop(page, 'janela.pdf', inkInAddressArea);
    const problem = page.getByRole('alert').filter({ hasText: 'há conteúdo na janela do envelope' });
    await problem.waitFor();
    // 184, 650 points, 10 by 10: 65 mm from the left, 64 to 68 mm from the top.
    expect(await problem.innerText()).toMatch(/Mede 3,\d × 3,\d mm e começa a 6[45](,\d)? mm da esquerda/);
    await problem.getByRole('button', { name: /página à parte/ }).click();
    await problem.waitFor({ state: 'detached' });
    await page.getByText('Documento pronto para imprimir.').waitFor();
  });

  test('has each warning once, and those that a value brings', async () => {
    const page = await open(at('/letters/new'), look);
    const nearEdge = page.getByText('há tinta a menos de 5 mm da borda');
    const words = (left: number, text: string) => `BT /F1 11 Tf ${left} 400 Td (${text}) Tj ET`;
    await drop(page, 'margem.pdf', handmade({ content: words(5, 'Aviso') }));
    // The service's warning about the edge arrives together with this one.
    await page.getByText('a fonte Helvetica não está no PDF').waitFor();
    expect(await nearEdge.count()).toBe(1);

    await drop(page, 'valor.pdf', handmade({ content: `${words(60, 'Total')} ${words(540, '{{n}}')}` }));
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await nearEdge.waitFor({ state: 'detached' });
    await page.getByLabel('{{n}}', { exact: true }).fill('1.234.567,89');
    await nearEdge.waitFor();
    expect(await page.getByText('Vai ser impresso, mas confira').count()).toBe(1);
  });

  test('drops the price of the previous PDF when the next one cannot be read', async () => {
    const page = await open(at('/letters/new'), look);
    await drop(page, 'aviso.pdf', wordsPdf('Prezado {{nome}},'));
    await page.getByText('Total').waitFor();
    await drop(page, 'foto.pdf', Buffer.from('não é um PDF'));
    await page.getByText('Este arquivo não é um PDF que se possa ler').waitFor();
    await page.getByText('Há problemas a resolver, marcados na página.').waitFor();
    expect(await page.getByText('Total').count()).toBe(0);
  });

  test('cannot be sent before its price is shown, and never shows the price of the previous PDF', async () => {
    const page = await open(at('/letters/new'), look);
    const send = page.getByRole('button', { name: 'Enviar carta' });
    const isEnabled = (enabled: boolean) =>
      eventually(
        () => send.isEnabled(),
        (seen) => seen === enabled,
      );
    await drop(page, 'aviso.pdf', handmade({ content: 'BT /F1 11 Tf 60 400 Td (Aviso) Tj ET' }));
    await address(page, name);
    await isEnabled(true);

    let release = () => {};
    const hold = () => site.held.set('/letters/quote', new Promise((resolve) => (release = resolve)));
    hold();
    await page.getByText('Colorida', { exact: true }).click();
    await isEnabled(false);
    // The letter costs the same to whomever it goes.
    expect(await page.getByText('Total').count()).toBe(1);
    release();
    await isEnabled(true);
    await address(page, `${name} Filha`);
    expect(await send.isEnabled()).toBe(true);

    hold();
    await drop(page, 'outro.pdf', blankPdf());
    await page.getByText('Documento pronto para imprimir.').waitFor();
    expect(await page.getByText('Total').count()).toBe(0);
    expect(await page.getByText('a fonte Helvetica não está no PDF').count()).toBe(0);
    expect(await send.isEnabled()).toBe(false);
    release();
    await isEnabled(true);
  });

  test('shows the missing amount, and cannot be sent', async () => {
    const page = await open(at('/letters/new', poor), look);
    await drop(page, 'aviso.pdf', blankPdf());
    await address(page, 'Maria');
    const alert = page.getByRole('alert').filter({ hasText: 'Saldo insuficiente' });
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/A carta custa R\$\s5,40, e o saldo é de R\$\s0,00\. Faltam R\$\s5,40\./);
    expect(await page.getByRole('button', { name: 'Enviar carta' }).isDisabled()).toBe(true);
  });

  test('is kept when the browser comes back', async () => {
    const page = await open(at('/letters/new', poor), look);
    await drop(page, 'aviso.pdf', blankPdf());
    await page.getByText('Documento pronto para imprimir.').waitFor();
    await address(page, 'Maria Guardada');
    await page.getByText('Rascunho guardado neste aparelho.').waitFor();
    // The last typed character is saved once the database has it.
    const kept = () =>
      page.evaluate<boolean>(`new Promise((found) => {
        const opening = indexedDB.open('malote');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            found(reading.result.some(({ form, upload }) => form.to.number === '1578' && upload));
          };
        };
      })`);
    expect(await eventually(kept, Boolean)).toBe(true);
    await page.reload();
    await page.getByText('Este é o rascunho que você deixou neste aparelho.').waitFor();
    expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Maria Guardada');
    await page.getByText('aviso.pdf').waitFor();
  });
});

describe('a hostile PDF', () => {
  const page = (width: number, height: number) => handmade({ page: `/MediaBox [0 0 ${width} ${height}]` });
  const strokes = handmade({ content: '60 600 m 300 700 l S\n'.repeat(100_000) });
  const side = 20_000;
  const picture = handmade({
    content: 'q 595 0 0 842 0 0 cm /Im1 Do Q',
    resources: '/XObject << /Im1 10 0 R >>',
    objects: [
      [
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        deflateSync(Buffer.alloc(side * side)),
      ],
    ],
  });

  test.each<[name: string, file: Buffer, answer: RegExp]>([
    ['of 2,000 pages', blankPdf(2_000), /2\.?000 folhas/],
    ['with a page of 200 by 200 inches', page(14_400, 14_400), /A4/],
    ['with a page as narrow as a needle', page(1, 14_400), /A4/],
    ['of 100,000 strokes', strokes, /há conteúdo na janela/],
    ['with a picture of 20,000 by 20,000 dots', picture, /há conteúdo na janela/],
  ])('%s gets its message, and the form still works', async (_, file, answer) => {
    const form = await open(at('/letters/new', poor));
    await drop(form, 'bomba.pdf', file);
    await form.getByRole('alert').filter({ hasText: answer }).first().waitFor({ timeout: 60_000 });
    await form.locator('[data-drawn]').first().waitFor({ timeout: 60_000 });
    expect(await form.locator('canvas').count()).toBeLessThanOrEqual(12);
    await address(form, 'Maria');
    expect(await form.getByLabel('Nome', { exact: true }).inputValue()).toBe('Maria');
  });
});

test('a posted letter is found by its tracking code, however that is written', async () => {
  const { base_url, control_url, api_key } = service.description;
  const post = <Answer>(url: string, body: object) =>
    asked<Answer>(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
      body: JSON.stringify(body),
    });
  const { id } = await post<{ id: string }>(`${base_url}/letters`, {
    to: { name: 'Rastreada', number: '100', postal_code: '01310-100' },
    document: { type: 'base64', data: wordsPdf('Prezada,').toString('base64') },
    postal_services: ['registered'],
  });
  const code = newTrackingCode();
  await post(`${control_url}/production/batches`, {});
  await post(`${control_url}/production/reports`, {
    id,
    status: 'posted',
    tracking_code: code,
    at: new Date().toISOString(),
  });

  const page = await open(at('/letters'));
  await heading(page, 'Cartas').waitFor();
  await page.getByRole('textbox', { name: /Buscar por nome/ }).fill(code.toLowerCase().replace(/(\d{3})/g, ' $1 '));
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await page.waitForURL(`**/*tracking_code=${code}*`);
  await page.getByRole('cell', { name: /^Rastreada/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Rastreada' }).count()).toBe(1);
  // A name replaces it.
  await page.getByRole('textbox', { name: /Buscar por nome/ }).fill('outra');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await page.getByText('Nada com estes filtros').waitFor();
  expect(new URL(page.url()).search).toBe('?recipient=outra');

  const events = await open(at('/developers/events'));
  await events.getByRole('textbox', { name: 'Código da carta, verificação ou webhook' }).fill(id);
  await events.getByRole('button', { name: 'Buscar', exact: true }).click();
  await events.waitForURL(`**/*object=${id}*`);
  await events.getByText('Carta postada Rastreada letter.posted').waitFor();
  expect(await events.locator('summary code').allInnerTexts()).toEqual([
    'letter.posted',
    'letter.printed',
    'letter.in_production',
    'letter.received',
  ]);
});

describe('a session', () => {
  test('that expires asks to sign in, and returns to the same screen', async () => {
    const page = await open(at('/letters?status=posted'));
    await heading(page, 'Cartas').waitFor();
    site.signedIn = false;
    await page.getByRole('link', { name: 'Saldo e extrato' }).click();
    await heading(page, 'Sua sessão terminou').waitFor();
    await page.getByRole('link', { name: 'Entrar no painel' }).click();
    await heading(page, 'Saldo e extrato').waitFor();
  });

  test('can be ended by its person', async () => {
    const page = await open(at('/letters'));
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await heading(page, 'Entrar').waitFor();
  });

  test("shows nothing of other people's accounts", async () => {
    const page = await open('/acc_01someoneelse/letters');
    await heading(page, 'Página não encontrada').waitFor();
  });
});

test('a viewer is offered no action that would be rejected', async () => {
  site.role = 'viewer';
  const page = await open(at('/letters'));
  await heading(page, 'Cartas').waitFor();
  expect(await page.getByRole('link', { name: 'Nova carta' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Chaves de API' }).count()).toBe(0);
  await page.goto(`${site.origin}${at('/letters/new')}`);
  await page.getByText('Seu papel nesta conta não inclui enviar.').waitFor();
});

test('a developer who opens the form of a letter is told that the role does not include sending', async () => {
  site.role = 'developer';
  const page = await open(at('/letters/new'));
  await page.getByText('Seu papel nesta conta não inclui enviar.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('leitura');
});

describe('the address of a screen', () => {
  test.each(['1e5', 'true', '0123', '123', '"123"', 'null', '[1]', '1.50', 'a b&c=d'])(
    'keeps the reference %j, written by hand or by the page',
    async (reference) => {
      const page = await open(at(`/letters?${new URLSearchParams({ reference }).toString()}`));
      const isAsked = (response: Response) => new URL(response.url()).pathname.endsWith('/letters');
      const references = () =>
        responses.filter(isAsked).map((response) => new URL(response.url()).searchParams.get('reference'));
      await page.getByText('Nada com estes filtros').waitFor();
      const search = page.getByRole('textbox', { name: /Buscar por nome/ });
      expect(await search.inputValue()).toBe(reference);
      // The page's own link, and the same one opened again.
      await page.getByRole('link', { name: 'Postada', exact: true }).click();
      await page.waitForURL('**/*status=posted*');
      expect(new URL(page.url()).searchParams.get('reference')).toBe(reference);
      await page.reload();
      await page.getByText('Nada com estes filtros').waitFor();
      expect(await search.inputValue()).toBe(reference);
      expect(new Set(references())).toEqual(new Set([reference]));
    },
  );
});

describe('webhooks', () => {
  const post = async <Answer>(path: string, body: object) => {
    const { base_url, api_key } = service.description;
    return asked<Answer>(`${base_url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
      body: JSON.stringify(body),
    });
  };
  const order = {
    to: { name: 'Avisada', number: '100', postal_code: '01310-100' },
    document: { type: 'base64', data: wordsPdf('Prezada,').toString('base64') },
  };
  const deliveriesOf = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: 'Entregas de webhook' }) });

  test('a letter shows its first deliveries, and then the rest', async () => {
    const { id } = await post<{ id: string }>('/letters', order);
    const page = await open('/');
    const MORE = 60;
    const all = Array.from({ length: MORE }, (_, index) => ({
      id: `whd_${String(index).padStart(52, '0')}`,
      object: 'webhook_delivery',
      endpoint_id: 'whe_00000000000000000000000000',
      event_id: `evt_${index}`,
      event_type: 'letter.received',
      state: 'delivered',
      attempts: [],
      next_attempt_at: null,
      created_at: '2026-11-20T12:00:00Z',
    }));
    await page.route(/\/webhook-deliveries\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const end = start + Number(query.get('limit') ?? 20);
      const has_more = end < all.length;
      const data = all.slice(start, end);
      return route.fulfill({ json: { object: 'list', data, has_more, next_cursor: has_more ? String(end) : null } });
    });
    await page.goto(`${site.origin}${at(`/letters/${id}`)}`);
    const shown = deliveriesOf(page).getByRole('group');
    await shown.first().waitFor();
    const older = deliveriesOf(page).getByRole('button', { name: 'Mais antigas' });
    while ((await shown.count()) < MORE) {
      const before = await shown.count();
      await older.click();
      await eventually(
        () => shown.count(),
        (count) => count > before,
      );
    }
    await older.waitFor({ state: 'detached' });
    expect(await shown.count()).toBe(MORE);
  });

  test('a letter without deliveries says for how long they are kept: it may have had some', async () => {
    const { id } = await post<{ id: string }>('/letters', order);
    const page = await open('/');
    const none = { object: 'list', data: [], has_more: false, next_cursor: null };
    await page.route(/\/webhook-deliveries\?/, (route) => route.fulfill({ json: none }));
    await page.goto(`${site.origin}${at(`/letters/${id}`)}`);
    await deliveriesOf(page).getByText('As entregas são guardadas por 30 dias. Não há nenhuma.').waitFor();
  });

  test('one that has failed for a day says how often it is tried', async () => {
    const { id } = await post<{ id: string }>('/webhook-endpoints', { url: 'https://example.com/', events: ['*'] });
    const page = await open('/');
    await page.route(`**/webhook-endpoints/${id}`, async (route) => {
      const response = await route.fetch();
      const endpoint = (await response.json()) as object;
      await route.fulfill({ response, json: { ...endpoint, failing_since: '2026-11-20T12:00:00Z' } });
    });
    await page.goto(`${site.origin}${at(`/developers/webhooks/${id}`)}`);
    const notice = page.getByRole('status').filter({ hasText: 'Nenhuma entrega chega desde' });
    await notice.waitFor();
    expect(await notice.innerText()).toContain('oito vezes em 27 horas e 35 minutos, e depois disso só quando você');
    expect(await notice.innerText()).not.toContain('Continuamos');
  });
});

test('the preview of a row shows its address as it prints, and what its postal code supplies', async () => {
  const page = await open(at('/letters/spreadsheet'));
  const files = page.locator('input[type=file]');
  await files.first().setInputFiles(pdf('aviso.pdf', blankPdf()));
  const long = `${'Edifício das Acácias, Bloco B, '.repeat(2)}4º andar`.slice(0, 60);
  const rows = `Nome;CEP;Número;Complemento\nMaria;01310100;1578;\nRui;99999-999;77;\n${'Associação '.repeat(9)};01310100;1578;${long}\n`;
  await files.nth(1).setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  const preview = page.locator('section').filter({ has: page.getByLabel('Linha da planilha') });
  const lines = preview.locator('[data-tone=window] p');
  await preview.getByText('01310-100 São Paulo - SP', { exact: true }).waitFor();
  const [from, ...to] = await lines.allInnerTexts();
  expect(from).toMatch(/^Remetente: .+, .+, \d{5}-\d{3} /);
  expect(to).toEqual(['Maria', 'Avenida Paulista, 1578', 'Bela Vista', '01310-100 São Paulo - SP']);
  // An unknown postal code supplies nothing; the number is still there.
  await preview.getByLabel('Linha da planilha').fill('3');
  await preview.getByText('77', { exact: true }).waitFor();
  // The longest address is set in smaller type, and none of its lines is cut.
  await preview.getByLabel('Linha da planilha').fill('4');
  await preview.getByText(long).waitFor();
  const [height, room] = await page.evaluate<[number, number]>(`(() => {
    const window = document.querySelector('[data-tone=window] > div');
    return [window.scrollHeight, window.clientHeight];
  })()`);
  expect(height).toBeLessThanOrEqual(room);
  expect(await lines.last().innerText()).toBe('01310-100 São Paulo - SP');
});

test('a failure of the service is shown with the id of the request, and can be retried', async () => {
  site.failing.set('/letters', 403);
  const page = await open(at('/letters'));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('req_01example');
  site.failing.clear();
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await alert.waitFor({ state: 'detached' });
});

test('every text has an English version, and the choice of language is kept', async () => {
  const page = await open(at('/letters'));
  await page.getByLabel('Idioma').selectOption('en');
  await heading(page, 'Letters').waitFor();
  await page.reload();
  await heading(page, 'Letters').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
});

describe('accessibility', () => {
  const screens = [
    '/letters',
    '/letters/new',
    '/letters/spreadsheet',
    '/verifications',
    '/verifications/new',
    '/verifications/figures',
    '/balance',
    '/developers/events',
  ];

  test.each(screens)('axe finds nothing on %s', async (screen) => {
    for (const look of looks) {
      const page = await open(at(screen), look);
      await page.locator('h1').waitFor();
      await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
      expect(await violations(page)).toEqual([]);
    }
  });

  test.each(looks)('axe finds nothing on the pages of sign-in and sign-out: $name', async (look) => {
    site.signedIn = false;
    const door = await open('/?sign_in_error=not_invited', look);
    await heading(door, 'Entrar').waitFor();
    expect(await violations(door)).toEqual([]);
    site.signedIn = true;
    const nowhere = await open('/acc_none/letters', look);
    await heading(nowhere, 'Página não encontrada').waitFor();
    expect(await violations(nowhere)).toEqual([]);
  });

  test('axe finds nothing while a list loads, or when loading fails', async () => {
    let release = () => {};
    site.held.set('/letters', new Promise((resolve) => (release = resolve)));
    const page = await open(at('/letters'));
    await page.getByRole('status', { name: 'Carregando' }).waitFor();
    expect(await violations(page)).toEqual([]);
    site.failing.set('/letters', 403);
    release();
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing where a document has problems', async () => {
    const page = await open(at('/letters/new', poor));
    await drop(page, 'janela.pdf', inkInAddressArea);
    await page.getByRole('alert').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each(screens)('%s needs no sideways scrolling at 320 px, which is 1280 px at 400 %%', async (screen) => {
    const page = await open(at(screen), { viewport: { width: 320, height: 560 } });
    await page.locator('h1').waitFor();
    await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('a verification is created with only the keyboard', async () => {
    const page = await open(at('/verifications'));
    await page.getByRole('link', { name: 'Nova verificação' }).first().focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Nova verificação').waitFor();
    await page.getByLabel('Nome', { exact: true }).waitFor();
    // A screen's heading takes the focus, so the first field is a few steps further.
    await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe('Nova verificação');
    const to = async (label: string, text: string) => {
      for (let steps = 0; steps < 12; steps++) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate('document.activeElement.labels?.[0]?.textContent');
        if (name === label) return page.keyboard.type(text);
      }
      throw new Error(`The keyboard does not reach ${label}`);
    };
    await to('Nome', 'João Pereira');
    await to('CEP', '01310100');
    await to('Número', '900');
    // Nobody can send without having seen the price.
    await page.getByText('Total').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Verificação de João Pereira').waitFor();
  });
});

test('a person with several accounts switches between them, and nothing moves while the menu opens', async () => {
  const page = await open(at('/letters'));
  const menu = page.getByRole('button', { name: 'Trocar de conta' });
  await menu.waitFor();
  await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('menuitem', { name: poor.name });
  await other.waitFor();
  const moved = await page.evaluate<number>(`new Promise((done) => {
    const sum = (list) => done(list.getEntries().reduce((whole, { value }) => whole + value, 0));
    new PerformanceObserver(sum).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(0), 500);
  })`);
  expect(moved).toBe(0);
  await other.click();
  await page.waitForURL(`**${at('', poor)}`);
  await page.getByRole('button', { name: poor.name }).waitFor();
});

test('the first load is small, does not need pdf.js, and calls no other host', async () => {
  const page = await open(at('/letters'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
  const files = responses.filter((response) => /\.(js|css)$/.test(new URL(response.url()).pathname));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await file.body()).length));
  expect(files.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
  expect(files.map((file) => file.url()).filter((url) => /pdf/.test(url))).toEqual([]);
  expect(
    responses.map((response) => new URL(response.url()).origin).filter((origin) => origin !== site.origin),
  ).toEqual([]);
});

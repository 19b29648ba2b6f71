import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { listenHttp, readBody } from '../../modules/webhooks/support/receiver.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { awaitingCode, readLetter, templateBody, wrongCode } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { run, textOf } from '../pdf/tools.ts';
import { looks, nameless, violations } from './looks.ts';
import { goTo, signIn } from './steps.ts';

/** The dashboard as `npm start` serves it: a person signs in, and the functions behind the session respond. */
let service: LocalService;
let browser: Browser;
let api: ApiClient;
let accountId: string;
let page: Page;

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

/** The second of its two pages is missing from the file. */
const pdfWithLostPage = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R 9 0 R] /Count 2>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF`;

const open = (path: string) => page.goto(new URL(`/${accountId}${path}`, service.description.dashboard_url).href);

/** Text of the focused element, once something other than the page has the focus. */
const focused = () =>
  eventually(
    () =>
      page.evaluate<string | null>(
        'document.activeElement === document.body ? null : document.activeElement.textContent',
      ),
    (text) => text !== null,
  );

describe.each(looks)('a person who signed in: $name', (look) => {
  beforeAll(async () => {
    const { dashboard_url, dashboard_email } = service.description;
    page = await (await browser.newContext(look)).newPage();
    await signIn(page, dashboard_url, dashboard_email);
  });
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

  test('pays by Pix: the QR code on the screen is the text to copy, for the amount that was typed', async () => {
    await open('/balance');
    const code = page.getByRole('textbox', { name: 'Pix copia e cola' });
    const shown = async (amount: string) => {
      await page.getByRole('img', { name: `QR code do Pix. Valor: ${amount}.` }).waitFor();
      const picture = await page.getByRole('img', { name: 'QR code do Pix' }).screenshot();
      const { output } = run('zbarimg', picture, ['--quiet', '--raw', 'FILE']);
      expect(output.toString().trim()).toBe(await code.inputValue());
      return code.inputValue();
    };
    expect(await shown('Quem paga escolhe')).not.toMatch(/53039865402|540[3-9]/);
    await page.getByRole('textbox', { name: 'Valor' }).fill('1.500,07');
    expect(await shown('R$\u00a01.500,07')).toContain('54071500.07');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Valor' }).fill('mil');
    await page.getByText('Escreva um valor em reais').waitFor();
    await code.waitFor({ state: 'detached' });
  });

  test('sends a second letter to the address of a verification that is still open', async () => {
    const control = new Control(service.description.control_url);
    const { verification: first } = await awaitingCode(
      { api, control },
      { ...templateBody(), reference: 'cadastro-7' },
    );
    await open(`/verifications/${first.id}`);
    await page.getByRole('link', { name: 'Enviar outra carta' }).click();
    await page.getByText('Segunda carta para o mesmo endereço').waitFor();
    expect(await page.getByRole('textbox', { name: 'Número' }).inputValue()).toBe(first.to.number);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar verificação' }).click();
    await page.getByRole('link', { name: first.id }).waitFor();
    const second = page.url().split('/').at(-1)!;
    expect((await api.get(`/verifications/${second}`)).body).toMatchObject({
      previous_verification_id: first.id,
      to: first.to,
      method: first.method,
      reference: 'cadastro-7',
    });
    // The form of a new verification is still blank.
    await open('/verifications/new');
    expect(await page.getByRole('textbox', { name: 'Número' }).inputValue()).toBe('');
  });

  test('corrects the recipient of a letter that is already charged', async () => {
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

  test('sets up the company: names, sender, logo, default letter', async () => {
    const houseNumber = String(100 + looks.indexOf(look));
    await open('/settings');
    const sheet = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const save = async (name: string) => {
      await sheet(name).getByRole('button', { name: 'Salvar' }).click();
      await sheet(name).getByRole('status').filter({ hasText: 'Salvo.' }).waitFor();
    };
    await sheet('Nome fantasia').getByRole('textbox').fill(`Padaria ${look.name}`);
    await save('Nome fantasia');
    await sheet('Remetente padrão').getByLabel('Número', { exact: true }).fill(houseNumber);
    await save('Remetente padrão');
    await sheet('Carta de verificação padrão').getByRole('textbox').first().fill(`Confirme, ${look.name}`);
    await save('Carta de verificação padrão');

    // The page shrinks a picture that is too large for the service.
    const chooser = sheet('Logotipo').locator('input[type=file]');
    await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await sheet('Logotipo').getByText('não é uma imagem').waitFor();
    await chooser.setInputFiles({ name: 'ipe.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await sheet('Logotipo').getByText('foi reduzida').waitFor();
    await sheet('Logotipo').getByRole('img').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await sheet('Logotipo').getByRole('img').waitFor();
    await sheet('Logotipo').getByRole('button', { name: 'Remover logotipo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover logotipo' }).click();
    await sheet('Logotipo').getByText('Ainda não há logotipo').waitFor();

    const { body: account } = await api.get('/account');
    expect(account).toMatchObject({
      trade_name: `Padaria ${look.name}`,
      default_sender: { number: houseNumber },
    });
    await open('/activity');
    await page.getByText('Removeu o logotipo').first().waitFor();
  });

  test('asks only for a warning about a low balance', async () => {
    await open('/balance');
    const sheet = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Aviso de saldo baixo' }) });
    const limit = sheet.getByLabel('Avisar por e-mail abaixo de');
    await limit.fill('muito');
    await page.keyboard.press('Enter');
    await sheet.getByText('Escreva um valor em reais').waitFor();
    await limit.fill('1.250,5');
    await page.keyboard.press('Enter');
    await sheet.getByText(/abaixo de R\$\s1\.250,50, cada responsável/).waitFor();
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Não avisar mais' }).click();
    await sheet.getByText('Ninguém é avisado').waitFor();
  });

  test('creates a test key, which charges nothing', async () => {
    await open('/developers/api-keys');
    await page.getByRole('button', { name: 'Criar chave' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill(`Ensaio ${look.name}`);
    await dialog.getByRole('radio', { name: 'Teste' }).check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Criar chave' }).click();
    const [secret] = /malote_test_[\w-]+/.exec(
      await dialog
        .getByText(/malote_test_[\w-]+/)
        .first()
        .innerText(),
    )!;
    // A secret that is shown only once is not lost to an early key press.
    expect(await nameless(page)).toEqual([]);
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    expect(await dialog.isVisible()).toBe(true);
    const { amount } = (await api.get('/balance')).body;
    const tester = new ApiClient(service.description.base_url, secret);
    expect((await tester.post('/letters', letterBody())).status).toBe(201);
    expect((await api.get('/balance')).body.amount).toBe(amount);
    // The command works exactly as shown on the screen.
    const shown = await dialog.getByLabel('Exemplo de uso').innerText();
    const env = { ...process.env, MALOTE_URL: service.description.base_url };
    const { stdout } = await promisify(execFile)('sh', ['-c', shown], { env });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'balance', currency: 'BRL' });
    await dialog.getByRole('button', { name: 'Já guardei' }).click();
    await page.getByText(`Ensaio ${look.name}`).first().waitFor();
    await page.getByText('Teste', { exact: true }).first().waitFor();
  });

  test('registers a webhook, tests it, rotates its secret, and sends a delivery again', async () => {
    const got: { body: string; headers: Record<string, string> }[] = [];
    const receiver = await listenHttp(async (request, response) => {
      got.push({ body: await readBody(request), headers: request.headers as Record<string, string> });
      response.end(`anotado ${look.name}`);
    });
    try {
      await open('/developers/webhooks');
      await page.getByRole('button', { name: 'Adicionar webhook' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Endereço').fill(receiver.url);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Adicionar webhook' }).click();
      const first = await dialog.getByRole('textbox', { name: 'Segredo da assinatura' }).inputValue();
      expect(first).toMatch(/^whsec_/);
      await page.keyboard.press('Escape');
      expect(await dialog.isVisible()).toBe(true);
      await dialog.getByRole('button', { name: 'Já guardei' }).click();

      await page.getByRole('button', { name: 'Enviar teste' }).click();
      await page.getByText(/Respondeu 200 em \d+/).waitFor();
      expect(await page.getByLabel('Resposta').innerText()).toBe(`anotado ${look.name}`);
      expect(new Webhook(first).verify(got[0]!.body, got[0]!.headers)).toMatchObject({ type: 'webhook.test' });

      await page.getByRole('button', { name: 'Trocar o segredo' }).first().click();
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('O segredo antigo vale por mais').selectOption('1');
      await dialog.getByRole('button', { name: 'Trocar o segredo' }).click();
      const second = await dialog.getByRole('textbox', { name: 'Segredo da assinatura' }).inputValue();
      await dialog.getByRole('button', { name: 'Já guardei' }).click();

      // During the overlap, either secret verifies; the event appears on the screen and can be sent again by hand.
      const { body: letter } = await api.post('/letters', letterBody());
      const about = () => got.filter(({ body }) => body.includes(letter.id));
      const [sent] = await eventually(
        async () => about(),
        (found) => found.length > 0,
      );
      for (const secret of [first, second])
        expect(new Webhook(secret).verify(sent!.body, sent!.headers)).toMatchObject({ data: { id: letter.id } });
      await page.reload();
      const eventId = sent!.headers['webhook-id']!;
      const delivery = page.getByRole('group').filter({ hasText: eventId });
      await delivery.locator('summary').click();
      const body = delivery.getByLabel(`O que foi enviado: ${eventId}`);
      await body.waitFor();
      expect(await body.innerText()).toBe(sent!.body);
      expect(await violations(page)).toEqual([]);
      await delivery.getByRole('button', { name: 'Enviar de novo' }).click();
      const [, again] = await eventually(
        async () => about(),
        (found) => found.length > 1,
      );
      expect([again?.headers['webhook-id'], again?.body]).toEqual([eventId, sent!.body]);
      // The letter shows its deliveries, too.
      await open(`/letters/${letter.id}`);
      await page.getByRole('heading', { name: 'Entregas de webhook' }).waitFor();
      await page.getByRole('group').filter({ hasText: receiver.url }).getByText('Aviso aceito').first().waitFor();
    } finally {
      await receiver.close();
    }
  });

  test('shows in words why a webhook does not respond', async () => {
    const receiver = await listenHttp((_, response) => response.end());
    await receiver.close();
    const { body: endpoint } = await api.post('/webhook-endpoints', { url: receiver.url, events: ['letter.posted'] });
    await open(`/developers/webhooks/${endpoint.id}`);
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.getByText('Não foi possível conectar ao servidor (connect_failed)').first().waitFor();
  });

  test("downloads a letter's evidence once the letter has ended", async () => {
    const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(3) }));
    await open(`/letters/${letter.id}`);
    await page.getByText('Quando a carta terminar').waitFor();
    await api.post(`/letters/${letter.id}/cancel`);
    await page.reload();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar JSON' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`evidencia-${letter.id}.json`);
    const { body } = await api.get(`/letters/${letter.id}/evidence`);
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toEqual(body);
    expect(await violations(page)).toEqual([]);
  });

  test('shows which codes were tried, and downloads the evidence', async () => {
    const control = new Control(service.description.control_url);
    const first = await awaitingCode({ api, control });
    const { id } = first.verification;
    await open(`/verifications/${id}`);
    await page.getByText('Ninguém informou um código ainda.').waitFor();
    await page.getByText('Quando a verificação terminar').waitFor();
    await first.check(wrongCode(first.code));
    await first.check(first.code);

    await page.reload();
    const tried = page.getByRole('table', { name: 'Códigos informados' });
    await tried.waitFor();
    const rows = await tried.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => /Certo|Errado/.exec(row)?.[0])).toEqual(['Certo', 'Errado']);
    expect(await page.locator('main').innerText()).not.toContain(first.code);
    expect(await violations(page)).toEqual([]);

    const take = async (button: string) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const file = await downloading;
      return [file.suggestedFilename(), readFileSync(await file.path())] as const;
    };
    const [name, json] = await take('Baixar JSON');
    expect(name).toBe(`evidencia-${id}.json`);
    expect(JSON.parse(json.toString())).toEqual((await api.get(`/verifications/${id}/evidence`)).body);
    const [paperName, paper] = await take('Baixar PDF');
    expect([paperName, paper.subarray(0, 5).toString('latin1')]).toEqual([`evidencia-${id}.pdf`, '%PDF-']);

    // The file verifies wherever it is checked.
    const checking = await page.getByRole('link', { name: 'página de conferência' }).getAttribute('href');
    const visitor = await page.context().newPage();
    await visitor.goto(checking!);
    await visitor.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: json });
    await visitor.locator('button').click();
    await visitor.getByRole('status').waitFor();
    expect(await visitor.getByRole('status').innerText()).toContain('VÁLIDA: emitida pelo serviço');
    await visitor.close();

    const { body: second } = await api.post('/verifications', templateBody({ previous_verification_id: id }));
    await open(`/verifications/${second.id}`);
    await page.getByRole('link', { name: id }).click();
    await tried.waitFor();
  });

  test('edits the letter of a verification next to its print, with the price and the missing fields', async () => {
    await open('/verifications/new');
    const print = page.getByRole('group', { name: 'Como será impressa' }).getByRole('img', { name: 'Página 1 de 1' });
    await print.waitFor();
    const send = page.getByRole('button', { name: 'Enviar verificação' });
    await page.getByText('Falta no destinatário: Nome, CEP, Número.').waitFor();
    await page.getByText('Até haver um endereço, a prévia mostra o da sua empresa.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Nome', { exact: true }).fill('Rui Barbosa');
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Escrever outro texto' }).click();
    const quoted = page.waitForResponse(
      (response) =>
        response.url().endsWith('/verifications/quote') && Boolean(response.request().postData()?.includes('Olá, Rui')),
    );
    await page.getByLabel('Título').fill('Olá, Rui');
    const { preview_url } = (await (await quoted).json()) as { preview_url: string };
    const drawn = await fetch(preview_url);
    expect(textOf(Buffer.from(await drawn.arrayBuffer()), 1)).toContain('Olá, Rui');
    await print.waitFor();
    await page.getByText('Total').waitFor();
    await page.getByText('O código verdadeiro só existe no papel').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await send.isEnabled()).toBe(true);
    // What the service rejects is shown at its field, and disables the button.
    await page.getByLabel('Endereço de volta').fill('javascript:alert(1)');
    await page.getByText('Há problemas a resolver, marcados na página.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    // Leave no draft for the next test.
    await open('/verifications/new');
    await page.getByRole('button', { name: 'Começar do zero' }).click();
    expect(await page.getByLabel('Endereço de volta').inputValue()).toBe('');
  });

  test('orders a verification with a PDF of the company, at a price shown beforehand', async () => {
    await open('/verifications/new');
    await page.getByRole('radio', { name: 'PDF da sua empresa' }).check();
    const send = page.getByRole('button', { name: 'Enviar verificação' });
    const choose = (...lines: string[]) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: wordsPdf(...lines) });
    await page.getByLabel('Nome', { exact: true }).fill('Rui Barbosa');
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    // Nothing is sent without a place for the code.
    await choose('Confirme seu cadastro');
    await page.getByRole('alert').filter({ hasText: 'OTP_CODE' }).first().waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);

    await choose('Prezado {{cliente}},', 'seu código é {{OTP_CODE}}');
    await page.getByLabel('{{cliente}}', { exact: true }).fill('senhor Rui');
    expect(await page.getByLabel('{{OTP_CODE}}', { exact: true }).count()).toBe(0);
    await page.getByText('Total').waitFor();
    expect(await violations(page)).toEqual([]);
    await send.click();
    await page.getByRole('heading', { level: 1, name: /Rui Barbosa/ }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { body } = await api.get(`/verifications/${id}`);
    expect(body).toMatchObject({ source: 'dashboard', document: { type: 'upload', filename: 'carta.pdf' } });
    const letter = await readLetter(new Control(service.description.control_url), id);
    expect(letter.text).toContain('senhor Rui');
  });

  test.each(['letters', 'verifications'])(
    'erases the personal data of one of the %s, on its own page',
    async (kind) => {
      const { body: mailing } = await api.post(`/${kind}`, kind === 'letters' ? letterBody() : templateBody());
      const erase = page.getByRole('button', { name: 'Apagar dados pessoais…' });
      await open(`/${kind}/${mailing.id}`);
      await page.getByText(mailing.id, { exact: true }).waitFor();
      // A letter that will still be printed needs its address.
      expect(await erase.count()).toBe(0);
      await api.post(`/${kind}/${mailing.id}/cancel`);
      await page.reload();
      await erase.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(mailing.id).waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
      await page.getByText('Em até um minuto, os dados são apagados daqui.').waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await focused()).toContain('os dados são apagados daqui');
      const path = `/${kind}/${mailing.id}`;
      await eventually(
        () => api.get(path),
        ({ body }) => body.to.name === '[apagado]',
      );
      // The page notices by itself.
      await page.getByRole('heading', { level: 1, name: '[apagado]' }).waitFor();
      await page.getByRole('status').getByText('Os dados pessoais foram apagados.').waitFor();
      expect(await erase.count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toContain(mailing.to.name);
    },
  );

  test('erases the personal data of a letter found by its code, once the letter has ended', async () => {
    const { body: letter } = await api.post('/letters', letterBody());
    await open('/settings');
    const code = page.getByLabel('Código da carta ou verificação');
    const erase = page.getByRole('button', { name: 'Apagar dados…' });
    await code.fill('Rui Barbosa');
    await erase.click();
    await page.getByText('O código começa com ltr_ ou ver_.').waitFor();
    await code.fill(letter.id);
    await erase.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await dialog.getByRole('alert').getByText('ainda precisa dos dados').waitFor();
    expect(await violations(page)).toEqual([]);
    await api.post(`/letters/${letter.id}/cancel`);
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Em até um minuto, os dados são apagados de').getByRole('link', { name: letter.id }).waitFor();
    expect(await code.inputValue()).toBe('');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Apagar dados…');
    const { body: erased } = await eventually(
      () => api.get(`/letters/${letter.id}`),
      ({ body }) => body.to.name === '[apagado]',
    );
    expect(erased.to.name).toBe('[apagado]');
  });

  test('shows the other pages of a preview when one cannot be shown', async () => {
    const { body: letter } = await api.post('/letters', letterBody());
    const { pathname: file } = new URL(letter.preview_url);
    await page.route(
      ({ pathname }) => pathname === file,
      (route) => route.fulfill({ body: pdfWithLostPage, headers: { 'access-control-allow-origin': '*' } }),
    );
    await open(`/letters/${letter.id}`);
    const pages = page.getByRole('figure');
    await pages.nth(1).getByRole('alert').getByText('Esta página não pôde ser mostrada aqui.').waitFor();
    await page.locator('[data-drawn]').waitFor();
    expect(await pages.nth(0).getByRole('alert').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('counts the verifications of the period in the address', async () => {
    await open('/verifications');
    await page.getByRole('link', { name: 'Números' }).click();
    await page.getByRole('heading', { level: 1, name: 'Números' }).waitFor();
    const { body: figures } = await api.get('/verifications/figures');
    const fact = (name: string) =>
      page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
    await fact('Criadas').waitFor();
    expect(await fact('Criadas').innerText()).toBe(String(figures.created));
    expect(await fact('Enviadas').innerText()).toBe(String(figures.sent));
    expect(await fact('Confirmadas').innerText()).toBe(String(figures.confirmed));
    expect(await violations(page)).toEqual([]);

    await page.getByRole('link', { name: '30 dias' }).click();
    await page.waitForURL(/[?&]from=[^&]*\d{4}-\d{2}-\d{2}/);
    await open('/verifications/figures?from=2001-01-01&until=2001-01-31');
    await page.getByText('Ninguém confirmou nesse período.').waitFor();
    expect(await fact('Criadas').innerText()).toBe('0');
    expect(await violations(page)).toEqual([]);
  });

  test('downloads the data of the account', async () => {
    await open('/people');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goTo(page, 'Configurações');
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar os dados' }).click();
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trimEnd()
      .split('\n');
    const objects = lines.map((line) => JSON.parse(line) as { object: string; id?: string });
    expect(objects[0]).toMatchObject({ object: 'account', id: accountId });
    expect(new Set(objects.map(({ object }) => object))).toEqual(
      new Set(['account', 'person', 'balance_transaction', 'letter', 'verification', 'event']),
    );
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { pdfFixture } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { awaitingCode, templateBody, wrongCode } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { operatorOf } from '../operator/support/operator.ts';
import { desktop } from './looks.ts';
import { signIn } from './steps.ts';

/**
 * Text that is markup, a formula and a link at once, in every field that customers, recipients, webhook receivers and
 * the operator can fill. It takes effect only if a page treats it as more than text.
 */
const MARKUP = `"'><img src=x onerror="window.taken=1"><svg onload="window.taken=1">`;
const SCRIPT = '=HYPERLINK("javascript:window.taken=1")<script>window.taken=1</script>';

let service: LocalService;
let browser: Browser;
let page: Page;
let accountId: string;
/** Screens by what they show, below the account. */
const screens: [path: string, shows: string][] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url, inbox_url, dashboard_url, dashboard_email } = service.description;
  const api = new ApiClient(base_url, api_key);
  const control = new Control(control_url);
  accountId = (await api.get('/account')).body.id;
  const made = async (path: string, body: unknown) => {
    const answer = await api.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const to = {
    name: MARKUP,
    street: SCRIPT,
    complement: '<b onclick=1>',
    neighborhood: MARKUP,
    number: '<i>1</i>',
    postal_code: '01310-100',
  };
  const file = pdfFixture('chromium-letter-1');
  const upload = await made('/uploads', { filename: `${MARKUP}.pdf`, size: file.length });
  await fetch(upload.upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: Uint8Array.from(file),
  });
  const letter = await made('/letters', {
    to,
    from: to,
    document: { type: 'upload', upload_id: upload.id },
    reference: MARKUP,
    metadata: { [MARKUP.slice(0, 30)]: SCRIPT },
  });
  const waiting = await awaitingCode(
    { api, control },
    templateBody({
      to,
      reference: SCRIPT,
      metadata: { nota: MARKUP },
      return_url: `https://example.com/?${encodeURIComponent(MARKUP)}`,
      letter: { title: SCRIPT.slice(0, 120), body: `${MARKUP}\n${SCRIPT}`, footer: MARKUP },
    }),
  );
  await waiting.check(wrongCode(waiting.code), { 'user-agent': MARKUP });
  const { id: verificationId } = waiting.verification;

  const context = await browser.newContext({ ...desktop, userAgent: `X ${MARKUP}` });
  page = await context.newPage();
  await signIn(page, dashboard_url, dashboard_email);
  const asPerson = async (method: string, path: string, body: unknown) => {
    const answer = await page.request.fetch(new URL(`/api/accounts/${accountId}${path}`, dashboard_url).href, {
      method,
      data: body,
      headers: { origin: new URL(dashboard_url).origin },
    });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  await asPerson('PATCH', '/account', {
    trade_name: MARKUP,
    default_sender: { ...to },
    default_letter: { title: SCRIPT.slice(0, 120), body: MARKUP, footer: SCRIPT },
  });
  await asPerson('POST', '/people', { email: 'rosa@exemplo.com.br', role: 'viewer', name: MARKUP });
  await asPerson('POST', '/api-keys', { name: MARKUP });
  await operatorOf(control_url).json('balance', 'credit', accountId, '--amount', '1,00', '--reason', SCRIPT);
  const hook = await asPerson('POST', '/webhook-endpoints', { url: `${inbox_url}?${encodeURI(MARKUP)}#${MARKUP}` });

  screens.push(
    ['/letters', MARKUP],
    [`/letters/${letter.id}`, MARKUP],
    [`/letters/${letter.id}/edit`, ''],
    [`/letters?reference=${encodeURIComponent(MARKUP)}`, MARKUP],
    ['/verifications', MARKUP],
    [`/verifications/${verificationId}`, MARKUP],
    [`/verifications/new?after=${verificationId}`, ''],
    ['/verifications/new', ''],
    ['/balance', SCRIPT],
    ['/developers/api-keys', MARKUP],
    ['/developers/webhooks', 'onerror'],
    [`/developers/webhooks/${hook.id}`, 'onerror'],
    ['/developers/events', ''],
    [`/developers/events?object=${encodeURIComponent(MARKUP)}&type=${encodeURIComponent(SCRIPT)}`, ''],
    ['/settings', ''],
    ['/people', MARKUP],
    ['/activity', MARKUP],
    [`/letters?status=${encodeURIComponent(MARKUP)}`, ''],
  );
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Elements and links that only the markup could have created. */
async function taken(): Promise<unknown> {
  return page.evaluate(`({
    ran: window.taken ?? 0,
    elements: document.querySelectorAll('[onerror], [onload], [onclick], img[src=x]').length,
    links: [...document.querySelectorAll('a[href], [src], form[action]')]
      .filter((element) => /^\\s*(javascript|data:text)/i.test(element.href || element.src || element.action || '')).length,
  })`);
}

test('every screen shows it as text', async () => {
  for (const [path, shows] of screens) {
    await page.goto(new URL(`/${accountId}${path}`, service.description.dashboard_url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
    // Details show bodies unchanged.
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await page.waitForLoadState('networkidle');
    expect([path, await taken()]).toEqual([path, { ran: 0, elements: 0, links: 0 }]);
    if (shows !== '')
      expect([path, await page.locator('#root').innerText()]).toEqual([path, expect.stringContaining(shows)]);
  }
});

test('the workbench does too', async () => {
  for (const [view, shows] of [
    ['letters', MARKUP],
    ['verifications', MARKUP],
    ['money', SCRIPT],
    ['events', 'onerror'],
    ['inbox', 'onerror'],
    ['mails', ''],
    ['service', ''],
  ] as const) {
    // The next view is a document of its own, not the last one until it is drawn.
    await page.goto('about:blank');
    await page.goto(`${service.description.control_url}/#/${view}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Carregando' }).first().waitFor({ state: 'detached' });
    for (const summary of (await page.locator('main summary').all()).slice(0, 5)) await summary.click();
    expect([view, await taken()]).toEqual([view, { ran: 0, elements: 0, links: 0 }]);
    expect([view, await page.locator('main').innerText()]).toEqual([view, expect.stringContaining(shows)]);
  }
});

test('the name of a chosen file and its markers are shown as text too', async () => {
  await page.goto(new URL(`/${accountId}/letters/new`, service.description.dashboard_url).href);
  await page.locator('input[type=file]').setInputFiles({
    name: '<img src=x onerror=taken=1>.pdf',
    mimeType: 'application/pdf',
    buffer: wordsPdf('<img src=x onerror=taken=1> {{nome}}'),
  });
  await page.getByText('<img src=x onerror=taken=1>.pdf').first().waitFor();
  await page.getByLabel('{{nome}}', { exact: true }).fill(MARKUP);
  expect(await taken()).toEqual({ ran: 0, elements: 0, links: 0 });
});

test('a statement contains no formula', async () => {
  await page.goto(new URL(`/${accountId}/balance`, service.description.dashboard_url).href);
  await page.getByRole('button', { name: 'Totais e arquivos' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const text = readFileSync(await (await saving).path(), 'utf8');
  expect(text).toContain('HYPERLINK');
  expect(text).not.toMatch(/(^|;)"?[=+@\t]/m);
});

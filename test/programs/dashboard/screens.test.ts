import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { Browser as Visitor } from '../../support/browser.ts';
import { someOf } from '../../support/cases.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { sendMailMerge } from '../../support/mail-merges.ts';
import { startOwnService } from '../../support/own-service.ts';
import { templateBody } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { desktop, missedByKeyboard, moves, nameless, violationsInEachLook, widths } from './looks.ts';
import { signIn } from './steps.ts';

/** Every screen of an account in every state, with the same checks. */
const source = readFileSync(new URL('../../../dashboard/src/routes.tsx', import.meta.url), 'utf8');
const screens = [...source.matchAll(/getParentRoute: \(\) => account,\s+path: '(\/.*)'/gi)].map(([, path]) => path!);
const ofOne = (path: string) => path.includes('$');

let service: LocalService;
let browser: Browser;
/** Of an account with data, and of a new one. */
let filled: Visit;
let empty: Visit;

interface Visit {
  context: BrowserContext;
  accountId: string;
}

/** Ids of the filled account's objects, by their path parameters. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  const { base_url, api_key, control_url, dashboard_email } = service.description;
  const api = new ApiClient(base_url, api_key);
  const control = new Control(control_url);
  ids.$letterId = (await api.post('/letters', letterBody({ send_date: dateIn(10) }))).body.id;
  ids.$verificationId = (await api.post('/verifications', templateBody())).body.id;
  const asked = await api.get('/webhook-endpoints');
  ids.$endpointId = asked.body.data[0].id;
  ids.$requestId = asked.headers.get('request-id')!;
  const { id: accountId } = (await api.get('/account')).body;
  const owner = new Visitor(new URL(service.description.dashboard_url).origin);
  await owner.signIn(dashboard_email);
  ids.$mailMergeId = await sendMailMerge(owner, accountId);
  const { account } = await control.post('/accounts', {
    legal_name: 'Cartório Ipê',
    cnpj: '11.222.333/0001-81',
    plan: 'scale',
    default_sender: { name: 'Cartório Ipê', number: '5', postal_code: '01310-100' },
  });
  await control.post(`/accounts/${account.id}/people`, { email: 'nova@exemplo.com.br', role: 'owner' });
  filled = { context: await signedIn(dashboard_email), accountId };
  empty = { context: await signedIn('nova@exemplo.com.br'), accountId: account.id };
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function signedIn(email: string): Promise<BrowserContext> {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  await signIn(page, service.description.dashboard_url, email);
  await page.close();
  return context;
}

async function open({ context, accountId }: Visit, path: string, before?: (page: Page) => Promise<unknown>) {
  const page = await context.newPage();
  await before?.(page);
  const target = path.replace(/\$\w+/g, (name) => {
    if (ids[name] === undefined) throw new Error(`There is nothing to open as ${name}`);
    return ids[name];
  });
  await page.goto(new URL(`/${accountId}${target}`, service.description.dashboard_url).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const loading = (page: Page) => page.getByRole('status', { name: 'Carregando' });
const settled = (page: Page) => loading(page).first().waitFor({ state: 'detached' });

test('every screen is in the table', () => expect(screens.length).toBeGreaterThan(15));

describe.each(someOf(screens, 8))('%s', (path) => {
  test('with data: axe finds nothing, every control has a name, nothing moves, the keyboard reaches everything, and large text fits', async () => {
    const page = await open(filled, path);
    await settled(page);
    // The opened screen exists: a failure is another state.
    expect(
      await page
        .getByRole('alert')
        .filter({ hasText: /Não encontrado|Não deu certo/ })
        .count(),
    ).toBe(0);
    expect(await violationsInEachLook(page)).toEqual([]);
    expect(await nameless(page)).toEqual([]);
    expect(await page.evaluate(moves)).toBe(0);
    expect(await missedByKeyboard(page)).toEqual([]);
    expect(await widths(page)).toEqual({ 'text of 200 %': 0, '320 px': 0 });
    await page.close();
  });

  test('in a new account: axe finds nothing', async () => {
    const page = await open(empty, path);
    await settled(page);
    if (ofOne(path)) await page.getByRole('alert').first().waitFor();
    expect(await nameless(page)).toEqual([]);
    expect(await violationsInEachLook(page)).toEqual([]);
    await page.close();
  });

  test('while it loads, and when loading fails: axe finds nothing', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const page = await open(filled, path, (fresh) =>
      fresh.route('**/api/accounts/**', async (route) => {
        await held;
        await route.fulfill({ status: 403, json: { error: { code: 'account_suspended', message: 'Recusado.' } } });
      }),
    );
    expect(await violationsInEachLook(page)).toEqual([]);
    const waits = (await loading(page).count()) > 0;
    release();
    if (waits) await page.getByRole('alert').first().waitFor();
    expect(await violationsInEachLook(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
});

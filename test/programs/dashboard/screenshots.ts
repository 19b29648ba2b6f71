import { mkdirSync, writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { synthesize } from '../../../lib/infra/synth.ts';
import { startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { sendMailMerge } from '../../support/mail-merges.ts';
import { inkInAddressArea, wordsPdf } from '../../support/pdfs.ts';
import { awaitingCode, wrongCode } from '../../support/verifications.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { indexedPng } from '../confirmation-page/indexed-png.ts';

/**
 * `npm run dashboard:screenshots`: pictures of the screens for `docs/dashboard`, of a service with some history. Words
 * after `--` select the pictures with one of them in their name.
 */
const folder = new URL('../../../docs/dashboard/', import.meta.url).pathname;

const variants: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  'desktop-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 } },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

const assembly = await synthesize({ outdir: '.build/screenshots-assembly', validation: false });
const service = await startLocalService({ assembly, port: 0, log: () => undefined });
const { base_url, control_url, api_key, dashboard_url, dashboard_email, dashboard_password } = service.description;

async function post<Answer>(url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const people = ['Maria Aparecida da Silva', 'João Pereira', 'Condomínio Edifício Ipê', 'Tereza Nogueira'];
const letters: string[] = [];
for (const [index, name] of people.entries()) {
  const { id } = await post<{ id: string }>(`${base_url}/letters`, {
    to: {
      name,
      postal_code: index % 2 ? '20040-002' : '01310-100',
      number: String(100 + index),
      neighborhood: 'Centro',
    },
    document: {
      type: 'base64',
      data: wordsPdf('Aviso de vencimento', 'Prezado cliente,', 'o contrato vence em dezembro.').toString('base64'),
    },
    reference: `contrato-${17 + index}`,
    ...(index === 1 ? { postal_services: ['registered'], color: true } : {}),
  });
  letters.push(id);
}
await post(`${control_url}/production/batches`);
for (const status of ['printed', 'posted']) {
  const { results } = await post<{ results: { result: string }[] }>(`${control_url}/production/reports`, {
    id: letters[1],
    status,
    at: new Date().toISOString(),
    ...(status === 'posted' ? { tracking_code: 'BR123456785BR' } : {}),
  });
  if (results[0]?.result !== 'applied') throw new Error(`the report was not applied: ${JSON.stringify(results)}`);
}
await post(`${control_url}/production/reports`, {
  id: letters[2],
  status: 'failed',
  failure_reason: 'damaged_in_production',
  at: new Date().toISOString(),
});
const scheduled = await post<{ id: string }>(`${base_url}/letters`, {
  to: { name: 'Padaria Estrela', postal_code: '01310-100', number: '900' },
  document: { type: 'base64', data: wordsPdf('Aviso de vencimento').toString('base64') },
  send_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
});
const verification = await post<{ id: string }>(`${base_url}/verifications`, {
  to: { name: 'João Pereira', postal_code: '20040-002', number: '12', neighborhood: 'Centro' },
  method: 'hosted_page',
  reference: 'cadastro-88',
});

const api = new ApiClient(base_url, api_key);
const { body: account } = await api.get('/account');
const answered = await awaitingCode(
  { api, control: new Control(control_url) },
  {
    to: { name: 'Tereza Nogueira', postal_code: '01310-100', number: '1578', complement: 'ap. 42' },
    method: 'hosted_page',
    reference: 'cadastro-90',
  },
);
await answered.check(wrongCode(answered.code));
await answered.check(answered.code);
const owner = new Browser(new URL(dashboard_url).origin);
await owner.signIn(dashboard_email);
const sent = await sendMailMerge(owner, account.id);
const refused = await api.post('/letters', { to: { name: 'Sem endereço' } });
const { body: hooks } = await api.get('/webhook-endpoints');

const drop = (name: string, file: Buffer) => async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: file });
  await page.getByLabel('Nome', { exact: true }).fill('Maria Aparecida da Silva');
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByLabel('Número', { exact: true }).fill('1578');
  await page.getByText(/Documento pronto|há conteúdo na janela/).waitFor();
  await page
    .getByText(/Total|Há problemas a resolver/)
    .first()
    .waitFor();
};
const preview = (page: Page) => page.locator('[data-drawn]').first().waitFor();

interface Shot {
  file: string;
  path: string;
  signedOut?: boolean;
  prepare?: (page: Page) => Promise<unknown>;
}

const shots: Shot[] = [
  { file: 'sign-in', path: '/', signedOut: true },
  { file: 'home', path: '' },
  { file: 'letters', path: '/letters' },
  { file: 'letters-nothing-found', path: '/letters?reference=outra' },
  { file: 'letter', path: `/letters/${letters[1]}`, prepare: preview },
  {
    file: 'letters-cancel-many',
    path: '/letters',
    prepare: async (page) => {
      for (const name of ['Padaria Estrela', 'João Pereira', 'Tereza Nogueira'])
        await page
          .getByRole('checkbox', { name: `Selecionar ${name}` })
          .first()
          .check();
      await page.getByRole('button', { name: 'Cancelar selecionadas' }).click();
    },
  },
  {
    file: 'letter-cancel',
    path: `/letters?status=scheduled`,
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Padaria Estrela' }).click();
      await page.getByRole('button', { name: 'Cancelar carta' }).click();
    },
  },
  { file: 'new-letter', path: '/letters/new' },
  {
    file: 'new-letter-ready',
    path: '/letters/new',
    prepare: drop('aviso.pdf', wordsPdf('Aviso', 'Prezado {{nome}},')),
  },
  { file: 'new-letter-problem', path: '/letters/new', prepare: drop('janela.pdf', inkInAddressArea) },
  { file: 'verifications', path: '/verifications' },
  { file: 'verification', path: `/verifications/${verification.id}`, prepare: preview },
  { file: 'verification-confirmed', path: `/verifications/${answered.verification.id}`, prepare: preview },
  { file: 'verification-figures', path: '/verifications/figures' },
  { file: 'new-verification', path: '/verifications/new' },
  { file: 'spreadsheet', path: '/letters/spreadsheet' },
  {
    file: 'spreadsheet-rows',
    path: '/letters/spreadsheet',
    prepare: async (page) => {
      const rows = ['Nome;CEP;Número;Valor', 'Ana Souza;01310-100;1;R$ 1.234,56', 'Bia Reis;99999-999;2;R$ 98,00'];
      const [letter, cells] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').nth(1)];
      const pdf = wordsPdf('Prezado cliente,', 'o valor devido é {{valor}}.');
      await letter.setInputFiles({ name: 'aviso.pdf', mimeType: 'application/pdf', buffer: pdf });
      await cells.setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
      await page.getByRole('button', { name: 'Conferir todas as linhas' }).click();
      await page.getByRole('button', { name: 'Ver as linhas com problemas' }).click();
    },
  },
  { file: 'spreadsheet-sent', path: `/letters/spreadsheet/${sent}` },
  { file: 'letter-edit', path: `/letters/${scheduled.id}/edit` },
  { file: 'balance', path: '/balance' },
  { file: 'api-keys', path: '/developers/api-keys' },
  { file: 'webhooks', path: '/developers/webhooks' },
  { file: 'webhook', path: `/developers/webhooks/${hooks.data[0].id}` },
  { file: 'requests', path: '/developers/requests' },
  { file: 'requests-nothing-found', path: '/developers/requests?outcome=5xx' },
  { file: 'request', path: `/developers/requests/${refused.headers.get('request-id')}` },
  { file: 'events', path: '/developers/events' },
  { file: 'settings', path: '/settings' },
  {
    file: 'erasure',
    path: '/settings',
    prepare: async (page) => {
      await page.getByLabel('Código da carta ou verificação').fill(letters[1]!);
      await page.getByRole('heading', { name: 'Apagar dados de uma pessoa' }).scrollIntoViewIfNeeded();
    },
  },
  {
    file: 'erasure-confirm',
    path: `/verifications/${answered.verification.id}`,
    prepare: async (page) => {
      await preview(page);
      await page.getByRole('button', { name: 'Apagar dados pessoais…' }).click();
    },
  },
  { file: 'people', path: '/people' },
  { file: 'activity', path: '/activity' },
  { file: 'workbench-letters', path: '/_local/#/letters', signedOut: true },
  { file: 'workbench-verifications', path: '/_local/#/verifications', signedOut: true },
  { file: 'workbench-money', path: '/_local/#/money', signedOut: true },
  {
    file: 'workbench-webhooks',
    path: '/_local/#/inbox',
    signedOut: true,
    prepare: (page) => page.locator('summary').first().click(),
  },
];

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const door = await browser.newContext({ locale: 'pt-BR' });
const form = await door.newPage();
await form.goto(dashboard_url);
await form.getByRole('link', { name: 'Entrar no painel' }).click();
await form.locator('input[name=email]').fill(dashboard_email);
await form.locator('input[name=password]').fill(dashboard_password);
await form.locator('button').click();
await form.locator('h1', { hasText: 'Início' }).waitFor();
// A person's action, for the activity log.
await form.evaluate(async (people) => {
  const body = JSON.stringify({ email: 'rosa@exemplo.com.br', name: 'Rosa Prado', role: 'viewer' });
  await fetch(people, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}, `/api/accounts/${account.id}/people`);
const session = await door.storageState();
await door.close();
const words = process.argv.slice(2);
const wanted = shots.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
for (const { file, path, signedOut = false, prepare } of wanted) {
  for (const [variant, options] of Object.entries(variants)) {
    const context = await browser.newContext({
      locale: 'pt-BR',
      reducedMotion: 'reduce',
      ...(signedOut ? {} : { storageState: session }),
      ...options,
    });
    const page = await context.newPage();
    await page.goto(new URL(signedOut ? path : `/${account.id}${path}`, dashboard_url).href);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    writeFileSync(`${folder}${file}-${variant}.png`, await indexedPng(await page.screenshot()));
    await context.close();
  }
}
await browser.close();
await service.stop();

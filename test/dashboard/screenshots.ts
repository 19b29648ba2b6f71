import { mkdirSync, writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { synthesize } from '../../lib/infra/synth.ts';
import { startLocalService } from '../../lib/programs/local-service/local-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { indexedPng } from '../confirmation-page/indexed-png.ts';
import { inkInAddressArea, wordsPdf } from '../support/pdfs.ts';
import { buildDashboard } from './build.ts';
import { openSite } from './site.ts';

/** `npm run dashboard:screenshots`: pictures of the screens for `docs/dashboard`, of a service that has lived a little. */
const folder = new URL('../../docs/dashboard/', import.meta.url).pathname;

const variants: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  'desktop-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 } },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

const [built, assembly] = await Promise.all([
  buildDashboard('dashboard-screenshots'),
  synthesize({ outdir: '.build/screenshots-assembly', validation: false }),
]);
const service = await startLocalService({ assembly, port: 0, log: () => undefined });
const { base_url, control_url, api_key } = service.description;

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
  await post(`${control_url}/production/reports`, {
    id: letters[1],
    status,
    ...(status === 'posted' ? { tracking_code: 'BR123456785BR' } : {}),
  });
}
await post(`${base_url}/letters`, {
  to: { name: 'Padaria Estrela', postal_code: '01310-100', number: '900' },
  document: { type: 'base64', data: wordsPdf('Aviso de vencimento').toString('base64') },
  send_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
});
const verification = await post<{ id: string }>(`${base_url}/verifications`, {
  to: { name: 'João Pereira', postal_code: '20040-002', number: '12', neighborhood: 'Centro' },
  method: 'hosted_page',
  reference: 'cadastro-88',
});

const account = (await (
  await fetch(`${base_url}/account`, { headers: { authorization: `Bearer ${api_key}` } })
).json()) as {
  id: string;
};
const site = await openSite({
  folder: built,
  baseUrl: base_url,
  accounts: [{ id: account.id, name: 'Empresa Exemplo', apiKey: api_key }],
});

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
  { file: 'letters', path: '/letters' },
  { file: 'letters-nothing-found', path: '/letters?reference=outra' },
  { file: 'letter', path: `/letters/${letters[1]}`, prepare: preview },
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
  { file: 'balance', path: '/balance' },
  { file: 'events', path: '/developers/events' },
];

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
for (const { file, path, signedOut = false, prepare } of shots) {
  for (const [variant, options] of Object.entries(variants)) {
    site.signedIn = !signedOut;
    const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.goto(`${site.origin}${signedOut ? path : `/${account.id}${path}`}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    writeFileSync(`${folder}${file}-${variant}.png`, indexedPng(await page.screenshot()));
    await context.close();
  }
}
await browser.close();
await site.close();
await service.stop();

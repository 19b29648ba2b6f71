import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { openPage } from '../../../lib/adapters/net/open-page.ts';
import { isWell } from '../../../lib/core/domain/probes.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { detailAnchor } from '../../../lib/programs/openapi/error-reference.ts';
import { folders } from '../../../lib/programs/site/pages.ts';
import { readSamples } from '../../../lib/programs/site/samples.ts';
import { detailTexts, problems } from '../../../lib/texts/errors/error-catalogue.ts';
import { describedEndpoints, description, readPage } from '../../modules/openapi/description.ts';
import { someOf } from '../../support/cases.ts';
import { startOwnService } from '../../support/own-service.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { textOf } from '../pdf/tools.ts';

const repository = resolve(import.meta.dirname, '../../..');
const built = join(repository, '.build/site');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let service: LocalService;
let browser: Browser;
/** Built pages and files by their path below the base. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
  // The first request builds the site.
  const first = await openPage(siteUrl('/'), 600_000);
  expect(isWell('documentation', first)).toBe(true);
  pages = new Map(globSync('**/*.html', { cwd: built }).map((path) => [path, readFileSync(join(built, path), 'utf8')]));
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const siteUrl = (path: string) => new URL(`/docs${path}`, service.description.base_url).href;

describe('pages of errors', () => {
  test.each(Object.values(folders))('there is one for each code, and one with all, in "%s"', (folder) => {
    for (const code of Object.keys(problems)) {
      const page = pages.get(join(folder, 'erros', code, 'index.html'));
      expect(page).toContain(`<title>${code} | Malote</title>`);
    }
    const overview = pages.get(join(folder, 'erros/index.html'))!;
    for (const code of Object.keys(detailTexts)) expect(overview).toContain(`id="${detailAnchor(code)}"`);
  });

  test('the doc_url of a response leads to the page of its code', async () => {
    const response = await fetch(`${service.description.base_url}/balance`);
    const { error } = (await response.json()) as { error: { doc_url: string } };
    const page = await fetch(error.doc_url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>api_key_missing | Malote</title>');
  });
});

test('every link leads to an existing page, file and anchor', () => {
  const broken: string[] = [];
  let links = 0;
  for (const [path, page] of pages) {
    for (const [, href = ''] of page.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `https://site/docs/${path.replace(/index\.html$/, '')}`);
      if (url.host !== 'site') continue;
      links += 1;
      const target = decodeURIComponent(url.pathname)
        .replace(/^\/docs\/?/, '')
        .replace(/(^|\/)$/, '$1index.html');
      const anchor = decodeURIComponent(url.hash.slice(1));
      const there = pages.get(target);
      const leads = url.pathname.startsWith('/docs') && (there !== undefined || existsSync(join(built, target)));
      if (!leads || (anchor && !there?.includes(`id="${anchor}"`))) broken.push(`${path}: ${href}`);
    }
  }
  expect(links).toBeGreaterThan(1_000);
  expect(broken).toEqual([]);
});

describe('for programs that read text', () => {
  const read = (path: string) => readFileSync(join(built, path), 'utf8');

  test('every page and operation is there as Markdown, which the page names, without HTML', () => {
    const named = [...pages].flatMap(([path, page]) => {
      const [, href] = /<link rel="alternate" type="text\/markdown" href="\/docs\/([^"]+)"/.exec(page) ?? [];
      return href === undefined ? [] : [[path, href] as const];
    });
    const guides = [...pages.keys()].filter((path) => !/^(?:en\/)?(?:404|api)/.test(path));
    expect(named.map(([path]) => path)).toEqual(expect.arrayContaining(guides));
    for (const { operation } of describedEndpoints)
      for (const folder of ['', 'en/'])
        expect(named).toContainEqual([
          `${folder}api/operations/${operation.operationId}/index.html`,
          `${folder}api/operations/${operation.operationId}.md`,
        ]);
    for (const [, href] of named) {
      const text = read(href).replace(/```.*?```|`[^`\n]*`/gs, '');
      expect([href, text.startsWith('# '), /<\/?(?:div|figure|img|Tab)|^import |^---$/m.test(text)]).toEqual([
        href,
        true,
        false,
      ]);
    }
  });

  test('llms.txt leads to each of them', async () => {
    const served = await fetch(siteUrl('/llms.txt'));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await served.text();
    expect(text.match(/^# .*$/gm)).toEqual(['# Malote']);
    const links = [...text.matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, path]) => path!);
    expect(new Set(links).size).toBe(links.length);
    for (const path of links) expect([path, existsSync(join(built, path))]).toEqual([path, true]);
    for (const { operation } of describedEndpoints)
      expect(links).toContain(`en/api/operations/${operation.operationId}.md`);
    for (const code of Object.keys(problems)) expect(links).toContain(`en/erros/${code}.md`);
  });

  test('an operation names its fields, with those of its variants', () => {
    const text = read('en/api/operations/letters-create.md');
    expect(text).toContain('- `postal_code` (string, required)');
    expect(text).toContain('- `upload_id` (string, required)');
    expect(read('api/operations/letters-create.md')).toContain('obrigatório');
  });
});

test.each([
  ['novidades.xml', 'Novo'],
  ['en/novidades.xml', 'Added'],
])('the feed %s has every published release, with its day', (path, word) => {
  const feed = readFileSync(join(built, path), 'utf8');
  const published = [...readPage('CHANGELOG.md').matchAll(/^## (\S+) - (\d{4}-\d\d-\d\d)$/gm)];
  expect(published.length).toBeGreaterThan(0);
  expect([...feed.matchAll(/<entry>[^]*?<updated>(.{10})/g)].map(([, day]) => day)).toEqual(
    published.map(([, , day]) => day),
  );
  expect(feed).toContain(`<h3>${word}</h3>`);
});

test('no page calls another host, or has inline scripts or styles', () => {
  for (const [path, page] of pages) {
    expect([path, page.match(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\/[^"]*"/)]).toEqual([
      path,
      null,
    ]);
    expect([path, page.match(/<script(?![^>]*(?:src=|type="application))[^>]*>|<style|\son\w+="/)]).toEqual([
      path,
      null,
    ]);
  }
});

test.each([
  ['api', 'Corpo da requisição', 'Cartas', 'Eventos dos webhooks'],
  ['en/api', 'Request Body', 'Letters', 'Webhook events'],
])('the reference in %s is in the language of its pages', (folder, ...words) => {
  const page = pages.get(`${folder}/operations/letters-create/index.html`)!;
  const other = pages.get(`${folder === 'api' ? 'en/api' : 'api'}/operations/letters-create/index.html`)!;
  for (const word of words) {
    const pattern = new RegExp(`>\\s*${word}\\s*<`);
    expect(page).toMatch(pattern);
    expect(other).not.toMatch(pattern);
  }
});

test('the example evidence is also there as the PDF that the service draws of it', async () => {
  const page = pages.get('api/operations/verification-evidence-get/index.html')!;
  const [, link = ''] = /href="([^"]*exemplo-de-evidencia\.pdf)"/.exec(page) ?? [];
  const file = Buffer.from(await (await fetch(new URL(link, siteUrl('/')))).arrayBuffer());
  expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
  const { content } = description.paths['/verifications/{verification_id}/evidence']!.get!.responses['200']!;
  const { value } = content['application/json']!.examples!.verified!;
  const text = textOf(file).replaceAll(/\s/g, '');
  expect(text).toContain(sha256(JSON.stringify(value)));
});

test('a path without a page is 404 with a page that says so', async () => {
  const response = await fetch(siteUrl('/nowhere/'));
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('404');
});

test('the search finds a page', async () => {
  const page = await browser.newPage();
  await page.goto(siteUrl('/'));
  await page.getByRole('button', { name: 'Pesquisar' }).click();
  await page.getByRole('searchbox').or(page.getByPlaceholder('Pesquisar')).first().fill('insufficient_balance');
  await page.getByRole('link', { name: 'insufficient_balance' }).first().click();
  await page.waitForURL('**/erros/insufficient_balance/**');
  await page.close();
});

const shown = someOf(
  [
    '/',
    '/inicio-rapido/',
    '/guias/precos/',
    '/guias/pdf/',
    '/guias/word/',
    '/guias/status/',
    '/erros/',
    '/erros/invalid_parameters/',
    '/en/api/operations/letters-cancel/',
  ],
  4,
);

/** A4 without browser margins, in CSS pixels. */
const PAPER_WIDTH = 717;

describe.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
  test.each([390, 1280])('axe finds nothing at %i pixels, and the policy blocks nothing', async (width) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    for (const path of shown) {
      await page.goto(siteUrl(path));
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>('axe.run()');
      const found = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
      expect(found).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe.each(['light', 'dark'] as const)('printed from %s colors', (colorScheme) => {
  test('nothing is cut off at the width of A4, and everything is legible on white', async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width: PAPER_WIDTH, height: 1_000 } });
    await page.emulateMedia({ media: 'print', colorScheme });
    for (const path of shown) {
      await page.goto(siteUrl(path));
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
        .filter((each) => each.checkVisibility() && each.getClientRects()[0]?.right > innerWidth + 1)
        .map((each) => each.tagName + ' ' + each.textContent.slice(0, 40))`);
      expect([path, cut]).toEqual([path, []]);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>("axe.run({ runOnly: ['color-contrast'] })");
      const found = violations.flatMap(({ nodes }) =>
        nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      );
      expect([path, found]).toEqual([path, []]);
    }
    await page.close();
  });
});

test('the curl samples do what the pages say', async () => {
  const { base_url, api_key } = service.description;
  await copyFile(join(repository, 'docs/site/public/modelo-de-carta.pdf'), join(tmpdir(), 'contrato.pdf'));
  const run = async (name: string) => {
    const sample = (await readSamples(repository)).find((each) => each.name === name)!;
    const env = { ...process.env, MALOTE_BASE_URL: base_url, MALOTE_API_KEY: api_key };
    const { stdout } = await promisify(execFile)('sh', ['-euc', sample.program], { cwd: tmpdir(), env });
    return stdout;
  };
  const balance = JSON.parse(await run('balance.sh'));
  expect(balance).toMatchObject({ object: 'balance', amount: expect.any(Number) });
  const quote = JSON.parse(await run('quote.sh'));
  expect(quote).toMatchObject({ object: 'quote', pages: 1 });
  const letter = JSON.parse(await run('first-letter.sh'));
  expect(letter).toMatchObject({ status: 'received', postal_services: ['registered'], reference: 'contrato 7' });
  expect(letter.warnings.filter(({ code }: { code: string }) => code === 'marker_unfilled')).toEqual([]);
  const [first, again] = (await run('own-key.sh')).split(/(?<=\})(?=\{)/).map((body) => JSON.parse(body));
  expect(again).toEqual(first);
  expect(JSON.parse(await run('errors.sh')).error.details).toMatchObject([{ param: 'to.postal_code' }]);
  const { data } = JSON.parse(await run('lists.sh'));
  expect(data.map(({ id }: { id: string }) => id)).toEqual([first.id, letter.id]);
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { detailTexts, problems } from '../../lib/adapters/http/error-catalogue.ts';
import type { Locale } from '../../lib/adapters/http/locale.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { detailAnchor } from '../../lib/programs/openapi/error-reference.ts';
import { errorPage, errorPagePaths } from '../../lib/programs/site/error-pages.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';
import { startOwnService } from '../support/own-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const locales = Object.keys(errorPagePaths) as Locale[];

let service: LocalService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startOwnService(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test.each(locales)('the page in %s has a section for each code of errors and of details', (locale) => {
  const page = errorPage(locale, 'https://docs.example/erros');
  const ids = Array.from(page.matchAll(/<section id="([^"]+)">/g), ([, id]) => id);
  expect(ids).toEqual([...Object.keys(problems), ...Object.keys(detailTexts).map(detailAnchor)]);
  const targets = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, target]) => target);
  expect(targets).toEqual(Object.keys(problems));
});

test('the doc_url of an answer leads to the section of its code', async () => {
  const response = await fetch(`${service.description.base_url}/balance`);
  const { error } = (await response.json()) as { error: { doc_url: string } };
  expect(new URL(error.doc_url).hash).toBe('#api_key_missing');
  const page = await fetch(error.doc_url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<section id="api_key_missing">');
});

describe.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
  test.each([390, 1280])(
    'axe finds nothing at %i pixels, the policy stops nothing, the languages lead to each other',
    async (width) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(new URL(`/docs/${errorPagePaths['pt-BR']}`, service.description.base_url).href);
      for (const language of ['English', 'Português']) {
        expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await page.evaluate(axe);
        const { violations } = await page.evaluate<AxeResults>('axe.run()');
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        await page.getByRole('link', { name: language, exact: true }).click();
        await page.waitForURL(`**/${errorPagePaths[language === 'English' ? 'en' : 'pt-BR']}`);
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

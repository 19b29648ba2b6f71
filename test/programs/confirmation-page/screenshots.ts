import { mkdirSync, writeFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { takeEveryState } from './every-state.ts';
import { indexedPng } from './indexed-png.ts';
import { type SampleName, sampleNames } from './samples.ts';
import { openSite } from './site.ts';

/**
 * `npm run confirmation-page:screenshots`: full-page pictures for `docs/confirmation-page`; with `-- --every-state`
 * sheets of every page at each width, text size and color scheme in `.build/confirmation-page`, for inspection.
 */
const folder = new URL('../../../docs/confirmation-page/', import.meta.url).pathname;

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

interface Shot {
  file: string;
  sample: SampleName;
  locale?: 'pt-BR' | 'en';
  context: BrowserContextOptions;
  prepare?: (page: Page) => Promise<unknown>;
}

const shots: Shot[] = [
  ...sampleNames.flatMap((sample): Shot[] => [
    { file: `${sample}-phone`, sample, context: { viewport: phone } },
    { file: `${sample}-desktop`, sample, context: { viewport: desktop } },
  ]),
  { file: 'english-phone', sample: 'code-expected', locale: 'en', context: { viewport: phone } },
  { file: 'english-desktop', sample: 'confirmed-with-return', locale: 'en', context: { viewport: desktop } },
  { file: 'dark-phone', sample: 'wrong-code', context: { viewport: phone, colorScheme: 'dark' } },
  { file: 'dark-desktop', sample: 'confirmed-with-return', context: { viewport: desktop, colorScheme: 'dark' } },
  { file: 'no-javascript-phone', sample: 'code-expected', context: { viewport: phone, javaScriptEnabled: false } },
  {
    file: 'from-qr-code-phone',
    sample: 'code-expected',
    context: { viewport: phone },
    prepare: (page) => page.evaluate("location.hash = '042317'"),
  },
  {
    file: 'questions-open-phone',
    sample: 'code-expected',
    context: { viewport: phone },
    prepare: (page) =>
      page.evaluate("for (const question of document.querySelectorAll('details')) question.open = true"),
  },
];

const site = await openSite();
const browser = await launchChromium();
if (process.argv.includes('--every-state')) await takeEveryState(browser, site);
else await takeForDocs();
await browser.close();
await site.close();

async function takeForDocs(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { file, sample, locale = 'pt-BR', context: options, prepare } of shots) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${site.origin}/${locale}/${sample}`);
    await prepare?.(page);
    writeFileSync(`${folder}${file}.png`, await indexedPng(await page.screenshot({ fullPage: true })));
    await context.close();
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { indexedPng } from './indexed-png.ts';
import { sampleNames } from './samples.ts';
import type { Site } from './site.ts';

const folder = new URL('../../../.build/confirmation-page/', import.meta.url).pathname;

const WIDTHS = [320, 390, 1280];
const TEXT_SIZES = ['100%', '200%'];
const COLORS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
};

/** Takes one sheet for each width, text size and color scheme, with all pages side by side. */
export async function takeEveryState(browser: Browser, { origin }: Site): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of WIDTHS) {
    for (const textSize of TEXT_SIZES) {
      for (const [colors, options] of Object.entries(COLORS)) {
        const context = await browser.newContext({
          ...options,
          viewport: { width, height: 740 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const pictures: string[] = [];
        for (const name of sampleNames) {
          await page.goto(`${origin}/pt-BR/${name}`);
          await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`);
          const picture = await page.screenshot({ fullPage: true });
          pictures.push(`data:image/png;base64,${picture.toString('base64')}`);
        }
        await context.close();
        const sheet = await sheetOf(browser, width, pictures);
        writeFileSync(`${folder}${width}-${textSize.replace('%', '')}-${colors}.png`, await indexedPng(sheet));
      }
    }
  }
}

async function sheetOf(browser: Browser, width: number, pictures: readonly string[]): Promise<Buffer> {
  const columns = width > 1000 ? 4 : 8;
  const shown = Math.min(width, 480);
  const page = await browser.newPage({ viewport: { width: columns * (shown + 12) + 12, height: 800 } });
  await page.setContent(`<style>
    body { margin: 12px; background: #777; display: grid; grid-template-columns: repeat(${columns}, ${shown}px); gap: 12px; align-items: start }
    img { width: 100% } </style>${pictures.map((picture) => `<img src="${picture}">`).join('')}`);
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
}

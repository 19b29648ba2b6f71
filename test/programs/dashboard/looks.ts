import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { someOf } from '../../support/cases.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How a person sees the dashboard. */
export interface Look extends BrowserContextOptions {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const look = (name: string, width: number, height: number, colorScheme: Look['colorScheme']): Look => ({
  name: `${colorScheme} ${name}`,
  viewport: { width, height },
  colorScheme,
  locale: 'pt-BR',
  reducedMotion: 'reduce',
});

export const desktop = look('desktop', 1280, 800, 'light');
export const phone = look('phone', 390, 844, 'dark');

const allLooks: readonly Look[] = [
  desktop,
  phone,
  look('desktop', 1280, 800, 'dark'),
  look('phone', 390, 844, 'light'),
];
/** The looks of each journey; CI picks one of them. */
export const looks = someOf(allLooks, 1);

/** What axe reports about a page. */
export async function violations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  return found.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
}

/** An expression that waits until the page is drawn; nothing is still fading. */
export const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Checks the page in each look; it returns to the first. */
export async function violationsInEachLook(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { name, viewport, colorScheme } of [...looks.slice(1), looks[0]!]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.evaluate(drawn);
    found.push(...(await violations(page)).map((violation) => [name, violation]));
  }
  return found;
}

/** An expression that counts running animations. */
export const moves = 'document.getAnimations().filter(({ playState }) => playState === "running").length';

/** Horizontal overflow in pixels: with double text size on a desktop, and at 400 % zoom (WCAG 1.4.4 and 1.4.10). */
export async function widths(page: Page) {
  // Two frames later all size observers have run.
  const excess = () =>
    page.evaluate<number>(
      `${drawn}.then(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)`,
    );
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const large = await excess();
  await page.evaluate('document.documentElement.style.fontSize = ""');
  await page.setViewportSize({ width: 320, height: 640 });
  return { 'text of 200 %': large, '320 px': await excess() };
}

/** Controls that Tab does not reach, or reaches without an outline; it reaches one radio button of each group. */
export async function missedByKeyboard(page: Page): Promise<string[]> {
  const acts = await page.evaluate<string[]>(`(() => {
    const acts = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
      (act) => !act.disabled && act.tabIndex >= 0 && act.checkVisibility({ visibilityProperty: true }),
    );
    document.activeElement.blur();
    return acts.map((act) => {
      // Behind the renderer's back, so that it stays.
      act.dataset.reached = 'never';
      act.dataset.act = act.type === 'radio' ? 'radio ' + act.name : act.outerHTML;
      return act.dataset.act;
    });
  })()`);
  // Date fields have a stop for each part. After its last stop the page starts over.
  for (let stops = 0; stops < 4 * acts.length; stops++) {
    await page.keyboard.press('Tab');
    const done = await page.evaluate<boolean>(`(() => {
      const act = document.activeElement;
      if (act === document.body || act.dataset.reached === 'outlined') return act === document.body;
      if (getComputedStyle(act).outlineStyle !== 'none') act.dataset.reached = 'outlined';
      return false;
    })()`);
    if (done) break;
  }
  const reached = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-reached=outlined]')].map((act) => act.dataset.act)`,
  );
  return acts.filter((act) => !reached.includes(act)).map((act) => act.slice(0, 200));
}

/** Roles of what a person operates (WAI-ARIA 1.2 §5.3.2, and links). */
const CONTROLS: ReadonlySet<string> = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'switch', 'Date'],
  ...['checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'DisclosureTriangle'],
]);

/** Controls that have no name in the tree that Chromium gives to screen readers. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(String(role?.value)));
  if (controls.length === 0) throw new Error('The tree has no control.');
  return controls
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role, nodeId }) => `${String(role?.value)} ${nodeId}`);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has to say against a page. */
export async function violations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  return found.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
}

/** An expression that counts what moves. */
export const moves = 'document.getAnimations().filter(({ playState }) => playState === "running").length';

/** What sticks out sideways, in pixels: with text twice as large on a desktop, and at 400 % zoom (WCAG 1.4.4 and 1.4.10). */
export async function widths(page: Page) {
  // Two frames later all observers of sizes have had their say.
  const excess = () =>
    page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const large = await excess();
  await page.evaluate('document.documentElement.style.fontSize = ""');
  await page.setViewportSize({ width: 320, height: 640 });
  return { 'text of 200 %': large, '320 px': await excess() };
}

/** What one can act on, and the Tab key never comes to, or without an outline; of a group of radio buttons it comes to one. */
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
  // Fields for dates have a stop for each part. The page begins again behind its last stop.
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

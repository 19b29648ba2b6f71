import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import { someOf } from '../../support/cases.ts';
import { launchChromium } from './chromium.ts';
import { brandOf, type SampleName, sampleNames, samples } from './samples.ts';
import { openSite, RIGHT_CODE, type Site } from './site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The length of "Localização". Longer words at double size do not fit two thirds of a phone of 320 px. */
const LONGEST_WHOLE_WORD = 11;

const phone = { viewport: { width: 360, height: 740 } };

/** Roboto is the font of most phones. In a wider one, other words break. */
function requirePhoneFont(): void {
  if (!spawnSync('fc-list', ['Roboto']).stdout?.length)
    throw new Error('Roboto cannot be found: install the package fonts-roboto-unhinted');
}

let browser: Browser;
let site: Site;
let contexts: BrowserContext[];
/** Problems of a page: blocked by its policy, failed, or thrown. */
let complaints: string[];
let responses: Response[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), openSite()]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(() => {
  contexts = [];
  complaints = [];
  responses = [];
  site.requests.length = 0;
  site.posts.length = 0;
  site.ready = Promise.resolve();
});

afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  expect(complaints).toEqual([]);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    // A status is not a problem: unknown links return 404, and a throttled page 429.
    if (message.type() === 'error' && !/status of (404|429)/.test(message.text())) complaints.push(message.text());
  });
  page.on('response', (response) => responses.push(response));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.origin}/${path}`);
  return page;
}

/** States of the page that are checked one by one. */
const judged = someOf(sampleNames, 5);

const field = (page: Page) => page.getByRole('textbox', { name: 'Código da carta' });
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirmar endereço' });
const alert = (page: Page) => page.getByRole('alert');
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

describe('accessibility', () => {
  const variants = [
    { locale: 'pt-BR', colorScheme: 'light', width: 360 },
    { locale: 'en', colorScheme: 'dark', width: 1280 },
  ] as const;

  test.each(judged)('axe finds nothing on %s, in both languages and color schemes', async (name) => {
    for (const { locale, colorScheme, width } of variants) {
      const page = await open(`${locale}/${name}`, { colorScheme, viewport: { width, height: 740 } });
      await page.evaluate("for (const question of document.querySelectorAll('details')) question.open = true");
      expect(await violations(page)).toEqual([]);
    }
  });

  test('axe finds nothing after the script has updated the page', async () => {
    const scanned = await open(`pt-BR/wrong-code#${RIGHT_CODE}`);
    expect(await violations(scanned)).toEqual([]);
    const malformed = await open('pt-BR/code-expected');
    await confirmButton(malformed).click();
    expect(await violations(malformed)).toEqual([]);
  });

  test('axe works: it finds a planted problem', async () => {
    const page = await open('pt-BR/code-expected');
    await page.evaluate("document.documentElement.lang = ''; document.querySelector('h1').style.color = '#ccc'");
    expect(await violations(page)).toEqual(['color-contrast', 'html-has-lang']);
  });

  test.each(judged)('%s needs no sideways scrolling at 320 px, whatever the name and the spacing', async (name) => {
    const page = await open(`pt-BR/${name}`, { viewport: { width: 320, height: 560 } });
    await page.evaluate(`
      for (const company of document.querySelectorAll('bdi')) company.textContent = 'Agroindustrial'.repeat(9);
      // WCAG 1.4.12, Text Spacing.
      for (const { style } of document.querySelectorAll('body *')) {
        style.lineHeight = '1.5'; style.letterSpacing = '0.12em'; style.wordSpacing = '0.16em';
      }
      for (const question of document.querySelectorAll('details')) question.open = true;
    `);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('six digits are fully visible at twice the text size on 320 px', async () => {
    const page = await open('pt-BR/code-expected', { viewport: { width: 320, height: 560 } });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await field(page).fill('888 888');
    const { room, text } = await page.evaluate<{ room: number; text: number }>(`(() => {
      const input = document.getElementById('code');
      const style = getComputedStyle(input);
      const ruler = document.createElement('span');
      ruler.textContent = input.value;
      for (const name of ['font', 'letterSpacing']) ruler.style[name] = style[name];
      ruler.style.whiteSpace = 'pre';
      document.body.append(ruler);
      const text = ruler.getBoundingClientRect().width;
      ruler.remove();
      return { room: input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), text };
    })()`);
    expect(text).toBeLessThanOrEqual(room);
  });

  test.each(judged)('%s breaks no word of usual length at twice the text size on 320 px', async (name) => {
    requirePhoneFont();
    const page = await open(`pt-BR/${name}`, { viewport: { width: 320, height: 560 } });
    await page.evaluate(`
      document.documentElement.style.fontSize = '200%';
      for (const question of document.querySelectorAll('details')) question.open = true;
    `);
    const broken = await page.evaluate<string[]>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const broken = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (word.length <= ${LONGEST_WHOLE_WORD} && lines.size > 1) broken.push(word);
        }
      }
      return broken;
    })()`);
    expect(broken).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('targets are at least 44 px high, the consent box 24', async () => {
    for (const name of ['code-expected', 'confirmed-with-return'] satisfies SampleName[]) {
      const page = await open(`pt-BR/${name}`);
      for (const target of await page
        .locator('input:visible:not([type=checkbox]), button, a, summary, label.consent')
        .all()) {
        expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      }
      for (const box of await page.locator('input[type=checkbox]').all()) {
        expect((await box.boundingBox())!.height).toBeGreaterThanOrEqual(24);
      }
    }
  });

  test('the keyboard reaches everything in reading order, and shows where it is', async () => {
    const page = await open('pt-BR/code-expected');
    const visited: string[] = [];
    for (let stop = 0; stop < 6; stop++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      visited.push(await page.evaluate('document.activeElement.name || document.activeElement.textContent.trim()'));
    }
    expect(visited).toEqual([
      'code',
      'Confirmar endereço',
      'Por que recebi esta carta?',
      'É seguro digitar o código?',
      'O que acontece depois?',
      'E se a carta não for para mim?',
    ]);
  });

  test('a wrong code is announced in the title, next to the field, and in the description of the field', async () => {
    const page = await open('pt-BR/wrong-code');
    expect(await page.title()).toBe('Erro: Confirme seu endereço · Banco Ipê');
    expect(await alert(page).innerText()).toContain('Você ainda tem 3 tentativas.');
    const heard = await focusedNode(page);
    expect(heard).toMatchObject({ role: 'textbox', name: 'Código da carta', invalid: 'true', required: true });
    expect(heard.description).toMatch(/^Esse não é o código da carta\..* São 6 dígitos/);
  });

  test('a screen reader finds the expected content on the page', async () => {
    const page = await open('en/code-expected');
    expect(await page.locator('body').ariaSnapshot()).toBe(
      `
- banner:
  - paragraph: Letter from Banco Ipê
- main:
  - heading "Confirm your address" [level=1]
  - paragraph: A letter from Banco Ipê was sent to your address with a 6-digit code. Type the code to confirm that it reached you.
  - text: Code from the letter
  - paragraph: Six digits, printed in the letter in two groups of three.
  - alert
  - status
  - textbox "Code from the letter"
  - button "Confirm address"
  - paragraph: The code works until 20 January 2027, 11:31 (Brasília time).
  - paragraph: This page asks for the code only. Never for a password, ID number, card or payment.
  - group: Why did I get this letter?
  - group: Is it safe to type the code?
  - group: What happens next?
  - group: What if the letter is not for me?
  - region "Who asks for the confirmation":
    - heading "Who asks for the confirmation" [level=2]
    - paragraph: Banco Ipê S.A. · CNPJ 12.ABC.345/01DE-35
    - group: Your data and your rights (LGPD)
- contentinfo: A page by Malote, which sends letters and confirms addresses on behalf of companies.
`.trim(),
    );
  });

  test('nothing moves for people who prefer reduced motion', async () => {
    const moving = 'document.getAnimations().length';
    expect(await (await open('pt-BR/confirmed', { reducedMotion: 'no-preference' })).evaluate(moving)).toBe(1);
    expect(await (await open('pt-BR/confirmed', { reducedMotion: 'reduce' })).evaluate(moving)).toBe(0);
  });
});

describe('loading and storage', () => {
  test.each(judged)('%s: itself and the logo, within 50 KB, and nothing stays in the browser', async (name) => {
    const page = await open(`pt-BR/${name}`);
    const logo = brandOf(name) === null ? [] : [`${site.origin}/logo.png`];
    const loaded = responses.filter((response) => !response.url().startsWith('data:'));
    expect(loaded.map((response) => response.url())).toEqual([page.url(), ...logo]);
    const weights = await Promise.all(
      loaded.map(async (response) => (await response.body()).length + JSON.stringify(response.headers()).length),
    );
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(50_000);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the code typed %s', (_, javaScriptEnabled) => {
  test.each(['042317', '042 317'])('as %s is confirmed by the button', async (typed) => {
    const page = await open('pt-BR/code-expected', { javaScriptEnabled });
    await field(page).fill(typed);
    expect(site.posts).toEqual([]);
    await confirmButton(page).click();
    expect(await heading(page)).toBe('Endereço confirmado');
    expect(site.posts).toEqual([{ code: typed, entry: 'typed' }]);
  });

  test('works with only the keyboard', async () => {
    const page = await open('pt-BR/code-expected', { javaScriptEnabled });
    await page.keyboard.press('Tab');
    await page.keyboard.type(RIGHT_CODE);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/confirmed-with-return');
    expect(site.posts).toEqual([{ code: RIGHT_CODE, entry: 'typed' }]);
  });

  test('stays ready for the next attempt after a wrong code', async () => {
    const page = await open('pt-BR/code-expected', { javaScriptEnabled });
    await field(page).fill('999999');
    await confirmButton(page).click();
    expect(await alert(page).innerText()).toContain('Esse não é o código da carta.');
    // The wrong code stays for comparison. The script selects it, so that typing replaces it.
    expect(await field(page).inputValue()).toBe(samples['wrong-code'].wrong);
    if (!javaScriptEnabled) await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(RIGHT_CODE);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/confirmed-with-return');
    expect(site.posts.map(({ code }) => code)).toEqual(['999999', RIGHT_CODE]);
  });

  test('is sent only with six digits', async () => {
    const page = await open('pt-BR/code-expected', { javaScriptEnabled });
    for (const malformed of ['', '12345', '1234567', 'abcdef']) {
      await field(page).fill(malformed);
      await confirmButton(page).click();
    }
    await field(page).fill(RIGHT_CODE);
    await confirmButton(page).click();
    await page.waitForURL('**/confirmed-with-return');
    expect(site.posts.map(({ code }) => code)).toEqual([RIGHT_CODE]);
  });
});

describe('the script', () => {
  test('reports a malformed code in the page, tied to the field', async () => {
    const page = await open('pt-BR/code-expected');
    await field(page).fill('12345');
    await confirmButton(page).click();
    expect(await alert(page).innerText()).toBe('O código tem 6 dígitos. Confira na carta e digite todos.');
    expect(await focusedNode(page)).toMatchObject({
      role: 'textbox',
      invalid: 'true',
      description: expect.stringContaining('O código tem 6 dígitos.'),
    });
    expect(site.posts).toEqual([]);
  });

  test('ignores further taps while the first is being sent', async () => {
    const page = await open('pt-BR/code-expected');
    site.ready = sleep(500);
    await field(page).fill('999999');
    await page.evaluate("setInterval(() => document.querySelector('button').click(), 20)");
    await page.waitForURL('**/wrong-code');
    expect(site.posts).toHaveLength(1);
  });

  test('says that the code is being sent, and enables the button of a page restored from the back-forward cache', async () => {
    const page = await open('pt-BR/code-expected');
    await field(page).fill('999999');
    const button = await page.evaluate(`
      const button = document.querySelector('button');
      const look = () => [button.textContent, button.getAttribute('aria-disabled')];
      button.click();
      const sending = look();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      [sending, look()];
    `);
    expect(button).toEqual([
      ['Confirmando…', 'true'],
      ['Confirmar endereço', 'false'],
    ]);
  });

  test('lets the person try again after coming back', async () => {
    const page = await open('pt-BR/code-expected');
    await field(page).fill('999999');
    await confirmButton(page).click();
    await page.waitForURL('**/wrong-code');
    await page.goBack();
    await field(page).fill(RIGHT_CODE);
    await confirmButton(page).click();
    await page.waitForURL('**/confirmed-with-return');
  });
});

describe('the code in the QR code', () => {
  test('fills the field, leaves the address bar, and is posted only by the button', async () => {
    const page = await open(`pt-BR/code-expected#${RIGHT_CODE}`);
    expect(await field(page).inputValue()).toBe('042 317');
    expect(await page.getByRole('status').innerText()).toContain('Código preenchido pelo QR code.');
    expect(page.url()).toBe(`${site.origin}/pt-BR/code-expected`);
    expect(site.posts).toEqual([]);
    await confirmButton(page).click();
    await page.waitForURL('**/confirmed-with-return');
    expect(site.posts).toEqual([{ code: '042 317', entry: 'qr_code' }]);
    expect(site.requests.join()).not.toContain(RIGHT_CODE);
  });

  test('counts as typed after a change by hand; restored, it counts as scanned', async () => {
    const page = await open(`pt-BR/code-expected#${RIGHT_CODE}`);
    const entry = page.locator('input[name=entry]');
    await field(page).fill('042 318');
    expect(await entry.inputValue()).toBe('typed');
    await field(page).fill('042317');
    expect(await entry.inputValue()).toBe('qr_code');
  });

  test('scanned again while the page is open fills the field again, and clears the error', async () => {
    const page = await open('pt-BR/wrong-code');
    await page.evaluate(`location.hash = '${RIGHT_CODE}'`);
    await page.waitForFunction("location.hash === ''");
    expect(await field(page).inputValue()).toBe('042 317');
    expect([await alert(page).innerText(), await field(page).getAttribute('aria-invalid')]).toEqual(['', null]);
  });

  test('leaves the address bar in the other states too', async () => {
    const page = await open('pt-BR/throttled');
    for (const name of ['on-its-way', 'confirmed', 'locked', 'expired', 'unknown-link'] satisfies SampleName[]) {
      await page.goto(`${site.origin}/pt-BR/${name}#${RIGHT_CODE}`);
      expect(page.url()).toBe(`${site.origin}/pt-BR/${name}`);
    }
  });

  test('is accepted only as six digits', async () => {
    const page = await open('pt-BR/code-expected');
    for (const fragment of ['#12345', '#1234567', '#abcdef', '#']) {
      await page.goto(`${site.origin}/pt-BR/code-expected${fragment}`);
      await page.reload();
      expect(await field(page).inputValue()).toBe('');
    }
  });

  test('is typed where there is no JavaScript', async () => {
    const page = await open(`pt-BR/code-expected#${RIGHT_CODE}`, { javaScriptEnabled: false });
    expect(await field(page).inputValue()).toBe('');
    expect(site.requests.join()).not.toContain(RIGHT_CODE);
  });
});

describe('the exact location', () => {
  const here = { latitude: -23.561414, longitude: -46.655881, accuracy: 12.5 };
  const consent = (page: Page) => page.getByRole('checkbox', { name: /^Concordo em enviar minha localização exata/ });
  const shareButton = (page: Page) => page.getByRole('button', { name: 'Enviar localização' });

  test('is sent after consent and the button, once', async () => {
    const page = await open('pt-BR/confirmed-with-return', { geolocation: here, permissions: ['geolocation'] });
    await consent(page).check();
    expect(site.posts).toEqual([]);
    await shareButton(page).click();
    await page.waitForURL('**/location-shared');
    expect(site.posts).toEqual([
      { consent: 'yes', latitude: '-23.561414', longitude: '-46.655881', accuracy_meters: '12.5' },
    ]);
    expect(await page.getByText('Enviamos sua localização exata a Banco Ipê, uma única vez.').isVisible()).toBe(true);
  });

  test('is not requested without consent', async () => {
    const page = await open('pt-BR/confirmed-with-return', { geolocation: here, permissions: ['geolocation'] });
    expect(await consent(page).isChecked()).toBe(false);
    await shareButton(page).click();
    expect(await page.getByRole('status').innerText()).toContain('marque antes a caixa');
    expect(await consent(page).getAttribute('required')).toBeNull();
    expect(site.posts).toEqual([]);
  });

  test('that the device denies is explained, and may be tried again', async () => {
    const page = await open('pt-BR/confirmed-with-return', { geolocation: here });
    await consent(page).check();
    await shareButton(page).click();
    await page.getByText('Seu aparelho não deixou ver a localização.').waitFor();
    await page.context().grantPermissions(['geolocation']);
    await shareButton(page).click();
    await page.waitForURL('**/location-shared');
    expect(site.posts).toHaveLength(1);
  });

  test('has its purpose next to the consent', async () => {
    const page = await open('pt-BR/confirmed-with-return');
    const section = page.getByRole('region', { name: 'Quer enviar sua localização exata?' });
    expect(await section.innerText()).toMatch(/Para que serve: dar a Banco Ipê mais uma prova/);
    expect(await section.innerText()).toMatch(/até 30 minutos depois da confirmação/);
  });

  test('is not offered without JavaScript, or when there is nothing left to share', async () => {
    const without = await open('pt-BR/confirmed-with-return', { javaScriptEnabled: false });
    expect(await without.locator('#share').isVisible()).toBe(false);
    const shared = await open('pt-BR/location-shared');
    expect(await shared.locator('#share').count()).toBe(0);
  });
});

test('the way back is a link to the company, in the same window', async () => {
  const page = await open('pt-BR/confirmed-with-return');
  const link = page.getByRole('link', { name: 'Continuar no site de Banco Ipê' });
  expect(await link.getAttribute('href')).toBe('https://www.bancoipe.example/cadastro/continuar?etapa=3');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await link.getAttribute('target')).toBeNull();
});

test('a missing Chromium is named', async () => {
  await expect(launchChromium('/nowhere/chromium')).rejects.toThrow('install the package "chromium"');
});

/**
 * Ids of the rules that axe finds broken, and of those it could not decide: all rules, WCAG 2.2 AA and best practice.
 */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate<AxeResults>("axe.run(document, { rules: { 'target-size': { enabled: true } } })");
  return [...results.violations, ...results.incomplete].map(({ id }) => id);
}

interface AccessibleNode {
  role: string;
  name: string;
  description: string;
  [property: string]: unknown;
}

/** The focused element as the browser describes it to a screen reader. */
async function focusedNode(page: Page): Promise<AccessibleNode> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const focused = nodes.find(
    ({ role, properties = [] }) =>
      role?.value !== 'RootWebArea' && properties.some(({ name, value }) => name === 'focused' && value.value),
  )!;
  return {
    ...Object.fromEntries(focused.properties!.map(({ name, value }): [string, unknown] => [name, value.value])),
    role: focused.role!.value as string,
    name: focused.name!.value as string,
    description: focused.description!.value as string,
  };
}

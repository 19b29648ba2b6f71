import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { type Page, renderPage } from '../../lib/adapters/confirmation-page/page.ts';
import { script } from '../../lib/adapters/confirmation-page/script.ts';
import { type PageLocale, pageLocales, type PageState } from '../../lib/core/domain/confirmation-page.ts';
import { logoLimits } from '../../lib/core/domain/logos.ts';
import { brand, brandOf, sampleNames, samples } from './samples.ts';

const paths = { formAction: '/acc_1/token', shareAction: '/acc_1/token/location', numberAction: '/' };

function page(
  state: PageState,
  options: { company?: string; logo_url?: string | null; locale?: PageLocale } = {},
): Page {
  const { company = brand.company, logo_url = null, locale = 'pt-BR' } = options;
  return renderPage(state, { brand: { company, logo_url }, locale, ...paths });
}

const everyPage = pageLocales.flatMap((locale) =>
  sampleNames.map((name) => ({
    name,
    locale,
    ...renderPage(samples[name], { brand: brandOf(name), locale, ...paths }),
  })),
);

const confirmedWith = (return_url: string): PageState => ({
  kind: 'confirmed',
  return_url,
  can_share_location: false,
  shared: false,
});

describe('the policy of every page', () => {
  test.each(everyPage)('$name in $locale: allows its own style and script alone', ({ html, headers }) => {
    const directives = new Map(
      headers['Content-Security-Policy']!.split('; ').map((directive): [string, string] => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'style-src': `'unsafe-inline' ${hashOf(html, 'style')}`,
      'script-src': `'unsafe-inline' ${hashOf(html, 'script')}`,
      'img-src': "'self' data:",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(html).not.toMatch(/ (style|on\w+)=/);
  });

  test.each(everyPage)(
    '$name in $locale: is kept from caches, indexes, frames and referrers',
    ({ headers, locale }) => {
      expect(headers).toMatchObject({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': locale,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Strict-Transport-Security': 'max-age=31536000',
        'X-Robots-Tag': 'noindex, nofollow, noarchive',
      });
      expect(Object.keys(headers)).not.toContain('Set-Cookie');
    },
  );

  test('only the page that asks for the location may read it', () => {
    for (const { name, headers } of everyPage) {
      const expected = name === 'confirmed-with-return' ? 'geolocation=(self)' : 'geolocation=()';
      expect(headers['Permissions-Policy']!.split(', ')).toContain(expected);
    }
  });
});

describe('the status', () => {
  test('is 404 for an unknown link', () => {
    expect(page({ kind: 'unknown_link' }).status).toBe(404);
  });

  test('is 429 with the seconds to wait when throttled', () => {
    const { status, headers } = page({ kind: 'throttled', retry_after_seconds: 90 });
    expect([status, headers['Retry-After']]).toEqual([429, '90']);
  });

  test('is 200 for everything else', () => {
    const others = everyPage.filter(({ name }) => name !== 'unknown-link' && name !== 'throttled');
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('weight', () => {
  test.each(everyPage)('$name in $locale is within 50 KB with the largest logo', ({ html, headers }) => {
    const logoHeaders = 500;
    const page = Buffer.byteLength(html + JSON.stringify(headers));
    expect(page + logoLimits.bytes + logoHeaders).toBeLessThan(50_000);
  });
});

describe('the company', () => {
  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ['</title><h1>Prêmio</h1>', '&lt;/title&gt;&lt;h1&gt;Prêmio&lt;/h1&gt;'],
    ["D'Ávila & Filhos", 'D&#39;Ávila &amp; Filhos'],
    ['${7*7} {{x}}', '${7*7} {{x}}'],
  ])('%s is text in every state', (company, shown) => {
    for (const name of sampleNames) {
      const { html } = page(samples[name], { company });
      expect(html).toContain(`<bdi>${shown}</bdi>`);
      expect(html).toContain(` · ${shown}</title>`);
      expect(html.match(/<(script|title|h1|img)\b/g)).toEqual(['<title', '<h1', '<script']);
    }
  });

  test('cannot turn the direction of the text around it', () => {
    const { html } = page({ kind: 'locked' }, { company: 'Banco\u202e\u2066\u0000 Ipê\r\n' });
    expect(html).toContain('<bdi>Banco Ipê</bdi>');
  });

  test('without a name is called what it is, and the sender is the service', () => {
    const { html } = renderPage({ kind: 'locked' }, { brand: null, locale: 'en', ...paths });
    expect(html).toContain('ask the company that sent the letter for a new letter');
    expect(html).toContain('<b>Malote</b>');
    expect(html).toContain('<title>This code is blocked</title>');
  });

  test.each(['Ipê Ltda.', 'Ipê S.A.'])('%s ends no sentence, which would then end twice', (company) => {
    for (const { html } of pageLocales.flatMap((locale) =>
      sampleNames.map((name) => page(samples[name], { company, locale })),
    )) {
      expect(html).toContain(`<bdi>${company}</bdi>`);
      expect(html).not.toContain(`${company}</bdi></b>.`);
    }
  });

  test("'s logo is an image of no further meaning, or absent", () => {
    expect(page({ kind: 'locked' }, { logo_url: '/logos/acc_1?v="2"' }).html).toContain(
      '<img class="logo" src="/logos/acc_1?v=&quot;2&quot;" alt="" />',
    );
    expect(page({ kind: 'locked' }, { logo_url: null }).html).not.toContain('<img');
  });
});

describe('the way back', () => {
  test.each(['https://www.bancoipe.example/a?b=1&c=%22', 'http://localhost:3000/'])('leads to %s', (url) => {
    const { html } = page(confirmedWith(url));
    expect(html).toContain(`href="${url.replace('&', '&amp;')}" rel="noopener noreferrer"`);
    expect(html).toContain(`O botão abre ${new URL(url).host}<`);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x#Intent;end', '//evil.example', '/path', 'x', ''])(
    'is not there for %p',
    (url) => {
      const { html } = page(confirmedWith(url));
      expect(html).not.toContain('<a ');
      expect(html).toContain('Você já pode fechar esta página.');
    },
  );

  test('shows a host of look-alike letters as it is', () => {
    expect(page(confirmedWith('https://bаnco.example/')).html).toContain('O botão abre xn--');
  });
});

describe('what the page says', () => {
  test('is in its language', () => {
    for (const { html, locale } of everyPage) expect(html).toContain(`<html lang="${locale}">`);
    const headings = (locale: PageLocale) =>
      everyPage.filter((each) => each.locale === locale).map(({ html }) => /<h1>(.*)<\/h1>/.exec(html)![1]!);
    expect(headings('en').filter((heading) => headings('pt-BR').includes(heading))).toEqual([]);
  });

  test('after a wrong code: the tries left, in words', () => {
    const error = (attempts_remaining: number, locale: PageLocale) =>
      /role="alert">(.*?)</.exec(page({ kind: 'code_expected', attempts_remaining, wrong: true }, { locale }).html)![1];
    expect(error(4, 'pt-BR')).toMatch(/Você ainda tem 4 tentativas\.$/);
    expect(error(1, 'pt-BR')).toMatch(/Esta é a última tentativa\.$/);
    expect(error(2, 'en')).toMatch(/You have 2 tries left\.$/);
    expect(error(1, 'en')).toMatch(/This is your last try\.$/);
  });

  test('counts no tries before the first mistake', () => {
    const { html } = page({ kind: 'code_expected', attempts_remaining: 5, wrong: false });
    expect(html).toContain('role="alert"></p>');
    expect(html).not.toMatch(/tentativa|aria-invalid="|autofocus/);
  });

  test.each([
    [1, '1 minuto,'],
    [60, '1 minuto,'],
    [61, '2 minutos,'],
    [600, '10 minutos,'],
  ])('%d seconds to wait are %s', (retry_after_seconds, words) => {
    expect(page({ kind: 'throttled', retry_after_seconds }).html).toContain(`daqui a ${words}`);
  });
});

describe('the forms', () => {
  test('post to the given paths, escaped', () => {
    const options = {
      brand,
      locale: 'en',
      formAction: '/a?b="c"',
      shareAction: '/d?e="f"',
      numberAction: '/g?h="i"',
    } as const;
    expect(renderPage(samples['code-expected'], options).html).toContain(
      'method="post"\n        action="/a?b=&quot;c&quot;"',
    );
    expect(renderPage(samples['confirmed-with-return'], options).html).toContain('action="/d?e=&quot;f&quot;"');
    for (const name of ['number-expected', 'unknown-link'] as const)
      expect(renderPage(samples[name], options).html).toContain('action="/g?h=&quot;i&quot;"');
  });

  test.each([
    ['042317', true],
    ['042 317', true],
    ['042-317', true],
    [' 0 4 2 3 1 7 ', true],
    ['04231', false],
    ['0423170', false],
    ['O42317', false],
    ['٠٤٢٣١٧', false],
    ['', false],
  ])('take %p: %p', (typed, taken) => {
    const pattern = /pattern="(.*?)"/.exec(page(samples['code-expected']).html)![1]!;
    for (const flag of ['u', 'v']) expect(new RegExp(`^(?:${pattern})$`, flag).test(typed)).toBe(taken);
  });

  test('are only where there is something to do', () => {
    const withForms = everyPage.filter(({ html }) => html.includes('<form')).map(({ name }) => name);
    expect(new Set(withForms)).toEqual(
      new Set([
        'code-expected',
        'wrong-code',
        'wrong-code-last-try',
        'last-try',
        'confirmed-with-return',
        'number-expected',
        'wrong-number',
        'unknown-link',
      ]),
    );
  });
});

test('the script is one that browsers of 2015 understand', () => {
  expect(() => transformSync(script, { target: 'es5' })).not.toThrow();
  expect(script).not.toMatch(/=>|\blet\b|\bconst\b|`/);
});

function hashOf(html: string, element: 'style' | 'script'): string {
  const content = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html)![1]!;
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

test('every color has one before it for browsers without custom properties', () => {
  const { html } = page({ kind: 'locked' });
  const css = /<style>([^]*?)<\/style>/.exec(html)![1]!;
  const declarations = [...css.matchAll(/([\w-]+): [^;{}]*var\(--[^;{}]*;/g)];
  expect(declarations.length).toBeGreaterThan(30);
  for (const { 1: property, index } of declarations) {
    const before = css.slice(0, index).trimEnd();
    expect(before).toMatch(new RegExp(`[{;\\s]${property}: [^;{}]*;$`));
    expect(before.slice(before.lastIndexOf(`${property}: `))).not.toContain('var(');
  }
  expect(css).not.toContain('undefined');
});

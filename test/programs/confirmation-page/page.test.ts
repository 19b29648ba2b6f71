import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { contrast, LEAST_CONTRAST } from '../../../lib/core/domain/colors.ts';
import { type PageLocale, pageLocales, type PageState } from '../../../lib/core/domain/confirmation-page.ts';
import { accentColors, type Face, faceDetails, faceOf, PAPERS } from '../../../lib/core/domain/faces.ts';
import { pathAfterWrongCode, wrongCodeIn } from '../../../lib/core/domain/hosted-page.ts';
import { logoLimits } from '../../../lib/core/domain/logos.ts';
import { type Page, renderPage } from '../../../lib/texts/confirmation-page/page.ts';
import { script } from '../../../lib/texts/confirmation-page/script.ts';
import { brand, brandOf, sampleNames, samples } from './samples.ts';

const paths = { formAction: '/acc_1/token', shareAction: '/acc_1/token/location', numberAction: '/' };

function page(
  state: PageState,
  options: { company?: string; logo_url?: string | null; locale?: PageLocale; face?: Partial<Face> } = {},
): Page {
  const { company = brand.company, logo_url = null, locale = 'pt-BR', face = {} } = options;
  return renderPage(state, { brand: { ...brand, company, logo_url, face: faceOf({ face }) }, locale, ...paths });
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
  test.each(everyPage)('$name in $locale: allows only its own style and script', ({ html, headers }) => {
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
    '$name in $locale: stays out of caches, indexes, frames and referrers',
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
  test('is 404 for an unknown link and an unknown number', () => {
    expect(page({ kind: 'unknown_link' }).status).toBe(404);
    expect(page({ kind: 'number_unknown', mistyped: false }).status).toBe(404);
  });

  test('is 429 with the seconds to wait when throttled', () => {
    const { status, headers } = page({ kind: 'throttled', retry_after_seconds: 90 });
    expect([status, headers['Retry-After']]).toEqual([429, '90']);
  });

  test('is 200 for everything else', () => {
    const others = everyPage.filter(
      ({ name }) => !['unknown-link', 'number-unknown', 'number-mistyped', 'throttled'].includes(name),
    );
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

  test('without a name is called the company, and the sender is the service', () => {
    const { html } = renderPage({ kind: 'locked' }, { brand: null, locale: 'en', ...paths });
    expect(html).toContain('ask the company that sent the letter for a new letter');
    expect(html).toContain('<b>Malote</b>');
    expect(html).toContain('<title>This code is blocked</title>');
  });

  test.each(['Ipê Ltda.', 'Ipê S.A.'])('%s does not end a sentence, which would then end twice', (company) => {
    for (const { html } of pageLocales.flatMap((locale) =>
      sampleNames.map((name) => page(samples[name], { company, locale })),
    )) {
      expect(html).toContain(`<bdi>${company}</bdi>`);
      expect(html).not.toContain(`${company}</bdi></b>.`);
    }
  });

  test('has its logo as a decorative image, or no image', () => {
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
    // It may break before its dots, and nowhere else as long as it fits.
    expect(html).toContain(`O botão abre ${new URL(url).host.replaceAll('.', '<wbr />.')}<`);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x#Intent;end', '//evil.example', '/path', 'x', ''])(
    'is absent for %p',
    (url) => {
      const { html } = page(confirmedWith(url));
      expect(html).not.toContain('<a ');
      expect(html).toContain('Você já pode fechar esta página.');
    },
  );

  test('shows a host of look-alike letters in its ASCII form', () => {
    expect(page(confirmedWith('https://bаnco.example/')).html).toContain('O botão abre xn--');
  });
});

describe('the text of the page', () => {
  test('is in its language', () => {
    for (const { html, locale } of everyPage) expect(html).toContain(`<html lang="${locale}">`);
    const headings = (locale: PageLocale) =>
      everyPage.filter((each) => each.locale === locale).map(({ html }) => /<h1>(.*)<\/h1>/.exec(html)![1]!);
    expect(headings('en').filter((heading) => headings('pt-BR').includes(heading))).toEqual([]);
  });

  test('after a wrong code has the attempts left, in words', () => {
    const error = (attempts_remaining: number, locale: PageLocale) =>
      /role="alert">(.*?)</.exec(page({ ...samples['wrong-code'], attempts_remaining }, { locale }).html)![1];
    expect(error(4, 'pt-BR')).toMatch(/Você ainda tem 4 tentativas\.$/);
    expect(error(1, 'pt-BR')).toMatch(/Esta é a última tentativa\.$/);
    expect(error(2, 'en')).toMatch(/You have 2 tries left\.$/);
    expect(error(1, 'en')).toMatch(/This is your last try\.$/);
  });

  test('counts no attempts before the first mistake', () => {
    const { html } = page(samples['code-expected']);
    expect(html).toContain('role="alert"></p>');
    expect(html).not.toMatch(/tentativa|aria-invalid="|autofocus/);
  });

  test.each([
    [1, '1 minuto,'],
    [60, '1 minuto,'],
    [61, '2 minutos,'],
    [600, '10 minutos,'],
  ])('%d seconds to wait are written as %s', (retry_after_seconds, words) => {
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
  ])('accept %p: %p', (typed, taken) => {
    const pattern = /pattern="(.*?)"/.exec(page(samples['code-expected']).html)![1]!;
    for (const flag of ['u', 'v']) expect(new RegExp(`^(?:${pattern})$`, flag).test(typed)).toBe(taken);
  });

  test('exist only where there is something to do', () => {
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
        'number-unknown',
        'number-mistyped',
      ]),
    );
  });
});

describe('the date and the code on the page', () => {
  const branded = sampleNames.filter((name) => brandOf(name) !== null);

  test.each(branded)('%s names the data controller and the rights of the person, as the law requires', (name) => {
    const { html } = page(samples[name]);
    expect(html).toContain('<bdi>Banco Ipê S.A.</bdi> · CNPJ 12.ABC.345/01DE-35');
    expect(html).toMatch(/Lei 13\.709\/2018, artigo 18/);
    expect(html).toContain('gov.br/anpd');
  });

  test('until when the code works, in the time of Brasília', () => {
    expect(page(samples['code-expected']).html).toContain('até 20 de janeiro de 2027, às 11h31 (horário de Brasília).');
    expect(page(samples['code-expected'], { locale: 'en' }).html).toContain('20 January 2027, 11:31 (Brasília time).');
    expect(page(samples.expired).html).toContain('terminou em 20 de janeiro de 2027, às 11h31');
    expect(page(samples['on-its-way']).html).toContain('pelo menos até 19 de janeiro de 2027.');
    expect(page({ kind: 'on_its_way', sure_until: '2027-02-01' }).html).toContain('até 1º de fevereiro de 2027.');
  });

  test('a wrong code stays in the field; of the text in a link only digits, blanks and dashes do', () => {
    expect(page(samples['wrong-code']).html).toContain('value="042 371"');
    const path = pathAfterWrongCode('/acc_1/token', '<b>042-371 x&wrong=9');
    expect(wrongCodeIn(Object.fromEntries(new URL(path, 'https://a.test').searchParams))).toBe('042-371 9');
    expect(wrongCodeIn({ wrong: '0'.repeat(99) })).toHaveLength(20);
    expect(wrongCodeIn({})).toBeNull();
  });
});

describe('a face of the company', () => {
  const face = {
    accent_color: '#7a1fa2',
    privacy_notice: 'Usamos o endereço só para o cadastro <b>',
    privacy_url: 'https://www.bancoipe.example/privacidade?a=1&b=2',
    support_contact: '0800 123 4567',
  };

  test('shows its accent, notice, link and contact in every state, and stays as small', () => {
    for (const name of sampleNames) {
      const { html, headers } = page(samples[name], { face });
      expect(html).toContain('--accent: #7a1fa2;');
      expect(html).toContain('<meta name="theme-color" content="#7a1fa2" />');
      expect(html).not.toContain('0a5c4a');
      expect(html).toContain('cadastro &lt;b&gt;');
      expect(html).toContain('href="https://www.bancoipe.example/privacidade?a=1&amp;b=2"');
      expect(html).toContain('0800 123 4567');
      expect(headers['Content-Security-Policy']).toContain(hashOf(html, 'style'));
      expect(Buffer.byteLength(html + JSON.stringify(headers)) + logoLimits.bytes + 500).toBeLessThan(50_000);
    }
  });

  test('every accepted accent color is legible on both backgrounds, and so is text on it', () => {
    const inks = { light: '#17242a', dark: '#eaf0ed' };
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (accent_color) => {
        fc.pre(faceDetails({ accent_color }).length === 0);
        const colors = accentColors(accent_color);
        expect(colors.light.accent).toBe(accent_color);
        for (const scheme of ['light', 'dark'] as const) {
          const { accent, onAccent, tint } = colors[scheme];
          expect(contrast(accent, PAPERS[scheme])).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          expect(contrast(inks[scheme], tint)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
      }),
    );
  });

  const invalid = (param: keyof Face, format: string) => ({ param, code: 'invalid_format', values: { format } });
  test.each<[Partial<Face>, object]>([
    [
      { accent_color: '#f5c518' },
      { param: 'accent_color', code: 'invalid_value', values: { reason: 'low_contrast', ratio: '1.6', least: '4.5' } },
    ],
    [{ accent_color: 'red' }, invalid('accent_color', '#rrggbb')],
    [{ accent_color: '#12345' }, invalid('accent_color', '#rrggbb')],
    [{ privacy_url: 'http://a.example/' }, invalid('privacy_url', 'https://')],
    [{ privacy_url: 'javascript:alert(1)' }, invalid('privacy_url', 'https://')],
    [{ privacy_url: 'https://banco.example@evil.example/' }, invalid('privacy_url', 'https://')],
    [{ privacy_url: 'https://banco.example:0/' }, invalid('privacy_url', 'https://')],
    [{ privacy_notice: 'x'.repeat(301) }, { param: 'privacy_notice', code: 'too_long', values: { maximum: 300 } }],
    [{ privacy_notice: ' ' }, { param: 'privacy_notice', code: 'too_short', values: { minimum: 1 } }],
    [
      { support_contact: 'a\u202eb' },
      { param: 'support_contact', code: 'invalid_value', values: { character: '\u202e' } },
    ],
    [{ page_host: 'https://confirme.ipe.example' }, invalid('page_host', 'confirme.empresa.com.br')],
    [{ page_host: 'Confirme.ipe.example' }, invalid('page_host', 'confirme.empresa.com.br')],
    [{ page_host: 'localhost' }, invalid('page_host', 'confirme.empresa.com.br')],
    [{ page_host: '10.0.0.1' }, invalid('page_host', 'confirme.empresa.com.br')],
  ])('%j is rejected with its reason', (fields, detail) => {
    expect(faceDetails(fields)).toEqual([detail]);
  });

  test('black on white is 21 to 1, and the WCAG example grays are just above and just below the limit', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
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

test('every color has a fallback for browsers without custom properties', () => {
  const { html } = page({ kind: 'locked' });
  const css = /<style>([^]*?)<\/style>/.exec(html)![1]!;
  const drawings = css.slice(css.indexOf('@supports'));
  const paints = drawings.match(/(?:fill|stroke): var/g)!;
  // Old WebKit paints unknown values in drawings black, and does not know @supports either.
  expect(css.replace(drawings, '')).not.toMatch(/(?:fill|stroke): var/);
  const declarations = [...css.replace(drawings, '').matchAll(/([\w-]+): [^;{}]*var\(--[^;{}]*;/g)];
  expect(declarations.length + paints.length).toBeGreaterThan(40);
  for (const { 1: property, index } of declarations) {
    const before = css.slice(0, index).trimEnd();
    expect(before).toMatch(new RegExp(`[{;\\s]${property}: [^;{}]*;$`));
    expect(before.slice(before.lastIndexOf(`${property}: `))).not.toContain('var(');
  }
  expect(css).not.toContain('undefined');
});

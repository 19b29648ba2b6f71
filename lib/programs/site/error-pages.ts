import { createHash } from 'node:crypto';
import { type CatalogueEntry, detailTexts, problems, type Texts } from '../../adapters/http/error-catalogue.ts';
import { errorReply, fill } from '../../adapters/http/error-reply.ts';
import type { Exchange } from '../../adapters/http/exchange.ts';
import type { Locale } from '../../adapters/http/locale.ts';
import { type Detail, Problem, type ProblemCode } from '../../core/domain/problems.ts';
import { type Html, html, verbatim } from '../../core/html.ts';
import { detailAnchor } from '../openapi/error-reference.ts';
import { detailRemedies, remedies } from '../openapi/error-remedies.ts';

const EXAMPLE_DETAILS: readonly Detail[] = [{ param: 'to.postal_code', code: 'required' }];

type Entries<Code extends string, Entry> = [Code, Entry][];

const words = {
  'pt-BR': {
    title: 'Erros da API',
    intro:
      'Todo erro tem o mesmo corpo. Decida pelo code e, se não o conhecer, pelo type; a message é para pessoas, no idioma de Accept-Language. Quando há erro, nada foi criado nem cobrado.',
    errors: 'Códigos de erro',
    details: 'Códigos de detalhe',
    detailIntro: 'Um erro 422 lista em details tudo o que está errado: o campo em param e um destes códigos.',
    body: 'Exemplo de resposta',
    inDetails: 'Em details, com HTTP 422',
    other: 'English',
  },
  en: {
    title: 'Errors of the API',
    intro:
      'Every error has the same body. Decide by code, and by type when you do not know the code; message is for people, in the language of Accept-Language. When there is an error, nothing was created or charged.',
    errors: 'Codes of errors',
    details: 'Codes of details',
    detailIntro: 'A 422 lists everything that is wrong in details: the field in param, and one of these codes.',
    body: 'Example of an answer',
    inDetails: 'In details, with HTTP 422',
    other: 'Português',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** Where the page of each language stands below the documentation; `error.doc_url` leads to the Portuguese one. */
export const errorPagePaths: Readonly<Record<Locale, string>> = { 'pt-BR': 'erros', en: 'errors' };

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; font: 1rem/1.6 system-ui, sans-serif;
  color: light-dark(#1b1b1f, #e6e6ea); background: light-dark(#fff, #17171a); overflow-wrap: break-word; }
a { color: light-dark(#0b5394, #8ec5ff); }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; }
section { padding: .25rem 1rem; border-left: .25rem solid transparent; scroll-margin-top: 1rem; }
section:target { border-color: currentColor; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { padding: .75rem; white-space: pre-wrap; background: light-dark(#f2f2f5, #242428); }
@media print { section { break-inside: avoid; } }
`;

/** The page needs its own style and nothing else: no script, font or picture. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * The HTML page of all errors in one language, made from the catalogue (rule ERR-2): each code has its section, whose id is the
 * code, with what it means, what to do, and an answer as the service gives it.
 * @param docsUrl the base of `error.doc_url` in the examples
 */
export function errorPage(locale: Locale, docsUrl: string): string {
  const text = words[locale];
  const other = locale === 'en' ? 'pt-BR' : 'en';
  const listed = Object.entries(problems) as Entries<keyof typeof problems, CatalogueEntry>;
  const details = Object.entries(detailTexts) as Entries<keyof typeof detailTexts, Texts>;
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${text.title} · Malote</title>
        <link rel="alternate" hreflang="${other}" href="${errorPagePaths[other]}" />
        ${verbatim(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <nav><a href="${errorPagePaths[other]}" lang="${other}" hreflang="${other}">${text.other}</a></nav>
        </header>
        <main>
          <h1>${text.title}</h1>
          <p>${text.intro}</p>
          <ul>
            ${listed.map(
              ([code, { status }]) =>
                html`<li>
                  <a href="#${code}"><code>${code}</code></a> · HTTP ${status}
                </li> `,
            )}
          </ul>
          <h2>${text.errors}</h2>
          ${listed.map(([code, { status, type, texts }]) =>
            section(
              code,
              code,
              html`<p>HTTP ${status}, <code>${type}</code></p>
                <p>${fill(texts, locale)}</p>
                <p>${withCode(remedies[code][locale])}</p>
                <p>${text.body}:</p>
                <pre>${exampleBody(code, locale, docsUrl)}</pre> `,
            ),
          )}
          <h2>${text.details}</h2>
          <p>${text.detailIntro}</p>
          ${details.map(([code, texts]) =>
            section(
              detailAnchor(code),
              code,
              html`<p>${text.inDetails}</p>
                <p>${fill(texts, locale)}</p>
                <p>${withCode(detailRemedies[code][locale])}</p> `,
            ),
          )}
        </main>
      </body>
    </html> `.text;
}

function section(id: string, code: string, content: Html): Html {
  return html`<section id="${id}">
    <h3><code>${code}</code></h3>
    ${content}
  </section> `;
}

/** Texts of the catalogue mark code as Markdown does, and nothing else. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function exampleBody(code: ProblemCode, locale: Locale, docsUrl: string): string {
  const exchange = { requestId: 'req_01m7wjmnx8j35h0ce2kmq14caw', locale, rateRemaining: 49 } as Exchange;
  const problem = code === 'invalid_parameters' ? Problem.invalid(EXAMPLE_DETAILS) : new Problem(code);
  return JSON.stringify(JSON.parse(errorReply(exchange, problem, docsUrl).body), null, 2);
}

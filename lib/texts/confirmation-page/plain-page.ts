import type { PageKind, PageLocale } from '../../core/domain/confirmation-page.ts';
import { html, verbatim } from '../../core/html.ts';
import { pageHeaders, policyOfPlainPage } from './headers.ts';
import type { Page } from './page.ts';
import { stamp } from './pictures.ts';
import { styleWith } from './style.ts';

const style = styleWith(null);

/** A page without a company or a verification. */
export interface PlainPage {
  heading: string;
  text: string;
  /** The same in English, below the text, if the reader's language is not known. */
  english?: string;
  locale: PageLocale;
  /** The drawing on the stamp. */
  stampOf: PageKind;
  /** One button, with what it sends. */
  form?: { action: string; fields: Readonly<Record<string, string>>; button: string };
}

/** Looks like the hosted page, without script or loaded resources. */
export function plainPage({ heading, text, english, locale, stampOf, form }: PlainPage): string {
  const policy = policyOfPlainPage(style, { hasForm: form !== undefined });
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${heading}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${verbatim(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="sheet">
          <header>
            <div class="sender">
              <p><b>Malote</b></p>
            </div>
            ${stamp(stampOf)}
          </header>
          <main>
            <h1>${heading}</h1>
            <p class="lead">${text}</p>
            ${english ? html`<p class="soft" lang="en">${english}</p>` : null}
            ${
              form
                ? html`<form method="post" action="${form.action}">
                    ${Object.entries(form.fields).map(
                      ([name, value]) => html`<input name="${name}" type="hidden" value="${value}" />`,
                    )}
                    <button class="button">${form.button}</button>
                  </form>`
                : null
            }
          </main>
        </div>
      </body>
    </html>`.text;
}

/** Headers of a plain page: those of the hosted page, with its own policy. */
export function plainPageHeaders(locale: PageLocale, { hasForm = false } = {}): Record<string, string> {
  return {
    ...pageHeaders({ kind: 'unknown_link' }, locale, style),
    'Content-Security-Policy': `${policyOfPlainPage(style, { hasForm })}; frame-ancestors 'none'`,
  };
}

const apologies: Readonly<Record<PageLocale, Pick<PlainPage, 'heading' | 'text'>>> = {
  'pt-BR': {
    heading: 'Esta página não pôde ser aberta',
    text: 'A falha é nossa e nada se perdeu. Tente de novo em alguns minutos.',
  },
  en: {
    heading: 'This page could not be opened',
    text: 'The fault is ours and nothing is lost. Please try again in a few minutes.',
  },
};

/** Seconds after which a temporary failure may be over. */
const RETRY_AFTER = '120';

/** The page after a failure of the service; 503 if it is temporary. */
export function apology(locale: PageLocale, status: 500 | 503): Page {
  return {
    status,
    headers: { ...plainPageHeaders(locale), ...(status === 503 && { 'Retry-After': RETRY_AFTER }) },
    html: plainPage({ ...apologies[locale], locale, stampOf: 'throttled' }),
  };
}

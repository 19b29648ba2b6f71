import type { Brand, PageKind, PageLocale, PageState } from '../../core/domain/confirmation-page.ts';
import { type Html, html, verbatim } from '../../core/html.ts';
import { content } from './content.ts';
import { pageHeaders } from './headers.ts';
import { icon, stamp } from './pictures.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { type Texts, texts } from './texts.ts';

export interface PageOptions {
  /** Null where no company is known, as for an unknown link. */
  brand: Brand | null;
  locale: PageLocale;
  /** Where the code is posted, on the page's own origin: `code` and `entry` (`qr_code` or `typed`). */
  formAction: string;
  /** Where the location is posted, likewise: `consent` (`yes`), `latitude`, `longitude`, `accuracy_meters`. */
  shareAction: string;
  /** Where the number of a letter is posted, likewise: `number`. */
  numberAction: string;
}

export interface Page {
  /** HTTP status that fits the state. */
  status: number;
  headers: Record<string, string>;
  html: string;
}

const statuses: Partial<Record<PageKind, number>> = { unknown_link: 404, throttled: 429 };

/** To the byte what the policy's hashes allow. */
const styleElement = verbatim(`<style>${style}</style>`);
const scriptElement = verbatim(`<script>${script}</script>`);

/**
 * The hosted confirmation page in a state (rule PAGE-2): complete HTML that asks for nothing else but the logo,
 * works without JavaScript, and confirms nothing by being opened.
 */
export function renderPage(state: PageState, { brand, locale, ...actions }: PageOptions): Page {
  const words = texts[locale];
  const name = plainName(brand?.company ?? '');
  const company = name ? html`<b translate="no"><bdi>${name}</bdi></b>` : words.unnamedCompany;
  const { heading, body, mistake = false } = content(state, { words, company, ...actions });
  const title = [mistake ? `${words.errorTitle}: ${heading}` : heading, name].filter(Boolean).join(' · ');
  return {
    status: statuses[state.kind] ?? 200,
    headers: pageHeaders(state, locale),
    html: html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="format-detection" content="telephone=no" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#0a5c4a" />
          <link rel="icon" href="${icon}" />
          ${styleElement}
        </head>
        <body>
          <div class="sheet">
            <header>${sender(words, brand?.logo_url ?? null, name ? company : null)} ${stamp(state.kind)}</header>
            <main>
              <h1>${heading}</h1>
              ${body}
            </main>
          </div>
          <footer>${words.service}</footer>
          ${scriptElement}
        </body>
      </html>`.text,
  };
}

/** Logo and name, where an envelope shows its sender. The name is below the logo, which therefore needs no text. */
function sender(words: Texts, logoUrl: string | null, company: Html | null): Html {
  return html`<div class="sender">
    ${logoUrl ? html`<img class="logo" src="${logoUrl}" alt="" />` : null}
    <p>${company ? html`<small>${words.sender}</small> ${company}` : html`<b>Malote</b>`}</p>
  </div>`;
}

/** A name without control and formatting characters, which could turn the text around it. */
function plainName(company: string): string {
  return company.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
}

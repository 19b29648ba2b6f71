import type { Brand, PageKind, PageLocale, PageState } from '../../core/domain/confirmation-page.ts';
import { type Html, html, verbatim } from '../../core/html.ts';
import { content } from './content.ts';
import { pageHeaders } from './headers.ts';
import { icon, stamp } from './pictures.ts';
import { script } from './script.ts';
import { SERVICE_ACCENT, styleWith } from './style.ts';
import { type Texts, texts } from './texts.ts';

export interface PageOptions {
  /** Null if no company is known, as for an unknown link. */
  brand: Brand | null;
  locale: PageLocale;
  /** Where the code is posted, on the page's own origin: `code` and `entry` (`qr_code` or `typed`). */
  formAction: string;
  /**
   * Where the location is posted, on the same origin: `consent` (`yes`), `latitude`, `longitude`, `accuracy_meters`.
   */
  shareAction: string;
  /** Where the number of a letter is posted, on the same origin: `number`. */
  numberAction: string;
}

export interface Page {
  /** HTTP status that fits the state. */
  status: number;
  headers: Record<string, string>;
  html: string;
}

const statuses: Partial<Record<PageKind, number>> = { unknown_link: 404, number_unknown: 404, throttled: 429 };

/** States of a letter, whose company sends it and asks for nothing. */
const ofLetters: readonly PageKind[] = ['letter_genuine', 'letter_not_posted', 'letter_revoked'];

/** Must match the policy's hash byte for byte. */
const scriptElement = verbatim(`<script>${script}</script>`);

/**
 * The hosted confirmation page in a state (rule PAGE-2): complete HTML that asks for nothing else but the logo,
 * works without JavaScript, and confirms nothing by being opened.
 */
export function renderPage(state: PageState, { brand, locale, ...actions }: PageOptions): Page {
  const words = texts[locale];
  const name = plainText(brand?.company ?? '');
  const accent = brand?.face.accent_color ?? null;
  const style = styleWith(accent);
  const company = name ? html`<b translate="no"><bdi>${name}</bdi></b>` : words.unnamedCompany;
  const { heading, body, mistake = false } = content(state, { words, company, ...actions });
  const title = [mistake ? `${words.errorTitle}: ${heading}` : heading, name].filter(Boolean).join(' · ');
  return {
    status: statuses[state.kind] ?? 200,
    headers: pageHeaders(state, locale, style),
    html: html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="format-detection" content="telephone=no" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="${accent ?? SERVICE_ACCENT}" />
          <link rel="icon" href="${icon(accent ?? SERVICE_ACCENT)}" />
          ${verbatim(`<style>${style}</style>`)}
        </head>
        <body>
          <div class="sheet">
            <header>${sender(words, brand?.logo_url ?? null, name ? company : null)} ${stamp(state.kind)}</header>
            <main>
              ${brand?.is_sandbox ? html`<p class="note"><strong>${words.sandbox}</strong></p>` : null}
              <h1>${heading}</h1>
              ${body} ${brand && about(brand, words, company, ofLetters.includes(state.kind))}
            </main>
          </div>
          <footer>${words.service}</footer>
          ${scriptElement}
        </body>
      </html>`.text,
  };
}

/**
 * Logo and name, where an envelope shows its sender. The name is below the logo, so the logo needs no alternative text.
 */
function sender(words: Texts, logoUrl: string | null, company: Html | null): Html {
  return html`<div class="sender">
    ${logoUrl ? html`<img class="logo" src="${logoUrl}" alt="" />` : null}
    <p>${company ? html`<small>${words.sender}</small> ${company}` : html`<b>Malote</b>`}</p>
  </div>`;
}

/** The company and the person's rights, in every state, because people may doubt the letter in any state. */
function about({ legal_name, cnpj, face }: Brand, { about: labels }: Texts, company: Html, isOfLetter: boolean): Html {
  const { privacy_notice, privacy_url, support_contact } = face;
  const own = (text: string) => html`<bdi>${plainText(text)}</bdi>`;
  const contact = support_contact && own(support_contact);
  return html`<section class="about" aria-labelledby="about-heading">
    <h2 id="about-heading">${isOfLetter ? labels.sender : labels.heading}</h2>
    <p translate="no">${own(legal_name)} · CNPJ ${cnpj}</p>
    ${contact ? html`<p>${labels.contact} ${contact}</p>` : null}
    <details>
      <summary>${labels.rights}</summary>
      ${privacy_notice ? html`<p>${own(privacy_notice)}</p>` : null}
      <p>${isOfLetter ? labels.rolesOfSender(company) : labels.roles(company)}</p>
      <p>${labels.howTo(company)}</p>
      ${privacy_url ? html`<p><a href="${privacy_url}" rel="noopener noreferrer">${labels.notice}</a></p>` : null}
      <p>${labels.authority}</p>
    </details>
  </section>`;
}

/** A text without control and formatting characters, which could reverse the text around it. */
function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
}

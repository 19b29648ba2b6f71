import type { Locale } from '../../core/domain/locale.ts';
import { html } from '../../core/html.ts';

/** The texts of a mail, in its language. */
export interface MailText {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The button to continue. */
  action: { label: string; url: string };
  /** Why the reader gets this mail. */
  reason: string;
  /** The link for readers who want no such mails. */
  optOut?: { label: string; url: string };
}

/** A mail in HTML and in plain text. */
export interface Letterhead {
  subject: string;
  text: string;
  html: string;
}

/** Puts a text on the letterhead of all mails: no pictures, no attachments, and no links except those of the action and of the opt-out. */
export function onLetterhead(
  locale: Locale,
  { subject, heading, paragraphs, action, reason, optOut }: MailText,
): Letterhead {
  const signature = signatures[locale];
  const text = [
    heading,
    ...paragraphs,
    `${action.label}:\n${action.url}`,
    `-- \n${signature}\n${reason}${optOut ? `\n${optOut.label}: ${optOut.url}` : ''}`,
  ].join('\n\n');
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body
        style="margin: 0; background: #f3f6f4; color: #1b282b; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
      >
        <div style="max-width: 560px; margin: 0 auto; padding: 32px 16px">
          <p style="margin: 0 0 16px; color: #0a5c4a; font: 700 20px Georgia, serif">Malote</p>
          <div style="padding: 28px 24px; background: #ffffff; border: 1px solid #d0dad7; border-radius: 8px">
            <h1 style="margin: 0 0 16px; font: 700 22px/1.3 Georgia, serif">${heading}</h1>
            ${paragraphs.map((paragraph) => html`<p style="margin: 0 0 16px">${paragraph}</p> `)}
            <p style="margin: 24px 0">
              <a
                href="${action.url}"
                style="display: inline-block; padding: 12px 20px; background: #0a5c4a; color: #ffffff; border-radius: 6px; text-decoration: none; font-weight: 600"
                >${action.label}</a
              >
            </p>
            <p style="margin: 0; color: #465956; font-size: 14px; overflow-wrap: anywhere">${action.url}</p>
          </div>
          <p style="margin: 16px 8px 0; color: #465956; font-size: 13px">
            ${signature}<br />${reason}${optOut ? html`<br /><a href="${optOut.url}" style="color: #465956">${optOut.label}</a>` : null}
          </p>
        </div>
      </body>
    </html> `;
  return { subject, text: `${text}\n`, html: page.text };
}

const signatures: Record<Locale, string> = {
  'pt-BR': 'Malote: cartas e confirmação de endereços no Brasil',
  en: 'Malote: physical mail and address verification in Brazil',
};

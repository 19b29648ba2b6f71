import type { Account } from '../../core/domain/accounts.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import type { PageLocale } from '../../core/domain/confirmation-page.ts';
import type { LocationConsent } from '../../core/domain/verifications.ts';
import { type Html, html, textOf } from '../../core/html.ts';
import { sha256 } from '../../core/sha256.ts';
import { texts } from './texts.ts';

/** The text that a person agrees to by sharing a location, exactly as the page shows it (rule PAGE-6). */
export function locationConsent(account: Account, language: PageLocale): LocationConsent {
  const name = companyNameOf(account);
  return {
    language,
    // The name derives from the text, so no change of the text can miss a new version.
    version: sha256(textFor(language, html`{company}`)).slice(0, VERSION_LENGTH),
    text: textFor(language, name ? html`${name}` : texts[language].unnamedCompany),
  };
}

const VERSION_LENGTH = 12;

function textFor(language: PageLocale, company: Html): string {
  const { purpose, extent, freedom, consent } = texts[language].share;
  return [purpose(company), extent(company), html`${freedom}`, consent(company)].map(textOf).join('\n');
}

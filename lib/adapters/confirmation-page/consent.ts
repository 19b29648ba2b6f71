import type { Account } from '../../core/domain/accounts.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import type { PageLocale } from '../../core/domain/confirmation-page.ts';
import type { LocationConsent } from '../../core/domain/verifications.ts';
import { type Html, html, textOf } from '../../core/html.ts';
import { sha256 } from '../../core/sha256.ts';
import { texts } from './texts.ts';

/** What a person who shares a location agrees to: what the page says of it, word for word (rule PAGE-6). */
export function locationConsent(account: Account, language: PageLocale): LocationConsent {
  const name = companyNameOf(account);
  return {
    language,
    // Named by its words, so that no change of the text can forget its version.
    version: sha256(textFor(language, html`{company}`)).slice(0, VERSION_LENGTH),
    text: textFor(language, name ? html`${name}` : texts[language].unnamedCompany),
  };
}

const VERSION_LENGTH = 12;

function textFor(language: PageLocale, company: Html): string {
  const { purpose, extent, freedom, consent } = texts[language].share;
  return [purpose(company), extent(company), html`${freedom}`, consent(company)].map(textOf).join('\n');
}

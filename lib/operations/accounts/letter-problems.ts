import { type Account, companyNameOf, letterTextDetails, type LetterTexts } from '../../core/domain/accounts.ts';
import { companyPageUrl, LONG_PAGE_BASE } from '../../core/domain/hosted-page.ts';
import { lineDetails } from '../../core/domain/printable-text.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { letterPaper, registrationOf, templateOf } from '../../core/domain/verification-letter.ts';
import { templateDetails } from '../../pdf/own-letter/template-details.ts';
import { fitsLetterhead, unprintableInName } from '../../pdf/own-letter/template-layout.ts';

/** The company whose letters are checked. */
type Company = Pick<Account, 'legal_name' | 'trade_name' | 'cnpj' | 'face'>;

/** Verification letters show the company's names; with an unprintable one, all would be rejected (rule ACC-7). */
export function nameProblems(company: Company): Detail[] {
  const unprintable = (['legal_name', 'trade_name'] as const).flatMap((param): Detail[] => {
    const invisible = lineDetails(param, company[param] ?? '');
    if (invisible.length > 0) return invisible;
    const character = unprintableInName(company[param] ?? '');
    return character === undefined ? [] : [{ param, code: 'invalid_value', values: { character } }];
  });
  if (unprintable.length > 0) return unprintable;
  const fits = (names: Company) =>
    fitsLetterhead({ companyName: companyNameOf(names), registration: registrationOf(names) });
  if (fits(company)) return [];
  const { trade_name } = company;
  const param = trade_name !== null && !fits({ ...company, legal_name: trade_name }) ? 'trade_name' : 'legal_name';
  return [{ param, code: 'too_long', values: { letterhead_name: company[param]! } }];
}

/** Problems of the default texts, which every order without its own texts prints; checks their lengths first. */
export function savedLetterProblems(company: Company, texts: LetterTexts): Detail[] {
  const lengths = letterTextDetails(texts, 'default_letter');
  return lengths.length > 0 ? lengths : defaultLetterProblems(company, texts);
}

/** Problems of default texts with valid lengths. */
export function defaultLetterProblems(company: Company, texts: LetterTexts): Detail[] {
  const document = templateOf({ ...company, default_letter: texts }, 'hosted_page', {});
  const paper = letterPaper(company, document, {
    recipient: undefined,
    createdAt: 0,
    pageUrl: companyPageUrl({ ...company, id: 'acc_bcdfgh' }, LONG_PAGE_BASE, 'bcdf-ghjk-mnpq'),
    instructions: null,
    hasOwnBody: texts.body !== undefined,
  });
  return templateDetails(paper).map(({ param, ...detail }) => ({
    param: param.replace(/^letter\./, 'default_letter.'),
    ...detail,
  }));
}

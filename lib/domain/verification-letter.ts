import type { Account, LetterTexts } from './accounts.ts';
import type { TemplateDocument, VerificationMethod } from './verifications.ts';

/** The name that letters and pages show: trade name, else legal name (spec, Account). */
export function companyNameOf({ trade_name, legal_name }: Pick<Account, 'trade_name' | 'legal_name'>): string {
  return trade_name ?? legal_name;
}

/**
 * The service's own letter with the texts as printed: those of the order, else those the company saved, else the
 * service's. A letter with method `code` has no page to lead to.
 */
export function templateOf(
  account: Pick<Account, 'trade_name' | 'legal_name' | 'default_letter'>,
  method: VerificationMethod,
  ordered: LetterTexts,
): TemplateDocument {
  const hasPage = method === 'hosted_page';
  const texts = { ...serviceTexts(companyNameOf(account), method), ...account.default_letter, ...ordered };
  return {
    type: 'template',
    title: texts.title,
    body: texts.body,
    footer: texts.footer,
    include_qr_code: hasPage && texts.include_qr_code,
    include_page_url: hasPage && texts.include_page_url,
  };
}

/**
 * What is printed under the code: the order's own instructions, else a line naming the company where nothing else on the
 * letter says what to do with the code (spec, Rules of POST /verifications).
 */
export function printedInstructions(
  company: string,
  template: TemplateDocument,
  ordered: string | null,
): string | null {
  if (ordered !== null) return ordered;
  if (template.include_qr_code || template.include_page_url) return null;
  return `Informe este código a ${company} para confirmar seu endereço.`;
}

/** Texts for people in Brazil, in Portuguese. */
function serviceTexts(company: string, method: VerificationMethod): Required<LetterTexts> {
  return {
    title: 'Confirme seu endereço',
    body: `Olá!\n\n${company} pediu a confirmação deste endereço. ${howTo[method](company)}\n\nSe você não conhece ${company} ou não esperava esta carta, não informe o código a ninguém e descarte-a.`,
    footer: '',
    include_qr_code: true,
    include_page_url: true,
  };
}

const howTo: Readonly<Record<VerificationMethod, (company: string) => string>> = {
  hosted_page: () =>
    'Para confirmar, use o código de seis números impresso abaixo: aponte a câmera do celular para o QR code ou digite o código na página indicada nesta carta. Leva menos de um minuto e não custa nada.',
  code: (company) => `Para confirmar, informe a ${company} o código de seis números impresso abaixo.`,
};

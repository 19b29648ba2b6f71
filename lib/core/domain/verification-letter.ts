import type { Account, LetterTexts } from './accounts.ts';
import type { VerificationMethod } from './verification-statuses.ts';
import type { TemplateDocument } from './verifications.ts';

/** The name that letters and pages show: trade name, else legal name (rule VER-4). */
export function companyNameOf({ trade_name, legal_name }: Pick<Account, 'trade_name' | 'legal_name'>): string {
  return trade_name ?? legal_name;
}

/**
 * The service's own letter with the texts as printed: those of the order, else those the company saved, else the
 * service's. A letter with method `code` names no page.
 */
export function templateOf(
  account: Pick<Account, 'trade_name' | 'legal_name' | 'default_letter'>,
  method: VerificationMethod,
  ordered: LetterTexts,
): TemplateDocument {
  const hasPage = method === 'hosted_page';
  const chosen = { ...account.default_letter, ...ordered };
  const include_qr_code = hasPage && (chosen.include_qr_code ?? true);
  const include_page_url = hasPage && (chosen.include_page_url ?? true);
  const company = companyNameOf(account);
  return {
    type: 'template',
    title: chosen.title ?? 'Confirme seu endereço',
    body: chosen.body ?? bodyOf(company, howTo(company, include_qr_code, include_page_url)),
    footer: chosen.footer ?? '',
    include_qr_code,
    include_page_url,
  };
}

/**
 * What is printed under the code: the order's own instructions, else a line naming the company where nothing else on the
 * letter says what to do with the code (rule VER-5).
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
function bodyOf(company: string, instruction: string): string {
  return `Olá!\n\n${company} pediu a confirmação deste endereço. ${instruction}\n\nSe você não conhece ${company} ou não esperava esta carta, não informe o código a ninguém e descarte-a.`;
}

/** What to do with the code, by what the letter shows beside it. */
function howTo(company: string, withQrCode: boolean, withPageUrl: boolean): string {
  const ways = [
    ...(withQrCode ? ['aponte a câmera do celular para o QR code'] : []),
    ...(withPageUrl ? ['digite o código na página indicada nesta carta'] : []),
  ];
  return ways.length > 0
    ? `Para confirmar, use o código de seis números impresso abaixo: ${ways.join(' ou ')}. Leva menos de um minuto e não custa nada.`
    : `Para confirmar, informe a ${company} o código de seis números impresso abaixo.`;
}

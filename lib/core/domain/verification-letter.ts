import { type Account, companyNameOf, type LetterTexts } from './accounts.ts';
import { addDays, brasiliaDate } from './brasilia.ts';
import { faceOf } from './faces.ts';
import type { VerificationMethod } from './verification-statuses.ts';
import { CONFIRMATION_DAYS, type TemplateDocument } from './verifications.ts';

/**
 * The service's own letter with the texts as printed: those of the order, else the company's saved ones, else the
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
    body: chosen.body ?? bodyOf(company, include_qr_code || include_page_url),
    footer: chosen.footer ?? '',
    include_qr_code,
    include_page_url,
  };
}

/** One of the numbered steps that the letter asks for. */
export interface Step {
  text: string;
  /** Copied from paper character by character: printed separately, in large letters. */
  address?: string;
  /** Text below the address. */
  also?: string;
}

/** The company that sends the letter. */
type Company = Pick<Account, 'trade_name' | 'legal_name' | 'cnpj' | 'face'>;

/** Everything printed on the service's own letter. */
export interface LetterPaper {
  /** Trade name, else legal name. */
  companyName: string;
  /** The company's legal name and CNPJ. */
  registration: string;
  date: string;
  title: string;
  /** Above the service's own body; a company's own text has its own greeting. */
  greeting: string | null;
  /** Line breaks are kept. */
  body: string;
  codeLabel: string;
  /** Below the code; null prints none. */
  instructions: string | null;
  steps: readonly Step[];
  caution: { heading: string; text: string };
  footer: string;
  includeQrCode: boolean;
}

/** The circumstances of a letter. */
export interface LetterOccasion {
  /** Name of the recipient; undefined if unknown. */
  recipient: string | undefined;
  /** When the verification is created, epoch milliseconds. */
  createdAt: number;
  /** Null with method `code`. */
  pageUrl: string | null;
  /** Instructions of the order. */
  instructions: string | null;
  /** The body is the order's or the account's. */
  hasOwnBody: boolean;
}

/** The legal identity of a company: the legal name, unless the letterhead shows it, and the CNPJ. */
export function registrationOf(account: Pick<Account, 'trade_name' | 'legal_name' | 'cnpj'>): string {
  const { legal_name, cnpj } = account;
  return [...(legal_name === companyNameOf(account) ? [] : [legal_name]), `CNPJ ${cnpj}`].join(' · ');
}

/** The letter for a document, with the texts that are always printed (rule VER-4). */
export function letterPaper(
  account: Company,
  document: TemplateDocument,
  { recipient, createdAt, pageUrl, instructions, hasOwnBody }: LetterOccasion,
): LetterPaper {
  const company = companyNameOf(account);
  return {
    companyName: company,
    registration: registrationOf(account),
    date: inWords(brasiliaDate(createdAt)),
    title: document.title,
    greeting: hasOwnBody || recipient === undefined ? null : `Olá, ${recipient}!`,
    body: document.body,
    codeLabel: `Seu código, que vale até ${inWords(lastSureDay(createdAt))}`,
    instructions: printedInstructions(company, document, instructions),
    steps: pageUrl === null ? [] : stepsTo(pageUrl, document),
    caution: cautionOf(company, pageUrl, faceOf(account).support_contact),
    footer: document.footer,
    includeQrCode: document.include_qr_code && pageUrl !== null,
  };
}

/**
 * The last full day on which the code certainly works, whenever the letter is posted: the 60 days begin with the
 * posting, which is unknown when the letter is rendered but is never before the order. The page shows the exact
 * deadline.
 */
export function lastSureDay(createdAt: number): string {
  return addDays(brasiliaDate(createdAt), CONFIRMATION_DAYS - 1);
}

const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** `20 de janeiro de 2027`. */
const inWords = (day: string) => date.format(Date.parse(`${day}T00:00:00Z`)).replace(/^1 de/, '1º de');

/**
 * What is printed below the code: the order's own instructions, else a line naming the company if nothing else on the
 * letter explains what to do with the code (rule VER-5).
 */
export function printedInstructions(
  company: string,
  template: TemplateDocument,
  ordered: string | null,
): string | null {
  if (ordered !== null) return ordered;
  if (template.include_qr_code || template.include_page_url) return null;
  return `Informe este código à empresa ${company} para confirmar seu endereço.`;
}

/** Texts for people in Brazil, in Portuguese. "A empresa" fits every name, whatever its article would be. */
function bodyOf(company: string, hasSteps: boolean): string {
  const instruction = hasSteps
    ? 'Com os três passos abaixo você mostra que recebe cartas aqui.'
    : `Para confirmar, informe à empresa ${company} o código de 6 dígitos impresso abaixo.`;
  return `A empresa ${company} pediu a confirmação deste endereço. ${instruction}\n\nSe você não conhece a empresa ${company} ou não esperava esta carta, não informe o código a ninguém e jogue a carta fora.`;
}

function stepsTo(pageUrl: string, { include_qr_code, include_page_url }: TemplateDocument): Step[] {
  if (!include_qr_code && !include_page_url) return [];
  const { base, number } = partsOf(pageUrl);
  const last = { text: 'Toque em “Confirmar endereço”. Leva menos de um minuto e não custa nada.' };
  if (!include_page_url) {
    return [
      { text: 'Aponte a câmera do celular para o QR code e abra a página que aparecer.' },
      { text: 'Confira se o código na página é o desta carta.' },
      last,
    ];
  }
  const address = {
    address: pageUrl,
    also: `Ou só ${base}, com o número desta carta: ${number}`,
  };
  if (!include_qr_code) {
    return [
      { text: 'Abra esta página na internet, no celular ou no computador:', ...address },
      { text: 'Digite na página o código acima.' },
      last,
    ];
  }
  return [
    { text: 'Aponte a câmera do celular para o QR code, ou abra esta página na internet:', ...address },
    { text: 'Digite na página o código acima. Pelo QR code, ele já vem preenchido: só confira.' },
    last,
  ];
}

function cautionOf(company: string, pageUrl: string | null, contact: string | null): LetterPaper['caution'] {
  const page = pageUrl === null ? '' : ` A página de confirmação fica em ${partsOf(pageUrl).base}.`;
  const ask = contact === null ? '' : `, ou pelo atendimento: ${contact}`;
  return {
    heading: 'Como saber se esta carta é verdadeira',
    text: `Ela traz o seu nome e o CNPJ de quem pede a confirmação.${page} O código só confirma o endereço: ninguém vai pedir sua senha, dados de cartão nem pagamento. Na dúvida, fale com a empresa ${company} por um telefone ou site que você já conhece${ask}.`,
  };
}

/** The beginning of a page's address as people type it, and the number of the letter. */
function partsOf(pageUrl: string): { base: string; number: string } {
  const parts = pageUrl.replace(/^https?:\/\//, '').split('/');
  return { base: parts.slice(0, -2).join('/'), number: parts.at(-1)! };
}

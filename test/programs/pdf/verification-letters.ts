import { readFileSync } from 'node:fs';
import { type Account, companyNameOf, type LetterTexts } from '../../../lib/core/domain/accounts.ts';
import { qrCodeTarget } from '../../../lib/core/domain/hosted-page.ts';
import { letterPaper, templateOf } from '../../../lib/core/domain/verification-letter.ts';
import type { VerificationMethod } from '../../../lib/core/domain/verification-statuses.ts';
import { prepareTemplate } from '../../../lib/pdf/own-letter/template-file.ts';
import { LONGEST, RECIPIENT, SENDER } from './addresses.ts';

/** The code in all of them. */
export const CODE = '042317';
export const PAGE_URL = 'https://confirmar.malote.com.br/acc_bcdfgh/kmpq-rtwx-zbdf';
const logo = readFileSync(new URL('../confirmation-page/logo.png', import.meta.url));

/** How a letter differs from the usual one. */
export interface Letter {
  company?: Partial<Pick<Account, 'trade_name' | 'legal_name'>>;
  method?: VerificationMethod;
  texts?: LetterTexts;
  instructions?: string;
  logo?: Uint8Array;
  to?: typeof RECIPIENT;
}

const sentence = 'Confirmamos o endereço de quem abre uma conta antes de enviar o cartão e as vias do contrato. ';

/** The service's own letter, with texts from empty to the longest, by name. */
export const letters: Record<string, Letter> = {
  'default-texts': { logo },
  'code-by-api': { method: 'code' },
  'own-texts': {
    logo,
    texts: {
      title: 'Falta um passo para receber o seu cartão',
      body: 'Olá!\n\nVocê abriu uma conta no Banco Ipê e pediu o cartão neste endereço. Para que ele chegue só às suas mãos, confirme que você recebeu esta carta.\n\nSe não foi você, ligue para 0800 000 0000.',
      footer: 'Banco Ipê S.A. · CNPJ 12.ABC.345/01DE-35 · Ouvidoria 0800 000 0001 · www.bancoipe.example',
    },
    instructions: 'O código vale por 60 dias. Nunca pedimos a sua senha.',
  },
  'longest-texts': {
    logo,
    company: {
      trade_name: 'Cooperativa de Crédito dos Produtores Rurais e Artesãos do Interior de São Paulo',
      legal_name: 'Cooperativa de Crédito dos Produtores Rurais e Artesãos do Interior de São Paulo Ltda.',
    },
    texts: {
      title:
        'Falta um passo para abrir a sua conta: confirme que você mora neste endereço e receba o cartão e as vias do contrato',
      body: sentence.repeat(16).slice(0, 1500).trim(),
      footer: sentence.repeat(4).slice(0, 300).trim(),
    },
    instructions: sentence.repeat(4).slice(0, 300).trim(),
    to: LONGEST,
  },
};

/** The print file of a letter. */
export async function printed({ company, method = 'hosted_page', texts = {}, ...letter }: Letter): Promise<Uint8Array> {
  const account = {
    trade_name: 'Banco Ipê',
    legal_name: 'Banco Ipê S.A.',
    cnpj: '12.ABC.345/01DE-35',
    default_letter: {},
    ...company,
  };
  const document = templateOf(account, method, texts);
  const pageUrl = method === 'hosted_page' ? PAGE_URL : null;
  const to = letter.to ?? RECIPIENT;
  const paper = letterPaper(account, document, {
    recipient: to.name,
    createdAt: Date.parse('2026-11-22T15:00:00Z'),
    pageUrl,
    instructions: letter.instructions ?? null,
    hasOwnBody: texts.body !== undefined,
  });
  const result = await prepareTemplate({
    to,
    from: { ...SENDER, name: companyNameOf(account) },
    code: CODE,
    qrCodeUrl: pageUrl && qrCodeTarget(pageUrl, CODE),
    template: { ...paper, logo: letter.logo ?? null },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  return result.file;
}

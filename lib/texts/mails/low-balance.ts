import type { Locale } from '../../core/domain/locale.ts';
import { asText } from './as-text.ts';
import { type Letterhead, type MailText, onLetterhead } from './letterhead.ts';

export interface LowBalance {
  /** Name of the company. */
  company: string;
  /** Centavos. */
  amount: number;
  /** The limit that it fell below, in centavos. */
  below: number;
  /** URL of the payment page. */
  url: string;
}

/** Warns the owners of an account that its balance fell below their limit. */
export function lowBalanceMail(locale: Locale, news: LowBalance): Letterhead {
  return onLetterhead(locale, texts[locale]({ ...news, company: asText(news.company) }));
}

const money = (locale: Locale, centavos: number) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(centavos / 100);

const texts: Record<Locale, (news: LowBalance) => MailText> = {
  'pt-BR': ({ company, amount, below, url }) => ({
    subject: `Saldo baixo na Malote: ${company}`,
    heading: `O saldo é de ${money('pt-BR', amount)}`,
    paragraphs: [
      `O saldo da conta de ${company} ficou abaixo do limite de ${money('pt-BR', below)} que você definiu.`,
      'Cartas e verificações são cobradas do saldo. Uma carta agendada que ele não cobre no dia do envio é cancelada.',
    ],
    action: { label: 'Ver saldo e colocar créditos', url },
    reason: `Este aviso vai a cada responsável pela conta de ${company}, uma vez a cada queda. Você pode mudar o limite na mesma página.`,
  }),
  en: ({ company, amount, below, url }) => ({
    subject: `Low balance on Malote: ${company}`,
    heading: `The balance is ${money('en', amount)}`,
    paragraphs: [
      `The balance of the account of ${company} fell below ${money('en', below)}, the limit that you chose.`,
      'Letters and verifications are charged to the balance. A scheduled letter that it does not cover on the day is canceled.',
    ],
    action: { label: 'See the balance and add to it', url },
    reason: `This warning goes to every owner of the account of ${company}, once each time the balance falls. The limit is changed on the same page.`,
  }),
};

import type { PageLocale } from '../../core/domain/confirmation-page.ts';
import { OPT_OUT_PATH } from '../../core/domain/mail-limits.ts';
import type { Page } from './page.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

/** What the page that ends invitations says. */
export type OptOutState = { state: 'asked'; token: string } | { state: 'done' | 'unknown' };

const texts: Record<PageLocale, Record<OptOutState['state'], { heading: string; text: string }> & { button: string }> =
  {
    'pt-BR': {
      asked: {
        heading: 'Não receber mais convites?',
        text: 'Se você confirmar, a Malote não envia mais nenhum convite ao e-mail que recebeu este link, seja de que conta for. Quem já usa uma conta continua recebendo os avisos dela.',
      },
      done: {
        heading: 'Pronto: sem mais convites',
        text: 'A Malote não envia mais convites a este e-mail. Você já pode fechar esta página.',
      },
      unknown: {
        heading: 'Este link não vale mais',
        text: 'Use o link do convite mais recente que você recebeu.',
      },
      button: 'Não receber mais convites',
    },
    en: {
      asked: {
        heading: 'No more invitations?',
        text: 'If you confirm, Malote sends no more invitations to the e-mail address that received this link, from whatever account. People who use an account still get its news.',
      },
      done: {
        heading: 'Done: no more invitations',
        text: 'Malote sends no more invitations to this e-mail address. You can close this page now.',
      },
      unknown: {
        heading: 'This link no longer works',
        text: 'Use the link in the latest invitation that you received.',
      },
      button: 'Get no more invitations',
    },
  };

/** The page that ends all invitations to an address (rule DASH-17). */
export function optOutPage(shown: OptOutState, locale: PageLocale): Page {
  const { state } = shown;
  const { [state]: words, button } = texts[locale];
  const form = shown.state === 'asked' ? { action: OPT_OUT_NAME, fields: { token: shown.token }, button } : undefined;
  const stampOf = state === 'done' ? 'confirmed' : state === 'asked' ? 'number_expected' : 'unknown_link';
  return {
    status: state === 'unknown' ? 404 : 200,
    headers: plainPageHeaders(locale, { hasForm: form !== undefined }),
    html: plainPage({ ...words, locale, stampOf, ...(form && { form }) }),
  };
}

/** Relative to the page's own address, so that it also fits behind the path of a stage. */
const OPT_OUT_NAME = OPT_OUT_PATH.slice(1);

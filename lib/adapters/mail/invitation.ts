import type { Locale } from '../../core/domain/locale.ts';
import type { Role } from '../../core/domain/people.ts';
import { type Letterhead, type MailText, onLetterhead } from './letterhead.ts';

export interface Invitation {
  /** Name of the company. */
  company: string;
  /** Name or address of the inviter; null for the operator. */
  inviter: string | null;
  /** Address with which the invited person must sign in. */
  email: string;
  role: Role;
  /** URL of the dashboard. */
  url: string;
}

/** Notifies a person that they were added to an account. */
export function invitationMail(locale: Locale, invitation: Invitation): Letterhead {
  return onLetterhead(locale, texts[locale](invitation));
}

const texts: Record<Locale, (invitation: Invitation) => MailText> = {
  'pt-BR': ({ company, inviter, email, role, url }) => ({
    subject: `Seu acesso à conta de ${company} na Malote`,
    heading: inviter === null ? `Você tem acesso à conta de ${company}` : `${inviter} convidou você`,
    paragraphs: [
      `Você agora pode usar a conta de ${company} na Malote, o serviço de cartas e de confirmação de endereços. O seu papel é “${roleNames['pt-BR'][role]}”.`,
      `Entre com este e-mail: ${email}.`,
    ],
    action: { label: 'Entrar na Malote', url },
    reason: `Você recebeu este e-mail porque alguém incluiu o seu endereço na conta de ${company}. Se não esperava por isso, ignore a mensagem: nada acontece sem que você entre.`,
  }),
  en: ({ company, inviter, email, role, url }) => ({
    subject: `Your access to the account of ${company} on Malote`,
    heading: inviter === null ? `You have access to the account of ${company}` : `${inviter} invited you`,
    paragraphs: [
      `You can now use the account of ${company} on Malote, the service for physical mail and address verification. Your role is “${roleNames.en[role]}”.`,
      `Sign in with this e-mail address: ${email}.`,
    ],
    action: { label: 'Sign in to Malote', url },
    reason: `You get this e-mail because somebody added your address to the account of ${company}. If you did not expect it, ignore it: nothing happens unless you sign in.`,
  }),
};

/** The dashboard's names. */
const roleNames: Record<Locale, Record<Role, string>> = {
  'pt-BR': { owner: 'Responsável', developer: 'Desenvolvimento', sender: 'Envio', viewer: 'Leitura' },
  en: { owner: 'Owner', developer: 'Developer', sender: 'Sender', viewer: 'Viewer' },
};

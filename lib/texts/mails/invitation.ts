import type { Locale } from '../../core/domain/locale.ts';
import type { Role } from '../../core/domain/people.ts';
import { asText } from './as-text.ts';
import { type Letterhead, type MailText, onLetterhead } from './letterhead.ts';

export interface Invitation {
  /** Name of the company. */
  company: string;
  /** Name or address of the inviter. */
  inviter: string;
  /** Address with which the invited person must sign in. */
  email: string;
  role: Role;
  /** URL of the dashboard. */
  url: string;
  /** URL of the page that ends all invitations to the address. */
  optOutUrl: string;
}

/** Invites a person to an account. */
export function invitationMail(locale: Locale, invitation: Invitation): Letterhead {
  const [company, inviter] = [asText(invitation.company), asText(invitation.inviter)];
  return onLetterhead(locale, texts[locale]({ ...invitation, company, inviter }));
}

const texts: Record<Locale, (invitation: Invitation) => MailText> = {
  'pt-BR': ({ company, inviter, email, role, url, optOutUrl }) => ({
    subject: `Convite para a conta de ${company} na Malote`,
    heading: `${inviter} convidou você`,
    paragraphs: [
      `É um convite para a conta de ${company} na Malote, o serviço de cartas e de confirmação de endereços. O seu papel será “${roleNames['pt-BR'][role]}”.`,
      `Para aceitar ou recusar, entre com este e-mail: ${email}.`,
    ],
    action: { label: 'Ver o convite', url },
    reason: `Você recebeu este e-mail porque alguém convidou o seu endereço para a conta de ${company}. Se não esperava por isso, ignore a mensagem: nada acontece sem que você aceite.`,
    optOut: { label: 'Não receber mais convites da Malote', url: optOutUrl },
  }),
  en: ({ company, inviter, email, role, url, optOutUrl }) => ({
    subject: `Invitation to the account of ${company} on Malote`,
    heading: `${inviter} invited you`,
    paragraphs: [
      `This is an invitation to the account of ${company} on Malote, the service for physical mail and address verification. Your role will be “${roleNames.en[role]}”.`,
      `To accept or decline it, sign in with this e-mail address: ${email}.`,
    ],
    action: { label: 'See the invitation', url },
    reason: `You get this e-mail because somebody invited your address to the account of ${company}. If you did not expect it, ignore it: nothing happens unless you accept.`,
    optOut: { label: 'Get no more invitations from Malote', url: optOutUrl },
  }),
};

/** The dashboard's names. */
const roleNames: Record<Locale, Record<Role, string>> = {
  'pt-BR': { owner: 'Responsável', developer: 'Desenvolvimento', sender: 'Envio', viewer: 'Leitura' },
  en: { owner: 'Owner', developer: 'Developer', sender: 'Sender', viewer: 'Viewer' },
};

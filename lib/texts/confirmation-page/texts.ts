import { brasiliaDate, brasiliaTime } from '../../core/domain/brasilia.ts';
import type { PageLocale } from '../../core/domain/confirmation-page.ts';
import { type Html, html } from '../../core/html.ts';
import { englishLetter, type LetterTexts, portugueseLetter } from './letter-texts.ts';

/** A sentence that names the company; never as its last word, since many names end in a full stop (Ltda., S.A.). */
type AboutCompany = (company: Html) => Html;

/** What a page says when there is nothing to do on it but read. */
interface Notice {
  heading: string;
  lead: AboutCompany;
  next: AboutCompany;
}

/**
 * Everything the page says, for people who have never heard of the service and may be reading on an old phone: short
 * sentences, everyday words, what to do next in every state.
 */
export interface Texts {
  /** Above the company's name, where an envelope shows its sender. */
  sender: string;
  /** Used in place of an unknown company name. */
  unnamedCompany: Html;
  errorTitle: string;
  /** Of `YYYY-MM-DD`. */
  day: (date: string) => string;
  /** Of an instant, epoch milliseconds, in Brasília. */
  moment: (instant: number) => string;
  about: {
    heading: string;
    /** The heading on the page of a letter, whose company asks for nothing. */
    sender: string;
    contact: string;
    rights: string;
    roles: AboutCompany;
    rolesOfSender: AboutCompany;
    howTo: AboutCompany;
    notice: string;
    authority: string;
  };
  code: {
    heading: string;
    lead: AboutCompany;
    label: string;
    hint: string;
    button: string;
    sending: string;
    scanned: string;
    malformed: string;
    wrong: string;
    triesLeft: (tries: number) => string;
    worksUntil: (moment: string) => string;
    sureUntil: (day: string) => string;
    ended: (moment: string) => string;
    onlyTheCode: string;
    questions: { question: string; answer: AboutCompany }[];
  };
  confirmed: {
    heading: string;
    lead: AboutCompany;
    close: string;
    continue: AboutCompany;
    opens: (host: Html) => Html;
    shared: AboutCompany;
  };
  share: {
    heading: string;
    optional: string;
    purpose: AboutCompany;
    extent: AboutCompany;
    freedom: string;
    consent: AboutCompany;
    button: string;
    consentFirst: string;
    locating: string;
    denied: string;
    notFound: string;
  };
  number: { heading: string; lead: string; label: string; hint: string; button: string; malformed: string };
  notices: Record<'on_its_way' | 'locked' | 'expired' | 'no_longer_valid' | 'unknown_link', Notice>;
  /** Whether a letter is genuine (rule GEN-3). */
  letter: LetterTexts;
  throttled: { heading: string; lead: string; next: (minutes: number) => string };
  service: string;
  /** Above all else on a page of a sandbox. */
  sandbox: string;
}

const dayInPortuguese = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });
const dayInEnglish = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const portuguese: Texts = {
  sender: 'Carta de',
  unnamedCompany: html`a empresa que enviou a carta`,
  errorTitle: 'Erro',
  day: (date) => dayInPortuguese.format(Date.parse(date)).replace(/^1 de/, '1º de'),
  moment: (instant) =>
    `${portuguese.day(brasiliaDate(instant))}, às ${brasiliaTime(instant).replace(':', 'h')} (horário de Brasília)`,
  about: {
    heading: 'Quem pede a confirmação',
    sender: 'Quem enviou a carta',
    contact: 'Atendimento:',
    rights: 'Seus dados e seus direitos (LGPD)',
    roles: (company) =>
      html`Quem decide sobre os seus dados é ${company}, que pediu a confirmação. A Malote só os trata a pedido dela.`,
    rolesOfSender: (company) =>
      html`Quem decide sobre os seus dados é ${company}, que enviou a carta. A Malote só os trata a pedido dela.`,
    howTo: (company) =>
      html`Você pode perguntar que dados seus são usados, pedir cópia, correção ou eliminação, retirar um consentimento
      e se opor ao uso (Lei 13.709/2018, artigo 18). Para isso, fale com ${company} por um canal que você já conhece.`,
    notice: 'Aviso de privacidade da empresa',
    authority: 'Se não resolver, você pode reclamar à Autoridade Nacional de Proteção de Dados, em gov.br/anpd.',
  },
  code: {
    heading: 'Confirme seu endereço',
    lead: (company) =>
      html`Uma carta de ${company} foi enviada ao seu endereço, com um código de 6 dígitos. Digite o código para
      confirmar que ela chegou até você.`,
    label: 'Código da carta',
    hint: 'São 6 dígitos, impressos na carta em dois grupos de três.',
    button: 'Confirmar endereço',
    sending: 'Confirmando…',
    scanned: 'Código preenchido pelo QR code. Confira com a carta e confirme.',
    malformed: 'O código tem 6 dígitos. Confira na carta e digite todos.',
    wrong: 'Esse não é o código da carta. Confira os números e digite de novo.',
    triesLeft: (tries) => (tries === 1 ? 'Esta é a última tentativa.' : `Você ainda tem ${tries} tentativas.`),
    worksUntil: (moment) => `O código vale até ${moment}.`,
    sureUntil: (day) => `O código vale pelo menos até ${day}.`,
    ended: (moment) => `O prazo terminou em ${moment}.`,
    onlyTheCode: 'Esta página pede só o código. Nunca pede senha, CPF, cartão nem pagamento.',
    questions: [
      {
        question: 'Por que recebi esta carta?',
        answer: (company) =>
          html`O endereço está no cadastro de ${company}, que quer ter certeza de que você recebe cartas nele. Por isso
          o código foi pelo correio: só quem recebe a carta pode digitá-lo.`,
      },
      {
        question: 'É seguro digitar o código?',
        answer: (company) =>
          html`Sim, se a carta chegou a você pelo correio. O código só confirma o endereço: não abre contas, não
          autoriza compras e não custa nada. Não passe o código a ninguém por telefone ou mensagem. Se ficar em dúvida,
          fale antes com ${company} por um canal que você já conhece.`,
      },
      {
        question: 'O que acontece depois?',
        answer: (company) =>
          html`Avisamos ${company} que o endereço foi confirmado. Com o aviso vão a data e a hora, o tipo de aparelho, o
          endereço IP e o lugar aproximado da sua conexão. A sua localização exata só vai se você autorizar.`,
      },
      {
        question: 'E se a carta não for para mim?',
        answer: () =>
          html`Não digite o código. Sem ele o endereço não é confirmado, o prazo termina sozinho e nada é cobrado de
          você.`,
      },
    ],
  },
  confirmed: {
    heading: 'Endereço confirmado',
    lead: (company) => html`Obrigado! Já avisamos ${company} e você não precisa fazer mais nada.`,
    close: 'Você já pode fechar esta página.',
    continue: (company) => html`Continuar no site de ${company}`,
    opens: (host) => html`O botão abre ${host}`,
    shared: (company) => html`Enviamos sua localização exata a ${company}, uma única vez.`,
  },
  share: {
    heading: 'Quer enviar sua localização exata?',
    optional: 'Opcional',
    purpose: (company) =>
      html`<b>Para que serve:</b> dar a ${company} mais uma prova de que o código foi digitado no endereço da carta.`,
    extent: (company) =>
      html`<b>O que é enviado:</b> o ponto do mapa onde seu aparelho está agora, uma única vez. Não acompanhamos por
        onde você anda. Depois, você pode pedir a ${company} que apague esse dado.`,
    freedom:
      'Se preferir não enviar, tudo bem: seu endereço já está confirmado. O envio é possível até 30 minutos depois da confirmação.',
    consent: (company) =>
      html`Concordo em enviar minha localização exata a ${company}, uma única vez, para essa finalidade.`,
    button: 'Enviar localização',
    consentFirst: 'Para enviar, marque antes a caixa acima. Se preferir não enviar, pode fechar a página.',
    locating: 'Procurando sua localização… Se o aparelho perguntar, toque em “Permitir”.',
    denied:
      'Seu aparelho não deixou ver a localização. Se quiser enviar, permita a localização nas configurações do navegador e tente de novo.',
    notFound: 'Não encontramos sua localização agora. Tente de novo, de preferência perto de uma janela.',
  },
  number: {
    heading: 'Qual é o número da carta?',
    lead: 'Digite o número impresso na carta para confirmar seu endereço ou para saber se a carta é verdadeira.',
    label: 'Número da carta',
    hint: 'São 12 letras, em três grupos de quatro. Não precisa digitar os traços.',
    button: 'Continuar',
    malformed: 'O número da carta tem 12 letras. Confira na carta e digite todas.',
  },
  notices: {
    on_its_way: {
      heading: 'Sua carta está a caminho',
      lead: (company) => html`Estamos preparando uma carta de ${company} para você. Nela há um código de 6 dígitos.`,
      next: () =>
        html`Se ela ainda não chegou, você não precisa fazer nada. <b>Se a carta já está com você</b>, o aviso do envio
          é que ainda não chegou a nós: tente de novo amanhã. O código continua valendo.`,
    },
    locked: {
      heading: 'Este código foi bloqueado',
      lead: () => html`O código foi digitado errado cinco vezes e, por segurança, não vale mais.`,
      next: (company) =>
        html`Se ainda quiser confirmar o endereço, peça a ${company} uma nova carta, que virá com outro código.`,
    },
    expired: {
      heading: 'O prazo deste código terminou',
      lead: () => html`O código valia por 60 dias depois do envio da carta.`,
      next: (company) =>
        html`Se ainda quiser confirmar o endereço, peça a ${company} uma nova carta, que virá com outro código.`,
    },
    no_longer_valid: {
      heading: 'Esta carta não vale mais',
      lead: () => html`O pedido de confirmação foi cancelado. Você não precisa fazer nada.`,
      next: (company) => html`Se tiver dúvidas, fale com ${company} por um canal que você já conhece.`,
    },
    unknown_link: {
      heading: 'Não encontramos esta carta',
      lead: () => html`Nenhuma carta nossa tem o endereço desta página.`,
      next: () =>
        html`Se você digitou o endereço, compare-o com a carta, letra por letra, ou digite aqui só o número da carta. Se
        a carta tem um QR code, aponte para ele a câmera do celular.`,
    },
  },
  letter: portugueseLetter,
  throttled: {
    heading: 'Espere um pouco',
    lead: 'Houve muitas tentativas em pouco tempo. Por segurança, fizemos uma pausa.',
    next: (minutes) =>
      `Tente de novo daqui a ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}, abrindo esta página outra vez.`,
  },
  sandbox: 'Isto é um teste. Nenhuma carta foi enviada, e nenhum endereço é confirmado.',
  service: 'Página da Malote, que envia cartas e confirma endereços a pedido de empresas.',
};

const english: Texts = {
  sender: 'Letter from',
  unnamedCompany: html`the company that sent the letter`,
  errorTitle: 'Error',
  day: (date) => dayInEnglish.format(Date.parse(date)),
  moment: (instant) => `${english.day(brasiliaDate(instant))}, ${brasiliaTime(instant)} (Brasília time)`,
  about: {
    heading: 'Who asks for the confirmation',
    sender: 'Who sent the letter',
    contact: 'Contact:',
    rights: 'Your data and your rights (LGPD)',
    roles: (company) =>
      html`It is ${company} who decides about your data and asked for the confirmation. Malote only handles them on
      their behalf.`,
    rolesOfSender: (company) =>
      html`It is ${company} who decides about your data and sent the letter. Malote only handles them on their behalf.`,
    howTo: (company) =>
      html`You may ask which of your data are used, ask for a copy, for correction or deletion, withdraw a consent, and
      object to the use (Brazilian Law 13.709/2018, article 18). To do so, contact ${company} in a way you already know.`,
    notice: "The company's privacy notice",
    authority: 'If that does not help, you can complain to the Brazilian data protection authority, at gov.br/anpd.',
  },
  code: {
    heading: 'Confirm your address',
    lead: (company) =>
      html`A letter from ${company} was sent to your address with a 6-digit code. Type the code to confirm that it
      reached you.`,
    label: 'Code from the letter',
    hint: 'Six digits, printed in the letter in two groups of three.',
    button: 'Confirm address',
    sending: 'Confirming…',
    scanned: 'Filled in from the QR code. Check it against your letter, then confirm.',
    malformed: 'The code has 6 digits. Check your letter and type all of them.',
    wrong: 'That is not the code in the letter. Check the digits and type them again.',
    triesLeft: (tries) => (tries === 1 ? 'This is your last try.' : `You have ${tries} tries left.`),
    worksUntil: (moment) => `The code works until ${moment}.`,
    sureUntil: (day) => `The code works at least until ${day}.`,
    ended: (moment) => `It ended on ${moment}.`,
    onlyTheCode: 'This page asks for the code only. Never for a password, ID number, card or payment.',
    questions: [
      {
        question: 'Why did I get this letter?',
        answer: (company) =>
          html`The address is in the records of ${company}, who would like to be sure that you get mail there. That is
          why the code came by post: only the person who gets the letter can type it.`,
      },
      {
        question: 'Is it safe to type the code?',
        answer: (company) =>
          html`Yes, if the letter came to you by post. The code only confirms the address: it opens no account, allows
          no purchase and costs nothing. Give it to nobody by phone or message. If in doubt, first contact ${company} in
          a way you already know.`,
      },
      {
        question: 'What happens next?',
        answer: (company) =>
          html`We tell ${company} that the address is confirmed, with the date and time, the kind of device, the IP
          address and the approximate place of your connection. Your exact location is sent only if you allow it.`,
      },
      {
        question: 'What if the letter is not for me?',
        answer: () =>
          html`Do not type the code. Without it the address is not confirmed, the request runs out by itself, and you
          are charged nothing.`,
      },
    ],
  },
  confirmed: {
    heading: 'Address confirmed',
    lead: (company) => html`Thank you! We have told ${company} and there is nothing else you need to do.`,
    close: 'You can close this page now.',
    continue: (company) => html`Continue to the website of ${company}`,
    opens: (host) => html`The button opens ${host}`,
    shared: (company) => html`We sent your exact location to ${company}, once only.`,
  },
  share: {
    heading: 'Would you like to share your exact location?',
    optional: 'Optional',
    purpose: (company) =>
      html`<b>What it is for:</b> to give ${company} further proof that the code was typed at the address of the letter.`,
    extent: (company) =>
      html`<b>What is sent:</b> the point on the map where your device is now, once only. We do not follow your
        movements. You can ask ${company} to delete it later.`,
    freedom:
      'If you would rather not, that is fine: your address is already confirmed. You can share it up to 30 minutes after confirming.',
    consent: (company) => html`I agree to send my exact location to ${company}, once only, for this purpose.`,
    button: 'Share location',
    consentFirst: 'To share it, tick the box above first. If you would rather not, you can close the page.',
    locating: 'Finding your location… If your device asks, choose “Allow”.',
    denied:
      'Your device did not allow access to its location. To share it, allow location in your browser settings and try again.',
    notFound: 'We could not find your location just now. Try again, if possible near a window.',
  },
  number: {
    heading: 'What is the number of your letter?',
    lead: 'Type the number printed in the letter to confirm your address, or to find out whether the letter is genuine.',
    label: 'Number of the letter',
    hint: 'Twelve letters in three groups of four. You can leave out the dashes.',
    button: 'Continue',
    malformed: 'The number of the letter has 12 letters. Check your letter and type all of them.',
  },
  notices: {
    on_its_way: {
      heading: 'Your letter is on its way',
      lead: (company) => html`We are preparing a letter from ${company} for you. It carries a 6-digit code.`,
      next: () =>
        html`If it has not arrived yet, there is nothing you need to do. <b>If you have the letter already</b>, it is
          the notice of its posting that has not reached us: try again tomorrow. The code stays valid.`,
    },
    locked: {
      heading: 'This code is blocked',
      lead: () => html`A wrong code was typed five times. For your security, the code no longer works.`,
      next: (company) =>
        html`If you still want to confirm the address, ask ${company} for a new letter. It will bring another code.`,
    },
    expired: {
      heading: 'This code has expired',
      lead: () => html`The code was valid for 60 days after the letter was posted.`,
      next: (company) =>
        html`If you still want to confirm the address, ask ${company} for a new letter. It will bring another code.`,
    },
    no_longer_valid: {
      heading: 'This letter is no longer valid',
      lead: () => html`The request to confirm was canceled. There is nothing you need to do.`,
      next: (company) => html`If you have questions, contact ${company} in a way you already know.`,
    },
    unknown_link: {
      heading: 'We could not find this letter',
      lead: () => html`None of our letters has the address of this page.`,
      next: () =>
        html`If you typed the address, compare it with the letter, character by character, or type just the number of
        the letter here. If the letter has a QR code, point the camera of your phone at it.`,
    },
  },
  letter: englishLetter,
  throttled: {
    heading: 'Please wait a little',
    lead: 'There were many tries in a short time. For security, we are taking a break.',
    next: (minutes) => `Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`} by opening this page again.`,
  },
  sandbox: 'This is a test. No letter was sent, and no address is confirmed.',
  service: 'A page by Malote, which sends letters and confirms addresses on behalf of companies.',
};

export const texts: Record<PageLocale, Texts> = { 'pt-BR': portuguese, en: english };

import { type Html, html } from '../../core/html.ts';

type AboutCompany = (company: Html) => Html;

/**
 * What the page says of a letter to people who fear that it is false: what the number proves and what not, that nothing is
 * urgent, and ways to the company that a forger does not control.
 */
export interface LetterTexts {
  genuine: {
    heading: string;
    lead: AboutCompany;
    sender: string;
    posted: string;
    size: string;
    pages: (pages: number, sheets: number) => string;
    tracking: string;
    noTracking: string;
    compare: string;
    often: (times: number) => string;
    nothingElse: AboutCompany;
  };
  notPosted: { heading: string; lead: AboutCompany; next: string };
  revoked: { heading: string; lead: AboutCompany; warning: string };
  unknown: { heading: string; lead: string; warning: string };
  mistyped: { heading: string; lead: string; error: string; next: string };
  anotherWay: AboutCompany;
  adviceHeading: string;
  advice: AboutCompany[];
}

export const portugueseLetter: LetterTexts = {
  genuine: {
    heading: 'Este número é de uma carta verdadeira',
    lead: (company) => html`A pedido de ${company}, enviamos uma carta com este número. Compare com a que você tem:`,
    sender: 'Quem enviou',
    posted: 'Data da postagem',
    size: 'Tamanho',
    pages: (pages, sheets) =>
      `${pages === 1 ? '1 página' : `${pages} páginas`}, em ${sheets === 1 ? '1 folha' : `${sheets} folhas`}`,
    tracking: 'Código dos Correios',
    noTracking: 'Não tem: é uma carta simples',
    compare:
      'Se alguma coisa for diferente na sua carta, ela pode ser falsa: um golpista pode copiar o número de uma carta verdadeira.',
    often: (times) =>
      `Atenção: este número já foi conferido ${times} vezes. Ele pode ter sido copiado para cartas falsas.`,
    nothingElse: (company) =>
      html`Esta página não mostra o que está escrito na carta nem para quem ela foi, e nunca pede senha, dados ou
      pagamento. Antes de pagar, confira o valor com ${company} por um canal que você já conhece.`,
  },
  notPosted: {
    heading: 'A postagem desta carta ainda não foi registrada',
    lead: (company) => html`A pedido de ${company}, fizemos uma carta com este número.`,
    next: 'Se ela já está com você, o aviso da postagem é que ainda não chegou a nós: confira de novo amanhã. Não há pressa.',
  },
  revoked: {
    heading: 'A carta com este número não foi enviada',
    lead: (company) =>
      html`O envio foi cancelado ou falhou: nenhuma carta de ${company} com este número foi postada por nós.`,
    warning: 'Se você tem um papel com este número, não pague nada e não passe seus dados por causa dele.',
  },
  unknown: {
    heading: 'Não conhecemos este número',
    lead: 'Compare o que você digitou com a carta, letra por letra.',
    warning:
      'Se o número está igual ao da carta, ela não foi enviada por nós com esse número. Não pague nada e não passe seus dados por causa dela.',
  },
  mistyped: {
    heading: 'Confira o número',
    lead: 'Nenhuma carta tem este número. O mais provável é que uma letra tenha sido trocada.',
    error: 'Compare o número com a carta, letra por letra, e digite de novo.',
    next: 'Se ele estiver igual ao da carta, ela pode ser falsa: não pague nada e não passe seus dados por causa dela.',
  },
  anotherWay: (company) =>
    html`Se ficar em dúvida, fale com ${company} por um canal que não está na carta: o aplicativo ou o site que você já
    usa, ou o telefone que está no cartão, no contrato ou numa conta antiga.`,
  adviceHeading: 'O que fazer agora',
  advice: [
    () => html`Mantenha a calma: uma carta não obriga a decidir nada na hora.`,
    () => html`Não use o telefone, o site, o QR code nem o Pix que estão na carta.`,
    (company) =>
      html`Fale com ${company} por um canal que não está na carta: o aplicativo ou o site que você já usa, ou o telefone
      que está no cartão, no contrato ou numa conta antiga.`,
    () =>
      html`Se não tem contato com a empresa, procure o Procon da sua cidade (telefone 151 em muitas delas) ou o site
      consumidor.gov.br.`,
    () => html`Se já pagou ou passou seus dados, avise logo o seu banco e registre um boletim de ocorrência.`,
  ],
};

export const englishLetter: LetterTexts = {
  genuine: {
    heading: 'This is the number of a genuine letter',
    lead: (company) => html`On behalf of ${company} we sent a letter with this number. Compare it with yours:`,
    sender: 'Sent by',
    posted: 'Date of posting',
    size: 'Size',
    pages: (pages, sheets) =>
      `${pages === 1 ? '1 page' : `${pages} pages`}, on ${sheets === 1 ? '1 sheet' : `${sheets} sheets`}`,
    tracking: 'Tracking code',
    noTracking: 'None: it is a simple letter',
    compare: 'If anything differs in your letter, it may be false: a number can be copied from a genuine letter.',
    often: (times) => `Careful: this number was looked up ${times} times. It may have been copied to false letters.`,
    nothingElse: (company) =>
      html`This page does not show what the letter says nor to whom it went, and never asks for a password, data or
      payment. Before you pay, check the amount with ${company} in a way you already know.`,
  },
  notPosted: {
    heading: 'The posting of this letter is not recorded yet',
    lead: (company) => html`On behalf of ${company} we made a letter with this number.`,
    next: 'If you have it already, the notice of its posting has not reached us: look again tomorrow. There is no hurry.',
  },
  revoked: {
    heading: 'The letter with this number was not sent',
    lead: (company) =>
      html`It was canceled or could not be made: we posted no letter from ${company} with this number.`,
    warning: 'If you have a paper with this number, pay nothing and give no data because of it.',
  },
  unknown: {
    heading: 'We do not know this number',
    lead: 'Compare what you typed with the letter, character by character.',
    warning:
      'If the number is the same as in the letter, we did not send it with that number. Pay nothing and give no data because of it.',
  },
  mistyped: {
    heading: 'Please check the number',
    lead: 'No letter has this number. Most likely one letter of it is wrong.',
    error: 'Compare the number with the letter, character by character, and type it again.',
    next: 'If it is the same as in the letter, the letter may be false: pay nothing and give no data because of it.',
  },
  anotherWay: (company) =>
    html`If in doubt, contact ${company} in a way that is not in the letter: the app or website you already use, or the
    telephone number on your card, contract or an old bill.`,
  adviceHeading: 'What to do now',
  advice: [
    () => html`Stay calm: no letter makes you decide anything at once.`,
    () => html`Do not use the telephone number, website, QR code or Pix of the letter.`,
    (company) =>
      html`Contact ${company} in a way that is not in the letter: the app or website you already use, or the telephone
      number on your card, contract or an old bill.`,
    () =>
      html`If you have no contact with the company, ask the consumer office Procon (call 151 in many cities) or see
      consumidor.gov.br.`,
    () => html`If you have paid or given data already, tell your bank at once and report it to the police.`,
  ],
};

import { useMemo } from 'react';
import { useLanguage } from '../language/language.tsx';

/** The texts of the first screen, which load with it. */
const pt = {
  covered: (letters: number, price: string) =>
    letters === 0
      ? `Não paga uma carta simples, que custa ${price}.`
      : letters === 1
        ? `Paga 1 carta simples de ${price}.`
        : `Paga ${letters.toLocaleString('pt-BR')} cartas simples de ${price}.`,
  topUp: 'Recarregar',
  statement: 'Ver o extrato',
  spent: (month: string) => `Gasto em ${month}`,
  spentWhat: 'Cobranças menos estornos, desde o dia 1º.',
  spentUnknown: 'Há lançamentos demais para somar aqui.',
  scheduled: 'Cartas agendadas',
  scheduledCount: (letters: number, most: boolean) => (most ? `${letters} ou mais` : `${letters}`),
  scheduledWhat: 'São cobradas às 6h do dia do envio.',
  noneScheduled: 'Nenhuma carta espera pelo dia do envio.',
  seeScheduled: 'Ver as agendadas',
  attention: 'Para acompanhar',
  calm: 'Nada precisa de atenção: nenhuma carta deixou de sair nos últimos sete dias, nenhuma planilha está parada e nenhum código vence nesta semana.',
  what: 'Envio',
  state: 'Situação',
  when: 'Quando',
  next: 'O que fazer',
  notSent: 'Não enviada',
  failedBecause: {
    unprintable_document: 'A gráfica não conseguiu imprimir o documento. O preço voltou para o saldo.',
    damaged_in_production: 'A carta foi danificada na produção. O preço voltou para o saldo.',
    refused_by_carrier: 'O correio recusou a carta. O preço voltou para o saldo.',
    other: 'Houve um problema na produção. O preço voltou para o saldo.',
  },
  lackedBalance: 'O saldo não cobria o preço no dia do envio. Nada foi cobrado.',
  sheetStates: {
    draft: 'Rascunho',
    checking: 'Conferindo',
    quoted: 'Com cotação',
    sending: 'Enviando',
    paused: 'Parada',
    canceling: 'Cancelando',
  },
  sheetPaused: {
    insufficient_balance: 'O saldo acabou antes do fim. Recarregue e continue de onde parou.',
    account_suspended: 'A conta está suspensa. Fale com a Malote.',
  },
  sheet: (rows: number) =>
    rows === 1 ? 'Planilha com 1 carta' : `Planilha com ${rows.toLocaleString('pt-BR')} cartas`,
  goOn: 'Continuar',
  follow: 'Acompanhar',
  expiring: 'Código vence',
  expiringWhat: 'Verificação ainda sem resposta',
  verifyAgain: 'Enviar outra',
  newest: 'Últimos envios',
  letter: 'Carta',
  verification: 'Verificação',
  allLetters: 'Todas as cartas',
  allVerifications: 'Todas as verificações',
  steps: 'Primeiros passos',
  stepsLead: 'O que falta para a primeira carta sair com o nome da sua empresa.',
  sender: 'Confira o remetente',
  senderWhat: (name: string) => `Vai impresso no envelope: ${name}. As cartas não entregues voltam para esse endereço.`,
  seeSender: 'Ver o remetente',
  first: 'Envie a primeira carta',
  firstWhat: 'Solte um PDF, preencha o destinatário e veja o preço antes de enviar.',
  key: 'Crie a primeira chave de API',
  keyWhat: 'Para o seu sistema enviar cartas. Comece com uma chave de teste: nada é impresso nem cobrado.',
  makeKey: 'Criar chave',
  done: 'Feito',
  live: 'Aqui só aparece a produção. O que é criado com chaves de teste (malote_test_…) não é impresso nem cobrado, e não entra nesta página.',
};

const en: typeof pt = {
  covered: (letters, price) =>
    letters === 0
      ? `Does not pay for a plain letter, which costs ${price}.`
      : letters === 1
        ? `Pays for 1 plain letter of ${price}.`
        : `Pays for ${letters.toLocaleString('en')} plain letters of ${price}.`,
  topUp: 'Top up',
  statement: 'See the statement',
  spent: (month) => `Spent in ${month}`,
  spentWhat: 'Charges minus refunds, since the 1st.',
  spentUnknown: 'There are too many entries to add them up here.',
  scheduled: 'Scheduled letters',
  scheduledCount: (letters, most) => (most ? `${letters} or more` : `${letters}`),
  scheduledWhat: 'Charged at 06:00 on their sending day.',
  noneScheduled: 'No letter waits for its sending day.',
  seeScheduled: 'See the scheduled ones',
  attention: 'To keep an eye on',
  calm: 'Nothing needs attention: no letter failed to leave in the last seven days, no spreadsheet is paused, and no code expires this week.',
  what: 'Mailing',
  state: 'Status',
  when: 'When',
  next: 'What to do',
  notSent: 'Not sent',
  failedBecause: {
    unprintable_document: 'The print house could not print the document. The price is back in the balance.',
    damaged_in_production: 'The letter was damaged in production. The price is back in the balance.',
    refused_by_carrier: 'The carrier refused the letter. The price is back in the balance.',
    other: 'There was a problem in production. The price is back in the balance.',
  },
  lackedBalance: 'The balance did not cover the price on the sending day. Nothing was charged.',
  sheetStates: {
    draft: 'Draft',
    checking: 'Checking',
    quoted: 'Quoted',
    sending: 'Sending',
    paused: 'Paused',
    canceling: 'Canceling',
  },
  sheetPaused: {
    insufficient_balance: 'The balance ended in the middle. Top up and go on from there.',
    account_suspended: 'The account is suspended. Contact Malote.',
  },
  sheet: (rows) => (rows === 1 ? 'Spreadsheet with 1 letter' : `Spreadsheet with ${rows.toLocaleString('en')} letters`),
  goOn: 'Go on',
  follow: 'Follow',
  expiring: 'Code expires',
  expiringWhat: 'Verification without an answer',
  verifyAgain: 'Send another',
  newest: 'Latest mailings',
  letter: 'Letter',
  verification: 'Verification',
  allLetters: 'All letters',
  allVerifications: 'All verifications',
  steps: 'First steps',
  stepsLead: 'What is left until the first letter leaves in the name of your company.',
  sender: 'Check the sender',
  senderWhat: (name) => `Printed on the envelope: ${name}. Letters that are not delivered return to that address.`,
  seeSender: 'See the sender',
  first: 'Send the first letter',
  firstWhat: 'Drop a PDF, fill in the recipient, and see the price before you send.',
  key: 'Create the first API key',
  keyWhat: 'For letters from your own system. Begin with a test key: nothing is printed or charged.',
  makeKey: 'Create a key',
  done: 'Done',
  live: 'This page shows production only. What test keys (malote_test_…) create is neither printed nor charged, and is not on this page.',
};

/** The language of the page, with these texts among the others. */
export function useHomeLanguage() {
  const spoken = useLanguage();
  return useMemo(() => {
    const texts = spoken.language === 'en' ? en : pt;
    return { ...spoken, t: { ...spoken.t, home: texts } };
  }, [spoken]);
}

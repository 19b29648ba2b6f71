import { useMemo } from 'react';
import { useLanguage } from '../language/language.tsx';

/** The texts of canceling many letters, which load once somebody chooses one. */
const pt = {
  chosen: (letters: number) => (letters === 1 ? '1 carta selecionada' : `${letters} cartas selecionadas`),
  cancel: 'Cancelar selecionadas',
  clear: 'Limpar seleção',
  title: (letters: number) =>
    letters === 0 ? 'Nenhuma pode ser cancelada' : letters === 1 ? 'Cancelar 1 carta?' : `Cancelar ${letters} cartas?`,
  some: (cancelable: number, chosen: number) =>
    `Das ${chosen} selecionadas, ${cancelable === 1 ? '1 ainda pode ser cancelada' : `${cancelable} ainda podem ser canceladas`}. As outras já entraram em produção ou terminaram.`,
  final: 'Não dá para desfazer. Para enviar depois, use “Enviar de novo” na página da carta.',
  act: (letters: number) => (letters === 1 ? 'Cancelar 1 carta' : `Cancelar ${letters} cartas`),
  done: (canceled: number, all: number) => `${canceled} de ${all} ${all === 1 ? 'cancelada' : 'canceladas'}.`,
  stopped: 'O resto ainda não foi tentado. Tentar de novo continua daqui, e nenhuma carta é cancelada duas vezes.',
  kept: 'Não cancelada',
  unknown: 'Sem resposta',
  waiting: 'Esperando',
  results: 'Cancelamento das cartas',
  close: 'Fechar',
};

const en: typeof pt = {
  chosen: (letters) => (letters === 1 ? '1 letter selected' : `${letters} letters selected`),
  cancel: 'Cancel selected',
  clear: 'Clear selection',
  title: (letters) =>
    letters === 0 ? 'None can be canceled' : letters === 1 ? 'Cancel 1 letter?' : `Cancel ${letters} letters?`,
  some: (cancelable, chosen) =>
    `Of the ${chosen} selected, ${cancelable} can still be canceled. The others are in production or have ended.`,
  final: 'This cannot be undone. To send one later, use “Send again” on its page.',
  act: (letters) => (letters === 1 ? 'Cancel 1 letter' : `Cancel ${letters} letters`),
  done: (canceled, all) => `${canceled} of ${all} canceled.`,
  stopped: 'The rest has not been tried. Trying again goes on from here, and no letter is canceled twice.',
  kept: 'Not canceled',
  unknown: 'No answer',
  waiting: 'Waiting',
  results: 'Cancellation of letters',
  close: 'Close',
};

/** The language of the page, with these texts among the others. */
export function useCancelManyLanguage() {
  const spoken = useLanguage();
  return useMemo(() => {
    const texts = spoken.language === 'en' ? en : pt;
    return { ...spoken, t: { ...spoken.t, cancelMany: texts } };
  }, [spoken]);
}

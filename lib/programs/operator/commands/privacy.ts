import { canErase, MailingNotErasable } from '../../../core/domain/erasure.ts';
import { mailingKindOf } from '../../../core/domain/mailing-fields.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { eraseMailing } from '../../../operations/mailings/erase-mailing.ts';
import { findMailing } from '../../../operations/mailings/mailings-of-both-kinds.ts';
import { command } from '../command.ts';
import { describeMailing } from '../mailing-text.ts';
import { asWords } from '../text.ts';

export const privacyCommands = [
  command({
    words: 'privacy erase',
    summary: 'Erase the personal data of a letter or verification, permanently.',
    about:
      'For a person who requests it (LGPD, art. 18 VI). Erases names, addresses, reference, tracking code, metadata, texts, files, and the place and ' +
      'device of the confirmation: in the mailing, its events, the responses kept for a day, and the answers of webhook ' +
      'receivers. Ids, amounts, dates, city and state are kept. Only a mailing that has ended can be erased; cancel others ' +
      'first. Run it again if it was interrupted. Ask customers and the print house to erase what they were sent.',
    arguments: ['account', 'mailing'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b ltr_01jd2w8z4b6d0f3h7k9m1p5r7t --stage prod'],
    unsure: 'Repeat it: the remaining data is erased.',
    run: async ({ services, confirm }, { arguments: { account, mailing } }) => {
      const found = await findMailing(services, { account_id: account, id: mailing });
      if (!found) throw new Problem('resource_not_found');
      // Rejected before the operator is asked for confirmation.
      if (!canErase(found.mailing)) throw new MailingNotErasable(found.mailing.status);
      const what = `${mailing}, a ${mailingKindOf(mailing)} that is ${asWords(found.mailing.status)}`;
      await confirm(`Erase the personal data of ${what}? This cannot be undone.`);
      return eraseMailing(services, account, mailing);
    },
    show: describeMailing,
  }),
];

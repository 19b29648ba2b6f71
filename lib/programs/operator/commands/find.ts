import { findMailings } from '../../../operations/mailings/find-mailings.ts';
import { showMailing } from '../../../operations/mailings/show-mailing.ts';
import { table } from '../../command-line/text.ts';
import { command } from '../command.ts';
import { id } from '../options.ts';
import { moment } from '../text.ts';

export const findCommands = [
  command({
    words: 'find',
    summary: 'Find letters and verifications by id, tracking code or reference, in every account.',
    about:
      'Ids and tracking codes match in any spelling, references only exactly as the customer wrote them. References need not ' +
      'be unique; the newest 100 of each account are shown. Exit code 1 if nothing is found.',
    arguments: ['text'],
    options: { in: id('account', 'the account to look in') },
    examples: [
      'ltr_01jd2w8z4b6d0f3h7k9m1p5r7t --stage prod',
      'AA123456785BR --stage prod',
      "'pedido 4471' --in acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod",
    ],
    run: async ({ services }, { arguments: { text: wanted }, options }) => {
      const found = await findMailings(services, wanted, options.in);
      return Promise.all(
        found.map(async (mailing) => ({
          account_id: mailing.account_id,
          mailing: await showMailing(services.links, mailing),
        })),
      );
    },
    isBadNews: (found) => found.length === 0,
    show: (found, screenWidth) =>
      table(
        found,
        [
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'MAILING', cell: ({ mailing }) => mailing.id },
          { heading: 'STATUS', cell: ({ mailing }) => mailing.status },
          { heading: 'CREATED', cell: ({ mailing }) => moment(mailing.created_at) },
          { heading: 'TO', cell: ({ mailing: { to } }) => `${to.name}, ${to.city} - ${to.state}` },
          { heading: 'REFERENCE', cell: ({ mailing }) => mailing.reference },
        ],
        'Nothing was found.',
        screenWidth,
      ),
  }),
];

import { type MailingTrace, traceMailing } from '../../../operations/mailings/trace-mailing.ts';
import { Refusal } from '../../command-line/refusals.ts';
import { section, table } from '../../command-line/text.ts';
import { command } from '../command.ts';
import { amount, asWords, moment } from '../text.ts';

/** Money as everywhere else in text for people; programs get the centavos. */
const shown = ({ what, detail }: MailingTrace['steps'][number]) =>
  what === 'money' ? detail.replace(/(-?\d+) centavos$/, (_, centavos: string) => amount(Number(centavos))) : detail;

export const traceCommands = [
  command({
    words: 'trace',
    summary: 'Show the history of a letter or verification, step by step.',
    about:
      'Its statuses with the instants that the print house reported, its charges and refunds, its batch, its events with each delivery ' +
      'attempt, and the states of its executions, in order of time. The log lines of its calls contain its id too. ' +
      'Times are in Brasília; --json has the exact instants, in UTC, and centavos.',
    arguments: ['mailing'],
    options: {},
    examples: ['ltr_01jd2w8z4b6d0f3h7k9m1p5r7t --stage prod'],
    run: async ({ services }, { arguments: { mailing } }) => {
      const trace = await traceMailing(services, mailing);
      if (!trace) throw new Refusal(`No account has ${mailing}.`);
      return trace;
    },
    show: ({ id, account_id, status, steps }, screenWidth) =>
      section(
        `${id} of ${account_id}: ${asWords(status)}`,
        table(
          steps,
          [
            { heading: 'WHEN', cell: ({ at }) => moment(at) },
            { heading: 'WHAT', cell: ({ what }) => what },
            { heading: 'ID', cell: (step) => step.id },
            { heading: 'DETAIL', cell: shown },
          ],
          'Nothing has happened yet.',
          screenWidth,
        ),
      ),
  }),
];

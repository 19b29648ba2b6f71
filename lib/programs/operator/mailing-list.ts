import type { Mailings } from '../../adapters/data/mailings/mailings.ts';
import { brasiliaInstant } from '../../core/domain/brasilia.ts';
import type { IdKind } from '../../core/domain/ids.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { listResource } from '../../core/resources/list.ts';
import { showMailing } from '../../operations/mailings/show-mailing.ts';
import { choice, integer, text } from '../command-line/options.ts';
import { table } from '../command-line/text.ts';
import { command, type Context } from './command.ts';
import { date, id } from './options.ts';
import { amount, moment } from './text.ts';

const PAGE = 50;
const account = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b';

/** Options for one page of a list, newest first. */
export const pageOptions = (kind: IdKind, rows: string) => ({
  from: date(`only ${rows} of this day in Brasília and later`),
  until: date(`only ${rows} before this day in Brasília`),
  limit: integer(`${rows} to show; ${PAGE} by default`, '<n>', 1, 1_000),
  after: id(kind, 'the last id of the page before'),
});

export interface PageValues {
  from: string | undefined;
  until: string | undefined;
  limit: number | undefined;
  after: string | undefined;
}

/** The page for these options. */
export const pageOf = ({ from, until, limit = PAGE, after }: PageValues) => ({
  limit,
  ...(after !== undefined && { after }),
  ...(from !== undefined && { createdAfter: brasiliaInstant(from, '00:00') }),
  ...(until !== undefined && { createdBefore: brasiliaInstant(until, '00:00') }),
});

/** The table, and the command for the next page. */
export const withNextPage = (shown: string, next: string | null) =>
  next === null ? shown : `${shown}\n\nThere are more: --after ${next}`;

/** `letters list` or `verifications list`. */
export function listCommand<M extends Mailing>(
  kind: 'letter' | 'verification',
  statuses: readonly M['status'][],
  mailings: (services: Context['services']) => Pick<Mailings<M>, 'list'>,
) {
  const rows = `${kind}s`;
  return command({
    words: `${rows} list`,
    summary: `List the ${rows} of an account, newest first.`,
    about: 'Names and addresses are left out. --json prints each as the API returns it, with its recipient.',
    arguments: ['account'],
    options: {
      status: choice(`only ${rows} with this status`, statuses, '<status>'),
      reference: text(`only ${rows} with exactly this reference`, '<text>', 100),
      ...pageOptions(kind, rows),
    },
    examples: [
      `${account} --stage prod`,
      `${account} --status ${statuses[0]!} --from 2026-11-01 --limit 10 --stage prod`,
    ],
    run: async ({ services }, { arguments: { account: accountId }, options }) => {
      const { reference } = options;
      const status = options.status;
      const page = await mailings(services).list(accountId, pageOf(options), {
        ...(status !== undefined && { status }),
        ...(reference !== undefined && { reference }),
      });
      const data = await Promise.all(page.rows.map((mailing) => showMailing(services.links, mailing)));
      return listResource(data, page.next, (next) => next);
    },
    show: ({ data, next_cursor }, screenWidth) =>
      withNextPage(
        table(
          data,
          [
            { heading: 'CREATED', cell: ({ created_at }) => moment(created_at) },
            { heading: kind.toUpperCase(), cell: (mailing) => mailing.id },
            { heading: 'STATUS', cell: ({ status }) => status },
            { heading: 'PRICE', cell: ({ price }) => amount(price.total), right: true },
            { heading: 'REFERENCE', cell: ({ reference }) => reference },
          ],
          `No ${rows} match.`,
          screenWidth,
        ),
        next_cursor,
      ),
  });
}

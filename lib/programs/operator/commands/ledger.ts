import type { LedgerDifference } from '../../../core/domain/ledger.ts';
import { auditAccounts } from '../../../operations/money/audit-account.ts';
import { table } from '../../command-line/text.ts';
import { command } from '../command.ts';
import { amount, asWords, counted } from '../text.ts';

/** Formats amounts as money; sequence numbers stay plain. */
function figures(problem: LedgerDifference['problem'], found: readonly number[]): string {
  return found.map((figure) => (problem.endsWith('sequence') ? String(figure) : amount(figure))).join(', ');
}

export const ledgerCommands = [
  command({
    words: 'ledger audit',
    summary: 'Audit the ledger of one account or of all accounts.',
    about:
      'Entries must form a chain without gaps and add up to the balance, and each mailing must have exactly one matching debit ' +
      'and at most one refund. Exit code 1 if anything differs. The command only reads and may run at any time. Find the cause of a difference before you correct it with balance adjust.',
    arguments: ['account?'],
    options: {},
    examples: ['--stage prod', 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
    run: async ({ services, progress }, { arguments: { account } }) => {
      const accountIds = account === undefined ? await services.accounts.ids() : [account];
      let done = 0;
      const differences = await auditAccounts(services, accountIds, () =>
        progress(++done, accountIds.length, 'accounts'),
      );
      return { accounts: accountIds.length, differences };
    },
    isBadNews: ({ differences }) => differences.length > 0,
    show: ({ accounts, differences }, screenWidth) =>
      table(
        differences,
        [
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'ENTRY', cell: ({ sequence }) => sequence, right: true },
          { heading: 'FOR', cell: ({ source_id }) => source_id },
          { heading: 'DIFFERS', cell: ({ problem }) => asWords(problem) },
          {
            heading: 'EXPECTED',
            cell: ({ problem, expected }) => figures(problem, expected === null ? [] : [expected]),
            right: true,
          },
          { heading: 'FOUND', cell: ({ problem, found }) => figures(problem, found), right: true },
        ],
        `No differences in ${counted(accounts, 'account')}.`,
        screenWidth,
      ),
  }),
];

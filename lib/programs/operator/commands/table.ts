import { indexAllRecipients } from '../../../operations/mailings/index-recipients.ts';
import { type MailingOfAccount, settleRestoredTable } from '../../../operations/restoration/settle-restored-table.ts';
import { required } from '../../command-line/options.ts';
import { Refusal } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command } from '../command.ts';
import { instant } from '../options.ts';

export const tableCommands = [
  command({
    words: 'table index',
    summary: 'Make mailings findable by recipient that are older than the index of names.',
    about:
      'Goes through all mailings of all accounts and sandboxes and writes what is missing in the index, once, after the update to 1.1.0. ' +
      'A mailing that changes meanwhile is read again. docs/decisions/find-anything.md says what an entry costs.',
    arguments: [],
    options: {},
    examples: ['--stage prod'],
    unsure: 'Repeat it: mailings that are in the index are left as they are.',
    run: async ({ services, confirm, progress }) => {
      await confirm('Write the index of names for all mailings that lack it?');
      return indexAllRecipients(services, (done, all) => progress(done, all, 'accounts'));
    },
    show: ({ letters, verifications }) =>
      fields([
        ['Letters added', letters],
        ['Verifications added', verifications],
      ]),
  }),
  command({
    words: 'table settle',
    summary: 'Reconcile executions and files with a table that was restored and adopted.',
    about:
      'Stops every execution that began before the stack adopted the table, because it uses the former table, and starts one for ' +
      'each mailing that needs it. Restores files that were deleted after the restored second, and lists what a person must decide: mailings ' +
      'that are in a later manifest and that the table would print again or does not know, and mailings whose file is gone. ' +
      'Exit code 1 if there are any. Letters from a spreadsheet that were being made or canceled go on, and are listed. docs/operating.md describes the whole procedure.',
    arguments: [],
    options: {
      'restored-to': required(instant('the second to which the table was restored')),
      'adopted-at': required(instant('when the deployment that adopted it had ended')),
    },
    examples: ['--restored-to 2026-11-22T12:59:00Z --adopted-at 2026-11-22T15:20:00Z --stage prod'],
    unsure: 'Repeat it with the same instants: finished steps are not repeated.',
    run: async ({ services, confirm, progress }, { options }) => {
      const { 'restored-to': restoredTo, 'adopted-at': adoptedAt } = options;
      if (restoredTo > adoptedAt || adoptedAt > services.now())
        throw new Refusal('A table is restored to a second before it is adopted, and adopted before it is settled.');
      await confirm('End all executions of the former table, and start those of the restored one?');
      return settleRestoredTable({ ...services, files: services.printFiles }, restoredTo, adoptedAt, (done, all) =>
        progress(done, all, 'accounts'),
      );
    },
    isBadNews: ({ printed, unknown, without_file }) => printed.length + unknown.length + without_file.length > 0,
    show: (
      { stopped, started, files_back, printed, unknown, without_file, numbers_back, mail_merges },
      screenWidth,
    ) => {
      const listed = (title: string, mailings: readonly MailingOfAccount[]) =>
        mailings.length === 0
          ? []
          : [
              section(
                title,
                table(
                  mailings,
                  [
                    { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
                    { heading: 'MAILING', cell: ({ id }) => id },
                  ],
                  '',
                  screenWidth,
                ),
              ),
            ];
      return [
        fields([
          ['Executions ended', stopped],
          ['Executions started', started],
          ['Files brought back', files_back.length],
          ['Batches whose object numbers were brought back', numbers_back.length],
        ]),
        ...listed('Given to the print house already: cancel them, or they are printed again', printed),
        ...listed('Given to the print house, but not in the table: tell the customer', unknown),
        ...listed('Without their file: cancel them, and ask the customer to send them again', without_file),
        ...listed('Letters from a spreadsheet that go on: letters made since that second are made again', mail_merges),
      ].join('\n\n');
    },
  }),
];

import type { Accounts } from '../../adapters/data/accounts.ts';
import type { MailMergeFiles } from '../../adapters/documents/mail-merge-files.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import type { MailMerge, MailMergeResource, MailMergeRows } from '../../core/schemas/mail-merge.ts';
import { settleAll } from '../../core/settle-all.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { type MoveMailMergeDeps, type Request, startWork } from './move-mail-merge.ts';

/** The rows of a file, or the errors in its shape. */
export type ReadRows = (file: Uint8Array) => MailMergeRows | readonly Detail[];

export interface SendMailMergeDeps extends MoveMailMergeDeps {
  accounts: Pick<Accounts, 'find'>;
  files: Pick<MailMergeFiles, 'readDocument' | 'readRows'>;
  readRows: ReadRows;
}

/**
 * Confirms letters from a spreadsheet, or resumes those that wait for a balance: the service then creates them (rule
 * DASH-13). Repeating it is not an error.
 * @throws Problem resource_not_found, account_suspended, mail_merge_canceled, invalid_parameters for missing or
 * malformed files
 */
export function sendMailMerge(
  deps: SendMailMergeDeps,
  accountId: string,
  id: string,
  request: Request,
): Promise<MailMergeResource> {
  const judge = async (mailMerge: MailMerge) => {
    const { status } = mailMerge;
    if (status === 'sending' || status === 'done') return undefined;
    if (status === 'canceling' || status === 'canceled') throw new Problem('mail_merge_canceled');
    if ((await requireAccount(deps.accounts, accountId)).suspended) throw new Problem('account_suspended');
    const details = await problemsOfFiles(deps, mailMerge);
    if (details.length > 0) throw Problem.invalid(details);
    return 'sending' as const;
  };
  return startWork(deps, accountId, id, judge, request);
}

async function problemsOfFiles({ files, readRows }: SendMailMergeDeps, mailMerge: MailMerge): Promise<Detail[]> {
  const [document, file] = await settleAll([files.readDocument(mailMerge), files.readRows(mailMerge)]);
  const missing: Detail[] = [
    ...(document ? [] : [{ param: 'document', code: 'upload_file_missing' } as const]),
    ...(file ? [] : [{ param: 'rows', code: 'upload_file_missing' } as const]),
  ];
  if (!file) return missing;
  const read = readRows(file);
  if (!('rows' in read)) return [...missing, ...read];
  const count = read.rows.length;
  const isWhole = count === mailMerge.rows;
  const counted = { param: 'rows', code: 'out_of_range', values: { rows: mailMerge.rows } } as const;
  return isWhole ? missing : [...missing, counted];
}

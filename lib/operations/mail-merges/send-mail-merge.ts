import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { MailMergeFiles } from '../../adapters/documents/mail-merge-files.ts';
import { isLetterBatch } from '../../core/domain/letter-batches.ts';
import type { FileHashes } from '../../core/domain/mail-merges.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import type { MailMerge, MailMergeResource, MailMergeRows } from '../../core/schemas/mail-merge.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { type MoveMailMergeDeps, type Request, startWork } from './move-mail-merge.ts';
import { showMailMerge } from './show-mail-merge.ts';

/** The rows of a file, or the errors in its shape. */
export type ReadRows = (file: Uint8Array) => MailMergeRows | readonly Detail[];

export interface SendMailMergeDeps extends MoveMailMergeDeps {
  accounts: Pick<Accounts, 'find'>;
  files: Pick<MailMergeFiles, 'readDocument' | 'readRows'>;
  readRows: ReadRows;
}

/**
 * Confirms letters from a spreadsheet, resumes those that wait for a balance, or queues the rows of those that stand
 * still: the service then creates them (rule DASH-13). Its transaction stores the hashes of the files that were checked;
 * letters are made from those alone. Repeating it is not an error.
 * @throws Problem resource_not_found, account_suspended, mail_merge_canceled, invalid_parameters for missing,
 * malformed or replaced files
 */
export function sendMailMerge(
  deps: SendMailMergeDeps,
  accountId: string,
  id: string,
  request: Request,
): Promise<MailMergeResource> {
  const judge = async (mailMerge: MailMerge, at: number) => {
    const { status } = mailMerge;
    // A letter batch is confirmed by its quote, through the API.
    if (status === 'done' || isLetterBatch(mailMerge)) return undefined;
    if (status === 'sending') return 'again' as const;
    if (status === 'canceling' || status === 'canceled') throw new Problem('mail_merge_canceled');
    if ((await requireAccount(deps.accounts, accountId)).suspended) throw new Problem('account_suspended');
    const files = await checkFiles(deps, mailMerge);
    if (Array.isArray(files)) throw Problem.invalid(files);
    return { to: 'sending', at, files } as const;
  };
  return startWork(deps, accountId, id, judge, request, (found) => showMailMerge(deps, found));
}

/** The hashes of the files, or their problems. */
async function checkFiles(
  { files, readRows }: SendMailMergeDeps,
  mailMerge: MailMerge,
): Promise<FileHashes | Detail[]> {
  const [document, rows] = await settleAll([files.readDocument(mailMerge), files.readRows(mailMerge)]);
  const [pdf, table] = [
    confirmedFile('document', document, mailMerge.document_sha256),
    confirmedFile('rows', rows, mailMerge.rows_sha256),
  ];
  if (Array.isArray(pdf) || Array.isArray(table)) return [pdf, table].filter((file) => Array.isArray(file)).flat();
  const read = readRows(table);
  if (!('rows' in read)) return [...read];
  if (read.rows.length !== mailMerge.rows)
    return [{ param: 'rows', code: 'out_of_range', values: { rows: mailMerge.rows } }];
  return { document_sha256: sha256(pdf), rows_sha256: sha256(table) };
}

type FileParam = 'document' | 'rows';

/** The file, or why it is not the one that a person declared or confirmed. */
export function confirmedFile(
  param: FileParam,
  file: Uint8Array | undefined,
  digest: string | undefined,
): Uint8Array | Detail[] {
  if (!file) return [{ param, code: 'upload_file_missing' }];
  return digest === undefined || sha256(file) === digest ? file : [changed(param)];
}

/** The problem of a file that is not the one that was confirmed. */
export const changed = (param: FileParam): Detail => ({ param, code: 'upload_file_changed' });

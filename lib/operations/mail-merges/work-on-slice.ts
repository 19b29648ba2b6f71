import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import { type MailMerges, RowTaken, type VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import type { MailMergeFiles } from '../../adapters/documents/mail-merge-files.ts';
import type { MailMergeQueue } from '../../adapters/queues/mail-merge-queue.ts';
import type { Account } from '../../core/domain/accounts.ts';
import type { CreationOrder } from '../../core/domain/calls.ts';
import { createId } from '../../core/domain/ids.ts';
import { isLetterBatch } from '../../core/domain/letter-batches.ts';
import type { PauseReason } from '../../core/domain/mail-merge-statuses.ts';
import { isInProgress, moveMailMerge, openRows, openSlices, type Slice } from '../../core/domain/mail-merges.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import type { LetterForm } from '../../core/schemas/letter.ts';
import type { MailMerge, MailMergeRow, MailMergeRows } from '../../core/schemas/mail-merge.ts';
import { settleAll } from '../../core/settle-all.ts';
import {
  isVersionedBatch,
  openRowsOfBatch,
  type WorkOnBatchDeps,
  workOnBatchSlice,
} from '../letter-batches/work-on-letter-batch.ts';
import { cancelLetter } from '../letters/cancel-letter.ts';
import { createLetter } from '../letters/create-letter.ts';
import type { MoveLetterDeps } from '../letters/move-letter.ts';
import type { DocumentDeps } from '../mailings/mailing-document.ts';
import { changed, confirmedFile, type ReadRows } from './send-mail-merge.ts';

/** Validates the shape of a letter order. */
export type JudgeOrder = (order: object) => Pick<CreationOrder<LetterForm>, 'body' | 'violations' | 'fields'>;

export interface WorkDeps extends WorkOnBatchDeps {
  mailMerges: MailMerges;
  letterBatches: LetterBatches;
  accounts: Pick<Accounts, 'find'>;
  letters: MoveLetterDeps['letters'];
  mailMergeFiles: MailMergeFiles;
  queue: MailMergeQueue;
  readRows: ReadRows;
  judgeOrder: JudgeOrder;
}

/** Rows of a slice in progress at once: one is rendered while the other is stored. */
const AT_ONCE = 2;

export interface OpenRowsDeps {
  mailMerges: Pick<MailMerges, 'results'>;
  letterBatches: Pick<LetterBatches, 'slices'>;
}

/** The rows that still need work; of a letter batch, one of each slice that does. */
export async function findOpenRows(deps: OpenRowsDeps, mailMerge: MailMerge): Promise<number[]> {
  if (isLetterBatch(mailMerge)) return openRowsOfBatch(deps, mailMerge);
  const { mailMerges } = deps;
  const { account_id, id: mail_merge_id, rows: last } = mailMerge;
  return openRows(mailMerge, await mailMerges.results({ account_id, mail_merge_id, first: 1, last }));
}

/** Queues the open rows, slice by slice; repeating it is harmless. */
export async function splitMailMerge(
  deps: Pick<WorkDeps, 'mailMerges' | 'letterBatches' | 'queue'>,
  accountId: string,
  id: string,
): Promise<void> {
  const found = await deps.mailMerges.find(accountId, id);
  if (found && isInProgress(found.mailMerge))
    await deps.queue.send(openSlices(found.mailMerge, await findOpenRows(deps, found.mailMerge)));
}

/**
 * Gives each row of a slice a result: creates its letter or cancels it, by the current state of the mail merge. Rows
 * with a result are skipped, so a slice may be repeated or processed concurrently.
 * @param hasTime whether more rows may be started; the others go back to the queue
 */
export async function workOnSlice(deps: WorkDeps, slice: Slice, hasTime: () => boolean): Promise<void> {
  const found = await deps.mailMerges.find(slice.account_id, slice.mail_merge_id);
  if (!found || !isInProgress(found.mailMerge)) return undefined;
  if (isVersionedBatch(found)) return workOnBatchSlice(deps, found, slice, hasTime);
  const known = new Map((await deps.mailMerges.results(slice)).map((result) => [result.row, result]));
  const files = filesReadOnce(deps);
  for (let row = slice.first; row <= slice.last; row += AT_ONCE) {
    if (!hasTime()) return deps.queue.send([{ ...slice, first: row }]);
    const rows = Array.from({ length: AT_ONCE }, (_, index) => row + index).filter((each) => each <= slice.last);
    if (!(await workOnRows(deps, slice, rows, known, files))) return undefined;
  }
  return end(deps, slice);
}

/** @returns false if the mail merge needs no more work */
async function workOnRows(
  deps: WorkDeps,
  slice: Slice,
  rows: readonly number[],
  known: ReadonlyMap<number, MailMergeRow>,
  files: Files,
): Promise<boolean> {
  if (rows.every((row) => known.has(row) && known.get(row)!.state !== 'created')) return true;
  const [found, account] = await settleAll([
    deps.mailMerges.find(slice.account_id, slice.mail_merge_id),
    deps.accounts.find(slice.account_id),
  ]);
  if (!found || !account || !isInProgress(found.mailMerge)) return false;
  const { mailMerge } = found;
  if (mailMerge.status === 'canceling') {
    for (const row of rows) await cancelRow(deps, mailMerge, row, known.get(row), files);
    return true;
  }
  const open = rows.filter((row) => !known.has(row));
  if (open.length === 0) return true;
  if (account.suspended) return pause(deps, found, 'account_suspended');
  const [document, all] = await settleAll([files.document(mailMerge), files.rows(mailMerge)]);
  const made = await settleAll(
    open.map(async (row) => {
      if (!Array.isArray(document) && !Array.isArray(all))
        return makeRow(deps, mailMerge, account, { document, rows: all }, row);
      const problems = [document, all].filter((file) => Array.isArray(file)).flat();
      await deps.mailMerges.endRow(mailMerge, without(row, lineIn(all, row), 'refused', problems));
      return true;
    }),
  );
  return made.every(Boolean) || pause(deps, found, 'insufficient_balance');
}

/** If it has changed in the meantime, the next read decides what to do. */
async function pause({ mailMerges }: WorkDeps, found: VersionedMailMerge, reason: PauseReason): Promise<boolean> {
  const paused = moveMailMerge(found.mailMerge, { to: 'paused', reason });
  return paused === undefined || !(await mailMerges.move(found, paused));
}

/** The confirmed files of a mail merge, each read on first use; or why it is gone, replaced or unreadable. */
interface Files {
  document: (mailMerge: MailMerge) => Promise<Uint8Array | Detail[]>;
  rows: (mailMerge: MailMerge) => Promise<MailMergeRows | Detail[]>;
}

function filesReadOnce({ mailMergeFiles, readRows }: WorkDeps): Files {
  let document: Promise<Uint8Array | Detail[]> | undefined;
  let rows: Promise<MailMergeRows | Detail[]> | undefined;
  const readDocument = async (mailMerge: MailMerge) =>
    confirmedFile('document', await mailMergeFiles.readDocument(mailMerge), mailMerge.document_sha256);
  const readSound = async (mailMerge: MailMerge) => {
    const file = confirmedFile('rows', await mailMergeFiles.readRows(mailMerge), mailMerge.rows_sha256);
    if (Array.isArray(file)) return file;
    const read = readRows(file);
    if (!('rows' in read)) return read.slice(0, 1);
    // Without a hash, a file of another size may be in its place.
    return read.rows.length === mailMerge.rows ? read : [changed('rows')];
  };
  return {
    document: (mailMerge) => (document ??= readDocument(mailMerge)),
    rows: (mailMerge) => (rows ??= readSound(mailMerge)),
  };
}

/** The number of a row in the spreadsheet; null without the file. */
const lineIn = (file: MailMergeRows | Detail[], row: number) => (Array.isArray(file) ? null : file.rows[row - 1]!.line);

const elsewhere = () => Promise.reject(new Error('the PDF of a row comes with its order'));
const filesOnly: DocumentDeps = { download: elsewhere, uploads: { find: elsewhere }, uploadFiles: { read: elsewhere } };

/** @returns false if the balance does not cover its letter */
async function makeRow(
  deps: WorkDeps,
  mailMerge: MailMerge,
  account: Account,
  { document, rows }: { document: Uint8Array; rows: MailMergeRows },
  row: number,
): Promise<boolean> {
  const { line, letter } = rows.rows[row - 1]!;
  const now = deps.now();
  const order = {
    ...rows.shared,
    ...letter,
    file: { filename: mailMerge.filename, content_type: 'application/pdf', bytes: document },
    metadata: { mail_merge_row: `${mailMerge.id}/${row}` },
  };
  try {
    await createLetter(
      { ...deps, ...filesOnly, letters: deps.mailMerges.lettersOf(mailMerge, { row, line }) },
      {
        account,
        now,
        ...deps.judgeOrder(order),
        source: 'dashboard',
        identify: (kind) => ({ id: createId(kind, now, deps.randomBytes), created_at: now }),
        toResponse: () => undefined,
      },
    );
  } catch (error) {
    if (error instanceof RowTaken) return true;
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'insufficient_balance') return false;
    if (error.code !== 'invalid_parameters') throw error;
    await deps.mailMerges.endRow(mailMerge, without(row, line, 'refused', error.details));
  }
  return true;
}

const without = (
  row: number,
  line: number | null,
  state: MailMergeRow['state'],
  problems: readonly Detail[] = [],
): MailMergeRow => ({ row, line, state, letter_id: null, total: null, problems: [...problems] });

/** Drops a row without a letter first, so that no letter can be created from it. */
async function cancelRow(
  deps: WorkDeps,
  mailMerge: MailMerge,
  row: number,
  known: MailMergeRow | undefined,
  files: Files,
): Promise<void> {
  const { mailMerges } = deps;
  const { account_id, id } = mailMerge;
  if (!known) {
    const line = lineIn(await files.rows(mailMerge), row);
    await mailMerges.endRow(mailMerge, without(row, line, 'dropped'));
  }
  const [result] = known ? [known] : await mailMerges.results({ account_id, mail_merge_id: id, first: row, last: row });
  if (result?.state !== 'created') return;
  try {
    await cancelLetter(deps, account_id, result.letter_id!);
    await mailMerges.settleRow(mailMerge, result, 'canceled');
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'letter_not_cancelable') throw error;
    await mailMerges.settleRow(mailMerge, result, 'kept');
  }
}

/**
 * Ends it when its last row has a result. Removes its files first: if it is killed in between, the message is
 * redelivered.
 */
async function end({ mailMerges, mailMergeFiles }: WorkDeps, { account_id, mail_merge_id }: Slice): Promise<void> {
  for (;;) {
    const found = await mailMerges.find(account_id, mail_merge_id);
    if (!found || !isInProgress(found.mailMerge)) return;
    const { mailMerge } = found;
    if ((await mailMerges.countResults(mailMerge)) < mailMerge.rows) return;
    const tally = await mailMerges.tally(mailMerge);
    const isCanceling = mailMerge.status === 'canceling';
    if (isCanceling && tally.created > 0) return;
    await mailMergeFiles.remove(mailMerge);
    const ended = moveMailMerge(mailMerge, { to: isCanceling ? 'canceled' : 'done', tally });
    if (ended && (await mailMerges.move(found, ended))) return;
  }
}

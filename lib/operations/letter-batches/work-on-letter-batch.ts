import type { LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import { type MailMerges, RowTaken, type VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import { createId } from '../../core/domain/ids.ts';
import { SUSPENDED_BATCH_MS } from '../../core/domain/letter-batch-limits.ts';
import { isLetterBatch, isSettled, type LetterBatch } from '../../core/domain/letter-batches.ts';
import { isInProgress, openSlices, type Slice, SLICE_ROWS, tallyOf } from '../../core/domain/mail-merges.ts';
import type { Price } from '../../core/domain/prices.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import type { LetterBatchSlice } from '../../core/schemas/letter-batch.ts';
import type { MailMergeRow } from '../../core/schemas/mail-merge.ts';
import { settleAll } from '../../core/settle-all.ts';
import { cancelLetter } from '../letters/cancel-letter.ts';
import { createLetter, type Deps as CreateLetterDeps } from '../letters/create-letter.ts';
import type { MoveLetterDeps } from '../letters/move-letter.ts';
import type { DocumentDeps } from '../mailings/mailing-document.ts';
import { checkSlice, orderedRow, quoteBatch } from './check-letter-batch.ts';
import { finishBatch, type VersionedBatch } from './end-letter-batch.ts';
import type { LetterBatchDeps } from './letter-batch-deps.ts';
import { type QuotedFiles, quotedFiles } from './manifest.ts';
import { prepareLetterBatch } from './prepare-letter-batch.ts';
import { problemsOfRow } from './row-orders.ts';

export interface WorkOnBatchDeps extends LetterBatchDeps, Omit<CreateLetterDeps, 'letters' | keyof DocumentDeps> {
  mailMerges: LetterBatchDeps['mailMerges'] & Pick<MailMerges, 'lettersOf' | 'settleRow'>;
  letterBatches: LetterBatchDeps['letterBatches'] & Pick<LetterBatches, 'findSlice'>;
  letters: MoveLetterDeps['letters'];
}

const AT_ONCE = 2;

export const isVersionedBatch = (found: VersionedMailMerge): found is VersionedBatch => isLetterBatch(found.mailMerge);

/**
 * Does what a slice of a letter batch needs by its status: reads it, checks it, makes its letters or cancels them. A
 * message may be delivered twice or concurrently, and its worker may die at any step.
 */
export async function workOnBatchSlice(
  deps: WorkOnBatchDeps,
  found: VersionedBatch,
  slice: Slice,
  hasTime: () => boolean,
): Promise<void> {
  const { mailMerge: batch } = found;
  if (batch.status === 'checking') {
    if (batch.batch.manifest_sha256 === null) return prepareLetterBatch(deps, found);
    // The worker that read the rows died before it queued their slices.
    if (slice.last < slice.first) return deps.queue.send(openSlices(batch, await openRowsOfBatch(deps, batch)));
    await checkSlice(deps, batch, slice, hasTime);
    const again = await deps.mailMerges.find(batch.account_id, batch.id);
    if (again && isVersionedBatch(again) && again.mailMerge.status === 'checking') await quoteBatch(deps, again);
    return undefined;
  }
  // Without a charge there are no letters.
  if (batch.confirmed_at === null) return void (await finishBatch(deps, found, await deps.letterBatches.slices(batch)));
  return workOnChargedSlice(deps, batch, slice, hasTime);
}

async function workOnChargedSlice(deps: WorkOnBatchDeps, batch: LetterBatch, slice: Slice, hasTime: () => boolean) {
  const position = Math.floor((slice.last - 1) / SLICE_ROWS);
  const firstRow = position * SLICE_ROWS + 1;
  const known = new Map((await deps.mailMerges.results(slice)).map((result) => [result.row, result]));
  const checked = await deps.letterBatches.findSlice(batch, position);
  if (!checked) throw new Error(`slice ${position} of ${batch.id} was quoted and is gone`);
  const files = quotedFiles(deps, batch, position, firstRow);
  for (let row = slice.first; row <= slice.last; row += AT_ONCE) {
    if (!hasTime()) return deps.queue.send([{ ...slice, first: row }]);
    const rows = Array.from({ length: AT_ONCE }, (_, index) => row + index).filter((each) => each <= slice.last);
    if (!(await workOnRows(deps, slice, rows, { known, checked, files }))) return undefined;
  }
  return endSlice(deps, batch, checked);
}

interface Known {
  known: ReadonlyMap<number, MailMergeRow>;
  checked: LetterBatchSlice;
  files: QuotedFiles;
}

/** @returns false if the rows need no more work now */
async function workOnRows(
  deps: WorkOnBatchDeps,
  { account_id, mail_merge_id }: Slice,
  rows: readonly number[],
  { known, checked, files }: Known,
): Promise<boolean> {
  if (rows.every((row) => known.has(row) && known.get(row)!.state !== 'created')) return true;
  const [found, account] = await settleAll([
    deps.mailMerges.find(account_id, mail_merge_id),
    deps.accounts.find(account_id),
  ]);
  if (!found || !account || !isVersionedBatch(found) || !isInProgress(found.mailMerge)) return false;
  const { mailMerge: batch } = found;
  if (batch.status === 'canceling') {
    for (const row of rows) await cancelRow(deps, batch, row, known.get(row), files);
    return true;
  }
  // The search for those that stand still queues the rows again.
  if (account.suspended && deps.now() < batch.created_at + SUSPENDED_BATCH_MS) return false;
  const open = rows.filter((row) => !known.has(row));
  await settleAll(
    open.map((row) => {
      const price = checked.offers.find((offer) => offer.rows.includes(row))?.price;
      return account.suspended || !price
        ? endUnmade(deps, batch, row, files)
        : makeLetter(deps, { batch, account, files, row, price });
    }),
  );
  return true;
}

/** The rest of a batch whose account stays suspended gets no letter. */
async function endUnmade(deps: WorkOnBatchDeps, batch: LetterBatch, row: number, files: QuotedFiles): Promise<void> {
  const line = (await files.row(row))?.line ?? null;
  await deps.mailMerges.endRow(batch, without(row, line, 'refused', [{ param: 'rows', code: 'upload_file_missing' }]));
}

interface Row {
  batch: LetterBatch;
  account: Parameters<typeof createLetter>[1]['account'];
  files: QuotedFiles;
  row: number;
  price: Price;
}

/** Makes the letter of a row, which the charge of the batch has paid. */
async function makeLetter(deps: WorkOnBatchDeps, { batch, account, files, row, price }: Row): Promise<void> {
  const ordered = await orderedRow(batch, files, row);
  const { line } = ordered;
  if ('problems' in ordered) {
    await deps.mailMerges.endRow(batch, without(row, line, 'refused', ordered.problems));
    return;
  }
  const now = deps.now();
  try {
    await createLetter(
      { ...deps, ...ordered.documents, letters: deps.mailMerges.lettersOf(batch, { row, line }) },
      {
        account,
        now,
        ...deps.judgeJson(ordered.order),
        source: 'api',
        ...(batch.batch.api_key_id !== null && { apiKeyId: batch.batch.api_key_id }),
        identify: (kind) => ({ id: createId(kind, now, deps.randomBytes), created_at: now }),
        toResponse: () => undefined,
      },
      { letter_batch_id: batch.id, price },
    );
  } catch (error) {
    if (error instanceof RowTaken) return;
    if (!(error instanceof Problem) || error.code !== 'invalid_parameters') throw error;
    await deps.mailMerges.endRow(batch, without(row, line, 'refused', problemsOfRow(ordered.own, error.details ?? [])));
  }
}

const without = (
  row: number,
  line: number | null,
  state: MailMergeRow['state'],
  problems: Detail[] = [],
): MailMergeRow => ({ row, line, state, letter_id: null, total: null, problems });

/** Drops a row without a letter first, so that no letter can be made from it. */
async function cancelRow(
  deps: WorkOnBatchDeps,
  batch: LetterBatch,
  row: number,
  known: MailMergeRow | undefined,
  files: QuotedFiles,
): Promise<void> {
  const { mailMerges } = deps;
  const { account_id, id } = batch;
  if (!known) await mailMerges.endRow(batch, without(row, (await files.row(row))?.line ?? null, 'dropped'));
  const [result] = known ? [known] : await mailMerges.results({ account_id, mail_merge_id: id, first: row, last: row });
  if (result?.state !== 'created') return;
  try {
    await cancelLetter(deps, account_id, result.letter_id!);
    await mailMerges.settleRow(batch, result, 'canceled');
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'letter_not_cancelable') throw error;
    await mailMerges.settleRow(batch, result, 'kept');
  }
}

/** Counts the results of a slice, and ends the batch after the last one. */
async function endSlice(
  deps: WorkOnBatchDeps,
  { account_id, id }: LetterBatch,
  checked: LetterBatchSlice,
): Promise<void> {
  const { first, last, slice } = checked;
  const results = await deps.mailMerges.results({ account_id, mail_merge_id: id, first, last });
  const made = results.reduce((sum, { letter_id, total }) => sum + (letter_id === null ? 0 : (total ?? 0)), 0);
  await deps.letterBatches.noteTally({ account_id, id }, slice, { tally: tallyOf(results), made });
  for (;;) {
    const found = await deps.mailMerges.find(account_id, id);
    if (!found || !isVersionedBatch(found) || !isInProgress(found.mailMerge)) return;
    const { mailMerge: batch } = found;
    const slices = await deps.letterBatches.slices(batch);
    if (!slices.every((each) => isSettled(each, batch.status === 'canceling'))) return;
    if (await finishBatch(deps, found, slices)) return;
  }
}

/** A row of each slice that needs more work. */
export async function openRowsOfBatch(
  deps: { letterBatches: Pick<LetterBatches, 'slices'> },
  batch: LetterBatch,
): Promise<number[]> {
  const slices = await deps.letterBatches.slices(batch);
  const done = slices.filter((each) => batch.status === 'checking' || isSettled(each, batch.status === 'canceling'));
  const settled = new Set(done.map(({ slice }) => slice));
  const count = Math.ceil(batch.rows / SLICE_ROWS);
  return Array.from({ length: count }, (_, slice) => slice)
    .filter((slice) => !settled.has(slice))
    .map((slice) => slice * SLICE_ROWS + 1);
}

import { batchMoney } from '../../adapters/data/mailings/letter-batches.ts';
import type { VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import type { EventType } from '../../core/domain/events.ts';
import { createId } from '../../core/domain/ids.ts';
import { type LetterBatch, restOf, tallyOfSlices } from '../../core/domain/letter-batches.ts';
import { type MailMergeMove, moveMailMerge } from '../../core/domain/mail-merges.ts';
import { eventOf } from '../../core/resources/event.ts';
import { letterBatchResource } from '../../core/resources/letter-batch.ts';
import type { LetterBatchSlice } from '../../core/schemas/letter-batch.ts';
import type { LetterBatchDeps } from './letter-batch-deps.ts';
import { removeFiles } from './manifest.ts';

export type VersionedBatch = VersionedMailMerge & { mailMerge: LetterBatch };

const eventTypes = {
  quoted: 'letter_batch.quoted',
  done: 'letter_batch.completed',
  canceled: 'letter_batch.canceled',
  failed: 'letter_batch.failed',
} as const satisfies Record<string, EventType>;

type Ending = Exclude<MailMergeMove, { to: 'checking' | 'sending' | 'canceling' | 'paused' }>;

type EndDeps = Pick<LetterBatchDeps, 'letterBatches' | 'batchFiles' | 'now' | 'randomBytes'>;

/**
 * Moves a letter batch out of work, with its event and the refund of what it charged for rows without a letter, in one
 * transaction (rule LBT-8).
 * @param refund centavos
 * @returns false, with nothing written, if it changed since it was read
 */
export async function endBatch(
  { letterBatches, now, randomBytes }: Omit<EndDeps, 'batchFiles'>,
  before: VersionedBatch,
  move: Ending,
  { slices = [], refund = 0 }: { slices?: readonly LetterBatchSlice[]; refund?: number } = {},
): Promise<boolean> {
  const after = moveMailMerge(before.mailMerge, move);
  if (!after) return false;
  const created_at = now();
  const event = eventOf(
    {
      id: createId('event', created_at, randomBytes),
      account_id: after.account_id,
      type: eventTypes[move.to],
      created_at,
    },
    letterBatchResource(after, after.tally ?? tallyOfSlices(slices)),
  );
  const money = refund > 0 ? batchMoney(before.mailMerge, 'refund', refund) : undefined;
  return letterBatches.end(before, after, { event, refund: money });
}

/**
 * Ends the sending or the cancellation once no row needs more work. Removes the files first: if it is killed in between,
 * the message is delivered again.
 * @param slices as read after the last result
 */
export async function finishBatch(
  deps: EndDeps,
  before: VersionedBatch,
  slices: readonly LetterBatchSlice[],
): Promise<boolean> {
  const { mailMerge: batch } = before;
  const tally = tallyOfSlices(slices);
  const refund = restOf(batch, slices) - batch.batch.refunded;
  const part = { refunded: batch.batch.refunded + refund, ended_at: deps.now() };
  await removeFiles(deps, batch);
  const to = batch.status === 'canceling' ? 'canceled' : 'done';
  return endBatch(deps, before, { to, tally, batch: part }, { slices, refund });
}

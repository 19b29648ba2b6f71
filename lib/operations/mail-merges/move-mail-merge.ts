import type { MailMerges, VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { EventNotice } from '../../core/domain/events.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { type MailMergeMove, moveMailMerge } from '../../core/domain/mail-merges.ts';
import { Problem } from '../../core/domain/problems.ts';
import { MINUTE_MS } from '../../core/domain/units.ts';
import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';
import type { ShowBatchDeps } from '../letter-batches/show-letter-batch.ts';

export interface MoveMailMergeDeps extends ShowBatchDeps {
  mailMerges: Pick<MailMerges, 'find' | 'move' | 'tally'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/** A person's request, with the response that its transaction commits. */
export interface Request<Resource extends object = MailMergeResource> {
  toResponse: (resource: Resource) => PendingResponse;
}

/** The mark in the outbox that starts work on the rows. */
export const startOfWork = (
  { account_id, id }: Pick<MailMerge, 'account_id' | 'id'>,
  at: number,
  random: RandomBytes,
): EventNotice<'mail_merge.started'> => ({
  event_id: createId('event', at, random),
  account_id,
  object_id: id,
  type: 'mail_merge.started',
});

type StartOfWork = Extract<MailMergeMove, { at: number }>;

/** Rows queued as recently are still on their way: asking for them again changes nothing. */
const JUST_QUEUED_MS = MINUTE_MS;

/**
 * Starts work on the rows: sending or canceling them. The transaction of the move includes the outbox mark for the
 * queue, so no confirmation is left without a message.
 * @param judge returns the move at an instant, `again` to queue the rows of one in progress once more, or undefined if
 * nothing is needed; called again after a lost race
 * @param show the resource of the response
 * @throws Problem resource_not_found, and the errors of `judge`
 */
export async function startWork<Resource extends object>(
  deps: Omit<MoveMailMergeDeps, keyof ShowBatchDeps> & { mailMerges: Pick<MailMerges, 'find' | 'move'> },
  accountId: string,
  id: string,
  judge: (mailMerge: MailMerge, at: number) => Promise<StartOfWork | 'again' | undefined>,
  { toResponse }: Request<Resource>,
  show: (mailMerge: MailMerge) => Promise<Resource>,
): Promise<Resource> {
  const { mailMerges, now, randomBytes } = deps;
  for (;;) {
    const before = await mailMerges.find(accountId, id);
    if (!before) throw new Problem('resource_not_found');
    const at = now();
    const move = await judge(before.mailMerge, at);
    const after = move === 'again' ? again(before, at) : move && moveMailMerge(before.mailMerge, move);
    if (!after) return show(before.mailMerge);
    const resource = await show(after);
    const notice = startOfWork(after, at, randomBytes);
    if (await mailMerges.move(before, after, { notice, response: toResponse(resource) })) return resource;
  }
}

/** The mail merge when its rows are queued again; undefined if they are on their way. */
function again({ mailMerge, work }: VersionedMailMerge, at: number): MailMerge | undefined {
  return work !== null && at - work.queued_at < JUST_QUEUED_MS ? undefined : mailMerge;
}

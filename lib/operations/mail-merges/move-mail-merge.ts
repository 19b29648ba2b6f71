import type { MailMerges } from '../../adapters/data/mail-merges.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { type MailMergeMove, moveMailMerge } from '../../core/domain/mail-merges.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';
import { showMailMerge } from './show-mail-merge.ts';

export interface MoveMailMergeDeps {
  mailMerges: Pick<MailMerges, 'find' | 'move' | 'tally'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/** A person's request, with the response that its transaction commits. */
export interface Request {
  toResponse: (resource: MailMergeResource) => PendingResponse;
}

/**
 * Starts work on the rows: sending or canceling them. The transaction of the move includes the outbox mark for the
 * queue, so no confirmation is left without a message.
 * @param judge returns the move at an instant, or undefined if none is needed; called again after a lost race
 * @throws Problem resource_not_found, and the errors of `judge`
 */
export async function startWork(
  deps: MoveMailMergeDeps,
  accountId: string,
  id: string,
  judge: (mailMerge: MailMerge, at: number) => Promise<Extract<MailMergeMove, { at: number }> | undefined>,
  { toResponse }: Request,
): Promise<MailMergeResource> {
  const { mailMerges, now, randomBytes } = deps;
  for (;;) {
    const before = await mailMerges.find(accountId, id);
    if (!before) throw new Problem('resource_not_found');
    const at = now();
    const move = await judge(before.mailMerge, at);
    const after = move && moveMailMerge(before.mailMerge, move);
    if (!after) return showMailMerge(deps, before.mailMerge);
    const resource = await showMailMerge(deps, after);
    const notice = {
      event_id: createId('event', at, randomBytes),
      account_id: accountId,
      object_id: id,
      type: 'mail_merge.started' as const,
    };
    if (await mailMerges.move(before, after, { notice, response: toResponse(resource) })) return resource;
  }
}

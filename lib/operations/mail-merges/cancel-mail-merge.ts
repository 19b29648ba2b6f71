import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';
import { type MoveMailMergeDeps, type Request, startWork } from './move-mail-merge.ts';
import { showMailMerge } from './show-mail-merge.ts';

/**
 * Drops the waiting rows and cancels the letters that can still be canceled (rules DASH-13 and LBT-9). Canceling twice is
 * not an error, nor is canceling a letter batch that has failed.
 * @throws Problem resource_not_found
 */
export function cancelMailMerge(
  deps: MoveMailMergeDeps,
  accountId: string,
  id: string,
  request: Request,
): Promise<MailMergeResource> {
  return startWork(deps, accountId, id, judgeCancellation, request, (found) => showMailMerge(deps, found));
}

/** See `startWork`. */
export async function judgeCancellation({ status }: MailMerge, at: number) {
  if (status === 'canceled' || status === 'failed') return undefined;
  return status === 'canceling' ? 'again' : ({ to: 'canceling', at } as const);
}

import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';
import { type MoveMailMergeDeps, type Request, startWork } from './move-mail-merge.ts';

/**
 * Drops the waiting rows and cancels the letters that can still be canceled (rule DASH-13). Canceling twice is not an
 * error.
 * @throws Problem resource_not_found
 */
export function cancelMailMerge(
  deps: MoveMailMergeDeps,
  accountId: string,
  id: string,
  request: Request,
): Promise<MailMergeResource> {
  const judge = async ({ status }: MailMerge, at: number) => {
    if (status === 'canceled') return undefined;
    return status === 'canceling' ? 'again' : ({ to: 'canceling', at } as const);
  };
  return startWork(deps, accountId, id, judge, request);
}

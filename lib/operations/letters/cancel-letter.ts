import { Problem } from '../../core/domain/problems.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import type { MoveOptions } from '../mailings/move-mailing.ts';
import { type MoveLetterDeps, moveLetterTo } from './move-letter.ts';

/**
 * Cancels a letter before production and refunds its charge. Canceling twice is not an error (rule LTR-10).
 * @returns `moved` is false when the letter was canceled before
 * @throws Problem resource_not_found, letter_not_cancelable
 */
export async function cancelLetter(
  deps: MoveLetterDeps,
  accountId: string,
  letterId: string,
  options: Pick<MoveOptions<LetterResource>, 'toResponse'> = {},
): Promise<{ moved: boolean; resource: LetterResource }> {
  const found = await deps.letters.find(accountId, letterId);
  if (!found) throw new Problem('resource_not_found');
  const outcome = await moveLetterTo(deps, found, { trigger: 'cancel', reason: 'requested' }, options);
  const { status } = outcome.mailing;
  if (!outcome.moved && status !== 'canceled') throw new Problem('letter_not_cancelable', { values: { status } });
  return outcome;
}

import { Problem } from '../../core/domain/problems.ts';
import type { VerificationStatus } from '../../core/domain/verification-statuses.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';
import type { MoveOptions } from '../mailings/move-mailing.ts';
import { type MoveVerificationDeps, moveVerificationTo } from './move-verification.ts';

/** Statuses in which canceling again is not an error (rule VER-12). */
const over: readonly VerificationStatus[] = ['canceled', 'revoked'];

/**
 * Ends a verification: before production it is canceled and refunded, later it is revoked (rule VER-10). A verification that
 * the service cannot produce is canceled and refunded until it is posted.
 * @param trigger who cancels: `cancel` the customer, `give_up` the service
 * @returns `moved` is false when it was already canceled or revoked
 * @throws Problem resource_not_found, verification_not_cancelable
 */
export async function cancelVerification(
  deps: MoveVerificationDeps,
  accountId: string,
  verificationId: string,
  trigger: 'cancel' | 'give_up',
  options: Pick<MoveOptions<VerificationResource>, 'toResponse'> = {},
): Promise<{ moved: boolean; resource: VerificationResource }> {
  const found = await deps.verifications.find(accountId, verificationId);
  if (!found) throw new Problem('resource_not_found');
  const outcome = await moveVerificationTo(deps, found, { trigger }, options);
  const { status } = outcome.mailing;
  if (!outcome.moved && !over.includes(status))
    throw new Problem('verification_not_cancelable', { values: { status } });
  return outcome;
}

import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { type WaitResult, waitResult } from '../../adapters/workflows/mailing-workflow.ts';
import { verificationDueAt } from '../../core/domain/verifications.ts';
import { type MoveVerificationDeps, moveVerificationTo } from './move-verification.ts';

export interface Deps extends MoveVerificationDeps {
  verifications: Pick<Verifications, 'find' | 'change'>;
}

/** The message of a verification's state machine when the end of the 60 days is near, and at the end. */
export interface ExpiryRequest {
  account_id: string;
  verification_id: string;
  task_token: string;
}

/**
 * Expires a verification that was not confirmed in time (rule VER-11), or notifies its company once that the end is
 * near (VER-18). A verification that has ended otherwise, or is not due yet, stays unchanged; the response says when to
 * check again.
 * @returns the input of the state machine's next state
 */
export async function expireVerification(
  deps: Deps,
  { account_id, verification_id }: Omit<ExpiryRequest, 'task_token'>,
): Promise<WaitResult> {
  const found = await deps.verifications.find(account_id, verification_id);
  if (!found) throw new Error(`verification ${verification_id} does not exist`);
  const expired = await moveVerificationTo(deps, found, { trigger: 'expire' });
  const { mailing } = expired.moved ? expired : await moveVerificationTo(deps, expired, { trigger: 'give_notice' });
  return waitResult(mailing.status, verificationDueAt(mailing));
}

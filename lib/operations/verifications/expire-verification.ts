import type { Verifications } from '../../adapters/data/verifications.ts';
import { type MailingWorkflowAnswer, workflowAnswer } from '../../adapters/workflows/mailing-workflow.ts';
import { verificationDueAt } from '../../core/domain/verifications.ts';
import { type MoveVerificationDeps, moveVerificationTo } from './move-verification.ts';

export interface Deps extends MoveVerificationDeps {
  verifications: Pick<Verifications, 'find' | 'change'>;
}

/** What the verification's state machine asks for when the end of the 60 days is near, and when they are over. */
export interface ExpiryRequest {
  account_id: string;
  verification_id: string;
  task_token: string;
}

/**
 * Expires a verification that nobody confirmed in time (rule VER-11), or tells its company once that the end is near (VER-18). A
 * verification that has ended otherwise, or whose time has not come, stays as it is; the answer says when to ask again.
 * @returns the input of the state machine's next state
 */
export async function expireVerification(
  deps: Deps,
  { account_id, verification_id }: Omit<ExpiryRequest, 'task_token'>,
): Promise<MailingWorkflowAnswer> {
  const found = await deps.verifications.find(account_id, verification_id);
  if (!found) throw new Error(`verification ${verification_id} does not exist`);
  const expired = await moveVerificationTo(deps, found, { trigger: 'expire' });
  const { mailing } = expired.moved ? expired : await moveVerificationTo(deps, expired, { trigger: 'give_notice' });
  return workflowAnswer(mailing.status, verificationDueAt(mailing));
}

import { NoTimestamp } from '../../adapters/evidence/timestamp-authority.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';
import { freezeEvidence } from './freeze-evidence.ts';
import { stampEvidence, type StampEvidenceDeps } from './stamp-evidence.ts';

/**
 * The evidence of a mailing. A missing time stamp does not block it; a later request may add it.
 * @throws Problem resource_not_found, letter_not_final, verification_not_final
 */
export async function readEvidence<M extends Mailing, E extends AnyEvidence>(
  deps: StampEvidenceDeps<M, E> & { reportUnstamped: (mailingId: string, failure: NoTimestamp) => void },
  accountId: string,
  mailingId: string,
): Promise<E> {
  try {
    return await stampEvidence(deps, accountId, mailingId);
  } catch (error) {
    if (!(error instanceof NoTimestamp)) throw error;
    deps.reportUnstamped(mailingId, error);
    return freezeEvidence(deps, accountId, mailingId);
  }
}

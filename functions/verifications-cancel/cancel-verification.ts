import { completionWrite } from '../../lib/data/idempotency-records.ts';
import type { Table } from '../../lib/data/table.ts';
import { Problem } from '../../lib/domain/problems.ts';
import type { VerificationStatus } from '../../lib/domain/verifications.ts';
import type { Answer, ApiRequest } from '../../lib/http/api-handler.ts';
import { moveVerificationTo, type MoveVerificationDeps } from '../../lib/operations/move-verification.ts';

export interface Deps extends MoveVerificationDeps {
  table: Table;
}

/** Canceling once more is not an error (decisions, Shapes). */
const over: readonly VerificationStatus[] = ['canceled', 'revoked'];

/**
 * Cancels a verification before production, with its price given back, or revokes it from then on (spec, States).
 * @throws Problem resource_not_found, verification_not_cancelable
 */
export async function cancelVerification(deps: Deps, { accountId, path, idempotency }: ApiRequest): Promise<Answer> {
  const found = await deps.verifications.find(accountId, path.verification_id);
  if (!found) throw new Problem('resource_not_found');
  const { record } = idempotency;
  const { moved, mailing, resource } = await moveVerificationTo(
    deps,
    found,
    { trigger: 'cancel' },
    { completion: (body) => record && completionWrite(deps.table, record, { status: 200, body }) },
  );
  if (!moved && !over.includes(mailing.status)) throw new Problem('verification_not_cancelable');
  return { status: 200, body: resource, committed: moved && record !== undefined };
}

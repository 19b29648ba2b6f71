import { completionOf } from '../../lib/adapters/data/idempotency-records.ts';
import type { Table } from '../../lib/adapters/data/table.ts';
import type { Answer, ApiRequest } from '../../lib/adapters/http/api-handler.ts';
import { cancelVerification } from '../../lib/operations/verifications/cancel-verification.ts';
import type { MoveVerificationDeps } from '../../lib/operations/verifications/move-verification.ts';

export interface Deps extends MoveVerificationDeps {
  table: Table;
}

/** @throws Problem resource_not_found, verification_not_cancelable */
export async function answerCancel(deps: Deps, { accountId, path, call }: ApiRequest): Promise<Answer> {
  const { moved, resource } = await cancelVerification(deps, accountId, path.verification_id, 'cancel', {
    completion: (body) => completionOf(deps.table, call, { status: 200, body }),
  });
  return { status: 200, body: resource, committed: moved && call.record !== undefined };
}

import { completionOf } from '../../adapters/data/idempotency-records.ts';
import type { Table } from '../../adapters/data/table.ts';
import type { Answer, ApiRequest } from '../../adapters/http/api-handler.ts';
import { Problem } from '../../core/domain/problems.ts';
import { digitsOfCode } from '../../core/domain/verification-codes.ts';
import { confirmedByApi } from '../../core/domain/verifications.ts';
import { verificationCheckResource } from '../../core/resources/verification.ts';
import { checkCode, type CheckDeps } from './check-code.ts';

export interface Deps extends CheckDeps {
  table: Table;
}

/**
 * Checks a code. A wrong one is no error: it takes one of the five tries (rule VER-13). The answer under the
 * Idempotency-Key is stored in the transaction that counts the try, so that each request counts once.
 * @throws Problem resource_not_found, verification_not_awaiting_code
 */
export async function checkVerification(
  deps: Deps,
  { accountId, path, body, call }: ApiRequest<{ code: string }>,
): Promise<Answer> {
  const found = await deps.verifications.find(accountId, path.verification_id);
  if (!found) throw new Problem('resource_not_found');
  const { counted, correct, resource } = await checkCode(
    deps,
    found,
    digitsOfCode(body.code),
    confirmedByApi,
    (isCorrect, verification) =>
      completionOf(deps.table, call, { status: 200, body: verificationCheckResource(isCorrect, verification) }),
  );
  if (!counted) throw new Problem('verification_not_awaiting_code');
  return { status: 200, body: verificationCheckResource(correct, resource), committed: call.record !== undefined };
}

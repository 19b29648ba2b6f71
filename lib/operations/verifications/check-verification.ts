import type { PendingResponse } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';
import { digitsOfCode } from '../../core/domain/verification-codes.ts';
import { confirmedByApi } from '../../core/domain/verifications.ts';
import { verificationCheckResource } from '../../core/resources/verification.ts';
import { checkCode, type CheckDeps } from './check-code.ts';

/** A code to check, and its call. */
export interface CodeCheckOrder {
  accountId: string;
  verificationId: string;
  /** Six digits, possibly with blanks and dashes. */
  code: string;
  toResponse: (body: object) => PendingResponse;
}

/**
 * Checks a code. A wrong code is not an error: it uses one of the five tries (rule VER-13). The response is committed
 * in the transaction that counts the try, so that each request counts once.
 * @throws Problem resource_not_found, verification_not_awaiting_code
 */
export async function checkVerification(
  deps: CheckDeps,
  { accountId, verificationId, code, toResponse }: CodeCheckOrder,
) {
  const found = await deps.verifications.find(accountId, verificationId);
  if (!found) throw new Problem('resource_not_found');
  const { counted, correct, resource } = await checkCode(
    deps,
    found,
    digitsOfCode(code),
    confirmedByApi,
    (isCorrect, verification) => toResponse(verificationCheckResource(isCorrect, verification)),
  );
  if (!counted) throw new Problem('verification_not_awaiting_code', { values: { status: resource.status } });
  return verificationCheckResource(correct, resource);
}

import type { Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { VerificationCodes } from '../../adapters/verification-codes/codes.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { networkOf } from '../../core/domain/networks.ts';
import type { Confirmer, Verification } from '../../core/domain/verifications.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';
import { sha256 } from '../../core/sha256.ts';
import { type MoveVerificationDeps, moveVerificationTo } from './move-verification.ts';

export interface CheckDeps extends MoveVerificationDeps {
  codes: Pick<VerificationCodes, 'matches'>;
}

/** The outcome of a check: whether it counted as a try, and the verification after it. */
export interface CodeCheck {
  counted: boolean;
  correct: boolean;
  verification: Verification;
  resource: VerificationResource;
}

/**
 * Checks a code sent by API or on the hosted page. A wrong code uses a try, a right one verifies. After the 60 days
 * neither happens, and the expiry is recorded if it was not yet (rule VER-11).
 * @param code six digits
 * @param toResponse the call's response, committed with the try
 */
export async function checkCode(
  deps: CheckDeps,
  found: Versioned<Verification>,
  code: string,
  confirmer: Confirmer,
  toResponse: (correct: boolean, resource: VerificationResource) => PendingResponse,
): Promise<CodeCheck> {
  const { id, code_mac } = found.mailing;
  const correct = await deps.codes.matches(id, code, code_mac);
  const checked = await moveVerificationTo(
    deps,
    found,
    { trigger: correct ? 'confirm' : 'refuse_code', confirmer, network_hash: networkHash(found.mailing, confirmer) },
    { toResponse: (resource) => toResponse(correct, resource) },
  );
  if (checked.moved) return { counted: true, correct, verification: checked.mailing, resource: checked.resource };
  const { mailing: verification, resource } = await moveVerificationTo(deps, checked, { trigger: 'expire' });
  return { counted: false, correct: false, verification, resource };
}

/** Shows whether two attempts share a network, not which one: each verification has its own salt. */
function networkHash({ network_salt }: Verification, { ip }: Confirmer): string | undefined {
  const network = networkOf(ip);
  return network === null || network_salt === undefined ? undefined : sha256(`${network_salt} ${network}`);
}

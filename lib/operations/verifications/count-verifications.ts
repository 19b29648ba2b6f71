import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { notAllowed, Problem } from '../../core/domain/problems.ts';
import { figuresOf, MOST_COUNTED } from '../../core/domain/verification-figures.ts';
import { type VerificationStatus, verificationStatuses } from '../../core/domain/verification-statuses.ts';

export interface CountDeps {
  verifications: Pick<Verifications, 'idsInStatus' | 'daysToConfirm'>;
}

/**
 * Statistics of the verifications created in a period, instants in epoch milliseconds. Statuses are read one after
 * another in the order of a verification's life, so that one that moves in the meantime is found twice rather than
 * never.
 * @throws Problem invalid_parameters for a period with more verifications than one request counts
 */
export async function countVerifications(
  { verifications }: CountDeps,
  accountId: string,
  period: { createdAfter?: number; createdBefore?: number },
): Promise<ReturnType<typeof figuresOf>> {
  const inStatus: [VerificationStatus, string][] = [];
  for (const status of verificationStatuses) {
    const limit = MOST_COUNTED + 1 - inStatus.length;
    const ids = await verifications.idsInStatus(accountId, status, { ...period, limit });
    inStatus.push(...ids.map((id): [VerificationStatus, string] => [status, id]));
    if (inStatus.length > MOST_COUNTED)
      throw Problem.invalid([
        { param: 'created_after', ...notAllowed({ reason: 'long_period', maximum: MOST_COUNTED }) },
      ]);
  }
  const confirmed = await verifications.daysToConfirm(accountId, { ...period, limit: MOST_COUNTED });
  return figuresOf({ inStatus, confirmed });
}

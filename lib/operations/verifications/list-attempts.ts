import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { CodeAttempt, Verification } from '../../core/domain/verifications.ts';

export interface ListAttemptsDeps {
  verifications: Pick<Verifications, 'find'>;
}

/**
 * The requested attempts: instants in epoch milliseconds; `after` is the number of the previous page's last attempt.
 */
export interface AttemptPage {
  limit: number;
  after?: string;
  createdAfter?: number;
  createdBefore?: number;
}

/**
 * A page of a verification's attempts, newest first. There are at most five, stored in the verification.
 * @returns `next` is the number to continue after, null on the last page
 * @throws Problem resource_not_found
 */
export async function listAttempts(
  { verifications }: ListAttemptsDeps,
  accountId: string,
  verificationId: string,
  { limit, after = 'none', createdAfter = 0, createdBefore = Infinity }: AttemptPage,
): Promise<{ verification: Verification; rows: CodeAttempt[]; next: string | null }> {
  const found = await verifications.find(accountId, verificationId);
  if (!found) throw new Problem('resource_not_found');
  const { attempts = [] } = found.mailing;
  const wanted = attempts
    .filter(({ at }) => at >= createdAfter && at < createdBefore)
    .filter(({ number }) => after === 'none' || number < Number(after))
    .reverse();
  const rows = wanted.slice(0, limit);
  return { verification: found.mailing, rows, next: wanted.length > limit ? String(rows.at(-1)!.number) : null };
}

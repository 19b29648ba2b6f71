import type { PrintReport } from '../../adapters/production/print-report.ts';
import type { Verification, VerificationMove } from '../../core/domain/verifications.ts';
import { type Outcome, refused } from './outcome.ts';

/** The transition a report asks for from where the verification stands, or why there is none. */
export function verificationMove({ status, reached }: Verification, report: PrintReport): VerificationMove | Outcome {
  if (reached.awaiting_code !== undefined)
    return report.status === 'failed' ? refused('verification_posted') : { result: 'already_applied' };
  // Of those in a batch, only the service itself cancels, after a failure.
  if (status === 'canceled')
    return report.status === 'failed' ? { result: 'already_applied' } : refused('verification_canceled');
  // Its letter is posted all the same, and nothing is awaited from it.
  if (status === 'revoked') return refused('verification_revoked');
  switch (report.status) {
    case 'printed':
      // Printing is no status of a verification.
      return { result: 'already_applied' };
    case 'posted':
      return { trigger: 'post' };
    case 'failed':
      return { trigger: 'give_up' };
  }
}

import type { PrintReport } from '../../adapters/production/print-report.ts';
import type { Verification, VerificationMove } from '../../core/domain/verifications.ts';
import { type Outcome, refused } from './outcome.ts';

/** The transition for a report in the verification's current status, or the reason why it is rejected. */
export function verificationMove({ status, reached }: Verification, report: PrintReport): VerificationMove | Outcome {
  if (reached.awaiting_code !== undefined)
    return report.status === 'failed' ? refused('verification_posted') : { result: 'already_applied' };
  // Once in a batch, a verification is canceled only by the service, after a failure.
  if (status === 'canceled')
    return report.status === 'failed' ? { result: 'already_applied' } : refused('verification_canceled');
  // Its letter is still posted, but no code is awaited.
  if (status === 'revoked') return refused('verification_revoked');
  switch (report.status) {
    case 'printed':
      // A verification has no status for printing.
      return { result: 'already_applied' };
    case 'posted':
      return { trigger: 'post', reported_at: report.at, reported_line: report.written };
    case 'failed':
      return { trigger: 'give_up' };
  }
}

import type { ReportRefusal, ReportResult } from '../../adapters/production/print-report.ts';

/** The outcome of one line of a report. */
export type Outcome = Pick<ReportResult, 'result' | 'reason'>;

export function refused(reason: ReportRefusal): Outcome {
  return { result: 'refused', reason };
}

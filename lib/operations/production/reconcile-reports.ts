import type { Inbox, ReportFile } from '../../adapters/production/inbox.ts';
import type { ReportQueue } from '../../adapters/production/report-queue.ts';
import { DAY_MS, HOUR_MS } from '../../core/domain/units.ts';

export interface ReconcileReportsDeps {
  now: () => number;
  inbox: Pick<Inbox, 'arrivedSince' | 'isApplied'>;
  reports: Pick<ReportQueue, 'ask'>;
}

/**
 * A report is applied within seconds. If its function is killed, the queue redelivers its message after half an hour; a
 * long report continues from call to call.
 */
export const REPORT_GRACE_MS = HOUR_MS;

/** Eight searches cover each report. A report that keeps failing is a dead letter, which raises an alarm. */
const SEARCHED_MS = 2 * DAY_MS;

/**
 * Finds the print house's reports without a result, only from the bucket, and queues them: S3's message was lost or
 * deleted, or the call ended before it could queue the rest. Applying a report twice changes nothing (rule PRD-4).
 * @returns the keys of the reports
 */
export async function reconcileReports({ now, inbox, reports }: ReconcileReportsDeps): Promise<string[]> {
  const latest = now() - REPORT_GRACE_MS;
  const found: string[] = [];
  for await (const { file, at } of unappliedReports({ now, inbox })) {
    if (at > latest) continue;
    await reports.ask(file);
    found.push(file.key);
  }
  return found;
}

/** Reports without a result in the searched period, including those that are still too new; `at` is their arrival. */
export async function* unappliedReports({
  now,
  inbox,
}: Pick<ReconcileReportsDeps, 'now' | 'inbox'>): AsyncGenerator<{ file: ReportFile; at: number }> {
  for await (const page of inbox.arrivedSince(now() - SEARCHED_MS))
    for (const arrived of page) if (!(await inbox.isApplied(arrived.file))) yield arrived;
}

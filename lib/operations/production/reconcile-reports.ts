import type { Inbox, ReportFile } from '../../adapters/production/inbox.ts';
import type { ReportQueue } from '../../adapters/production/report-queue.ts';
import { DAY_MS, HOUR_MS } from '../../core/domain/units.ts';

export interface ReconcileReportsDeps {
  now: () => number;
  inbox: Pick<Inbox, 'arrivedSince' | 'isApplied'>;
  reports: Pick<ReportQueue, 'ask'>;
}

/**
 * A report is applied within seconds. One whose function was killed comes again after half an hour, as the queue's messages do;
 * a long one is handed on from call to call.
 */
export const REPORT_GRACE_MS = HOUR_MS;

/** Eight searches look for each report. One that keeps failing is among the dead letters, which have an alarm. */
const SEARCHED_MS = 2 * DAY_MS;

/**
 * Finds the reports of the print house that have no result, from the bucket alone, and has them applied: S3's message was lost,
 * somebody threw it away, or its call ended before it could hand the rest on. Applying one twice changes nothing (rule PRD-4).
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

/** Reports without a result that a search looks for, also those that are too young yet; `at` is their arrival. */
export async function* unappliedReports({
  now,
  inbox,
}: Pick<ReconcileReportsDeps, 'now' | 'inbox'>): AsyncGenerator<{ file: ReportFile; at: number }> {
  for await (const page of inbox.arrivedSince(now() - SEARCHED_MS))
    for (const arrived of page) if (!(await inbox.isApplied(arrived.file))) yield arrived;
}

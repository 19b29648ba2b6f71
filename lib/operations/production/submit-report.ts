import type { Inbox } from '../../adapters/production/inbox.ts';
import { createId } from '../../core/domain/ids.ts';
import type { Tools } from '../mailings/move-mailing.ts';

export interface SubmitReportDeps extends Tools {
  inbox: Pick<Inbox, 'drop' | 'readResult'>;
  /** Waits between two checks for the result. */
  pause: () => Promise<void>;
}

/** How many times it checks for the result of a report: with a pause of a second, for 15 minutes. */
const LOOKS = 900;

/**
 * Submits a report as the print house does: drops it into the inbox and waits for its result. The report is applied even if
 * the caller stops waiting.
 * @returns the report's file name, and its result as JSON lines, undefined while there is none
 */
export async function submitReport(
  deps: SubmitReportDeps,
  report: Uint8Array,
): Promise<{ name: string; result: string | undefined }> {
  const name = `${createId('request', deps.now(), deps.randomBytes)}.jsonl`;
  await deps.inbox.drop(name, report);
  for (let look = 0; look < LOOKS; look++) {
    const result = await deps.inbox.readResult(name);
    if (result !== undefined) return { name, result };
    await deps.pause();
  }
  return { name, result: undefined };
}

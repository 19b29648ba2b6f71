import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { MailMerges, VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import type { MailMergeQueue } from '../../adapters/queues/mail-merge-queue.ts';
import { isLetterBatch } from '../../core/domain/letter-batches.ts';
import { lookAtMailMerge, openSlices } from '../../core/domain/mail-merges.ts';
import { concurrently } from '../concurrently.ts';
import { findOpenRows, type OpenRowsDeps } from './work-on-slice.ts';

export interface ReconcileMailMergesDeps {
  mailMerges: Pick<MailMerges, 'toLookAt' | 'results' | 'noteLook'>;
  letterBatches: OpenRowsDeps['letterBatches'];
  accounts: Pick<Accounts, 'find'>;
  queue: MailMergeQueue;
  now: () => number;
  /** Called for each mail merge that could not be looked at; the next run looks at it again. */
  report: (error: unknown, mailMerge: { account_id: string; id: string }) => void;
}

/** A mail merge that stands still, and whose rows were queued again. */
export interface StandingMailMerge {
  account_id: string;
  id: string;
  /** Since when it got no result, epoch milliseconds. */
  since: number;
}

/** Mail merges of a run; the next run, a minute later, takes the others. */
const LOOKS = 100;
/** Mail merges looked at concurrently; each reads up to 10,000 rows. */
const AT_ONCE = 4;

/**
 * Finds the mail merges in progress that get no results, only from the table, and queues their open rows: after lost
 * messages, messages that became dead letters, and the restoration of the table.
 */
export async function reconcileMailMerges(deps: ReconcileMailMergesDeps): Promise<StandingMailMerge[]> {
  const looks = await concurrently(await deps.mailMerges.toLookAt(LOOKS), AT_ONCE, async (found) => {
    try {
      return await look(deps, found);
    } catch (error) {
      deps.report(error, found.mailMerge);
      return [];
    }
  });
  return looks.flat();
}

async function look(deps: ReconcileMailMergesDeps, found: VersionedMailMerge): Promise<StandingMailMerge[]> {
  const { mailMerges, queue, now } = deps;
  const { mailMerge } = found;
  const open = await findOpenRows(deps, mailMerge);
  const seen = lookAtMailMerge(found.work!, open.length, now());
  // Queues before it writes: a run that dies in between repeats it, which is harmless.
  if (seen.standingSince !== null) await queue.send(openSlices(mailMerge, open));
  await mailMerges.noteLook(found, seen);
  const { account_id, id } = mailMerge;
  if (seen.standingSince === null) return [];
  // A letter batch of a suspended account waits, and nobody has to look for a cause.
  if (isLetterBatch(mailMerge) && (await deps.accounts.find(account_id))?.suspended) return [];
  return [{ account_id, id, since: seen.standingSince }];
}

import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { mailingPartition } from '../../adapters/data/table/keys.ts';
import { type MailingWorkflow, waitResult } from '../../adapters/workflows/mailing-workflow.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import { type Mailing, mailingDueAt } from '../../core/domain/mailings.ts';
import { statusSince } from '../../core/domain/print-batches.ts';
import { MINUTE_MS } from '../../core/domain/units.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface ReconcileDeps {
  now: () => number;
  /** Mailings of an account in a status, page by page; the list may be stale. */
  inStatus: (accountId: string, kind: MailingKind, status: Mailing['status']) => AsyncIterable<VersionedMailing[]>;
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  workflows: Record<MailingKind, Pick<MailingWorkflow, 'restore' | 'answer'>>;
}

/** Statuses in which a mailing needs its execution. */
export const NEEDING_EXECUTION: Record<MailingKind, readonly Mailing['status'][]> = {
  letter: ['scheduled', 'received', 'in_production', 'printed'],
  verification: ['received', 'in_production', 'awaiting_code'],
};

/**
 * A younger mailing may still wait in the queue of starts: a quarter of an hour of 300 starts a second takes half an
 * hour at 150 a second.
 */
export const RECONCILED_AFTER_MS = 45 * MINUTE_MS;
/** A charge at 06:00 is overdue for the run at 06:10; one that waits in its queue has an execution, which stays. */
const OVERDUE_AFTER_MS = 5 * MINUTE_MS;

/**
 * Finds the mailings of an account that lack an execution, only from the table, and starts it: after a lost start, or
 * an execution that ended too early or was stopped by hand. A running execution that missed a change is notified.
 * @returns the ids of the mailings whose execution was started
 */
export async function reconcileLifecycles(deps: ReconcileDeps, accountId: string): Promise<string[]> {
  const now = deps.now();
  const started: string[] = [];
  for (const kind of Object.keys(NEEDING_EXECUTION) as MailingKind[]) {
    for (const status of NEEDING_EXECUTION[kind]) {
      for await (const page of deps.inStatus(accountId, kind, status)) {
        for (const { mailing } of page.filter((found) => isSuspect(found, now))) {
          const found = await findMailing(deps, mailing);
          if (!found || !isSuspect(found, now) || found.mailing.status !== status) continue;
          if (await ensureExecution(deps.workflows[kind], found, mailingPartition(accountId, kind)))
            started.push(mailing.id);
        }
      }
    }
  }
  return started;
}

/** Whether no execution has ever waited for this mailing, or one waits for something that happened long ago. */
function isSuspect({ mailing, wait }: VersionedMailing, now: number): boolean {
  if (statusSince(mailing) > now - RECONCILED_AFTER_MS) return false;
  const due = mailingDueAt(mailing);
  return wait === null || wait.status !== mailing.status || (due !== null && due <= now - OVERDUE_AFTER_MS);
}

/** @returns true when an execution was started */
async function ensureExecution(
  workflow: Pick<MailingWorkflow, 'restore' | 'answer'>,
  { mailing, wait }: VersionedMailing,
  partition: string,
): Promise<boolean> {
  const due = mailingDueAt(mailing);
  if ((await workflow.restore(mailing, partition, due)) === 'started') return true;
  if (wait !== null && wait.status !== mailing.status)
    await workflow.answer(wait.task_token, wait.status, waitResult(mailing.status, due));
  return false;
}

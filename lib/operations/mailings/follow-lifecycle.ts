import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { mailingPartition } from '../../adapters/data/table/keys.ts';
import { type MailingWorkflow, waitResult } from '../../adapters/workflows/mailing-workflow.ts';
import type { EventNotice, EventType } from '../../core/domain/events.ts';
import { type MailingKind, mailingKindOf } from '../../core/domain/mailing-fields.ts';
import { mailingDueAt } from '../../core/domain/mailings.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface Deps {
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  workflows: Record<MailingKind, Pick<MailingWorkflow, 'start' | 'answer'>>;
}

/**
 * Events that begin a mailing's lifecycle. A scheduled letter is received later, when its machine is already running.
 */
const BEGINNINGS: readonly EventType[] = ['letter.scheduled', 'letter.received', 'verification.received'];

/** Events that may change the due time of a scheduled letter without changing the status. */
const EDITS: readonly EventType[] = ['letter.updated'];

/**
 * Keeps a mailing's state machine in step with the table. An event only triggers a new look, so it may be repeated,
 * late or out of order: it ends the stored wait with the mailing's current status. A mailing with a wait already has
 * its machine, and a machine that already waits in the current status need not be woken. At six o'clock this saves one
 * start for each letter, and Step Functions limits the starts per second.
 */
export async function followMailing(
  deps: Deps,
  { event_id, account_id, object_id: id, type }: EventNotice,
): Promise<void> {
  const found = await findMailing(deps, { account_id, id });
  if (!found) throw new Error(`event ${event_id} tells of ${id}, which does not exist`);
  const { mailing, wait } = found;
  const kind = mailingKindOf(id);
  const workflow = deps.workflows[kind];
  const due = mailingDueAt(found.mailing);
  if (wait === null) {
    if (BEGINNINGS.includes(type)) await workflow.start(mailing, mailingPartition(account_id, kind), due);
  } else if (wait.status !== mailing.status || (wait.status === 'scheduled' && EDITS.includes(type))) {
    await workflow.answer(wait.task_token, wait.status, waitResult(mailing.status, due));
  }
}

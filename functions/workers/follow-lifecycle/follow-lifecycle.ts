import type { Letters } from '../../../lib/data/letters.ts';
import { mailingPartition } from '../../../lib/data/keys.ts';
import type { EventNotice, EventType } from '../../../lib/domain/events.ts';
import type { LetterWorkflow } from '../../../lib/workflows/letter-workflow.ts';

export interface Deps {
  letters: Pick<Letters, 'find'>;
  workflow: LetterWorkflow;
}

/** Events with which a letter's life begins; a scheduled one is received later, when its machine already runs. */
const BEGINNINGS: readonly EventType[] = ['letter.scheduled', 'letter.received'];

/**
 * Keeps a letter's state machine in step with the table. A nudge says "look again" and nothing more, so it may come twice,
 * late or out of order: it completes the stored wait with the letter's present status.
 */
export async function followLetter(deps: Deps, notice: EventNotice): Promise<void> {
  const found = await deps.letters.find(notice.account_id, notice.object_id);
  if (!found) throw new Error(`event ${notice.event_id} tells of ${notice.object_id}, which does not exist`);
  const { letter, task_token } = found;
  if (BEGINNINGS.includes(notice.type))
    await deps.workflow.start(letter, mailingPartition(letter.account_id, 'LETTERS'));
  if (task_token !== null) await deps.workflow.answer(task_token, { status: letter.status, look_again_at: null });
}

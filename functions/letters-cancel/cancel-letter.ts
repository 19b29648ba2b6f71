import { completionWrite } from '../../lib/data/idempotency-records.ts';
import type { Table } from '../../lib/data/table.ts';
import { Problem } from '../../lib/domain/problems.ts';
import type { Answer, ApiRequest } from '../../lib/http/api-handler.ts';
import { moveLetterTo, type MoveLetterDeps } from '../../lib/operations/move-letter.ts';

export interface Deps extends MoveLetterDeps {
  table: Table;
}

/**
 * Cancels a letter before production; what was charged goes back. Canceling twice is not an error (spec, States).
 * @throws Problem resource_not_found, letter_not_cancelable
 */
export async function cancelLetter(deps: Deps, { accountId, path, idempotency }: ApiRequest): Promise<Answer> {
  const found = await deps.letters.find(accountId, path.letter_id);
  if (!found) throw new Problem('resource_not_found');
  const { record } = idempotency;
  const { moved, mailing, resource } = await moveLetterTo(
    deps,
    found,
    { trigger: 'cancel', reason: 'requested' },
    { completion: (body) => record && completionWrite(deps.table, record, { status: 200, body }) },
  );
  if (!moved && mailing.status !== 'canceled') throw new Problem('letter_not_cancelable');
  return { status: 200, body: resource, committed: moved && record !== undefined };
}

import { completionOf } from '../../lib/adapters/data/idempotency-records.ts';
import type { Table } from '../../lib/adapters/data/table.ts';
import type { Answer, ApiRequest } from '../../lib/adapters/http/api-handler.ts';
import { cancelLetter } from '../../lib/operations/letters/cancel-letter.ts';
import type { MoveLetterDeps } from '../../lib/operations/letters/move-letter.ts';

export interface Deps extends MoveLetterDeps {
  table: Table;
}

/** @throws Problem resource_not_found, letter_not_cancelable */
export async function answerCancel(deps: Deps, { accountId, path, call }: ApiRequest): Promise<Answer> {
  const { moved, resource } = await cancelLetter(deps, accountId, path.letter_id, {
    completion: (body) => completionOf(deps.table, call, { status: 200, body }),
  });
  return { status: 200, body: resource, committed: moved && call.record !== undefined };
}

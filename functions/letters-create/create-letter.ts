import { completionOf } from '../../lib/adapters/data/idempotency-records.ts';
import type { Ledger } from '../../lib/adapters/data/ledger.ts';
import type { Letters } from '../../lib/adapters/data/letters.ts';
import type { Table } from '../../lib/adapters/data/table.ts';
import type { PrintFiles } from '../../lib/adapters/documents/print-files.ts';
import type { RandomBytes } from '../../lib/core/domain/ids.ts';
import { covers } from '../../lib/core/domain/ledger.ts';
import { previewOfLetter, type Letter } from '../../lib/core/domain/letters.ts';
import { chargeOf } from '../../lib/core/domain/mailings.ts';
import { priceOf, type PriceTable } from '../../lib/core/domain/prices.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import type { Answer, GatheringRequest } from '../../lib/adapters/http/api-handler.ts';
import { eventFor } from '../../lib/operations/move-mailing.ts';
import {
  prepareLetter,
  type LetterForm,
  type LetterOrder,
  type PrepareDeps,
  type PreparedLetter,
} from '../../lib/operations/prepare-letter.ts';
import { salted } from '../../lib/adapters/pdf/salt.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';

export interface Deps extends PrepareDeps {
  table: Table;
  letters: Pick<Letters, 'create'>;
  ledger: Pick<Ledger, 'balance'>;
  files: Pick<PrintFiles, 'store' | 'link'>;
  prices: PriceTable;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Creates a letter. Everything that can refuse comes first, then the file is stored, then one transaction makes the letter
 * with its charge, its event and the answer under the Idempotency-Key (design §4).
 * @throws Problem invalid_parameters, insufficient_balance
 */
export async function createLetter(deps: Deps, request: GatheringRequest<LetterOrder | LetterForm>): Promise<Answer> {
  const { account, now } = request;
  // Side by side, since neither needs the other: the balance costs no round trip of its own.
  const [prepared, balance] = await Promise.all([
    prepareLetter(deps, account, request.body, request.violations, now),
    deps.ledger.balance(account.id),
  ]);
  const { id, created_at } = request.identify('letter');
  const draft = newLetter(deps, request, prepared, { id, created_at });
  const charge = draft.status === 'received' ? chargeOf(draft) : undefined;
  // Asked before the file is stored, so that a refusal leaves nothing behind; the transaction decides.
  if (charge && !covers(balance, charge)) throw new Problem('insufficient_balance');

  const print_file = await deps.files.store(draft, salted(prepared.file, deps.randomBytes));
  const letter: Letter = { ...draft, print_file };
  const answer = { status: 201 as const, body: letterResource(letter, await deps.files.link(previewOfLetter(letter))) };
  await deps.letters.create({
    mailing: letter,
    event: eventFor(deps, letter, answer.body),
    charge,
    balance,
    upload: prepared.upload,
    completion: completionOf(deps.table, request.call, answer),
  });
  return { ...answer, committed: request.call.record !== undefined };
}

/** The letter without its file: scheduled where a send date is given, else received and to be charged at once. */
function newLetter(
  deps: Deps,
  { account, now }: Pick<GatheringRequest<object>, 'account' | 'now'>,
  prepared: PreparedLetter,
  identity: Pick<Letter, 'id' | 'created_at'>,
): Omit<Letter, 'print_file'> {
  const { file: _file, upload: _upload, ...order } = prepared;
  const status = order.send_date === null ? 'received' : 'scheduled';
  return {
    ...identity,
    ...order,
    account_id: account.id,
    status,
    price: priceOf(deps.prices[account.plan], order),
    cancellation_reason: null,
    failure_reason: null,
    tracking_code: null,
    batch_id: null,
    reached: status === 'received' ? { received: identity.created_at } : { scheduled: now },
  };
}

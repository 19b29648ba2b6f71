import { completionOf } from '../../adapters/data/idempotency-records.ts';
import type { Ledger } from '../../adapters/data/ledger.ts';
import type { Letters } from '../../adapters/data/letters.ts';
import type { Table } from '../../adapters/data/table.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Answer, GatheringRequest } from '../../adapters/http/api-handler.ts';
import { salted } from '../../adapters/pdf/salt.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { covers } from '../../core/domain/ledger.ts';
import { type Letter, previewOfLetter } from '../../core/domain/letters.ts';
import { chargeOf } from '../../core/domain/mailing-fields.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { Problem } from '../../core/domain/problems.ts';
import { letterResource } from '../../core/resources/letter.ts';
import type { LetterForm, LetterOrder } from '../../core/schemas/letter.ts';
import { eventFor } from '../mailings/move-mailing.ts';
import { type PrepareDeps, type PreparedLetter, prepareLetter } from './prepare-letter.ts';

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
 * with its charge, its event and the answer under the Idempotency-Key (rule MON-9).
 * @throws Problem invalid_parameters, insufficient_balance
 */
export async function createLetter(deps: Deps, request: GatheringRequest<LetterOrder | LetterForm>): Promise<Answer> {
  const { account } = request;
  // Side by side, since neither needs the other: the balance costs no round trip of its own.
  const [prepared, balance] = await Promise.all([prepareLetter(deps, request), deps.ledger.balance(account.id)]);
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
    kind: 'letter',
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

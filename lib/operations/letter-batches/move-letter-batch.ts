import { batchMoney, type LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { LetterBatchFiles } from '../../adapters/documents/letter-batch-files.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { requirePrice } from '../../core/domain/key-restrictions.ts';
import { covers, insufficientBalance } from '../../core/domain/ledger.ts';
import { hasBatchExpired } from '../../core/domain/letter-batches.ts';
import { moveMailMerge } from '../../core/domain/mail-merges.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { KeyRestrictions } from '../../core/schemas/api-key.ts';
import type { LetterBatchResource } from '../../core/schemas/letter-batch.ts';
import type { MailMerge } from '../../core/schemas/mail-merge.ts';
import { startOfWork } from '../mail-merges/move-mail-merge.ts';
import type { VersionedBatch } from './end-letter-batch.ts';
import { type ShowBatchDeps, showLetterBatch } from './show-letter-batch.ts';
import { isVersionedBatch } from './work-on-letter-batch.ts';

interface MoveBatchDeps extends ShowBatchDeps {
  mailMerges: Pick<MailMerges, 'find' | 'move' | 'tally'>;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface QuoteBatchDeps extends MoveBatchDeps {
  batchFiles: Pick<LetterBatchFiles, 'hasRows'>;
}

export interface ConfirmBatchDeps extends MoveBatchDeps {
  letterBatches: Pick<LetterBatches, 'slices' | 'confirm'>;
  ledger: Pick<Ledger, 'balance' | 'requireSpendable'>;
}

/** Who asks, and the response that the transaction commits. */
export interface BatchRequest {
  accountId: string;
  id: string;
  toResponse: (resource: LetterBatchResource) => PendingResponse;
}

/**
 * Starts the dry run of a letter batch whose rows have arrived (rule LBT-5). Repeating it is not an error: a letter batch
 * is checked once, since its rows cannot be replaced.
 * @throws Problem resource_not_found, letter_batch_expired, invalid_parameters when no rows have arrived
 */
export async function startDryRun(
  deps: QuoteBatchDeps,
  { accountId, id, toResponse }: BatchRequest,
): Promise<LetterBatchResource> {
  for (;;) {
    const before = await findBatch(deps, accountId, id);
    const { mailMerge: batch } = before;
    if (batch.status !== 'draft') return showLetterBatch(deps, batch);
    if (hasBatchExpired(batch, deps.now())) throw new Problem('letter_batch_expired');
    if (!(await deps.batchFiles.hasRows(batch)))
      throw Problem.invalid([{ param: 'rows', code: 'upload_file_missing' }]);
    const after = moveMailMerge(batch, { to: 'checking' })!;
    const resource = await showLetterBatch(deps, after);
    const notice = startOfWork(after, deps.now(), deps.randomBytes);
    if (await deps.mailMerges.move(before, after, { notice, response: toResponse(resource) })) return resource;
  }
}

/**
 * Charges exactly the quoted sum and starts the letters, or does nothing (rule LBT-6). Repeating it after it succeeded is
 * not an error and charges nothing.
 * @throws Problem resource_not_found, letter_batch_expired, letter_batch_not_confirmable, letter_batch_quote_differs,
 * insufficient_balance, api_key_not_allowed, api_key_limit_reached
 */
export async function confirmLetterBatch(
  deps: ConfirmBatchDeps,
  { accountId, id, toResponse }: BatchRequest,
  quoteHash: string,
  key: { id: string | undefined; restrictions: KeyRestrictions | undefined },
): Promise<LetterBatchResource> {
  for (;;) {
    const before = await findBatch(deps, accountId, id);
    const { mailMerge: batch } = before;
    const { quote } = batch.batch;
    if (quote && quote.hash !== quoteHash) throw new Problem('letter_batch_quote_differs');
    if (batch.status === 'sending' || batch.status === 'done') return showLetterBatch(deps, batch);
    if (batch.status !== 'quoted' || !quote || quote.letters === 0)
      throw new Problem('letter_batch_not_confirmable', {
        values: { status: (await showLetterBatch(deps, batch)).status },
      });
    const at = deps.now();
    if (hasBatchExpired(batch, at)) throw new Problem('letter_batch_expired');
    const charge = batchMoney(batch, 'letter_batch', quote.total);
    const spends = await judgeKey(deps, key, accountId, quote);
    const balance = await deps.ledger.balance(accountId);
    if (!covers(balance, charge)) throw insufficientBalance(balance, charge);
    // Evidence of the letters names the key that ordered them, which need not be the one that sent the rows.
    const ordered = { charged: quote.total, api_key_id: key.id ?? null };
    const after = moveMailMerge(batch, { to: 'sending', at, batch: ordered })!;
    const resource = await showLetterBatch(deps, after);
    const notice = startOfWork(after, at, deps.randomBytes);
    if (await deps.letterBatches.confirm(before, after, { charge, spends, notice, response: toResponse(resource) }))
      return resource;
  }
}

/** @throws Problem api_key_not_allowed, api_key_limit_reached */
async function judgeKey(
  { ledger }: ConfirmBatchDeps,
  { id, restrictions }: { id: string | undefined; restrictions: KeyRestrictions | undefined },
  account_id: string,
  { total, prices }: NonNullable<NonNullable<MailMerge['batch']>['quote']>,
) {
  if (!restrictions || id === undefined) return undefined;
  // The addresses of a hundred thousand rows cannot be compared in one request (rule KEY-3).
  if (restrictions.postal_codes)
    throw new Problem('api_key_not_allowed', { values: { operation: 'letter-batches-confirm' } });
  for (const { price } of prices) requirePrice(restrictions, price);
  const spends = { account_id, key_id: id, amount: total };
  await ledger.requireSpendable(spends);
  return spends;
}

async function findBatch({ mailMerges }: MoveBatchDeps, accountId: string, id: string): Promise<VersionedBatch> {
  const found = await mailMerges.find(accountId, id);
  if (!found) throw new Problem('resource_not_found');
  // Letters from a spreadsheet are confirmed in the dashboard, where they were checked.
  if (!isVersionedBatch(found))
    throw new Problem('letter_batch_not_confirmable', { values: { status: found.mailMerge.status } });
  return found;
}

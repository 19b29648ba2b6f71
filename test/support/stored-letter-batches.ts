import { randomBytes } from 'node:crypto';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { newLetterBatch } from '../../lib/operations/letter-batches/order-letter-batch.ts';
import { sharedTable } from './internals.ts';

/** Stores a letter batch of the account that awaits its rows. */
export async function storeLetterBatch(accountId: string, created_at = Date.now()) {
  const identity = { id: createId('mail_merge', created_at, randomBytes), created_at };
  const order = {
    filename: 'linhas.jsonl',
    size: 1000,
    documents: [{ name: 'aviso', upload_id: createId('upload', created_at, randomBytes) }],
  };
  const batch = newLetterBatch(accountId, identity, order, undefined);
  await openMailMerges(sharedTable(), { now: () => created_at, randomBytes }).create(batch);
  return batch;
}

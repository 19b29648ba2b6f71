import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import { statusSince } from '../../core/domain/print-batches.ts';
import { printBatchResource } from '../../core/resources/print-batch.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { PrintBatchResource } from '../../core/schemas/print-batch.ts';
import { concurrently } from '../concurrently.ts';
import { findMailing, type MailingDeps } from '../mailings/mailings-of-both-kinds.ts';

export type ReadPrintBatchDeps = Pick<MailingDeps, 'letters' | 'verifications'> & {
  batches: Pick<PrintBatches, 'find' | 'mailings'>;
};

/** The current status of a mailing in a batch. */
export interface MailingInBatch {
  id: string;
  account_id: string;
  status: string;
  since: string;
}

const READS_AT_ONCE = 16;

/**
 * A print batch with the current status of each of its mailings; undefined when there is no such batch.
 * @param progress called after each mailing
 */
export async function readPrintBatch(
  deps: ReadPrintBatchDeps,
  batchId: string,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<{ batch: PrintBatchResource; mailings: MailingInBatch[] } | undefined> {
  const batch = await deps.batches.find(batchId);
  if (!batch) return undefined;
  const rows = await deps.batches.mailings(batchId);
  let done = 0;
  const mailings = await concurrently(rows, READS_AT_ONCE, async ({ id, account_id }): Promise<MailingInBatch> => {
    const found = await findMailing(deps, { id, account_id });
    if (!found) throw new Error(`batch ${batchId} holds ${id}, which does not exist`);
    progress(++done, rows.length);
    return { id, account_id, status: found.mailing.status, since: timestamp(statusSince(found.mailing)) };
  });
  return { batch: printBatchResource(batch), mailings };
}

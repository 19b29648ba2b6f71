import type { PrintBatch } from '../domain/print-batches.ts';
import type { PrintBatchResource } from '../schemas/print-batch.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** A print batch as the operator sees it. */
export function printBatchResource({
  id,
  state,
  manifest,
  carrier,
  created_at,
  formed_at,
}: PrintBatch): PrintBatchResource {
  return {
    id,
    object: 'print_batch',
    status: state,
    mailings: manifest?.mailings ?? null,
    sheets: manifest?.sheets ?? null,
    manifest_sha256: manifest?.sha256 ?? null,
    carrier: carrier ? { card: carrier.card, version: carrier.version, summary: carrier.summary } : null,
    created_at: timestamp(created_at),
    formed_at: timestampOrNull(formed_at),
  };
}

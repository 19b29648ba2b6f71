import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Outbox } from '../../adapters/production/outbox.ts';
import type { Manifest } from '../../core/domain/print-batches.ts';

export interface IssueManifestDeps {
  batches: Pick<PrintBatches, 'mailings'>;
  outbox: Pick<Outbox, 'writeManifest'>;
}

/**
 * Writes the manifest of a batch into the outbox, only from its claims: a repetition writes the same manifest, whatever
 * happened to the mailings.
 * @returns the ids of its mailings and its summary; undefined if no mailing joined the batch
 */
export async function issueManifest(
  { batches, outbox }: IssueManifestDeps,
  batchId: string,
): Promise<{ ids: string[]; manifest: Manifest } | undefined> {
  const mailings = await batches.mailings(batchId);
  if (mailings.length === 0) return undefined;
  return { ids: mailings.map(({ id }) => id), manifest: await outbox.writeManifest(batchId, mailings) };
}

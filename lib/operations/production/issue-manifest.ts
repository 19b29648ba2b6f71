import type { CarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Outbox } from '../../adapters/production/outbox.ts';
import { type CarrierRules, carrierRules } from '../../core/domain/carrier-routes.ts';
import type { Manifest, PrintBatch } from '../../core/domain/print-batches.ts';
import { presort } from './presort-batch.ts';

export interface IssueManifestDeps {
  batches: Pick<PrintBatches, 'mailings'>;
  profiles: Pick<CarrierProfiles, 'find'>;
  outbox: Pick<Outbox, 'writeManifest'>;
}

/**
 * Writes the manifest of a batch into the outbox, only from its claims and the carrier profile that it began with: a
 * repetition writes the same manifest, whatever happened to the mailings.
 * @returns the ids of its mailings and its summary; undefined if no mailing joined the batch
 */
export async function issueManifest(
  deps: IssueManifestDeps,
  batch: PrintBatch,
): Promise<{ ids: string[]; manifest: Manifest } | undefined> {
  const rows = await deps.batches.mailings(batch.id);
  if (rows.length === 0) return undefined;
  const rules = await rulesOf(deps, batch);
  const manifest = await deps.outbox.writeManifest(batch.id, rules ? presort(rules, rows) : rows);
  return { ids: rows.map(({ id }) => id), manifest };
}

/** The carrier's rules of a batch; undefined if it has no profile. */
export async function rulesOf(
  { profiles }: Pick<IssueManifestDeps, 'profiles'>,
  { id, carrier }: PrintBatch,
): Promise<CarrierRules | undefined> {
  if (!carrier) return undefined;
  const found = await profiles.find(carrier.card, carrier.version);
  if (!found) throw new Error(`the profile of ${id}, card ${carrier.card} version ${carrier.version}, does not exist`);
  return carrierRules(found.profile);
}

import type { PostalFiles } from '../../adapters/production/postal-files.ts';
import { instantOfId } from '../../core/domain/ids.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { DAY_MS } from '../../core/domain/units.ts';

export interface RemovePostalFilesDeps {
  /** Mailings at the print house, a page at a time; the list may lag by seconds. */
  inProduction: () => AsyncIterable<Mailing[]>;
  postalFiles: Pick<PostalFiles, 'batches' | 'remove'>;
  now: () => number;
}

/**
 * Removes the postal files of batches of which no mailing is in production any more (rule PRD-15). A batch of less than a
 * day is left: mailings may still be joining it.
 * @returns the batches whose files were removed
 */
export async function removePostalFiles({ inProduction, postalFiles, now }: RemovePostalFilesDeps): Promise<string[]> {
  const old = (await postalFiles.batches()).filter((batchId) => instantOfId(batchId) <= now() - DAY_MS);
  if (old.length === 0) return [];
  const open = new Set<string | null>();
  for await (const mailings of inProduction()) for (const { batch_id } of mailings) open.add(batch_id);
  const done = old.filter((batchId) => !open.has(batchId));
  for (const batchId of done) await postalFiles.remove(batchId);
  return done;
}

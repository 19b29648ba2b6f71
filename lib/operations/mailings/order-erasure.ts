import type { Letters } from '../../adapters/data/letters.ts';
import type { Verifications } from '../../adapters/data/verifications.ts';
import type { WorkQueue } from '../../adapters/net/work-queue.ts';
import type { ErasureOrder } from '../../adapters/queues/erasure-queue.ts';
import { canErase } from '../../core/domain/erasure.ts';
import { isId } from '../../core/domain/ids.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { ErasureResource } from '../../core/schemas/erasure.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface OrderErasureDeps {
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  erasures: WorkQueue<ErasureOrder>;
}

/**
 * Has the personal data of a mailing erased, within seconds and for good. Whoever takes the order judges the mailing again, and none of
 * those that may be erased ever goes back to a status in which it needs its data.
 * @throws Problem resource_not_found · mailing_not_erasable
 */
export async function orderErasure(
  { letters, verifications, erasures }: OrderErasureDeps,
  accountId: string,
  mailingId: string,
): Promise<ErasureResource> {
  // A malformed id reaches no store.
  if (!isId('letter', mailingId) && !isId('verification', mailingId)) throw new Problem('resource_not_found');
  const found = await findMailing({ letters, verifications }, { account_id: accountId, id: mailingId });
  if (!found) throw new Problem('resource_not_found');
  if (!canErase(found.mailing)) throw new Problem('mailing_not_erasable');
  await erasures.ask({ account_id: accountId, mailing_id: mailingId });
  return { id: mailingId, object: 'erasure' };
}

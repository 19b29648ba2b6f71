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
 * Orders the erasure of a mailing's personal data, within seconds and permanently. The worker checks the mailing again;
 * an erasable mailing never returns to a status in which it needs its data.
 * @throws Problem resource_not_found · mailing_not_erasable
 */
export async function orderErasure(
  { letters, verifications, erasures }: OrderErasureDeps,
  accountId: string,
  mailingId: string,
): Promise<ErasureResource> {
  // Skip malformed ids; they may be too long for a key.
  if (!isId('letter', mailingId) && !isId('verification', mailingId)) throw new Problem('resource_not_found');
  const found = await findMailing({ letters, verifications }, { account_id: accountId, id: mailingId });
  if (!found) throw new Problem('resource_not_found');
  if (!canErase(found.mailing)) throw new Problem('mailing_not_erasable');
  await erasures.ask({ account_id: accountId, mailing_id: mailingId });
  return { id: mailingId, object: 'erasure' };
}

import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { Events } from '../../adapters/data/table/events.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { canErase } from '../../core/domain/erasure.ts';
import { createId, isId, type RandomBytes } from '../../core/domain/ids.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { ErasureResource } from '../../core/schemas/erasure.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface OrderErasureDeps {
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  events: Pick<Events, 'announce'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Orders the erasure of a mailing's personal data, within seconds and permanently: commits a mark in the outbox with the
 * call's response, so that a call that fails has ordered nothing. The worker checks the mailing again; an erasable
 * mailing never returns to a status in which it needs its data.
 * @throws Problem resource_not_found · mailing_not_erasable
 */
export async function orderErasure(
  { letters, verifications, events, now, randomBytes }: OrderErasureDeps,
  accountId: string,
  mailingId: string,
  toResponse: (resource: ErasureResource) => PendingResponse,
): Promise<ErasureResource> {
  // Skip malformed ids; they may be too long for a key.
  if (!isId('letter', mailingId) && !isId('verification', mailingId)) throw new Problem('resource_not_found');
  const found = await findMailing({ letters, verifications }, { account_id: accountId, id: mailingId });
  if (!found) throw new Problem('resource_not_found');
  if (!canErase(found.mailing)) throw new Problem('mailing_not_erasable');
  const resource: ErasureResource = { id: mailingId, object: 'erasure' };
  const event_id = createId('event', now(), randomBytes);
  const notice = { event_id, account_id: accountId, object_id: mailingId, type: 'erasure.ordered' } as const;
  await events.announce(notice, toResponse(resource));
  return resource;
}

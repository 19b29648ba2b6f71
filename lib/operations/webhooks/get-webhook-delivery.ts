import type { Events } from '../../adapters/data/table/events.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import { Problem } from '../../core/domain/problems.ts';
import { type DeliveryLog, deliveryOfId } from '../../core/domain/webhooks.ts';

export interface FindDeliveryDeps {
  deliveries: Pick<Deliveries, 'findLog'>;
}

/**
 * A delivery of an account with its attempts.
 * @throws Problem resource_not_found
 */
export async function findWebhookDelivery(
  { deliveries }: FindDeliveryDeps,
  accountId: string,
  deliveryId: string,
): Promise<DeliveryLog> {
  const ref = deliveryOfId(deliveryId);
  const log = ref && (await deliveries.findLog(ref.event_id, ref.endpoint_id));
  if (log?.delivery.account_id !== accountId) throw new Problem('resource_not_found');
  return log;
}

/**
 * The same, with the exact text that is signed and sent.
 * @throws Problem resource_not_found, also once its event is no longer kept
 */
export async function getWebhookDelivery(
  deps: FindDeliveryDeps & { events: Pick<Events, 'find'> },
  accountId: string,
  deliveryId: string,
): Promise<DeliveryLog & { body: string }> {
  const log = await findWebhookDelivery(deps, accountId, deliveryId);
  const event = await deps.events.find(accountId, log.delivery.event_id);
  if (!event) throw new Problem('resource_not_found');
  return { ...log, body: event.body };
}

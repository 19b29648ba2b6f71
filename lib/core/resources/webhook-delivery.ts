import { deliveryId, type DeliveryLog } from '../domain/webhooks.ts';
import type { WebhookDeliveryResource } from '../schemas/webhook.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** A delivery with its attempts. */
export function webhookDeliveryResource({ delivery, attempts }: DeliveryLog): WebhookDeliveryResource {
  const hasAppointment = delivery.state === 'pending' && delivery.parked_at === undefined;
  return {
    id: deliveryId(delivery),
    object: 'webhook_delivery',
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    endpoint_id: delivery.endpoint_id,
    state: delivery.state,
    next_attempt_at: timestampOrNull(hasAppointment ? delivery.not_before : null),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: timestamp(at) })),
    created_at: timestamp(delivery.created_at),
  };
}

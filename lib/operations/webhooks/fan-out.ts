import type { Events } from '../../adapters/data/table/events.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import { beginDelivery } from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import type { EventNotice } from '../../core/domain/events.ts';
import { wantsEvent } from '../../core/domain/webhooks.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface FanOutDeps {
  endpoints: Pick<WebhookEndpoints, 'list'>;
  deliveries: Pick<Deliveries, 'create'>;
  events: Pick<Events, 'markFannedOut'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
}

/**
 * Creates the delivery of an event to every endpoint that subscribes to it; a paused endpoint gets it when it is
 * resumed. A repeated notice changes nothing: an event has one delivery per endpoint. Once all deliveries are stored,
 * the event is removed from the outbox; until then, the outbox sweep repeats it.
 * @returns how many deliveries were created
 */
export async function fanOut(deps: FanOutDeps, notice: EventNotice): Promise<number> {
  const endpoints = await deps.endpoints.list(notice.account_id);
  const steps = endpoints
    // An endpoint gets no events about itself.
    .filter((endpoint) => endpoint.id !== notice.object_id && wantsEvent(endpoint, notice.type))
    .map((endpoint) => beginDelivery(notice, endpoint, deps.now(), deps.settings));
  const begun = await settleAll(steps.map(({ delivery }) => deps.deliveries.create(delivery)));
  const messages = steps.filter((_, index) => begun[index]).flatMap(({ message }) => message ?? []);
  await deps.queues.send(messages);
  await deps.events.markFannedOut(notice);
  return begun.filter(Boolean).length;
}

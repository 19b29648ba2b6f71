import type { QueuedMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { beginDelivery } from '../../../lib/adapters/webhooks/lifecycle.ts';
import type { Send } from '../../../lib/adapters/webhooks/sender.ts';
import { type DeliverySettings, deliverySettings, type Lane } from '../../../lib/adapters/webhooks/settings.ts';
import { createSecret } from '../../../lib/adapters/webhooks/signature.ts';
import { createSigner } from '../../../lib/adapters/webhooks/signer.ts';
import type { Delivery, WebhookEndpoint } from '../../../lib/core/domain/webhooks.ts';
import { attemptDelivery, type DeliverDeps } from '../../../lib/operations/webhooks/attempt-delivery.ts';

/** Invocations of the lanes at once, `MaximumConcurrency` of production, and messages that one takes at most. */
const INVOCATIONS: Record<Lane, number> = { fast: 300, slow: 50 };
const BATCH = 10;

/** No caps and no lanes: what a plain pool of workers on one queue does. */
export const plainPool: DeliverySettings = {
  ...deliverySettings,
  slowAfter: 1_000_000_000,
  suspectAfter: 1_000_000_000,
  inFlight: { fast: 1_000_000, slow: 1_000_000 },
};

export interface DispatcherOptions {
  send: Send;
  settings?: DeliverySettings;
  invocations?: Record<Lane, number>;
  batchSize?: number;
  /** Body of every event. */
  body: string;
  /** Called when a delivery succeeded. */
  onDelivered?: (eventId: string) => void;
}

/**
 * The code that delivers, in real time over real sockets, with the table and the queues in memory: what those take is the
 * business of AWS, and its emulators would be all there is to see. SQS's own fair queues do not help here.
 */
export function openDispatcher({
  send,
  settings = deliverySettings,
  invocations = INVOCATIONS,
  batchSize = BATCH,
  body,
  onDelivered,
}: DispatcherOptions) {
  const now = () => Date.now();
  const secret = createSecret((size) => new Uint8Array(size));
  const endpoints = new Map<string, WebhookEndpoint>();
  const deliveries = new Map<string, Delivery>();
  const waiting: Record<Lane, (() => Promise<void>)[]> = { fast: [], slow: [] };
  const busy: Record<Lane, number> = { fast: 0, slow: 0 };
  let events = 0;
  let stopped = false;

  const deps: DeliverDeps = {
    endpoints: {
      find: async (_, id) => endpoints.get(id),
      set: async ({ id }, fields) => change(endpoints, id, fields),
      takeSlot: async ({ id }, { most, now: instant, until }) => {
        const { slots } = endpoints.get(id)!;
        let number = 0;
        while (number < most && (slots[number] ?? 0) >= instant) number++;
        if (number === most) return undefined;
        change(endpoints, id, { slots: { ...slots, [number]: until } });
        return { number: String(number), until };
      },
      releaseSlot: async ({ id }, { number }, endedAt) => {
        change(endpoints, id, { slots: { ...endpoints.get(id)!.slots, [number]: 0 }, ended_at: endedAt });
      },
    },
    deliveries: {
      find: async (eventId) => deliveries.get(eventId),
      replace: async (before, after) =>
        deliveries.get(before.event_id)?.revision === before.revision
          ? change(deliveries, before.event_id, { ...after, revision: before.revision + 1 })
          : undefined,
    },
    events: {
      find: async (_, id) => ({ id, account_id: 'a', type: 'letter.posted', object_id: 'l', body, created_at: 0 }),
    },
    sign: createSigner({ open: async () => secret }),
    queues: { send: async (messages) => messages.forEach(enqueue) },
    send,
    settings,
    now,
    random: Math.random,
  };

  function enqueue({ message, delaySeconds }: QueuedMessage): void {
    const arrive = () => {
      waiting[message.lane].push(async () => {
        const { result } = await attemptDelivery(deps, message);
        if (result === 'delivered') onDelivered?.(message.event_id);
      });
      work(message.lane);
    };
    if (delaySeconds > 0) setTimeout(arrive, delaySeconds * 1000).unref();
    else arrive();
  }

  /** As Lambda takes from SQS: what is there, up to a batch; an invocation is free again when its slowest message is done. */
  function work(lane: Lane): void {
    while (!stopped && busy[lane] < invocations[lane] && waiting[lane].length > 0) {
      busy[lane]++;
      const batch = waiting[lane].splice(0, batchSize);
      void Promise.all(batch.map((handle) => handle())).finally(() => {
        busy[lane]--;
        work(lane);
      });
    }
  }

  return {
    addEndpoint: (id: string, url: string): void => {
      const secrets = [{ sealed: 'sealed', created_at: 0, expires_at: null }];
      const endpoint = { id, account_id: 'a', url, events: ['*'], state: 'active', secrets, created_at: 0 } as const;
      endpoints.set(id, { ...endpoint, slow_until: 0, slots: {}, ended_at: 0 });
    },

    /** Begins the delivery of a new event. @returns its id */
    publish: (endpointId: string): string => {
      const event_id = `evt_${events++}`;
      const notice = { event_id, account_id: 'a', object_id: 'l', type: 'letter.posted' as const };
      const { delivery, message } = beginDelivery(notice, endpoints.get(endpointId)!, now(), settings);
      deliveries.set(event_id, delivery);
      enqueue(message!);
      return event_id;
    },

    /** Begins nothing more; what is under way ends by itself. */
    stop: () => {
      stopped = true;
    },
  };
}

function change<Row extends object>(rows: Map<string, Row>, id: string, fields: Partial<NoInfer<Row>>): Row {
  const row = { ...rows.get(id)!, ...fields };
  rows.set(id, row);
  return row;
}

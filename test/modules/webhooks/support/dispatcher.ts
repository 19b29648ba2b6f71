import { randomBytes } from 'node:crypto';
import type { TargetHosts } from '../../../../lib/adapters/data/webhooks/target-hosts.ts';
import type { Send } from '../../../../lib/adapters/webhooks/sender.ts';
import { createSecret } from '../../../../lib/adapters/webhooks/signature.ts';
import { createSigner } from '../../../../lib/adapters/webhooks/signer.ts';
import type { DeliveryMessage, DueAttempt, QueuedMessage } from '../../../../lib/core/domain/delivery-lifecycle.ts';
import { beginDelivery } from '../../../../lib/core/domain/delivery-lifecycle.ts';
import { deliverySettings as settings, type Lane } from '../../../../lib/core/domain/delivery-settings.ts';
import { type Delivery, isIdle, type WebhookEndpoint } from '../../../../lib/core/domain/webhooks.ts';
import { openHostPace } from '../../../../lib/operations/host-pace.ts';
import { deliverMessages } from '../../../../lib/operations/webhooks/deliver-messages.ts';
import type { DeliverDeps } from '../../../../lib/operations/webhooks/endpoint-run.ts';

/** Concurrent invocations of the lanes, `MaximumConcurrency` of production, and the maximum messages per invocation. */
const INVOCATIONS: Record<Lane, number> = { fast: 300, slow: 125 };
const BATCH = 10;

export interface DispatcherOptions {
  send: Send;
  invocations?: Record<Lane, number>;
  /** Whether invocations are added at AWS's rate for a queue that was empty; otherwise all exist from the start. */
  ramps?: boolean;
  /** What is known of hosts; without it, calls are not counted. */
  hosts?: TargetHosts;
  /** Body of every event. */
  body: string;
  /** Called when a delivery has succeeded. */
  onDelivered?: (eventId: string) => void;
}

/**
 * The delivering code, in real time over real sockets, with the table and the queues in memory: their own time is AWS's
 * matter, and emulators would hide everything else. Without SQS's fair queues.
 */
export function openDispatcher({
  send,
  invocations = INVOCATIONS,
  ramps = false,
  hosts,
  body,
  onDelivered,
}: DispatcherOptions) {
  const opened = performance.now();
  /** Five at first, 300 more per minute (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html). */
  const most = (lane: Lane) =>
    ramps ? Math.min(invocations[lane], 5 + (5 * (performance.now() - opened)) / 1_000) : invocations[lane];
  const now = () => Date.now();
  const secret = createSecret((size) => new Uint8Array(size));
  const endpoints = new Map<string, WebhookEndpoint>();
  const deliveries = new Map<string, Delivery>();
  const waiting = new Map<string, DueAttempt[]>();
  const queued: Record<Lane, DeliveryMessage[]> = { fast: [], slow: [] };
  const busy: Record<Lane, number> = { fast: 0, slow: 0 };
  let events = 0;
  let runs = 0;
  let stopped = false;

  const deps: DeliverDeps = {
    endpoints: {
      find: async (_, id) => endpoints.get(id),
      set: async ({ id }, fields) => change(endpoints, id, fields),
      takeRun: async ({ id }, run, lane, instant) => {
        const endpoint = endpoints.get(id)!;
        const mayBegin = isIdle(endpoint, instant) && (lane === 'slow' || endpoint.slow_until <= instant);
        return mayBegin || endpoint.run?.id === run.id ? change(endpoints, id, { run }) : undefined;
      },
      endRun: async ({ id }, _, answers) => {
        const { run: __, ...endpoint } = endpoints.get(id)!;
        endpoints.set(id, { ...endpoint, ...(answers && { calls: answers.calls }) });
        return endpoints.get(id);
      },
    },
    waiting: {
      add: async (attempts) => {
        for (const attempt of attempts) waitingAt(attempt.endpoint_id).push(attempt);
      },
      take: async (id, limit) => waitingAt(id).splice(0, limit),
      first: async (id) => waitingAt(id)[0],
    },
    deliveries: {
      find: async (eventId) => deliveries.get(eventId),
      parked: async () => ({ deliveries: [], next: undefined }),
      record: async () => undefined,
      replace: async (before, after) =>
        deliveries.get(before.event_id)?.revision === before.revision
          ? change(deliveries, before.event_id, { ...after, revision: before.revision + 1 })
          : undefined,
    },
    events: {
      find: async (_, id) => ({ id, account_id: 'a', type: 'letter.posted', object_id: 'l', body, created_at: 0 }),
    },
    sign: createSigner({ open: async () => secret }, now),
    queues: {
      send: async (messages) => messages.forEach(enqueue),
      take: async (lane) => queued[lane].splice(0, BATCH).map((message) => ({ ...message, receipt: '' })),
      remove: async () => undefined,
    },
    hosts: hosts
      ? openHostPace({ hosts, now, random: Math.random })
      : { turn: async () => true, answered: async () => undefined },
    send,
    settings,
    now,
    randomBytes,
    newRunId: () => `run_${runs++}`,
    warn: (error) => {
      throw error;
    },
    report: ({ event_id }, _, outcome) => {
      if (outcome.status === 'fulfilled' && outcome.value.result === 'delivered') onDelivered?.(event_id);
    },
  };

  function waitingAt(endpointId: string): DueAttempt[] {
    const waits = waiting.get(endpointId) ?? [];
    waiting.set(endpointId, waits);
    return waits;
  }

  function enqueue({ message, delaySeconds }: QueuedMessage): void {
    const arrive = () => {
      queued[message.lane].push(message);
      work(message.lane);
    };
    if (delaySeconds > 0) setTimeout(arrive, delaySeconds * 1000).unref();
    else arrive();
  }

  /**
   * Like Lambda with SQS: takes what is there, up to a batch; an invocation is free again when its slowest call has
   * ended.
   */
  function work(lane: Lane): void {
    while (!stopped && busy[lane] < most(lane) && queued[lane].length > 0) {
      busy[lane]++;
      void deliverMessages(deps, queued[lane].splice(0, BATCH)).finally(() => {
        busy[lane]--;
        work(lane);
      });
    }
  }

  /** Takes waiting messages as invocations are added. */
  function ramp(): void {
    work('fast');
    work('slow');
    if (!stopped) setTimeout(ramp, 100).unref();
  }
  if (ramps) ramp();

  return {
    addEndpoint: (id: string, url: string): void => {
      const secrets = [{ sealed: 'sealed', created_at: 0, expires_at: null }];
      const endpoint = { id, account_id: 'a', url, events: ['*'], state: 'active', secrets, created_at: 0 } as const;
      endpoints.set(id, { ...endpoint, slow_until: 0 });
    },

    /** Starts the delivery of a new event. @returns its id */
    publish: (endpointId: string): string => {
      const event_id = `evt_${events++}`;
      const notice = { event_id, account_id: 'a', object_id: 'l', type: 'letter.posted' as const };
      const { delivery, message } = beginDelivery(notice, endpoints.get(endpointId)!, now(), settings);
      deliveries.set(event_id, delivery);
      enqueue(message!);
      return event_id;
    },

    /** Starts no more deliveries; pending ones finish by themselves. */
    stop: () => {
      stopped = true;
    },
  };
}

/** Delivers `count` events to as many endpoints at one URL, with enough invocations for all of them. */
export async function deliverAll(
  count: number,
  url: string,
  { endpoints, ...options }: Pick<DispatcherOptions, 'send' | 'body'> & { endpoints: number },
): Promise<void> {
  let left = count;
  await new Promise<void>((done) => {
    const dispatcher = openDispatcher({
      ...options,
      invocations: { fast: endpoints, slow: endpoints },
      onDelivered: () => --left === 0 && done(),
    });
    const ids = Array.from({ length: endpoints }, (_, index) => `endpoint_${index}`);
    for (const id of ids) dispatcher.addEndpoint(id, url);
    for (let index = 0; index < count; index++) dispatcher.publish(ids[index % ids.length]!);
  });
}

function change<Row extends object>(rows: Map<string, Row>, id: string, fields: Partial<NoInfer<Row>>): Row {
  const row = { ...rows.get(id)!, ...fields };
  rows.set(id, row);
  return row;
}

import { attemptDelivery, type DeliverDeps } from '../../../functions/workers/deliver-webhooks/attempt-delivery.ts';
import type { Delivery, WebhookEndpoint } from '../../../lib/domain/webhooks.ts';
import type { QueuedMessage } from '../../../lib/webhooks/delivery-queues.ts';
import { beginDelivery } from '../../../lib/webhooks/lifecycle.ts';
import type { Post, PostOutcome } from '../../../lib/webhooks/sender.ts';
import { deliverySettings, type DeliverySettings, type Lane } from '../../../lib/webhooks/settings.ts';

/** Simulated seconds in one real second: the delivering code runs in real time against receivers ten times as quick. */
const SPEED = 10;
/** Sockets of the lanes: `MaximumConcurrency` 200 and 50, batches of 10. */
const SOCKETS: Record<Lane, number> = { fast: 2_000, slow: 500 };
const HEALTHY_ENDPOINTS = 200;
const HEALTHY_EVENTS_A_SECOND = 100;
const HEALTHY_ANSWER_MS = 100;

export interface SimulationOptions {
  hangingEndpoints: number;
  /** Events a second to each hanging endpoint. */
  hangingRate: number;
  /** Simulated seconds. */
  seconds: number;
  /** Without caps and lanes: what a plain pool of workers on one queue does. */
  naive?: boolean;
}

/**
 * Healthy receivers beside hanging ones, under the code that delivers, with the table and the queues in memory and without
 * the help of SQS's own fair queues.
 * @returns simulated milliseconds from each healthy event to its first attempt
 */
export async function simulate(options: SimulationOptions): Promise<number[]> {
  const started = performance.now();
  const now = () => (performance.now() - started) * SPEED;
  const later = (milliseconds: number, run: () => void) => setTimeout(run, milliseconds / SPEED);
  const settings = settingsFor(options);
  const endpoints = new Map<string, WebhookEndpoint>();
  const deliveries = new Map<string, Delivery>();
  const waiting: Record<Lane, (() => Promise<void>)[]> = { fast: [], slow: [] };
  const busy: Record<Lane, number> = { fast: 0, slow: 0 };
  const begunAt = new Map<string, number>();
  const latencies: number[] = [];
  let over = false;

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
      releaseSlot: async ({ id }, { number }) => {
        change(endpoints, id, { slots: { ...endpoints.get(id)!.slots, [number]: 0 } });
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
      find: async (_, id) => ({
        id,
        account_id: 'a',
        type: 'letter.posted',
        object_id: 'l',
        body: '{}',
        created_at: 0,
      }),
    },
    sign: async (endpoint, event) => ({ url: endpoint.url, headers: { 'webhook-id': event.id }, body: event.body }),
    queues: { send: async (messages) => messages.forEach(enqueue) },
    send: receive,
    settings,
    now,
    random: Math.random,
  };

  function receive({ url, headers }: Post): Promise<PostOutcome> {
    const hangs = url === 'hanging';
    const begun = begunAt.get(headers['webhook-id']!);
    if (!hangs && begun !== undefined) latencies.push(now() - begun);
    const answer = { answer: null, retry_after: null };
    const [duration, outcome] = hangs
      ? [settings.deadline, { ...answer, status: null, error: 'answer_timeout', duration_ms: settings.deadline }]
      : [HEALTHY_ANSWER_MS, { ...answer, status: 200, error: null, duration_ms: HEALTHY_ANSWER_MS }];
    return new Promise((resolve) => later(duration, () => resolve(outcome)));
  }

  function enqueue({ message, delaySeconds }: QueuedMessage): void {
    if (over) return;
    const arrive = () => {
      waiting[message.lane].push(async () => void (await attemptDelivery(deps, message)));
      work(message.lane);
    };
    if (delaySeconds > 0) later(delaySeconds * 1000, arrive);
    else arrive();
  }

  function work(lane: Lane): void {
    while (!over && busy[lane] < SOCKETS[lane] && waiting[lane].length > 0) {
      busy[lane]++;
      void waiting[lane].shift()!().finally(() => {
        busy[lane]--;
        work(lane);
      });
    }
  }

  let events = 0;
  function publish(endpoint: WebhookEndpoint): void {
    const event_id = `evt_${events++}`;
    begunAt.set(event_id, now());
    const notice = { event_id, account_id: 'a', object_id: 'l', type: 'letter.posted' as const };
    const { delivery, message } = beginDelivery(notice, endpoints.get(endpoint.id)!, now(), settings);
    deliveries.set(event_id, delivery);
    enqueue(message!);
  }

  const healthy = Array.from({ length: HEALTHY_ENDPOINTS }, (_, index) => endpointOf(`healthy_${index}`, 'healthy'));
  const hanging = Array.from({ length: options.hangingEndpoints }, (_, index) =>
    endpointOf(`hanging_${index}`, 'hanging'),
  );
  for (const endpoint of [...healthy, ...hanging]) endpoints.set(endpoint.id, endpoint);
  const loads = [
    steadily(HEALTHY_EVENTS_A_SECOND, now, (count) => publish(healthy[count % healthy.length]!)),
    steadily(options.hangingRate * hanging.length, now, (count) => publish(hanging[count % hanging.length]!)),
  ];
  await new Promise<void>((resolve) => later(options.seconds * 1000, resolve));
  over = true;
  loads.forEach(clearInterval);
  // What never got its turn waited at least until now.
  for (const [id, begun] of begunAt) {
    const { attempts, lease_until, endpoint_id } = deliveries.get(id)!;
    const untouched = attempts.length === 0 && lease_until === 0;
    if (endpoint_id.startsWith('healthy') && untouched) latencies.push(now() - begun);
  }
  return latencies;
}

/** Times are simulated, but for the one the code measures by a real timer. */
function settingsFor({ naive }: SimulationOptions): DeliverySettings {
  const settings = { ...deliverySettings, slowAfter: deliverySettings.slowAfter / SPEED };
  return naive ? { ...settings, slowAfter: 1_000_000, inFlight: { fast: 1_000_000, slow: 1_000_000 } } : settings;
}

/** Calls `act` `rate` times a simulated second. */
function steadily(rate: number, now: () => number, act: (count: number) => void): NodeJS.Timeout {
  let count = 0;
  return setInterval(() => {
    for (const due = (now() / 1000) * rate; count < due; count++) act(count);
  }, 2);
}

function change<Row extends object>(rows: Map<string, Row>, id: string, fields: Partial<NoInfer<Row>>): Row {
  const row = { ...rows.get(id)!, ...fields };
  rows.set(id, row);
  return row;
}

function endpointOf(id: string, url: string): WebhookEndpoint {
  return {
    id,
    account_id: 'a',
    url,
    events: ['*'],
    state: 'active',
    secrets: [],
    created_at: 0,
    slow_until: 0,
    slots: {},
  };
}

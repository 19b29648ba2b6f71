import type { Events } from '../../adapters/data/table/events.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { isId, lowestId } from '../../core/domain/ids.ts';
import {
  comesAfter,
  deliveryId,
  type DeliveryLog,
  deliveryOfId,
  type DeliveryRef,
} from '../../core/domain/webhooks.ts';
import type { WebhookDeliveryFilters } from '../../core/schemas/webhook.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface ListWebhookDeliveriesDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'list'>;
  deliveries: Pick<Deliveries, 'log' | 'logsOfEvent'>;
  events: Pick<Events, 'list'>;
}

/** The requested part of the list; instants in epoch milliseconds. */
export interface DeliveryPage {
  limit: number;
  /** Id of the previous page's last delivery. */
  after?: string;
  /** Inclusive. */
  createdAfter?: number;
  /** Exclusive. */
  createdBefore?: number;
}

/** Deliveries that one call examines. If a filter matches few, the page is short, and the next one continues. */
const MOST_EXAMINED = 1_000;
const ROWS_A_READ = 50;
const EVENTS_A_READ = 50;

/**
 * Deliveries of the last 30 days to an account's endpoints with every attempt, newest event first. A removed endpoint
 * no longer has a log.
 * @returns `next`: the id to continue after; null at the end
 */
export async function listWebhookDeliveries(
  deps: ListWebhookDeliveriesDeps,
  accountId: string,
  filters: WebhookDeliveryFilters,
  { limit, after, createdAfter = 0, createdBefore = Infinity }: DeliveryPage,
): Promise<{ rows: DeliveryLog[]; next: string | null }> {
  const from = after === undefined ? newest(createdBefore) : deliveryOfId(after);
  const rows: DeliveryLog[] = [];
  let examined = 0;
  let last: DeliveryLog | undefined;
  for await (const log of candidates(deps, accountId, filters, from)) {
    if (examined === MOST_EXAMINED) return { rows, next: deliveryId(last!.delivery) };
    examined++;
    const { state, created_at } = log.delivery;
    const isWanted = filters.state === undefined || state === filters.state;
    if (isWanted && created_at >= createdAfter && created_at < createdBefore) {
      // There is a next page only if another delivery matches.
      if (rows.length === limit) return { rows, next: deliveryId(last!.delivery) };
      rows.push(log);
    }
    last = log;
  }
  return { rows, next: null };
}

/** The place before all deliveries of events that began before an instant; undefined without one. */
function newest(createdBefore: number): DeliveryRef | undefined {
  return createdBefore === Infinity ? undefined : { event_id: lowestId('event', createdBefore), endpoint_id: '' };
}

/** Deliveries that may match, in the order of the list, after a place in it. */
async function* candidates(
  { endpoints, deliveries, events }: ListWebhookDeliveriesDeps,
  accountId: string,
  { endpoint_id, event_id, object_id }: WebhookDeliveryFilters,
  after: DeliveryRef | undefined,
): AsyncGenerator<DeliveryLog> {
  const listed = (await endpoints.list(accountId)).filter(({ id }) => endpoint_id === undefined || id === endpoint_id);
  const ids = new Set(listed.map(({ id }) => id));
  const ofEvent = async (id: string) => {
    const logs = (await deliveries.logsOfEvent(id)).filter(
      ({ delivery }) => ids.has(delivery.endpoint_id) && (after === undefined || comesAfter(delivery, after)),
    );
    return logs.sort((one, other) => (comesAfter(one.delivery, other.delivery) ? 1 : -1));
  };
  if (ids.size === 0) return;
  if (object_id !== undefined) {
    for await (const id of eventsOf(events, accountId, object_id, after?.event_id))
      if (event_id === undefined || id === event_id) yield* await ofEvent(id);
  } else if (event_id !== undefined) {
    if (isId('event', event_id)) yield* await ofEvent(event_id);
  } else {
    yield* merged([...ids].map((id) => deliveriesTo(deliveries, id, after)));
  }
}

/** Ids of an object's events, newest first, starting from one of them. */
async function* eventsOf(
  events: Pick<Events, 'list'>,
  accountId: string,
  objectId: string,
  from: string | undefined,
): AsyncGenerator<string> {
  if (from !== undefined) yield from;
  for (let after = from, ended = false; !ended;) {
    const request = { limit: EVENTS_A_READ, ...(after !== undefined && { after }) };
    const { rows, next } = await events.list(accountId, request, { object_id: objectId });
    for (const { id } of rows) yield id;
    after = next ?? undefined;
    ended = next === null;
  }
}

/** Deliveries to one endpoint after a place in the list, read on demand. */
export async function* deliveriesTo(
  deliveries: Pick<Deliveries, 'log'>,
  endpointId: string,
  after?: DeliveryRef,
): AsyncGenerator<DeliveryLog> {
  // '~' sorts after every id: it includes the event at that place if this endpoint's delivery of it comes later in the
  // list.
  let place = after && (endpointId > after.endpoint_id ? `${after.event_id}~` : after.event_id);
  for (;;) {
    const rows = await deliveries.log(endpointId, ROWS_A_READ, place);
    if (rows.length === 0) return;
    yield* rows;
    place = rows.at(-1)!.delivery.event_id;
  }
}

/** Several lists as one. */
async function* merged(lists: AsyncGenerator<DeliveryLog>[]): AsyncGenerator<DeliveryLog> {
  const heads = await settleAll(lists.map(async (list) => ({ list, next: await list.next() })));
  for (;;) {
    const open = heads.flatMap((head) => (head.next.done ? [] : [{ head, log: head.next.value }]));
    if (open.length === 0) return;
    const first = open.reduce((one, other) => (comesAfter(one.log.delivery, other.log.delivery) ? other : one));
    yield first.log;
    first.head.next = await first.head.list.next();
  }
}

import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { passOnEvents } from '../../../../lib/adapters/data/table/event-stream.ts';
import { eventWrites, openEvents } from '../../../../lib/adapters/data/table/events.ts';
import { accountKey } from '../../../../lib/adapters/data/table/keys.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { transact } from '../../../../lib/adapters/data/table/transactions.ts';
import { type DeliveryChange, openDeliveries } from '../../../../lib/adapters/data/webhooks/deliveries.ts';
import { openTargetHosts } from '../../../../lib/adapters/data/webhooks/target-hosts.ts';
import { openWaitingDeliveries } from '../../../../lib/adapters/data/webhooks/waiting-deliveries.ts';
import { openWebhookEndpoints } from '../../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { openSecrets } from '../../../../lib/adapters/webhooks/secrets.ts';
import type { Post, PostOutcome } from '../../../../lib/adapters/webhooks/sender.ts';
import { createSigner } from '../../../../lib/adapters/webhooks/signer.ts';
import type { PendingResponse } from '../../../../lib/core/domain/calls.ts';
import type { DeliveryMessage, DueAttempt, QueuedMessage } from '../../../../lib/core/domain/delivery-lifecycle.ts';
import { type DeliverySettings, deliverySettings, type Lane } from '../../../../lib/core/domain/delivery-settings.ts';
import type { EventNotice, EventType, StoredEvent } from '../../../../lib/core/domain/events.ts';
import { createId } from '../../../../lib/core/domain/ids.ts';
import type { Delivery } from '../../../../lib/core/domain/webhooks.ts';
import { eventOf } from '../../../../lib/core/resources/event.ts';
import { relayEvents, relayMissed } from '../../../../lib/operations/events/relay-events.ts';
import { openHostPace } from '../../../../lib/operations/host-pace.ts';
import { addWebhookEndpoint } from '../../../../lib/operations/webhooks/add-webhook-endpoint.ts';
import { deliverMessages } from '../../../../lib/operations/webhooks/deliver-messages.ts';
import type { Handled, Outcome } from '../../../../lib/operations/webhooks/endpoint-run.ts';
import { fanOut } from '../../../../lib/operations/webhooks/fan-out.ts';
import { resumeEndpoints } from '../../../../lib/operations/webhooks/resume-endpoints.ts';
import { sweepDeliveries } from '../../../../lib/operations/webhooks/sweep-deliveries.ts';
import { fakeKms } from './kms.ts';

/** Node's maximum; a longer delay would be none at all. */
const LONGEST_TIMER = 2 ** 31 - 1;
const MINUTE = 60_000;
/** SQS's delay before it redelivers a message whose function failed. */
const VISIBILITY = 270_000;
/** Delay before the stream redelivers records whose function failed. */
const STREAM_RETRY = 1_000;
/** Age at which the relay's sweep looks for an event that the stream has missed. */
const MISSED_AFTER = 60_000;
/** The initial delay for an event that was relayed but not fanned out. */
const RELAY_AGAIN = 300_000;

export interface CloudOptions {
  table: Table;
  /** Acts as the receivers. It may advance the clock, like a slow one. */
  receive: (post: Post, clock: Clock) => Promise<PostOutcome> | PostOutcome;
  settings?: Partial<DeliverySettings>;
  /** Seconds past the minute at which the sweep runs. */
  sweepSecond?: number;
  /** Wraps the dependencies of a function, once per invocation, so that it can die between two calls. */
  around?: <Deps extends object>(deps: Deps) => Deps;
  /** Copies of a message that arrive: lost (0), as sent (1), doubled (2). */
  copies?: (message: QueuedMessage) => number;
  /**
   * Whether a delivery message is redelivered after its function failed; otherwise it went to the dead-letter queue.
   */
  comesAgain?: () => boolean;
  /** The same for a notice to the fan-out. */
  noticesComeAgain?: () => boolean;
  /** How many times the table's stream delivers a committed event, and the bus one that it accepted. */
  streamed?: () => number;
  notified?: () => number;
  /** Milliseconds by which a record, notice or message is late, so that others overtake it. */
  lateness?: () => number;
  /** Whether everything due at one instant is handled concurrently; otherwise sequentially. */
  sideBySide?: boolean;
}

export interface Clock {
  now: number;
}

type Job = { at: number; run: () => Promise<unknown> };

/**
 * The workers as plain functions on the real table, with simulated queues, sweep schedule and clock: hours pass as fast
 * as their work is done.
 */
export function openCloud({
  table,
  receive,
  settings: changed,
  sweepSecond = 0,
  around = (deps) => deps,
  copies = () => 1,
  comesAgain = () => true,
  noticesComeAgain = () => true,
  streamed = () => 1,
  notified = () => 1,
  lateness = () => 0,
  sideBySide = false,
}: CloudOptions) {
  const clock: Clock = { now: Date.UTC(2026, 0, 5, 12) + sweepSecond * 1000 };
  const now = () => clock.now;
  // An invocation takes no more messages, as a slow one would on a busy machine.
  const settings = { ...deliverySettings, takesMoreAfter: LONGEST_TIMER, ...changed };
  const secrets = openSecrets(fakeKms(), 'key', { now, cacheFor: settings.secretCache });
  const stored = openWebhookEndpoints(table);
  const deliveries = openDeliveries(table, now);
  const events = openEvents(table, now);
  const jobs: Job[] = [];
  const waiting = openWaitingDeliveries(table, now);
  const results: (Handled & { message: DueAttempt; lane: Lane })[] = [];
  const pace = openHostPace({ hosts: openTargetHosts(table), now, random: () => 0 });
  // Each endpoint as if it had a host of its own: the clock stands still while a call waits for its turn.
  // `target-hosts.test.ts` tests a common host.
  const hosts: typeof pace = { ...pace, turn: (host, id, until) => pace.turn(`${id}.${host}`, id, until) };
  let runs = 0;
  const failures: unknown[] = [];
  /** Deliveries as last written, so that idle minutes need no sweep. */
  const rows = new Map<string, Delivery>();
  const remember = (row: Delivery) => rows.set(`${row.event_id} ${row.endpoint_id}`, row);
  /** Committed events that are not fanned out yet, by the instant at which the sweep looks for them. */
  const outbox = new Map<string, number>();

  /** Resumed endpoints, by the instant at which the sweep looks again. */
  const resumed = new Map<string, number>();
  const endpoints: typeof stored = {
    ...stored,
    edit: async (endpoint, fields) => {
      const edited = await stored.edit(endpoint, fields);
      if (fields.state === 'active') resumed.set(endpoint.id, 0);
      if (fields.state === 'paused') resumed.delete(endpoint.id);
      return edited;
    },
    lookUntil: async (endpoint, until) => {
      resumed.set(endpoint.id, until + 1);
      return stored.lookUntil(endpoint, until);
    },
    endRun: async (endpoint, runId, answers, event) => {
      const ended = await stored.endRun(endpoint, runId, answers, event);
      if (ended && event) {
        outbox.set(event.id, clock.now + MISSED_AFTER);
        bring(streamed(), () => relay(noticeOf(event)));
      }
      return ended;
    },
    endResuming: async (endpoint) => {
      const ended = await stored.endResuming(endpoint);
      resumed.delete(endpoint.id);
      return ended;
    },
  };

  const watchedEvents = {
    ...events,
    commit: async (event: StoredEvent) => {
      await transact(table, eventWrites(table, event));
      outbox.set(event.id, event.created_at + MISSED_AFTER);
    },
    markRelayed: async (notice: EventNotice, relays = 0) => {
      await events.markRelayed(notice, relays);
      if (outbox.has(notice.event_id)) outbox.set(notice.event_id, clock.now + RELAY_AGAIN * 2 ** Math.min(relays, 3));
    },
    markFannedOut: async (notice: EventNotice) => {
      await events.markFannedOut(notice);
      outbox.delete(notice.event_id);
    },
  };

  const bus = {
    publish: async (notices: readonly EventNotice[]) => {
      for (const notice of notices) bring(notified(), () => notify(notice));
      return [...notices];
    },
  };

  const watchedDeliveries = {
    ...deliveries,
    create: async (row: Delivery) => {
      const created = await deliveries.create(row);
      if (created) remember(row);
      return created;
    },
    replace: async (before: Delivery, after: Delivery) => {
      const row = await deliveries.replace(before, after);
      if (row) remember(row);
      return row;
    },
    replaceAll: async <Change extends DeliveryChange>(
      changes: readonly Change[],
      toResponse: (replaced: readonly Change[]) => PendingResponse | undefined,
    ) => {
      const replaced = await deliveries.replaceAll(changes, toResponse);
      for (const { before, after } of replaced) remember({ ...after, revision: before.revision + 1 });
      return replaced;
    },
  };

  const queues = {
    send: async (messages: readonly QueuedMessage[]) => {
      for (const queued of messages) {
        for (let copy = copies(queued); copy > 0; copy--)
          enqueue(queued.message, queued.delaySeconds * 1000 + lateness());
      }
    },
    take: async () => [],
    remove: async () => undefined,
  };

  /** Delivers something to its function this many times. */
  function bring(times: number, run: Job['run']): void {
    for (let copy = times; copy > 0; copy--) jobs.push({ at: clock.now + lateness(), run });
  }

  const invoke = <Deps extends object>(deps: Deps): Deps => around({ ...deps });
  const report = (message: DueAttempt, lane: Lane, outcome: Outcome) => {
    if (outcome.status === 'rejected') failures.push(outcome.reason);
    else results.push({ ...outcome.value, message, lane });
  };
  const fail = (error: unknown) => void failures.push(error);
  const shared = { settings, now, randomBytes, newRunId: () => `run_${runs++}`, report, warn: fail };
  const sender = { send: async (post: Post) => receive(post, clock), sign: createSigner(secrets, now) };

  function enqueue(message: DeliveryMessage, delay: number): void {
    // JSON in the form that SQS transports.
    const body = JSON.parse(JSON.stringify(message)) as DeliveryMessage;
    jobs.push({ at: clock.now + delay, run: () => deliver(body) });
  }

  /** One invocation for each message, unless they are passed together. */
  async function deliver(...messages: DeliveryMessage[]): Promise<void> {
    const deps = invoke({ deliveries: watchedDeliveries, endpoints, waiting, events, queues, hosts, ...sender });
    for (const failed of await deliverMessages({ ...deps, ...shared }, messages))
      if (comesAgain()) enqueue(failed, VISIBILITY);
  }

  async function notify(notice: EventNotice): Promise<void> {
    const deps = invoke({ deliveries: watchedDeliveries, endpoints, events: watchedEvents, queues });
    await orAgainLater(
      () => fanOut({ ...deps, ...shared }, notice),
      () => noticesComeAgain() && jobs.push({ at: clock.now + VISIBILITY, run: () => notify(notice) }),
    );
  }

  async function relay(notice: EventNotice): Promise<void> {
    const deps = invoke({ events: watchedEvents, bus });
    await orAgainLater(
      () => passOnEvents(table, [recordOf(notice)], (notices) => relayEvents({ ...deps, now, report: fail }, notices)),
      () => jobs.push({ at: clock.now + STREAM_RETRY, run: () => relay(notice) }),
    );
  }

  /** What the schedules start each minute; each finds its own work. */
  async function sweep(): Promise<void> {
    const never = () => undefined;
    if (isDue(outbox.values())) {
      const deps = invoke({ events: watchedEvents, bus });
      await orAgainLater(() => relayMissed({ ...deps, now, report: fail }), never);
    }
    if (isDue([...pendingUntil(), ...resumed.values()])) {
      const deps = invoke({ deliveries: watchedDeliveries, endpoints, queues });
      await orAgainLater(async () => {
        await sweepDeliveries({ ...deps, ...shared });
        await resumeEndpoints({ ...deps, ...shared });
      }, never);
    }
  }

  const isDue = (instants: Iterable<number>) => Math.min(...instants) <= clock.now;
  const pendingUntil = () =>
    [...rows.values()]
      .filter(({ state, parked_at }) => state === 'pending' && parked_at === undefined)
      .map(({ due_at }) => due_at);

  async function orAgainLater(work: () => Promise<unknown>, again: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      failures.push(error);
      again();
    }
  }

  /** The next minute at which a sweep would find something. */
  function nextSweep(): number {
    const earliest = Math.max(Math.min(...pendingUntil(), ...outbox.values(), ...resumed.values()), clock.now);
    return Math.ceil((earliest - sweepSecond * 1000) / MINUTE) * MINUTE + sweepSecond * 1000;
  }

  const newEvent = (accountId: string, type: EventType): StoredEvent =>
    eventOf(
      { id: createId('event', clock.now, randomBytes), account_id: accountId, type, created_at: clock.now },
      { id: 'ltr_1' },
    );

  return {
    clock,
    endpoints,
    secrets,
    deliveries: watchedDeliveries,
    /** The result of each message, in order. */
    results,
    /** Errors of the functions. */
    failures,
    notify,
    deliver,
    events: watchedEvents,
    /** For sending events again at a customer's request. */
    sending: { endpoints, deliveries: watchedDeliveries, queues, settings, now, reportUnqueued: fail },

    /** Handles all messages that are due in parallel, like the records of a batch. */
    async deliverAtOnce() {
      const due = jobs.filter(({ at }) => at <= clock.now);
      for (const job of due) jobs.splice(jobs.indexOf(job), 1);
      const before = results.length;
      await Promise.all(due.map((job) => job.run()));
      return results.slice(before);
    },

    /** A new account with an endpoint that wants these events. */
    hosts,

    async account(events: readonly string[] = ['*'], url = 'https://receiver.example.com/hooks') {
      const accountId = createId('account', clock.now, randomBytes);
      await table.client.send(
        new PutCommand({ TableName: table.name, Item: { ...accountKey(accountId), kind: 'account' } }),
      );
      return { accountId, ...(await this.endpoint(accountId, events, url)) };
    },

    endpoint: (accountId: string, events: readonly string[] = ['*'], url = 'https://receiver.example.com/hooks') =>
      addWebhookEndpoint({ endpoints, secrets, allowsUrl: async () => true, now, randomBytes }, accountId, {
        url,
        events,
      }),

    /** Stores an event like a change, and returns the notice that the bus carries. */
    async event(accountId: string, type: EventType = 'letter.posted'): Promise<EventNotice> {
      const event = newEvent(accountId, type);
      await transact(table, eventWrites(table, event));
      return noticeOf(event);
    },

    /**
     * Commits an event in a function that may die, and passes it to the relay if it was committed.
     * @returns the notice, or undefined if nothing was committed
     */
    async commit(accountId: string): Promise<EventNotice | undefined> {
      const event = newEvent(accountId, 'letter.posted');
      const notice = noticeOf(event);
      const deps = invoke({ commit: watchedEvents.commit });
      const never = () => undefined;
      await orAgainLater(() => deps.commit(event), never);
      if (!outbox.has(event.id)) return undefined;
      bring(streamed(), () => relay(notice));
      return notice;
    },

    /** Lets `milliseconds` pass: messages in order of their time, the sweep at its minutes. */
    async pass(milliseconds: number): Promise<void> {
      const end = clock.now + milliseconds;
      for (;;) {
        jobs.sort((a, b) => a.at - b.at);
        const sweepAt = nextSweep();
        const job = jobs[0];
        const next = Math.min(job?.at ?? Infinity, sweepAt);
        if (next > end) break;
        clock.now = Math.max(clock.now, next);
        if (job && job.at <= sweepAt) {
          const together = sideBySide ? jobs.filter(({ at }) => at <= clock.now).length : 1;
          await Promise.all(jobs.splice(0, together).map(({ run }) => run()));
        } else {
          await sweep();
          // One run per minute: the next one starts only in the next minute.
          clock.now++;
        }
      }
      clock.now = Math.max(clock.now, end);
    },
  };
}

const noticeOf = ({ id, account_id, object_id, type }: StoredEvent): EventNotice => ({
  event_id: id,
  account_id,
  object_id,
  type,
});

/** The stream's record of a new event, as far as the relay reads it. */
function recordOf({ event_id, account_id, object_id, type }: EventNotice): DynamoDBRecord {
  const text = { SK: event_id, account_id, object_id, type };
  const NewImage = Object.fromEntries(Object.entries(text).map(([name, S]) => [name, { S }]));
  return { eventName: 'INSERT', dynamodb: { NewImage, SequenceNumber: '1' } };
}

export const answered = (status: number): PostOutcome => ({
  status,
  error: null,
  answer: null,
  retry_after: null,
  duration_ms: 5,
});
export const timedOut: PostOutcome = {
  status: null,
  error: 'answer_timeout',
  answer: null,
  retry_after: null,
  duration_ms: 15_000,
};

import type { Events } from '../../adapters/data/table/events.ts';
import { type Bus, NOTICES_A_CALL } from '../../adapters/event-bus/bus.ts';
import type { EventNotice } from '../../core/domain/events.ts';
import { settleAll } from '../../core/settle-all.ts';
import { concurrently } from '../concurrently.ts';
import { inRounds } from '../in-rounds.ts';

export interface Deps {
  events: Pick<Events, 'markRelayed' | 'unrelayed'>;
  bus: Bus;
  now: () => number;
  /** Called for a failed call to the bus if others succeeded. */
  report: (error: unknown, events: readonly EventNotice[]) => void;
}

interface Waiting extends EventNotice {
  /** How many times it was relayed before. */
  relays?: number;
}

/** The stream normally relays within a second; older events were missed. */
const MISSED_AFTER_MS = 60_000;
const SWEPT_PER_SHARD = 100;
/** No new round starts after this, so the sweep ends within a minute. */
const SWEEP_MS = 30_000;
/** As many as in a batch of the stream. */
const CALLS_AT_ONCE = 10;

/**
 * Relays events to the bus. Calls run concurrently, as receivers cannot rely on an order (rule HOOK-7): a call that
 * hangs delays only its own events, and the outbox sweep relays them. Each call marks the events that the bus accepted,
 * so that the next run starts after them.
 * @returns the events that the bus rejected
 * @throws the error of a call if all calls failed
 */
export async function relayEvents({ bus, events, report }: Deps, waiting: readonly Waiting[]): Promise<EventNotice[]> {
  const calls = Array.from({ length: Math.ceil(waiting.length / NOTICES_A_CALL) }, (_, index) =>
    waiting.slice(index * NOTICES_A_CALL, (index + 1) * NOTICES_A_CALL),
  );
  const faults: { error: unknown; lost: readonly Waiting[] }[] = [];
  const refused = await concurrently(calls, CALLS_AT_ONCE, async (call) => {
    try {
      const taken = await bus.publish(call.map(noticeOnly));
      const ids = new Set(taken.map(({ event_id }) => event_id));
      const isTaken = ({ event_id }: Waiting) => ids.has(event_id);
      await settleAll(call.filter(isTaken).map((event) => events.markRelayed(event, event.relays)));
      return call.filter((event) => !isTaken(event));
    } catch (error) {
      faults.push({ error, lost: call });
      return [];
    }
  });
  if (calls.length > 0 && faults.length === calls.length) throw faults[0]!.error;
  for (const { error, lost } of faults) report(error, lost);
  return refused.flat();
}

export interface SweepResult {
  /** Age of the oldest event found waiting. */
  oldestSeconds: number;
}

/**
 * Relays events that the stream missed, and those relayed but not fanned out. The stream is fast, this is the
 * guarantee.
 */
export async function relayMissed(deps: Deps): Promise<SweepResult> {
  const began = deps.now();
  let oldestSeconds = 0;
  await inRounds({
    find: () => deps.events.unrelayed(began - MISSED_AFTER_MS, SWEPT_PER_SHARD),
    id: ({ event_id }) => event_id,
    work: async (missed) => {
      oldestSeconds = missed.reduce((age, event) => Math.max(age, (began - event.created_at) / 1000), oldestSeconds);
      await relayEvents(deps, missed);
    },
    hasTime: () => deps.now() < began + SWEEP_MS,
  });
  return { oldestSeconds };
}

/** The fields that go on the bus. */
function noticeOnly({ event_id, account_id, object_id, type }: Waiting): EventNotice {
  return { event_id, account_id, object_id, type };
}

import type { PostOutcome } from '../../../../lib/adapters/webhooks/sender.ts';
import { deliverySettings } from '../../../../lib/core/domain/delivery-settings.ts';
import { inVirtualTime } from '../../../support/virtual-time.ts';
import { openDispatcher } from './dispatcher.ts';

/** Receivers next to the healthy ones, and how they behave. */
export interface Neighbors {
  label: string;
  endpoints: number;
  /** Events per second to each of them. */
  events: number;
  /** Milliseconds until they respond with 200; undefined if they never do. */
  answersAfter?: number;
  /** Every how many calls one gets no response. */
  hangsEvery?: number;
  /** Whether invocations are added at AWS's rate. */
  ramps?: boolean;
}

export const NOBODY: Neighbors = { label: 'nobody hangs', endpoints: 0, events: 0 };
/**
 * Two events per second to each hanging endpoint: with 100 of them, more concurrent calls than there are invocations.
 */
export const NEIGHBORS: readonly Neighbors[] = [
  { label: '10 hang', endpoints: 10, events: 2 },
  { label: '100 hang', endpoints: 100, events: 2 },
  { label: 'a tenth of the calls of 100 hang', endpoints: 100, events: 4, answersAfter: 100, hangsEvery: 10 },
  { label: '100 answer in 2.5 s', endpoints: 100, events: 2, answersAfter: 2_500 },
];
export const NOBODY_RAMPING: Neighbors = { ...NOBODY, label: 'nobody hangs, pollers ramp', ramps: true };
export const RAMPING: Neighbors = { label: '100 hang, pollers ramp', endpoints: 100, events: 2, ramps: true };

/** 200 healthy receivers, 100 events per second to all of them together, a tenth of a second per response. */
export const HEALTHY = { endpoints: 200, events: 100, answersAfter: 100 } as const;
const STEP = 5;
/** Time for the last healthy ones, as long as a fair turn would take. */
const LAST = 2_000;

const answered = (milliseconds: number): PostOutcome => ({
  status: 200,
  error: null,
  answer: null,
  retry_after: null,
  duration_ms: milliseconds,
});
const hung: PostOutcome = { ...answered(deliverySettings.deadline), status: null, error: 'answer_timeout' };

/**
 * Milliseconds from each event of a healthy receiver to the end of its delivery, with the real dispatcher in virtual
 * time: undelivered events count until the end.
 */
export function modeled(neighbors: Neighbors, seconds: number): Promise<number[]> {
  const { endpoints, events, answersAfter, hangsEvery = Infinity, ramps } = neighbors;
  return inVirtualTime(async ({ pass }) => {
    const healthyEvents = new Stopwatch();
    let calls = 0;
    const answerOf = (endpointId: string): number | undefined => {
      if (endpointId.startsWith('healthy')) return HEALTHY.answersAfter;
      return ++calls % hangsEvery === 0 ? undefined : answersAfter;
    };
    const dispatcher = openDispatcher({
      body: '{}',
      ramps,
      onDelivered: (eventId) => healthyEvents.end(eventId),
      send: async ({ endpointId }) => {
        const milliseconds = answerOf(endpointId);
        await new Promise((resolve) => setTimeout(resolve, milliseconds ?? deliverySettings.deadline));
        return milliseconds === undefined ? hung : answered(milliseconds);
      },
    });
    const url = 'https://receiver.example.com/';
    for (let index = 0; index < HEALTHY.endpoints; index++) dispatcher.addEndpoint(`healthy_${index}`, url);
    for (let index = 0; index < endpoints; index++) dispatcher.addEndpoint(`other_${index}`, url);

    let healthy = 0;
    let others = 0;
    for (let elapsed = 0; elapsed < seconds; elapsed += STEP / 1_000) {
      for (; healthy < elapsed * HEALTHY.events; healthy++)
        healthyEvents.begin(dispatcher.publish(`healthy_${healthy % HEALTHY.endpoints}`));
      for (; others < elapsed * events * endpoints; others++) dispatcher.publish(`other_${others % endpoints}`);
      await pass(STEP);
    }
    await pass(LAST);
    dispatcher.stop();
    return healthyEvents.latencies();
  });
}

/** Milliseconds from the start of each event to the end of its delivery. */
export class Stopwatch {
  readonly #begun = new Map<string, number>();
  readonly #latencies: number[] = [];

  begin(eventId: string): void {
    this.#begun.set(eventId, performance.now());
  }

  /** Ignores an event that was not started. */
  end(eventId: string): void {
    const at = this.#begun.get(eventId);
    if (at === undefined) return;
    this.#latencies.push(performance.now() - at);
    this.#begun.delete(eventId);
  }

  /** Undelivered events count until now. */
  latencies(): number[] {
    for (const eventId of [...this.#begun.keys()]) this.end(eventId);
    return this.#latencies;
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))]!;
}

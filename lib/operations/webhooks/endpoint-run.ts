import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WaitingDeliveries } from '../../adapters/data/webhooks/waiting-deliveries.ts';
import type { EndpointRef, WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import type { PostOutcome } from '../../adapters/webhooks/sender.ts';
import { attemptOf, type DueAttempt, laneOf } from '../../core/domain/delivery-lifecycle.ts';
import type { Lane } from '../../core/domain/delivery-settings.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { hostOf, type HostPace } from '../../core/domain/target-hosts.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { attemptDelivery, type AttemptDeps, type DeliveryResult } from './attempt-delivery.ts';
import { healthEvent } from './endpoint-health.ts';
import { EndpointPace } from './endpoint-pace.ts';

export interface DeliverDeps extends AttemptDeps {
  deliveries: AttemptDeps['deliveries'] & Pick<Deliveries, 'parked'>;
  endpoints: Pick<WebhookEndpoints, 'find' | 'set' | 'takeRun' | 'endRun'>;
  waiting: WaitingDeliveries;
  queues: DeliveryQueues;
  /** The pace of all calls to a host. */
  hosts: HostPace;
  randomBytes: RandomBytes;
  /** A new id of a run. */
  newRunId: () => string;
  /** Called at the end of each attempt, including those that waited. */
  report: (attempt: DueAttempt, lane: Lane, outcome: Outcome) => void;
  /** Called with a fault that only prevents the invocation from taking more messages. */
  warn: (error: Error) => void;
}

/** `waiting`: another invocation calls the endpoint and will make this attempt, or the other lane will. */
export type Handled = DeliveryResult | { result: 'waiting' };
export type Outcome = PromiseSettledResult<Handled>;

/**
 * The calls of one invocation to one endpoint, which no other invocation calls in the meantime. It makes the given
 * attempts, then the waiting ones, and after a pause also the parked ones, so it keeps the receiver as busy as the lane
 * allows. It ends when nothing is left to start, when its time is over, or when the receiver mostly hangs in the fast
 * lane.
 */
export class EndpointRun {
  readonly #deps: DeliverDeps;
  readonly #endpoint: EndpointRef;
  readonly #lane: Lane;
  readonly #until: number;
  readonly #id: string;
  /** Attempts to start next. */
  #hand: DueAttempt[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #failed = new Set<DueAttempt>();
  /** Current calls, and those about to be made. */
  #calls = 0;
  #isOver = false;
  #renewAt = 0;
  #seen: { endpoint: ReturnType<WebhookEndpoints['find']>; at: number } | undefined;
  #fault: Error | undefined;
  /** The endpoint when it was last claimed. */
  #taken: WebhookEndpoint | undefined;
  readonly #pace: EndpointPace;
  #isResuming = false;
  /** The last event of the parked deliveries read so far; null before the first, undefined after the last. */
  #parkedAfter: string | null | undefined = null;
  #hasChanged = false;
  #resume = () => {};

  /** @param until until when it starts calls */
  constructor(deps: DeliverDeps, endpoint: EndpointRef, lane: Lane, until: number) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#lane = lane;
    this.#until = until;
    this.#id = deps.newRunId();
    this.#pace = new EndpointPace(deps, endpoint);
  }

  /** Claims the endpoint, or extends the claim; false if another run or the other lane has it. */
  async take(): Promise<boolean> {
    const { endpoints, settings, now } = this.#deps;
    const instant = now();
    this.#renewAt = instant + settings.runRenewal;
    const run = { id: this.#id, until: instant + settings.runLease };
    const endpoint = await endpoints.takeRun(this.#endpoint, run, this.#lane, instant);
    if (!endpoint) return false;
    this.#seen = { endpoint: Promise.resolve(endpoint), at: instant };
    this.#taken = endpoint;
    this.#pace.begin(endpoint);
    this.#isResuming = endpoint.resuming !== undefined;
    return true;
  }

  /** The endpoint, cached for a moment, so that edits, pauses and removals take effect quickly. */
  readonly #find: WebhookEndpoints['find'] = (accountId, endpointId) => {
    const instant = this.#deps.now();
    if (!this.#seen || instant - this.#seen.at > this.#deps.settings.endpointFreshFor)
      this.#seen = { endpoint: this.#deps.endpoints.find(accountId, endpointId), at: instant };
    return this.#seen.endpoint;
  };

  /**
   * Makes these attempts and the waiting ones, then releases the endpoint.
   * @returns the given attempts that failed by a fault of the service
   * @throws the error of DynamoDB or SQS, once all calls have ended
   */
  async deliver<Attempt extends DueAttempt>(own: readonly Attempt[]): Promise<Attempt[]> {
    this.#hand = [...own];
    do await this.#work();
    while (await this.#goesOn());
    if (this.#fault) throw this.#fault;
    return own.filter((attempt) => this.#failed.has(attempt));
  }

  get #mayBegin(): boolean {
    return !this.#isOver && this.#deps.now() < this.#until;
  }

  async #work(): Promise<void> {
    const { settings, waiting } = this.#deps;
    const most = settings.inFlight[this.#lane];
    let gap = settings.look;
    let lookAt = this.#hand.length > 0 ? performance.now() + gap : 0;
    let looking: Promise<void> | undefined;

    const look = async () => {
      const found: DueAttempt[] = await waiting.take(this.#endpoint.id, settings.waitingPage);
      if (found.length < settings.waitingPage) found.push(...(await this.#takeParked()));
      this.#hand.push(...found);
      gap = found.length > 0 ? settings.look : Math.min(2 * gap, settings.longestLook);
      lookAt = found.length < settings.waitingPage ? performance.now() + gap : 0;
    };
    const stop = (error: Error) => {
      this.#isOver = true;
      this.#fault ??= error;
    };

    for (;;) {
      while (this.#mayBegin && this.#calls < most && this.#hand.length > 0) this.#begin(this.#hand.shift()!);
      const mayLook = !looking && this.#mayBegin && this.#hand.length < most;
      if (mayLook && performance.now() >= lookAt) {
        looking = look()
          .catch(stop)
          .finally(() => {
            looking = undefined;
            this.#wake();
          });
      } else if (this.#pending.size === 0 && !looking) return;
      await this.#change(mayLook && !looking ? Math.max(0, lookAt - performance.now()) : settings.longestLook);
      // If another run has it now, that run makes the other attempts.
      if (this.#deps.now() >= this.#renewAt && !(await this.take().catch(stop))) this.#isOver = true;
    }
  }

  /** A page of the deliveries parked during a pause. They stay parked until their attempt is claimed. */
  async #takeParked(): Promise<DueAttempt[]> {
    const { deliveries, next } = await this.#parked(this.#deps.settings.waitingPage);
    this.#parkedAfter = next;
    return deliveries.map(attemptOf);
  }

  async #parked(limit: number): ReturnType<DeliverDeps['deliveries']['parked']> {
    if (!this.#isResuming || this.#parkedAfter === undefined) return { deliveries: [], next: undefined };
    return this.#deps.deliveries.parked(this.#endpoint.id, limit, this.#parkedAfter ?? undefined);
  }

  /** Waits until something has changed since the last wait, at most `milliseconds`. */
  async #change(milliseconds: number): Promise<void> {
    if (!this.#hasChanged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hasChanged = false;
  }

  #wake(): void {
    this.#hasChanged = true;
    this.#resume();
  }

  #begin(attempt: DueAttempt): void {
    this.#calls++;
    let called = true;
    // Once the receiver has responded, the next call can start while the outcome is stored.
    const free = () => {
      if (called) this.#calls--;
      called = false;
      this.#wake();
    };
    const send: DeliverDeps['send'] = (post) => this.#deps.send(post).finally(free);
    const watch = this.#pace.watch();
    const hangs = async () => {
      const noting = watch.hangs();
      if (this.#lane === 'fast' && watch.lane() === 'slow') this.#isOver = true;
      await noting;
    };
    const settle = (outcome: Outcome) => {
      if (outcome.status === 'rejected') this.#failed.add(attempt);
      this.#deps.report(attempt, this.#lane, outcome);
    };
    const endpoints = { ...this.#deps.endpoints, find: this.#find };
    const host = hostOf(this.#taken!.url);
    let outcome: PostOutcome | undefined;
    const answered = (ended: PostOutcome) => watch.answered((outcome = ended));
    const written = async () => {
      await watch.written();
      if (outcome) await this.#deps.hosts.answered(host, outcome);
    };
    const make = async () => {
      // Nothing is claimed before its host has a place for it, so an attempt that waits is not used up.
      if (!(await this.#deps.hosts.turn(host, this.#endpoint.id, this.#until))) return void this.#hand.push(attempt);
      const value = await attemptDelivery({ ...this.#deps, endpoints, send }, attempt, {
        ...watch,
        answered,
        written,
        hangs,
      });
      return settle({ status: 'fulfilled', value });
    };
    const pending = make()
      .catch((reason: unknown) => settle({ status: 'rejected', reason }))
      .finally(() => {
        this.#pending.delete(pending);
        free();
      });
    this.#pending.add(pending);
  }

  /**
   * Puts back attempts that were not started, releases the endpoint, and checks again: no other run will make the
   * attempts that were added while the endpoint was claimed. If this run may start no more, it queues a message for the
   * next run.
   * @returns whether it has the endpoint again
   */
  async #goesOn(): Promise<boolean> {
    const { endpoints, waiting, queues, now } = this.#deps;
    await waiting.add(this.#hand.splice(0));
    // The result is also undefined if its response was lost.
    const { failing, change } = this.#pace.turn;
    const { calls } = this.#pace;
    const event = change && this.#taken && healthEvent(this.#deps, this.#taken, change, calls);
    const endpoint = await endpoints.endRun(this.#endpoint, this.#id, { calls, failing }, event);
    const next = (await waiting.first(this.#endpoint.id)) ?? (await this.#parked(1)).deliveries.map(attemptOf)[0];
    if (!next) return false;
    const lane = endpoint ? laneOf(endpoint, now()) : this.#lane;
    if (this.#mayBegin && (lane === this.#lane || this.#lane === 'slow')) return this.take();
    await queues.send([{ message: { ...next, lane }, delaySeconds: 0 }]);
    return false;
  }
}

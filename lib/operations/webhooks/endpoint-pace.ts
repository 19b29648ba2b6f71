import type { EndpointRef, WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { PostOutcome } from '../../adapters/webhooks/sender.ts';
import type { DeliverySettings, Lane } from '../../core/domain/delivery-settings.ts';
import { type Failing, type HealthTurn, healthTurn } from '../../core/domain/failing-endpoints.ts';
import { HANGING, letterOf, quickShare, type RecentCalls, withCalls } from '../../core/domain/recent-calls.ts';
import { isSuccess, type WebhookEndpoint } from '../../core/domain/webhooks.ts';

export interface PaceDeps {
  endpoints: Pick<WebhookEndpoints, 'set'>;
  settings: DeliverySettings;
  now: () => number;
}

/** Old calls are folded into the summary in groups of this size: their letters no longer change. */
const FOLDED = 100;

/** Follows one call of a receiver. */
export interface CallWatch {
  /** The call has been pending for `slowAfter`. */
  hangs: () => Promise<void>;
  /** The call has ended; its outcome counts from now on. */
  answered: (outcome: PostOutcome) => void;
  /** The outcome is stored; now stores the consequences for the endpoint. */
  written: () => Promise<void>;
  /** The lane of the endpoint's next attempt. */
  lane: () => Lane;
}

/**
 * An endpoint's speed, and the lane that follows from it: an endpoint that mostly hangs moves to the slow lane while
 * its calls are still pending, and leaves it when it is mostly quick again. One hanging call or one quick response is
 * not enough.
 */
export class EndpointPace {
  readonly #deps: PaceDeps;
  readonly #endpoint: EndpointRef;
  #before: RecentCalls = '';
  /** Calls of this run, each rated by a letter that may still change. */
  #own: { letter: string }[] = [];
  #slowUntil = 0;
  #lastFailureAt: number | null = null;
  #lastSuccessAt: number | undefined;
  /** End of the first call that failed after the last success. */
  #failingSince: number | undefined;
  /** The stored record of its failures. */
  #kept: Failing | undefined;

  constructor(deps: PaceDeps, endpoint: EndpointRef) {
    this.#deps = deps;
    this.#endpoint = endpoint;
  }

  /** Loads the known state of the endpoint, before the first call. */
  begin({ calls, slow_until, failing }: WebhookEndpoint): void {
    this.#slowUntil = slow_until;
    this.#kept = failing;
    if (this.#own.length > 0) return;
    this.#before = calls?.recent ?? '';
    this.#lastFailureAt = calls?.last_failure_at ?? null;
    this.#lastSuccessAt = calls?.last_success_at;
    this.#failingSince = failing?.since;
  }

  /** The summary to store with the endpoint. */
  get calls(): NonNullable<WebhookEndpoint['calls']> {
    const letters = this.#own.map(({ letter }) => letter);
    return {
      recent: withCalls(this.#before, letters),
      last_failure_at: this.#lastFailureAt,
      ...(this.#lastSuccessAt !== undefined && { last_success_at: this.#lastSuccessAt }),
    };
  }

  /** The change in health that its calls show. */
  get turn(): HealthTurn {
    return healthTurn(this.#kept, this.#failingSince, this.#lastFailureAt, this.#deps.now());
  }

  get lane(): Lane {
    return this.#slowUntil > this.#deps.now() ? 'slow' : 'fast';
  }

  #add(call: { letter: string }): void {
    this.#own.push(call);
    if (this.#own.length < 2 * FOLDED) return;
    this.#before = withCalls(
      this.#before,
      this.#own.slice(0, FOLDED).map(({ letter }) => letter),
    );
    this.#own = this.#own.slice(FOLDED);
  }

  watch(): CallWatch {
    let call: { letter: string } | undefined;
    return {
      lane: () => this.lane,
      hangs: async () => {
        call = { letter: HANGING };
        this.#add(call);
        await this.#judge();
      },
      answered: (outcome) => {
        const letter = letterOf(outcome, call !== undefined);
        if (call) call.letter = letter;
        else this.#add({ letter });
        this.#note(isSuccess(outcome), this.#deps.now());
      },
      written: () => this.#judge(),
    };
  }

  #note(isSuccess: boolean, endedAt: number): void {
    if (isSuccess) {
      this.#lastSuccessAt = endedAt;
      this.#failingSince = undefined;
    } else {
      this.#lastFailureAt = endedAt;
      this.#failingSince ??= endedAt;
    }
  }

  async #judge(): Promise<void> {
    const { settings, now } = this.#deps;
    const share = quickShare(this.calls.recent);
    const instant = now();
    const isNearlyOver = this.#slowUntil < instant + settings.slowFor / 2;
    if (share <= settings.slowUpTo && isNearlyOver) await this.#move(instant + settings.slowFor);
    else if (share >= settings.fastFrom && this.lane === 'slow') await this.#move(0);
  }

  async #move(slowUntil: number): Promise<void> {
    const before = this.#slowUntil;
    // Set before the write, so that concurrent calls do not write the same.
    this.#slowUntil = slowUntil;
    try {
      await this.#deps.endpoints.set(this.#endpoint, { slow_until: slowUntil, calls: this.calls });
    } catch (error) {
      this.#slowUntil = before;
      throw error;
    }
  }
}

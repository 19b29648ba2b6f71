import type { EndpointRef, WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { PostOutcome } from '../../adapters/webhooks/sender.ts';
import type { DeliverySettings, Lane } from '../../adapters/webhooks/settings.ts';
import { type Failing, type HealthTurn, healthTurn } from '../../core/domain/failing-endpoints.ts';
import { HANGING, letterOf, quickShare, type RecentCalls, withCalls } from '../../core/domain/recent-calls.ts';
import { isSuccess, type WebhookEndpoint } from '../../core/domain/webhooks.ts';

export interface PaceDeps {
  endpoints: Pick<WebhookEndpoints, 'set'>;
  settings: DeliverySettings;
  now: () => number;
}

/** Calls that are judged together once no call of a run is as old: their letters change no more. */
const FOLDED = 100;

/** Follows one call of a receiver. */
export interface CallWatch {
  /** The call has been pending for `slowAfter`. */
  hangs: () => Promise<void>;
  /** The call has ended; the calls beside it are judged with it from now on. */
  answered: (outcome: PostOutcome) => void;
  /** Its outcome is written: time to write what follows for the endpoint. */
  written: () => Promise<void>;
  /** Where the endpoint's next attempt waits. */
  lane: () => Lane;
}

/**
 * How quick an endpoint is, and its lane by that: one that mostly hangs goes to the slow lane while its calls are still
 * pending, and leaves it when it is mostly quick again. Neither one hanging call nor one quick answer decides.
 */
export class EndpointPace {
  readonly #deps: PaceDeps;
  readonly #endpoint: EndpointRef;
  #before: RecentCalls = '';
  /** Calls that this run has made and judged, each by a letter that may still change. */
  #own: { letter: string }[] = [];
  #slowUntil = 0;
  #lastFailureAt: number | null = null;
  #lastSuccessAt: number | undefined;
  /** End of the first call that failed after the last success. */
  #failingSince: number | undefined;
  /** What is kept of its failures. */
  #kept: Failing | undefined;

  constructor(deps: PaceDeps, endpoint: EndpointRef) {
    this.#deps = deps;
    this.#endpoint = endpoint;
  }

  /** Takes up what is known of the endpoint, before the first call. */
  begin({ calls, slow_until, failing }: WebhookEndpoint): void {
    this.#slowUntil = slow_until;
    this.#kept = failing;
    if (this.#own.length > 0) return;
    this.#before = calls?.recent ?? '';
    this.#lastFailureAt = calls?.last_failure_at ?? null;
    this.#lastSuccessAt = calls?.last_success_at;
    this.#failingSince = failing?.since;
  }

  /** What is kept with the endpoint. */
  get calls(): NonNullable<WebhookEndpoint['calls']> {
    const letters = this.#own.map(({ letter }) => letter);
    return {
      recent: withCalls(this.#before, letters),
      last_failure_at: this.#lastFailureAt,
      ...(this.#lastSuccessAt !== undefined && { last_success_at: this.#lastSuccessAt }),
    };
  }

  /** What its calls make of its health. */
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
    // At once: the calls beside this one are not to write the same.
    this.#slowUntil = slowUntil;
    try {
      await this.#deps.endpoints.set(this.#endpoint, { slow_until: slowUntil, calls: this.calls });
    } catch (error) {
      this.#slowUntil = before;
      throw error;
    }
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DurableMap } from './journal.ts';
import { type Timed, TimedQueue } from './timed-queue.ts';

export interface Timer {
  cancel(): void;
}

interface Entry extends Timed {
  run: () => unknown;
  fired: boolean;
}

/** The one key of the map in which the offset is kept. */
const OFFSET = 'offset';

/** CPU time is counted in steps of some milliseconds, so shorter spans are meaningless. */
const LEAST_SPAN_MS = 100;

/** Node clamps longer timeouts to 1 ms, so a long wait is split into steps of this length. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The only clock of the local cloud. Emulators schedule their work on it and workers read it through a shared buffer, so
 * that sixty days pass in milliseconds. Instants are epoch milliseconds.
 *
 * Time runs at the real pace with an offset, unless the clock stands still. During an advance it stands still at the instant of
 * each timer and moves on when no work is in flight. Real timeouts (Lambda, HTTP) are not affected.
 */
export class Clock {
  /** [offset to real time, instant at which time stands still or NaN]; handed to the workers. */
  readonly shared = new SharedArrayBuffer(16);
  readonly #state = new Float64Array(this.shared);
  readonly #queue = new TimedQueue<Entry>();
  #order = 0;
  #inFlight = 0;
  #idleWaiters: (() => void)[] = [];
  #driver: NodeJS.Timeout | undefined;
  #advancing: Promise<void> = Promise.resolve();
  #isAdvancing = false;
  /** Milliseconds that the process has waited while the clock stood still. */
  #waited = 0;
  /** Real time and CPU time up to which `#waited` is counted, in milliseconds. */
  #counted = { real: 0, processor: 0 };
  readonly #flows: boolean;
  readonly #offset: DurableMap<number> | undefined;

  /**
   * @param pace a `still` clock moves only by `advanceTo`, for tests that count milliseconds
   * @param offset where the offset to real time is stored, so that a later process continues from it
   */
  constructor(pace: 'flowing' | 'still' = 'flowing', offset?: DurableMap<number>) {
    this.#flows = pace === 'flowing';
    this.#offset = offset;
    this.#state[0] = offset?.restore().get(OFFSET) ?? 0;
    this.#state[1] = this.#flows ? NaN : realNow();
  }

  now(): number {
    return readClock(this.#state);
  }

  /**
   * A count of milliseconds that moves with the clock and, while an advance stops the clock, with the time that the
   * process waits: a pause before the retry of a rejected call takes as long on AWS. Computation may be faster on AWS,
   * so it does not count.
   */
  elapsed(): number {
    if (this.#isAdvancing && this.#flows) this.#countWaiting();
    return this.now() + this.#waited;
  }

  #countWaiting(): void {
    const { real, processor } = timeOfProcess();
    const span = real - this.#counted.real;
    if (span < LEAST_SPAN_MS) return;
    this.#waited += Math.max(0, span - (processor - this.#counted.processor));
    this.#counted = { real, processor };
  }

  /** Runs `run` once at `instant`, or immediately if that has passed. */
  schedule(instant: number, run: () => unknown): Timer {
    const entry: Entry = { instant, order: this.#order++, run, isCanceled: false, fired: false };
    this.#queue.push(entry);
    if (this.#queue.peek() === entry) this.#arm();
    return { cancel: () => this.#cancel(entry) };
  }

  /** Marks work in flight until the returned function is called; an advance waits for it. */
  begin(): () => void {
    this.#inFlight++;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#inFlight--;
      if (this.#inFlight === 0) for (const wake of this.#idleWaiters.splice(0)) wake();
    };
  }

  /** Counts a promise as work in flight. The caller handles its rejection. */
  async track<T>(work: Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work;
    } finally {
      end();
    }
  }

  /** Resolves when nothing has been in flight for two turns of the event loop. */
  async whenIdle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2;) {
      if (this.#inFlight > 0) {
        quietTurns = 0;
        await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
      } else {
        quietTurns++;
        await nextTurn();
      }
    }
  }

  /**
   * Moves time forward to `instant`, firing each due timer at its own instant, and resolves once all work that came due
   * has run.
   * @throws RangeError when `instant` lies in the past: time never goes back.
   */
  advanceTo(instant: number): Promise<void> {
    return this.#advanceInTurn(() => instant);
  }

  /** Moves time forward by `milliseconds`, 0 or more. The step counts from its turn; time flows until then. */
  advanceBy(milliseconds: number): Promise<void> {
    return this.#advanceInTurn((start) => start + milliseconds);
  }

  #advanceInTurn(targetFrom: (start: number) => number): Promise<void> {
    const turn = this.#advancing.then(() => this.#advance(targetFrom));
    this.#advancing = turn.catch(() => undefined);
    return turn;
  }

  stop(): void {
    clearTimeout(this.#driver);
    this.#queue.clear();
  }

  async #advance(targetFrom: (start: number) => number): Promise<void> {
    const start = this.now();
    const target = targetFrom(start);
    if (target < start) throw new RangeError(`cannot go back from ${new Date(start).toISOString()}`);
    clearTimeout(this.#driver);
    this.#isAdvancing = true;
    this.#counted = timeOfProcess();
    this.#state[1] = start;
    try {
      await this.whenIdle();
      for (let next = this.#queue.peek(); next && next.instant <= target; next = this.#queue.peek()) {
        this.#standAt(Math.max(this.#state[1], next.instant));
        this.#fireDue(this.#state[1]);
        await this.whenIdle();
      }
      this.#standAt(target);
    } finally {
      this.#isAdvancing = false;
      if (this.#flows) {
        this.#state[0] = this.#state[1] - realNow();
        this.#state[1] = NaN;
      }
      this.#arm();
    }
  }

  #standAt(instant: number): void {
    this.#state[1] = instant;
    this.#offset?.put(OFFSET, instant - realNow());
  }

  #fireDue(instant: number): void {
    for (let next = this.#queue.peek(); next && next.instant <= instant; next = this.#queue.peek()) {
      this.#queue.pop();
      next.fired = true;
      const result = next.run();
      if (result instanceof Promise) void this.track(result);
    }
  }

  #arm(): void {
    clearTimeout(this.#driver);
    const next = this.#queue.peek();
    if (!next || this.#isAdvancing) return;
    const wait = Math.min(Math.max(next.instant - this.now(), 0), LONGEST_TIMEOUT_MS);
    if (wait > 0 && !this.#flows) return;
    this.#driver = setTimeout(() => {
      if (!this.#isAdvancing) this.#fireDue(this.now());
      this.#arm();
    }, wait);
  }

  #cancel(entry: Entry): void {
    if (entry.isCanceled || entry.fired) return;
    entry.isCanceled = true;
    this.#queue.noteCanceled();
  }
}

/** The instant a shared clock shows, for the main thread and the workers alike. */
export function readClock(state: Float64Array): number {
  const still = state[1]!;
  return Number.isNaN(still) ? Math.floor(realNow() + state[0]!) : still;
}

/** Workers replace `Date` by the shared clock, so real time is taken from its origin, not from `Date.now`. */
const realNow = Date.now.bind(Date);

/** CPU time of all threads, in milliseconds. */
function timeOfProcess(): { real: number; processor: number } {
  const { user, system } = process.cpuUsage();
  return { real: performance.now(), processor: (user + system) / 1000 };
}

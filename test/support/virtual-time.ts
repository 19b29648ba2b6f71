/**
 * Time that passes only when nothing is left to do: timers fire in order, and the clock jumps from one to the next.
 * Minutes of many receivers thus take seconds, and a busy machine changes no figure. Only code without sockets can run
 * in it.
 */
export interface VirtualTime {
  /** Lets this many milliseconds pass, with everything that happens in them. */
  pass: (milliseconds: number) => Promise<void>;
}

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

const REAL = {
  setTimeout,
  clearTimeout,
  setImmediate,
  now: Date.now,
  performanceNow: performance.now.bind(performance),
};

/**
 * Runs work in virtual time, in which `setTimeout`, `Date.now` and `performance.now` agree; real time is restored
 * afterwards.
 */
export async function inVirtualTime<Result>(work: (time: VirtualTime) => Promise<Result>): Promise<Result> {
  const begun = REAL.now();
  let elapsed = 0;
  let order = 0;
  const timers = new TimerHeap();

  globalThis.setTimeout = ((run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    handleOf(
      timers.add({ at: elapsed + Math.max(0, milliseconds), order: order++, run: () => run(...args) }),
    )) as never;
  globalThis.clearTimeout = ((handle?: Partial<Handle> | number) => {
    if (typeof handle === 'object' && handle.timer) handle.timer.run = () => undefined;
    // A timer that the test runner set earlier.
    else REAL.clearTimeout(handle as number);
  }) as never;
  Date.now = () => Math.floor(begun + elapsed);
  performance.now = () => elapsed;

  const pass = async (milliseconds: number) => {
    const end = elapsed + milliseconds;
    await settled();
    for (let next = timers.first; next && next.at <= end; next = timers.first) {
      elapsed = next.at;
      timers.take()!.run();
      await settled();
    }
    elapsed = end;
  };
  try {
    return await work({ pass });
  } finally {
    globalThis.setTimeout = REAL.setTimeout;
    globalThis.clearTimeout = REAL.clearTimeout;
    Date.now = REAL.now;
    performance.now = REAL.performanceNow;
  }
}

interface Handle {
  timer: Timer;
  unref: () => void;
}

const handleOf = (timer: Timer): Handle => ({ timer, unref: () => undefined });

/** Resolves after all ready promises, and those they make ready, have continued. */
const settled = () => new Promise((resolve) => REAL.setImmediate(resolve));

/** The earliest timer first; at the same instant, the one that was set first. */
class TimerHeap {
  readonly #timers: Timer[] = [];

  get first(): Timer | undefined {
    return this.#timers[0];
  }

  add(timer: Timer): Timer {
    const timers = this.#timers;
    let place = timers.push(timer) - 1;
    while (place > 0 && isBefore(timer, timers[(place - 1) >> 1]!)) {
      timers[place] = timers[(place - 1) >> 1]!;
      place = (place - 1) >> 1;
    }
    timers[place] = timer;
    return timer;
  }

  take(): Timer | undefined {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    if (!last || timers.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < timers.length && isBefore(timers[child + 1]!, timers[child]!)) child++;
      if (child >= timers.length || !isBefore(timers[child]!, last)) break;
      timers[place] = timers[child]!;
      place = child;
    }
    timers[place] = last;
    return first;
  }
}

const isBefore = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.order < other.order);

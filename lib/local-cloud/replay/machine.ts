import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, type Hash } from 'node:crypto';
import { TimedQueue } from '../timed-queue.ts';
import type { Compartment, Task } from './compartment.ts';
import { SeededRandom } from './seeded-random.ts';

interface TaskOptions {
  compartment?: Compartment | undefined;
  isAwaited?: boolean;
}

/** Called with each step of the trace; `number` counts from 1. */
export type TraceListener = (number: number, instant: number, step: string) => void;

/**
 * The first instant of every machine is in the week after this one, by its seed: schedules depend on weekday and time.
 * A fixed date, because prices, holidays and postal codes are those of dates.
 */
const FIRST_WEEK = Date.UTC(2026, 10, 30);
const WEEK_MS = 7 * 86_400_000;

/** In the names of requests that Node has under way in its thread pool: `FSReqPromise`, `CloseReq`, `QueryReqWrap`. */
const REAL_REQUEST = /Req/;

const nothing = () => undefined;

// Taken before it is replaced.
const { setImmediate } = globalThis;

/**
 * A machine whose time, randomness, network and threads come from a seed, so that a program does the same on it each time,
 * bit for bit. Everything runs on one event loop: one task, then all that follows from it without waiting, then the next
 * task. Time stands still meanwhile, and then jumps to the next task.
 */
export class Machine {
  readonly random: SeededRandom;
  readonly mostSkewMs: number;
  /** Epoch milliseconds of the start. */
  readonly began: number;
  readonly #inside = new AsyncLocalStorage<Compartment | undefined>();
  readonly #outermost = AsyncLocalStorage.snapshot();
  readonly #queue = new TimedQueue<Task>();
  readonly #hash: Hash = createHash('sha256');
  #now = 0;
  #order = 0;
  #awaited = 0;
  #working = 0;
  #steps = 0;
  #isRunning = false;
  #isStopped = false;
  /** Called with each step of the trace. */
  onStep: TraceListener | undefined;

  /** @param mostSkewMs how far the clocks of execution environments may be ahead or behind */
  constructor(seed: string, mostSkewMs: number) {
    this.mostSkewMs = mostSkewMs;
    this.random = new SeededRandom(seed);
    this.began = FIRST_WEEK + this.random.integer(0, WEEK_MS);
  }

  /** Milliseconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** The compartment whose code is running; undefined: the program's. */
  get compartment(): Compartment | undefined {
    return this.#inside.getStore();
  }

  /** Runs something in another compartment, as if nothing had called it. */
  within<Result>(compartment: Compartment | undefined, run: () => Result): Result {
    return this.#outermost(() => this.#inside.run(compartment, run));
  }

  /** Runs something after `delayMs` in the present context. */
  schedule(delayMs: number, run: () => void, { compartment = this.compartment, isAwaited = true }: TaskOptions = {}) {
    const inContext = AsyncLocalStorage.bind(run);
    return this.#enter(delayMs, inContext, compartment, isAwaited);
  }

  /** Runs something in a compartment after `delayMs`. */
  send(delayMs: number, compartment: Compartment | undefined, run: () => void): Task {
    return this.#enter(delayMs, () => this.within(compartment, run), compartment, true);
  }

  /** A number that nothing else on the machine has. */
  nextId(): number {
    return this.#order++;
  }

  cancel(task: Task): void {
    if (task.isCanceled) return;
    task.isCanceled = true;
    // It may hold a whole environment, and its instant may be far.
    task.run = nothing;
    if (!task.isQueued) return;
    if (task.isAwaited) this.#awaited--;
    this.#queue.noteCanceled();
  }

  setAwaited(task: Task, isAwaited: boolean): void {
    if (task.isAwaited === isAwaited) return;
    task.isAwaited = isAwaited;
    if (!task.isCanceled && task.isQueued) this.#awaited += isAwaited ? 1 : -1;
    this.#go();
  }

  /**
   * Real work of the machine: its result arrives at a virtual instant that does not depend on how long it really takes.
   */
  deliver<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve) => {
      const task = this.schedule(this.latency(), () => resolve(work));
      task.isWaiting = true;
      const arrive = () => {
        task.isWaiting = false;
      };
      work.then(arrive, arrive);
    });
  }

  /** Marks real work whose result arrives by itself; time stands still until the returned function is called. */
  begin(): () => void {
    this.#working++;
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#working--;
      hasEnded = true;
    };
  }

  /** How long a message takes, in milliseconds: mostly short, now and then many times as long. */
  latency(): number {
    return 0.2 - 3 * Math.log(1 - this.random.fraction());
  }

  /** Adds a step to the trace. */
  note(step: string): void {
    this.#steps++;
    this.#hash.update(`${this.#now} ${step}\n`);
    this.onStep?.(this.#steps, this.#now, step);
  }

  /** Steps so far, and the hash of all of them with their instants. */
  get trace(): { steps: number; hash: string } {
    return { steps: this.#steps, hash: this.#hash.copy().digest('hex') };
  }

  /** Nothing runs any more. */
  stop(): void {
    this.#isStopped = true;
  }

  #enter(delayMs: number, run: () => void, compartment: Compartment | undefined, isAwaited: boolean): Task {
    const task: Task = {
      instant: this.#now + delayMs,
      order: 0,
      run,
      compartment,
      isCanceled: false,
      isAwaited,
      isWaiting: false,
      isQueued: false,
    };
    this.#push(task);
    return task;
  }

  #push(task: Task): void {
    task.order = this.#order++;
    task.isQueued = true;
    if (task.isAwaited) this.#awaited++;
    this.#queue.push(task);
    this.#go();
  }

  /** Lets the tasks run that a compartment held back while it was frozen. */
  resume(tasks: readonly Task[]): void {
    for (const task of tasks) {
      if (task.isCanceled) continue;
      task.instant = this.#now;
      this.#push(task);
    }
  }

  #isWorking(): boolean {
    return this.#working > 0 || process.getActiveResourcesInfo().some((kind) => REAL_REQUEST.test(kind));
  }

  #go(): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#outermost(() => setImmediate(this.#turn));
  }

  /** One task. Node then runs everything that follows from it, before the next immediate. */
  readonly #turn = (): void => {
    const next = this.#isStopped ? undefined : this.#queue.peek();
    if (!next || (this.#awaited === 0 && !this.#isWorking())) {
      this.#isRunning = false;
      return;
    }
    setImmediate(this.#turn);
    if (this.#isWorking() || (next.isWaiting && !next.isCanceled)) return;
    this.#queue.pop();
    next.isQueued = false;
    if (next.isAwaited) this.#awaited--;
    this.#now = Math.max(this.#now, next.instant);
    const holder = next.compartment?.whatHolds();
    if (holder === 'ended') next.isCanceled = true;
    else if (holder) holder.hold(next);
    else {
      next.isCanceled = true;
      this.#run(next);
    }
  };

  #run({ run, compartment }: Task): void {
    try {
      run();
    } catch (error) {
      if (!compartment) throw error;
      compartment.crash(error);
    }
  }
}

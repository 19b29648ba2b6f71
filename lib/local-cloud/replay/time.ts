import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import { showDate } from '../shown-date.ts';
import type { Task } from './compartment.ts';
import type { Machine } from './machine.ts';

type Callback = (...args: unknown[]) => void;

/** Node clamps other delays to 1 ms (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** What a turn of the event loop takes, so that a program which waits turn by turn for the time to come sees it come. */
const TURN_MS = 0.01;

const delayOf = (given: unknown): number => {
  const delay = Math.trunc(Number(given));
  return delay >= 1 && delay <= LONGEST_DELAY_MS ? delay : 1;
};

/** A timer of the machine, with what Node's `Timeout` and `Immediate` have. */
class MachineTimer {
  readonly #machine: Machine;
  readonly #run: () => void;
  readonly #delay: number;
  readonly #repeats: boolean;
  readonly #id: number;
  readonly #ids: Map<number, MachineTimer>;
  #task: Task | undefined;
  #isAwaited = true;

  constructor(
    machine: Machine,
    ids: Map<number, MachineTimer>,
    { run, delay, repeats }: { run: () => void; delay: number; repeats: boolean },
  ) {
    this.#machine = machine;
    this.#run = run;
    this.#delay = delay;
    this.#repeats = repeats;
    this.#id = machine.nextId();
    this.#ids = ids;
    this.#start();
  }

  #start(): void {
    const isAwaited = this.#isAwaited;
    this.#task = this.#machine.schedule(this.#delay, () => this.#fire(), { isAwaited });
  }

  #fire(): void {
    if (this.#repeats) this.#start();
    this.#run();
  }

  ref(): this {
    return this.#await(true);
  }

  unref(): this {
    return this.#await(false);
  }

  #await(isAwaited: boolean): this {
    this.#isAwaited = isAwaited;
    if (this.#task) this.#machine.setAwaited(this.#task, isAwaited);
    return this;
  }

  hasRef(): boolean {
    return this.#isAwaited;
  }

  refresh(): this {
    if (this.#task) this.#machine.cancel(this.#task);
    this.#start();
    return this;
  }

  close(): this {
    if (this.#task) this.#machine.cancel(this.#task);
    this.#ids.delete(this.#id);
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.toPrimitive](): number {
    this.#ids.set(this.#id, this);
    return this.#id;
  }
}

function timersOf(machine: Machine) {
  /** Timers whose number somebody has asked for. */
  const ids = new Map<number, MachineTimer>();
  const timer = (run: Callback, delay: number, repeats: boolean, args: unknown[]) =>
    new MachineTimer(machine, ids, { run: () => run(...args), delay, repeats });
  const clear = (given: unknown) => {
    if (given instanceof MachineTimer) given.close();
    else ids.get(Number(given))?.close();
  };
  return {
    setTimeout: (run: Callback, delay?: unknown, ...args: unknown[]) => timer(run, delayOf(delay), false, args),
    setInterval: (run: Callback, delay?: unknown, ...args: unknown[]) => timer(run, delayOf(delay), true, args),
    setImmediate: (run: Callback, ...args: unknown[]) => timer(run, TURN_MS, false, args),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

interface WaitOptions {
  signal?: AbortSignal;
  ref?: boolean;
}

/** Resolves after a delay, as `timers/promises` does. */
function waitOn(machine: Machine, delay: number, value: unknown, { signal, ref = true }: WaitOptions = {}) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      machine.cancel(task);
      reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal!.reason }));
    };
    const task = machine.schedule(
      delay,
      () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      },
      { isAwaited: ref },
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Replaces `Date`, `performance` and every timer of the process. */
export function replaceTime(machine: Machine): void {
  replaceTimers(machine);
  replaceDate(machine);
  performance.now = () => machine.now;
  Object.defineProperty(performance, 'timeOrigin', { value: machine.began });
  const nanoseconds = () => BigInt(Math.round(machine.now * 1e6));
  const hrtime = ([seconds, rest]: [number, number] = [0, 0]): [number, number] => {
    const since = nanoseconds() - BigInt(seconds) * 1_000_000_000n - BigInt(rest);
    return [Number(since / 1_000_000_000n), Number(since % 1_000_000_000n)];
  };
  process.hrtime = Object.assign(hrtime, { bigint: nanoseconds });
  process.uptime = () => machine.now / 1000;
  // Computing takes no time here, so it uses none of the processor's either.
  process.cpuUsage = () => ({ user: 0, system: 0 });
  process.threadCpuUsage = () => ({ user: 0, system: 0 });
}

function replaceTimers(machine: Machine): void {
  const timers = timersOf(machine);
  const wait = (delay?: unknown, value?: unknown, options?: WaitOptions) =>
    waitOn(machine, delayOf(delay), value, options);
  const nextTurn = (value?: unknown, options?: WaitOptions) => waitOn(machine, TURN_MS, value, options);
  Object.assign(timers.setTimeout, { [promisify.custom]: wait });
  Object.assign(timers.setImmediate, { [promisify.custom]: nextTurn });
  Object.assign(globalThis, timers);
  Object.assign(process.getBuiltinModule('node:timers'), timers);
  const promises = process.getBuiltinModule('node:timers/promises') as object;
  Object.assign(promises, { setTimeout: wait, setImmediate: nextTurn, setInterval: undefined, scheduler: { wait } });
  AbortSignal.timeout = (delay) => {
    const controller = new AbortController();
    const reason = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    timers.setTimeout(() => controller.abort(reason()), delay).unref();
    return controller.signal;
  };
  syncBuiltinESMExports();
}

/** `Date` shows the compartment's clock, and outside of compartments the machine's time. */
function replaceDate(machine: Machine): void {
  const machineTime = () => Math.floor(machine.began + machine.now);
  showDate(() => {
    const { clock, ahead } = machine.compartment ?? {};
    if (!clock) return machineTime();
    // As `readClock`, whose machine is this one.
    const shown = Number.isNaN(clock[1]!) ? Math.floor(machineTime() + clock[0]!) : clock[1]!;
    return shown + ahead!;
  });
}

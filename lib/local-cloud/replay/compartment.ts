import type { AwsChannel } from '../lambda/aws-channel.ts';

/** Something that runs at a virtual instant. */
export interface Task {
  /** Milliseconds since the machine's start. */
  instant: number;
  order: number;
  /** Runs it where it belongs; the machine leaves it out once it is canceled. */
  run: () => void;
  /** Frozen with it, and dropped when it ends; undefined: the program. */
  compartment: Compartment | undefined;
  isCanceled: boolean;
  /** Whether the program must not end before it. */
  isAwaited: boolean;
  /** Real work under way, whose result the task hands over. */
  isWaiting: boolean;
  /** False before and after, and while a frozen compartment holds it. */
  isQueued: boolean;
}

/** The machine, as its compartments see it. */
interface Host {
  /** The compartment whose code is running. */
  readonly compartment: Compartment | undefined;
  /** Lets tasks run that were held back. */
  resume(tasks: readonly Task[]): void;
}

/** Answers the requests of a compartment that need no socket; undefined for all others. */
export type Requests = AwsChannel['request'];

/** Leaves the code of a compartment that has ended itself. */
class Exited extends Error {}

export interface CompartmentOptions {
  name: string;
  /** Its environment variables. */
  variables: Record<string, string | undefined>;
  /** Takes what it writes to its output; default: the program's output. */
  write?: ((text: string) => void) | undefined;
  /** Called with what nothing in it has caught; the compartment has ended then. */
  onCrash: (error: unknown) => void;
  /** Called when it ends itself. */
  onExit: (code: number) => void;
}

/**
 * Code with variables, output, clock and timers of its own on a simulated machine: an execution environment, or a thread.
 * A thread belongs to the compartment that started it, and is frozen and ends with it.
 */
export class Compartment {
  readonly name: string;
  readonly variables: Record<string, string | undefined>;
  readonly write: ((text: string) => void) | undefined;
  readonly #machine: Host;
  readonly #outer: Compartment | undefined;
  readonly #onCrash: (error: unknown) => void;
  readonly #onExit: (code: number) => void;
  readonly #held: Task[] = [];
  readonly #onEnd = new Set<() => void>();
  #state: 'running' | 'frozen' | 'ended' = 'running';
  /** The clock that `Date` shows, as `readClock` reads it; undefined: the machine's. */
  clock: Float64Array | undefined;
  /** Milliseconds that this clock is ahead of the others. */
  ahead = 0;
  requests: Requests | undefined;

  constructor(machine: Host, { name, variables, write, onCrash, onExit }: CompartmentOptions) {
    this.#machine = machine;
    this.#outer = machine.compartment;
    this.name = name;
    this.variables = variables;
    this.write = write;
    this.#onCrash = onCrash;
    this.#onExit = onExit;
    this.#outer?.atEnd(() => this.end());
  }

  get hasEnded(): boolean {
    return this.whatHolds() === 'ended';
  }

  /** The frozen compartment that keeps this one from running, if any. */
  whatHolds(): Compartment | 'ended' | undefined {
    if (this.#state === 'ended') return 'ended';
    const outer = this.#outer?.whatHolds();
    return outer ?? (this.#state === 'frozen' ? this : undefined);
  }

  freeze(): void {
    if (this.#state === 'running') this.#state = 'frozen';
  }

  thaw(): void {
    if (this.#state !== 'frozen') return;
    this.#state = 'running';
    this.#machine.resume(this.#held.splice(0));
  }

  /** Keeps a task until the compartment is thawed. */
  hold(task: Task): void {
    this.#held.push(task);
  }

  /** Nothing of it runs any more. */
  end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#held.length = 0;
    for (const run of this.#onEnd) run();
    this.#onEnd.clear();
  }

  /** Ends it because of an error that nothing in it has caught. */
  crash(error: unknown): void {
    if (this.hasEnded) return;
    this.end();
    this.#onCrash(error);
  }

  /** Ends it because its code says so. @throws Exited: nothing after it may run */
  exit(code: number): never {
    if (!this.hasEnded) {
      this.end();
      this.#onExit(code);
    }
    throw new Exited();
  }

  /** @returns a function that cancels it */
  atEnd(run: () => void): () => void {
    this.#onEnd.add(run);
    return () => this.#onEnd.delete(run);
  }
}

import { becomeMachine } from './current.ts';
import { openCompartmentEnvironment } from './environments.ts';
import { Machine, type TraceListener } from './machine.ts';
import { Network } from './network.ts';
import { separateProcesses } from './processes.ts';
import { replaceRandomness } from './randomness.ts';
import { replaceRealWork } from './real-work.ts';
import { replaceThreads } from './threads.ts';
import { replaceTime } from './time.ts';

/** A simulated machine, as the program on it sees it. */
export interface SimulatedMachine {
  /** Steps so far, and the hash of all of them with their instants. */
  readonly trace: { steps: number; hash: string };
  /** Called with each further step. */
  followTrace(listener: TraceListener): void;
  /** Ends everything that happens on it. */
  stop(): void;
}

export interface MachineOptions {
  /** Execution environments have clocks that are up to so many milliseconds ahead or behind; default: none. */
  mostSkewMs?: number;
}

/**
 * Makes this process a simulated machine, for good: all its time, randomness, network and threads come from the seed. To be
 * called before anything else is imported, in a Node with `--experimental-vm-modules`.
 */
export function simulateMachine(seed: string, { mostSkewMs = 0 }: MachineOptions = {}): SimulatedMachine {
  const machine = new Machine(seed, mostSkewMs);
  // The clock first: the others read it.
  replaceTime(machine);
  replaceRandomness(machine);
  replaceRealWork(machine);
  new Network(machine).replace();
  replaceThreads(machine);
  separateProcesses(machine);
  becomeMachine({
    openEnvironment: (start) => openCompartmentEnvironment(machine, start),
    useClock: (shared) => {
      if (!machine.compartment) throw new Error('The program itself has the clock of the machine.');
      machine.compartment.clock = new Float64Array(shared);
    },
  });
  return {
    get trace() {
      return machine.trace;
    },
    followTrace: (listener) => {
      machine.onStep = listener;
    },
    stop: () => machine.stop(),
  };
}

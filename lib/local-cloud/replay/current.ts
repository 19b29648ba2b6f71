import type { OpenEnvironment } from '../lambda/execution-environment.ts';

/** What the cloud needs of the machine below it, if that is a simulated one. */
export interface MachineBelow {
  openEnvironment: OpenEnvironment;
  /** Makes `Date` of the running thread show a clock. @param shared the clock's buffer */
  useClock(shared: SharedArrayBuffer): void;
}

let machine: MachineBelow | undefined;

/** The simulated machine that this process is, if it is one. */
export const simulatedMachine = (): MachineBelow | undefined => machine;

export function becomeMachine(simulated: MachineBelow): void {
  machine = simulated;
}

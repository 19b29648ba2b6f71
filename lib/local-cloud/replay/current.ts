import type { SimulatedMachine } from './simulated-machine.ts';

let machine: SimulatedMachine | undefined;

/** The simulated machine that this process is, if it is one. */
export const simulatedMachine = (): SimulatedMachine | undefined => machine;

export function becomeMachine(simulated: SimulatedMachine): void {
  machine = simulated;
}

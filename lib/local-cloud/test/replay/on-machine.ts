/** `on-machine.ts <seed> <assembly>`: plays the scenario on a simulated machine, and prints its outcome and trace as JSON. */
import { writeSync } from 'node:fs';
import { simulateMachine } from '../../replay/simulated-machine.ts';

const [seed = '', assembly = ''] = process.argv.slice(2);
const machine = simulateMachine(seed);
const { playScenario } = await import('./scenario.ts');
const outcome = await playScenario(assembly);
writeSync(1, JSON.stringify({ outcome, trace: machine.trace }));

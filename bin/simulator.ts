import { resolve } from 'node:path';
import { buildSimulator } from '../lib/programs/local-service/simulator-package.ts';

/** `npm run simulator`: builds the package of `npx @malote/simulator` into `dist/simulator` (docs/simulator.md). */
const directory = resolve(import.meta.dirname, '../dist/simulator');
await buildSimulator(directory);
console.log(`Built dist/simulator: npx ./dist/simulator`);

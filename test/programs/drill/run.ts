/**
 * `npm run drill`: restores the table of a local service and continues with it (docs/operating.md, "Restoring the
 * table").
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localAssembly } from '../../../lib/programs/local-service/assembly.ts';
import { rehearse } from './drill.ts';

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });
const directory = await mkdtemp(join(tmpdir(), 'malote-drill-'));
try {
  await rehearse({
    assembly: await localAssembly(join(directory, 'cdk.out')),
    directory,
    print: (line) => console.log(`${(performance.now() / 1000).toFixed(1).padStart(5)} s  ${line}`),
    log: values.verbose ? console.log : undefined,
  });
} finally {
  await rm(directory, { recursive: true });
}

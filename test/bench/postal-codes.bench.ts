/**
 * Postal codes: look-ups in the seed, and the import of a generated e-DNE of 1.5 million codes. The import runs in its
 * own process, as for the operator, to measure its memory alone.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDirectory, SEED_RELEASE } from '../../lib/adapters/postal-codes/directory.ts';
import type { BenchRow } from './support/benches.ts';
import { generateDownload } from './support/generated-edne.ts';

export const name = 'postal-codes';

const SEED = join(import.meta.dirname, '../../data/postal-codes', SEED_RELEASE);
const IMPORT_PROCESS = join(import.meta.dirname, 'support/import-process.ts');
const GENERATED_CODES = 1_500_000;
const WARM_LOOKUPS = 1_000_000;

export async function run(): Promise<BenchRow[]> {
  return [...lookUp(), ...(await importGenerated())];
}

function lookUp(): BenchRow[] {
  const { result: directory, milliseconds: opening } = timed(() => openDirectory(SEED));
  const { milliseconds: first } = timed(() => directory.find('01001000'));
  const codes = Array.from(directory.entries(), ({ postal_code }) => postal_code);
  const shards = codes.filter((_, index) => index % 2048 === 1024);
  const cold = shards.map((code) => timed(() => directory.find(code)).milliseconds).sort((a, b) => a - b);
  const { milliseconds: warm } = timed(() => {
    for (let lookup = 0; lookup < WARM_LOOKUPS; lookup++) directory.find(codes[lookup % 1000]!);
  });
  directory.close();
  return [
    { metric: 'open', value: opening, unit: 'ms' },
    { metric: 'first look-up of a process', value: first, unit: 'ms', aim: '≤ 5' },
    { metric: 'look-up in a shard not yet read, median', value: cold[cold.length >> 1]!, unit: 'ms' },
    {
      metric: 'look-up in a shard not yet read, 99 of 100',
      value: cold[Math.floor(cold.length * 0.99)]!,
      unit: 'ms',
      aim: '≤ 5',
    },
    { metric: 'look-ups in a shard in memory', value: (WARM_LOOKUPS / warm) * 1000, unit: '1/s', aim: '≥ 1 million' },
  ];
}

async function importGenerated(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'postal-codes-bench-'));
  try {
    const seed = openDirectory(SEED);
    const zip = join(folder, 'eDNE_Basico.zip');
    await writeFile(zip, generateDownload(seed.entries(), GENERATED_CODES));
    seed.close();
    const { stdout } = await promisify(execFile)(process.execPath, [IMPORT_PROCESS, zip, folder]);
    const { codes, seconds, peakMegabytes } = JSON.parse(stdout) as Record<
      'codes' | 'seconds' | 'peakMegabytes',
      number
    >;
    return [
      { metric: 'codes imported', value: codes, unit: '' },
      { metric: 'import', value: seconds, unit: 's', aim: '≤ 120' },
      { metric: 'peak memory of the import', value: peakMegabytes, unit: 'MB', aim: '≤ 1000' },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function timed<T>(work: () => T): { result: T; milliseconds: number } {
  const start = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - start };
}

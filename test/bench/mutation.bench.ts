/** Mutation testing of the domain and of money (`npm run mutation`): the share of mutants that a test detects. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchRow } from './support/benches.ts';

export const name = 'mutation';

/** About six minutes of processor time. */
export const onlyWhenNamed = true;

const root = resolve(import.meta.dirname, '../..');
const REPORT = '.build/mutation.json';

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

export async function run(): Promise<BenchRow[]> {
  execFileSync(join(root, 'node_modules/.bin/stryker'), ['run', '--reporters', 'json'], { cwd: root, stdio: 'ignore' });
  const { files } = JSON.parse(readFileSync(join(root, REPORT), 'utf8')) as Report;
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const tried = noticed + count('Survived', 'NoCoverage');
  return [
    { metric: 'changes tried', value: tried, unit: '' },
    { metric: 'changes that a test noticed', value: (100 * noticed) / tried, unit: '%', aim: '≥ 85' },
  ];
}

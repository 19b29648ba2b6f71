import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { preparePython } from '../../support/python-environment.ts';

const repository = resolve(import.meta.dirname, '../../..');
const environment = join(repository, '.build/carrier/python');

/** What the judge says of a batch (`judge/judge.py`). */
export interface Verdict {
  orders: number;
  complaints: string[];
  /** `<resolution> <state> <reader>: read` or `unread` → how often. */
  read: Record<string, number>;
  /** Way → source → count and weight. */
  totals: Record<string, Record<string, [mailings: number, weight: number]>>;
}

/**
 * Has a batch judged by a program that shares no code with what wrote it.
 * @param seed of the noise on the pictures
 * @param what its codes too, or its files alone
 */
export async function judge(folder: string, seed: number, what: 'all' | 'files' = 'all'): Promise<Verdict> {
  await preparePython(environment, join(import.meta.dirname, 'judge/requirements.txt'));
  const program = join(import.meta.dirname, 'judge/judge.py');
  const { stdout } = await promisify(execFile)(join(environment, 'bin/python'), [program, folder, String(seed), what], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Verdict;
}

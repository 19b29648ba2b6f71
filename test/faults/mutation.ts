import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '../support/repository-copy.ts';
import { type Mutant, mutants } from './mutants.ts';

export interface Trial {
  mutant: Mutant;
  /** What the campaign found, or undefined when the mutant survived. */
  caught: string | undefined;
}

/**
 * Runs the campaign over a copy of the repository for each mutant, until a seed catches it.
 * @param args of the campaign: seeds and orders
 */
export async function* tryMutants(args: readonly string[]): AsyncGenerator<Trial> {
  for (const mutant of mutants) {
    const copy = await copyRepository();
    try {
      const file = join(copy, mutant.file);
      await writeFile(file, mutated(mutant, await readFile(file, 'utf8')));
      yield { mutant, caught: await firstViolation(copy, args) };
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
}

/** @throws Error when the file does not have the mutant's text exactly once */
export function mutated({ name, file, from, to }: Mutant, source: string): string {
  const [before, after, ...more] = source.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} does not have "${from}" once (${name})`);
  return before + to + after;
}

async function firstViolation(copy: string, args: readonly string[]): Promise<string | undefined> {
  const run = ['test/faults/run.ts', '--stop-at-violation', ...args];
  const campaign = spawn(process.execPath, run, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  campaign.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(campaign, 'close');
  const lines = output.split('\n');
  const found = lines.findIndex((line) => /^ {2}\S/.test(line));
  return found < 0 ? undefined : `${lines[found - 1]!.split(':')[0]}: ${lines[found]!.trim()}`;
}

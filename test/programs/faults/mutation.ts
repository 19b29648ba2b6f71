import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '../../support/repository-copy.ts';
import { type Judge, type Mutant, mutants } from './mutants.ts';

export interface Trial {
  mutant: Mutant;
  /** What failed; undefined if the mutant survived. */
  caught: string | undefined;
}

/**
 * Runs the judges of each mutant on a copy of the repository with that mutant.
 * @param words parts of the names of the mutants to try; none: all
 * @throws Error if a judge crashes
 */
export async function* tryMutants(words: string): AsyncGenerator<Trial> {
  for (const mutant of mutants.filter(({ name }) => name.includes(words))) {
    const copy = await copyRepository();
    try {
      const file = join(copy, mutant.file);
      await writeFile(file, mutated(mutant, await readFile(file, 'utf8')));
      for (const judge of [mutant.soonBy, mutant.caughtBy])
        if (judge) yield { mutant, caught: await firstFailure(copy, judge) };
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
}

export function mutated(mutant: Mutant, source: string): string {
  const { start, end } = placeOf(mutant, source);
  return source.slice(0, start) + mutant.to + source.slice(end);
}

/** Where the mutant's text is. @throws Error if the file does not contain it, or not once */
export function placeOf({ name, file, after, from }: Mutant, source: string): { start: number; end: number } {
  const once = after ?? from;
  if (source.split(once).length !== 2) throw new Error(`${file} does not have "${once}" once (${name})`);
  const start = source.indexOf(from, source.indexOf(once) + (after?.length ?? 0));
  if (start < 0) throw new Error(`${file} does not have "${from}" after "${once}" (${name})`);
  return { start, end: start + from.length };
}

async function firstFailure(copy: string, judge: Judge): Promise<string | undefined> {
  if ('tests' in judge) {
    const { output, code } = await run(copy, ['test/support/runner/run.ts', '--bail', ...judge.tests]);
    if (code === 0) return undefined;
    const failed = /^ {2}● (.+)$/m.exec(output)?.[1];
    if (!failed) throw new Error(`no test ran:\n${output}`);
    return failed;
  }
  const args = ['--stop-at-violation', '--seeds', String(judge.seed), '--orders', String(judge.orders)];
  const { output } = await run(copy, ['test/programs/faults/run.ts', ...args]);
  const lines = output.split('\n');
  if (!lines.some((line) => line.startsWith('seed '))) throw new Error(`the campaign broke off:\n${output}`);
  const found = lines.findIndex((line) => /^ {2}\S/.test(line));
  return found < 0 ? undefined : `${lines[found - 1]!.split(':')[0]}: ${lines[found]!.trim()}`;
}

async function run(copy: string, args: readonly string[]): Promise<{ output: string; code: number | null }> {
  const program = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(program, 'close');
  return { output, code: program.exitCode };
}

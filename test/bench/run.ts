import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Bench, runBenches } from './support/benches.ts';

/**
 * `npm run bench [name…]`: prints every benchmark, or the named ones, as tables. Machines differ, so figures are ratios
 * to a floor measured in the same run where possible. A benchmark whose tools are missing is skipped; one that fails
 * makes the run fail, after the others.
 */
const wanted = process.argv.slice(2);
const paths = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort();
const all = await Promise.all(
  paths.map(async (path) => {
    const file = join(import.meta.dirname, path);
    return { file: relative(process.cwd(), file), bench: (await import(file)) as Bench };
  }),
);
const names = all.map(({ bench }) => bench.name);
const unknown = wanted.filter((name) => !names.includes(name));
for (const name of unknown) console.error(`Unknown benchmark ${name}; the benchmarks are ${names.join(', ')}.`);
const chosen = all.filter(({ bench }) => (wanted.length > 0 ? wanted.includes(bench.name) : !bench.onlyWhenNamed));
const passed = await runBenches(chosen, process.env.PATH ?? '', console.log);
process.exit(passed && unknown.length === 0 ? 0 : 1);

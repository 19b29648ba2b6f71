import { existsSync, globSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

/** One figure of a benchmark. */
export interface BenchRow {
  metric: string;
  value: number;
  unit: string;
  /** What it is aimed at, in the same unit. */
  aim?: string;
}

interface Bench {
  name: string;
  /** Programs of the system that it runs, and the Debian package of each. */
  tools?: Readonly<Record<string, string>>;
  /** Takes too long to run with the others. */
  onlyWhenNamed?: boolean;
  run(): Promise<BenchRow[]>;
}

/**
 * `npm run bench [name…]`: prints every benchmark, or the named ones, as tables. Machines differ, so what can be is a ratio
 * to a floor measured in the same run. A benchmark whose tools are missing is left out; one that fails fails the run, after
 * the others.
 */
const wanted = process.argv.slice(2);
const paths = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort();
const all = await Promise.all(paths.map(async (path) => ({ path, bench: await load(path) })));
const names = all.map(({ bench }) => bench.name);
for (const name of wanted.filter((name) => !names.includes(name))) {
  console.error(`There is no benchmark ${name}; there are ${names.join(', ')}.`);
  process.exitCode = 1;
}
for (const { path, bench } of all) {
  const isWanted = wanted.length > 0 ? wanted.includes(bench.name) : !bench.onlyWhenNamed;
  if (!isWanted) continue;
  console.log(`\n${bench.name}  (${relative(process.cwd(), join(import.meta.dirname, path))})`);
  const missing = Object.entries(bench.tools ?? {}).filter(([tool]) => !isInstalled(tool));
  if (missing.length > 0) {
    const tools = missing.map(([tool]) => tool).join(' and ');
    const packages = missing.map(([, debianPackage]) => debianPackage).join(' ');
    console.log(`  Left out, since ${tools} cannot be found: apt install ${packages}`);
    continue;
  }
  try {
    print(await bench.run());
  } catch (error) {
    console.error(`  Failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
process.exit();

async function load(path: string): Promise<Bench> {
  return (await import(join(import.meta.dirname, path))) as Bench;
}

function isInstalled(tool: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, tool)));
}

function print(rows: readonly BenchRow[]): void {
  const width = Math.max(...rows.map(({ metric }) => metric.length));
  for (const { metric, value, unit, aim } of rows) {
    const shown = value.toLocaleString('en', { maximumSignificantDigits: 4 });
    console.log(
      `  ${metric.padEnd(width)}  ${shown.padStart(10)} ${unit.padEnd(6)}${aim ? ` aim ${aim}` : ''}`.trimEnd(),
    );
  }
}

import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

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
  run(): Promise<BenchRow[]>;
}

/**
 * `npm run bench [name…]`: prints every benchmark, or the named ones, as tables. Machines differ, so what can be is a ratio
 * to a floor measured in the same run.
 */
const wanted = process.argv.slice(2);
for (const path of globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()) {
  const bench = (await import(join(import.meta.dirname, path))) as Bench;
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  console.log(`\n${bench.name}  (${relative(process.cwd(), join(import.meta.dirname, path))})`);
  print(await bench.run());
}
process.exit();

function print(rows: readonly BenchRow[]): void {
  const width = Math.max(...rows.map(({ metric }) => metric.length));
  for (const { metric, value, unit, aim } of rows) {
    const shown = value.toLocaleString('en', { maximumSignificantDigits: 4 });
    console.log(
      `  ${metric.padEnd(width)}  ${shown.padStart(10)} ${unit.padEnd(6)}${aim ? ` aim ${aim}` : ''}`.trimEnd(),
    );
  }
}

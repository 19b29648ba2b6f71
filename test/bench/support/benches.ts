import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One figure of a benchmark. */
export interface BenchRow {
  metric: string;
  value: number;
  unit: string;
  /** The target, in the same unit. */
  aim?: string;
}

export interface Bench {
  name: string;
  /** System programs that it runs, and the Debian package of each. */
  tools?: Readonly<Record<string, string>>;
  /** Takes too long to run with the others. */
  onlyWhenNamed?: boolean;
  run(): Promise<BenchRow[]>;
}

/**
 * Runs the benchmarks one after another and prints their rows. One whose tools are missing is skipped, with a line that
 * names them and their packages; one that fails does not stop the others.
 * @param searchPath folders of programs, as in `PATH`
 * @returns whether none failed
 */
export async function runBenches(
  benches: readonly { bench: Bench; file: string }[],
  searchPath: string,
  print: (line: string) => void,
): Promise<boolean> {
  let passed = true;
  for (const { bench, file } of benches) {
    print(`\n${bench.name}  (${file})`);
    const missing = Object.entries(bench.tools ?? {}).filter(([tool]) => !isInstalled(tool, searchPath));
    if (missing.length > 0) {
      const tools = missing.map(([tool]) => tool).join(' and ');
      const packages = missing.map(([, debianPackage]) => debianPackage).join(' ');
      print(`  Skipped: ${tools} not found. Install: apt install ${packages}`);
      continue;
    }
    try {
      for (const line of linesOf(await bench.run())) print(line);
    } catch (error) {
      print(`  Failed: ${error instanceof Error ? error.message : String(error)}`);
      passed = false;
    }
  }
  return passed;
}

function isInstalled(tool: string, searchPath: string): boolean {
  return searchPath.split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

function linesOf(rows: readonly BenchRow[]): string[] {
  const width = Math.max(...rows.map(({ metric }) => metric.length));
  return rows.map(({ metric, value, unit, aim }) => {
    const shown = value.toLocaleString('en', { maximumSignificantDigits: 4 });
    return `  ${metric.padEnd(width)}  ${shown.padStart(10)} ${unit.padEnd(6)}${aim ? ` aim ${aim}` : ''}`.trimEnd();
  });
}

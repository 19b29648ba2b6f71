/**
 * `npm run faults -- --seeds 1..20 [--minutes 5] [--orders 12] [--verbose]`: lives one season a seed, in which calls of the
 * functions fail, hang, lose their answers or kill their function, and judges what is left (docs/contributing.md).
 * `--mutants` instead takes away one guard of the service after the other, and each must be noticed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localAssembly } from '../../lib/programs/local-service/assembly.ts';
import { tryMutants } from './mutation.ts';
import { repeatedDeliveries, violationsOf } from './oracle.ts';
import { liveSeason } from './season.ts';

const DAY_MS = 86_400_000;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1..3' },
    minutes: { type: 'string' },
    orders: { type: 'string', default: '12' },
    'stop-at-violation': { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
process.exitCode = values.mutants ? await missedMutants() : await main();

async function main(): Promise<number> {
  const [first, last] = range(values.seeds);
  const deadline = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
  const directory = await mkdtemp(join(tmpdir(), 'malote-faults-'));
  const totals = { seeds: 0, faults: 0, kills: 0, repeated: 0, virtualMs: 0, violations: 0 };
  const points = new Map<string, number>();
  try {
    const assembly = await localAssembly(directory);
    for (let seed = first; seed <= last && Date.now() < deadline; seed++) {
      const began = performance.now();
      const log = values.verbose ? console.log : () => undefined;
      const aftermath = await liveSeason(seed, { assembly, orders: Number(values.orders), log });
      const violations = violationsOf(aftermath);
      const { faults, kills, byPoint } = aftermath.damage;
      for (const [point, count] of byPoint) points.set(point, (points.get(point) ?? 0) + count);
      const repeated = repeatedDeliveries(aftermath);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`seed ${seed}: ${faults} faults, ${kills} kills, ${violations.length} violations, ${seconds} s`);
      for (const violation of violations) console.log(`  ${violation}`);
      totals.seeds++;
      totals.faults += faults;
      totals.kills += kills;
      totals.repeated += repeated;
      totals.virtualMs += aftermath.virtualMs;
      totals.violations += violations.length;
      if (violations.length > 0 && values['stop-at-violation']) break;
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  report(points);
  const { seeds, faults, kills, repeated, virtualMs, violations } = totals;
  const years = (virtualMs / DAY_MS / 365).toFixed(1);
  console.log(
    `${seeds} seeds, ${faults} faults at ${points.size} points, ${kills} kills, ${repeated} repeated deliveries, ` +
      `${years} virtual years, ${violations} violations`,
  );
  return violations === 0 && seeds > 0 ? 0 : 1;
}

async function missedMutants(): Promise<number> {
  let missed = 0;
  for await (const { mutant, caught } of tryMutants(['--seeds', values.seeds, '--orders', values.orders])) {
    console.log(`${caught === undefined ? 'MISSED' : 'caught'}  ${mutant.name}${caught ? ` (${caught})` : ''}`);
    if (caught === undefined) missed++;
  }
  return missed === 0 ? 0 : 1;
}

/** Faults by kind and by service and operation. */
function report(points: ReadonlyMap<string, number>): void {
  for (const part of [0, 2]) {
    const counts = new Map<string, number>();
    for (const [point, count] of points) {
      const name = point.split(' · ')[part]!;
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
      console.log(`${String(count).padStart(8)}  ${name}`);
    console.log('');
  }
}

/** `3` or `3..7`. @throws Error for anything else */
function range(text: string): [number, number] {
  const [, first, last] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  if (first === undefined) throw new Error(`--seeds is a number or a range such as 1..20, not ${text}`);
  return [Number(first), Number(last ?? first)];
}

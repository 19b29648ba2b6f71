/**
 * `npm run faults -- --seeds 1..20,34 [--minutes 5] [--orders 12] [--verbose]`: runs one season per seed, in which calls
 * of the functions fail, hang, lose their responses or kill their function, and judges the result
 * (docs/contributing.md). `--storms 3` lets customers order and calls fail three times before everything settles.
 * `--replay` lives each season on a simulated machine, where the seed decides everything, and prints the hash of its trace:
 * equal seeds have equal hashes, and `--twice` checks it in two processes. With `--skew 2000` the clocks of functions are up
 * to two seconds ahead or behind. `--until 4711` stops at that step, `--until <words>` at the first one with these words, and
 * shows the steps before it and the table's items.
 * `--minimize 7` removes from seed 7 the orders and faults that its violation does not need, and prints the shortest
 * command.
 * `--mutants [--name words]` instead removes one guard of the service after another, and its judge must notice each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { localAssembly } from '../../../lib/programs/local-service/assembly.ts';
import { keepFailedSeason } from './failed-season.ts';
import { tryMutants } from './mutation.ts';
import { repeatedDeliveries, violationsOf } from './oracle.ts';
import { type Ended, replaySeason, type Step } from './replay.ts';
import { type Aftermath, liveSeason, type SeasonOptions } from './season.ts';
import { shortest } from './shortest.ts';
import { CUT_OFF, type FaultName, faultNames, type Strikes } from './storm.ts';

const options = {
  seeds: { type: 'string', default: '1..3' },
  minutes: { type: 'string' },
  orders: { type: 'string', default: '12' },
  storms: { type: 'string', default: '1' },
  'stop-at-violation': { type: 'boolean', default: false },
  only: { type: 'string' },
  replay: { type: 'boolean', default: false },
  twice: { type: 'boolean', default: false },
  skew: { type: 'string', default: '0' },
  until: { type: 'string' },
  minimize: { type: 'string' },
  mutants: { type: 'boolean', default: false },
  name: { type: 'string', default: '' },
  verbose: { type: 'boolean', default: false },
} as const;
/** Steps of a trace that `--until` shows, and how much of each. */
const SHOWN_STEPS = 40;
const LONGEST_STEP = 300;
const values = given();
const storms = Number(values.storms);
const log = values.verbose ? console.log : () => undefined;
process.exitCode = values.mutants
  ? await missedMutants()
  : values.until
    ? await showUntil(values.until)
    : values.minimize
      ? await minimize()
      : await main();

/** The options; exits with code 2 if one is not understood. */
function given() {
  try {
    const { values } = parseArgs({ options });
    return { ...values, seeds: seedsOf(values.seeds) };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

async function main(): Promise<number> {
  const deadline = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
  const directory = await mkdtemp(join(tmpdir(), 'malote-faults-'));
  const totals = { seeds: 0, faults: 0, kills: 0, deaths: 0, repeated: 0, virtualMs: 0 };
  const allViolations: string[] = [];
  const points = new Map<string, number>();
  const actions = new Map<string, number>();
  try {
    const assembly = await localAssembly(directory);
    for (const seed of values.seeds) {
      if (Date.now() >= deadline) break;
      const began = performance.now();
      const only = values.only === undefined ? undefined : strikesOf(values.only);
      const lines: string[] = [];
      const keep = (line: string) => {
        lines.push(line);
        log(line);
      };
      const aftermath = await live(seed, { assembly, orders: Number(values.orders), storms, only, log: keep });
      const violations = violationsOf(aftermath);
      const { faults, kills, byPoint } = aftermath.damage;
      for (const [point, count] of byPoint) points.set(point, (points.get(point) ?? 0) + count);
      for (const action of actionsOf(aftermath)) actions.set(action, (actions.get(action) ?? 0) + 1);
      const repeated = repeatedDeliveries(aftermath);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const { deaths } = aftermath;
      console.log(
        `seed ${seed}: ${faults} faults, ${kills} kills, ${deaths} deaths, ${violations.length} violations, ${seconds} s`,
      );
      allViolations.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
      if (violations.length > 0) {
        const kept = await keepFailedSeason(seed, violations, aftermath, lines);
        for (const violation of violations) console.log(`  ${violation}`);
        console.log(
          `kept in ${kept}.json and .log; npm run faults -- --minimize ${seed} ${sizeOf(Number(values.orders))}`,
        );
      }
      totals.seeds++;
      totals.faults += faults;
      totals.kills += kills;
      totals.deaths += deaths;
      totals.repeated += repeated;
      totals.virtualMs += aftermath.virtualMs;
      if (violations.length > 0 && values['stop-at-violation']) break;
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  report(actions, points);
  for (const violation of allViolations) console.log(violation);
  const { seeds, faults, kills, deaths, repeated, virtualMs } = totals;
  const years = (virtualMs / DAY_MS / 365).toFixed(1);
  console.log(
    `${seeds} seeds, ${faults} faults at ${points.size} points, ${kills} kills, ${deaths} deaths, ` +
      `${repeated} repeated deliveries, ` +
      `${years} virtual years, ${allViolations.length} violations`,
  );
  return allViolations.length === 0 && seeds > 0 ? 0 : 1;
}

/** One season, on a simulated machine if that was asked for. */
async function live(seed: number, options: SeasonOptions): Promise<Aftermath> {
  if (!values.replay) return liveSeason(seed, options);
  const ended = await replayed(seed, options);
  console.log(`seed ${seed}: trace ${ended.hash} of ${ended.steps} steps`);
  if (!values.twice) return ended.aftermath;
  const again = await replayed(seed, { ...options, log: () => undefined });
  if (again.hash === ended.hash) return ended.aftermath;
  throw new Error(`Seed ${seed} has another trace in another process: ${again.hash} of ${again.steps} steps.`);
}

async function replayed(seed: number, options: SeasonOptions): Promise<Extract<Ended, { kind: 'lived' }>> {
  const ended = await replaySeason(seed, { ...options, mostSkewMs: Number(values.skew) });
  if (ended.kind !== 'lived') throw new Error(`The season of seed ${seed} was stopped.`);
  return ended;
}

/** Replays the first seed up to a step, and shows what led to it and the table's items. */
async function showUntil(until: string): Promise<number> {
  const seed = values.seeds[0]!;
  const directory = await mkdtemp(join(tmpdir(), 'malote-faults-'));
  try {
    const assembly = await localAssembly(directory);
    const only = values.only === undefined ? undefined : strikesOf(values.only);
    const last: string[] = [];
    const onStep = ({ number, instant, step }: Step) => {
      last.push(`${number}  ${instant.toFixed(3)} ms  ${step.slice(0, LONGEST_STEP)}`);
      if (last.length > SHOWN_STEPS) last.shift();
    };
    const orders = Number(values.orders);
    const ended = await replaySeason(seed, {
      assembly,
      orders,
      storms,
      only,
      log,
      until,
      onStep,
      mostSkewMs: Number(values.skew),
    });
    if (ended.kind === 'stopped') for (const item of ended.items) console.log(JSON.stringify(item));
    console.log(`\n${last.join('\n')}`);
    return ended.kind === 'stopped' ? 0 : 1;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Repeats a failing seed, with fewer orders and then with fewer faults. */
async function minimize(): Promise<number> {
  const seed = Number(values.minimize);
  const deadline = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
  const mayGoOn = () => Date.now() < deadline;
  const directory = await mkdtemp(join(tmpdir(), 'malote-faults-'));
  try {
    const assembly = await localAssembly(directory);
    let orders = Number(values.orders);
    let strikes: Strikes = new Map();
    let violation: string | undefined;
    const fails = async (fewer: number, only?: Strikes): Promise<boolean> => {
      const aftermath = await live(seed, { assembly, orders: fewer, storms, only, log });
      const found = violationsOf(aftermath)[0];
      const count = aftermath.damage.faults;
      console.log(`${fewer} orders, ${count} faults: ${found ?? 'no violation'}`);
      if (found === undefined) return false;
      [orders, strikes, violation] = [fewer, aftermath.damage.strikes, found];
      return true;
    };
    if (!(await fails(orders))) {
      const reason = values.replay ? '' : ' this time; thread timing differs from run to run';
      console.log(`Seed ${seed} ends without a violation${reason}.`);
      return 1;
    }
    while (orders > 1 && mayGoOn() && (await fails(Math.ceil(orders / 2))));
    // Faults are identified by the calls of the last failed season.
    await shortest([...strikes], (part) => fails(orders, new Map(part)), mayGoOn);
    const only = [...strikes].map(([call, name]) => `${call}=${name}`).join(',');
    const replay = values.replay ? ' --replay' : '';
    console.log(`\n${violation}\nnpm run faults --${replay} --seeds ${seed} ${sizeOf(orders)} --only '${only}'`);
    return 0;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** `<call>=<fault>,…` as `--minimize` prints it. @throws Error for another form */
function strikesOf(text: string): Strikes {
  const isFault = (name: string | undefined): name is FaultName =>
    (faultNames as readonly (string | undefined)[]).includes(name);
  return new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((strike) => {
        const [call, name] = strike.split('=');
        if (!isFault(name)) throw new Error(`--only: unknown fault in "${strike}"`);
        return [call!, name];
      }),
  );
}

/** The options with which a season is repeated. */
function sizeOf(orders: number): string {
  return `--orders ${orders}${storms === 1 ? '' : ` --storms ${storms}`}`;
}

async function missedMutants(): Promise<number> {
  let missed = 0;
  for await (const { mutant, caught } of tryMutants(values.name)) {
    console.log(`${caught === undefined ? 'MISSED' : 'caught'}  ${mutant.name}${caught ? ` (${caught})` : ''}`);
    if (caught === undefined) missed++;
  }
  return missed === 0 ? 0 : 1;
}

/** Actions of everyone and their outcomes, one line each. */
function actionsOf({ customers, stopped, purged }: Aftermath): string[] {
  const lost = [...purged].flatMap(([queue, count]) => Array<string>(count).fill(`message purged: ${queue}`));
  const ofCustomers = customers.flatMap(({ orders, trials, corrections, edits }) => [
    ...orders.map(({ kind, habit, outcome }) => `${kind} ordered, ${habit}: ${outcome}`),
    ...trials.map(({ isRight, outcome }) => `${isRight ? 'right' : 'wrong'} code tried: ${outcome ?? 'no judgment'}`),
    ...corrections.map(({ outcome }) => `money given: ${outcome}`),
    ...edits.map(({ outcome }) => `letter edited: ${outcome}`),
  ]);
  return [...ofCustomers, ...Array<string>(stopped).fill('execution stopped by hand'), ...lost];
}

/** Actions, faults by kind, and faults by service and operation; the last without services that were cut off. */
function report(actions: ReadonlyMap<string, number>, points: ReadonlyMap<string, number>): void {
  show(actions);
  for (const part of [0, 2]) {
    const counts = new Map<string, number>();
    for (const [point, count] of points) {
      const parts = point.split(' · ');
      if (part > 0 && parts[0] === CUT_OFF) continue;
      const name = parts[part]!;
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    show(counts);
  }
}

function show(counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(8)}  ${name}`);
  console.log('');
}

/** `3`, `3..7` or `3,5..7`. @throws Error for anything else */
function seedsOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, first, last] = /^(\d+)(?:\.\.(\d+))?$/.exec(part) ?? [];
    if (first === undefined) throw new Error(`--seeds must be numbers or ranges such as 1..20, not ${text}`);
    return Array.from({ length: Math.max(0, Number(last ?? first) - Number(first) + 1) }, (_, n) => Number(first) + n);
  });
}

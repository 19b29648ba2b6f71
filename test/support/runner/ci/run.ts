import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import measured from '../seconds.json' with { type: 'json' };
import { filesOf, type Seconds, type SuiteName, suiteNames } from '../suites.ts';
import { fractionOf } from '../turns.ts';
import { type Attempt, attemptStep, type Outcome } from './attempts.ts';
import { Outputs } from './output.ts';
import { planOf } from './plan.ts';
import { runCommand, stopCommands } from './processes.ts';
import { runSteps } from './schedule.ts';
import { type Step, stepsOf } from './steps.ts';

/**
 * The steps of CI after `npm ci` (`.ci/run`). `--bare` names a PATH with only what the README asks for. `CASES` chooses
 * what runs, by default the commit; `--all` runs everything, and writes how long each test file took to
 * `.build/ci/seconds.json`, to replace `test/support/runner/seconds.json`.
 */
const repository = resolve(import.meta.dirname, '../../../..');
const { values } = parseArgs({ options: { all: { type: 'boolean' }, bare: { type: 'string' } } });
const cases = values.all ? undefined : (process.env.CASES ?? commit() ?? today());
const work = mkdtempSync(join(tmpdir(), 'malote-ci-'));
const outputs = new Outputs((text) => process.stdout.write(text));
const begin = performance.now();
const outcomes = new Map<string, Outcome>();
const took: string[] = [];
const seconds: Record<string, Seconds> = { ...measured };
let attempts = 0;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopCommands();
    process.exit(1);
  });
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const python = newPython();
const steps = stepsOf({
  bare: values.bare ?? process.env.PATH!,
  python,
  seed: Math.floor(fractionOf(cases ?? today()) * 1_000_000),
});
const files = Object.fromEntries(await Promise.all(suiteNames.map(async (name) => [name, await filesOf(name)])));
const plan = planOf(steps, files as Record<SuiteName, string[]>, cases);
const leftOut = [
  ...plan.left.map((name) => `left to other commits: ${name}`),
  ...(python === undefined ? ['left out: npm run test:localstack: there is no Python 3.13'] : []),
];
print(cases === undefined ? 'everything' : `CASES=${cases}`, ...plan.lines, ...leftOut);
print(`About ${Math.ceil(plan.seconds / 60)} minutes on two idle processors.`);
const results = await runSteps(plan.steps, runStep);
finish();

async function runStep(step: Step): Promise<boolean> {
  const start = performance.now();
  const outcome = await attemptStep(step, attempt);
  outcomes.set(step.name, outcome);
  took.push(`${Math.round((performance.now() - start) / 1_000)} s ${step.name}`);
  return outcome.succeeded;
}

async function attempt(step: Step, title: string): Promise<Attempt> {
  const counts = join(work, String(++attempts));
  const output = outputs.open(title);
  const { CASES: _, ...surroundings } = process.env;
  const env = { ...surroundings, ...(cases !== undefined && { CASES: cases }), ...step.env, TEST_COUNTS: counts };
  const limitMs = step.limitMinutes * 60_000;
  const end = await runCommand({ command: step.command, env, limitMs, write: output.write });
  output.end();
  if (cases === undefined && step.suite !== undefined) keepSeconds(step.suite, linesOf(`${counts}.seconds`));
  const numbers = linesOf(counts).map((line) => line.split(' ').map(Number));
  return {
    ...end,
    passed: numbers.reduce((sum, [passed = 0]) => sum + passed, 0),
    failed: numbers.reduce((sum, [, failed = 0]) => sum + failed, 0),
    failedFiles: linesOf(`${counts}.failed`),
  };
}

/** The last line stands alone: it counts the tests of all steps. */
function finish(): void {
  const all = [...outcomes.values()];
  const named = (result: string) => [...results].filter(([, each]) => each === result).map(([name]) => name);
  const total = (count: 'passed' | 'failed') => all.reduce((sum, outcome) => sum + outcome[count], 0);
  print(
    '',
    ...took,
    `${Math.round((performance.now() - begin) / 1_000)} s in total`,
    ...leftOut,
    ...named('not run').map((name) => `not run: ${name}`),
    ...all.flatMap(({ unsteady }) => unsteady).map((each) => `unsteady: ${each}`),
    ...named('failed').map((name) => `failed: ${name}`),
    `${total('passed')} passed, ${total('failed')} failed`,
  );
  process.exitCode = total('failed') > 0 ? 1 : 0;
}

/** Of files that exist: each line is a path, its processor time and its time (`file-seconds.ts`). */
function keepSeconds(suite: SuiteName, lines: readonly string[]): void {
  for (const line of lines) {
    const [path, , elapsed] = line.split(' ');
    seconds[suite] = { ...seconds[suite], [relative(repository, path!)]: Math.ceil(Number(elapsed)) };
  }
  const existing = Object.entries(seconds[suite] ?? {}).filter(([path]) => existsSync(join(repository, path)));
  seconds[suite] = Object.fromEntries(existing.sort());
  mkdirSync(join(repository, '.build/ci'), { recursive: true });
  writeFileSync(join(repository, '.build/ci/seconds.json'), `${JSON.stringify(seconds, undefined, 2)}\n`);
}

/** undefined if git cannot read the clone. */
function commit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** A program of Python 3.13 or newer. */
function newPython(): string | undefined {
  const programs = [
    'python3',
    'python3.14',
    'python3.13',
    ...globSync(join(homedir(), '.pyenv/versions/3.1[34]*/bin/python3')),
  ];
  return programs.find((program) => {
    try {
      execFileSync(program, ['-c', 'import sys; sys.exit(sys.version_info < (3, 13))'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function print(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

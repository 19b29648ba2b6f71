import type { SuiteName } from '../suites.ts';

/** Of which steps share two processors; Jest runs as many workers (`jest.config.js`). */
export const PROCESSORS = 2;

export interface Step {
  name: string;
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Names of steps that end first. */
  after?: readonly string[];
  /** Names of steps without which this one cannot run. */
  needs?: readonly string[];
  /** How many it keeps busy. A step that waits for the network or a clock keeps none, and runs beside others. */
  processors: 0 | 1 | 2;
  /** On an idle machine; of steps whose files take turns, only what comes before the first test. */
  seconds: number;
  /** It is stopped then, and the running processes are shown. */
  limitMinutes: number;
  /** Runs again if it is stopped: a registry that stops responding gives no error. */
  downloads?: boolean;
  /** Reports its failed files, and runs those that `TEST_FILES` names. */
  isJest?: boolean;
  /** Its test files take turns. */
  suite?: SuiteName;
  /** It takes turns with other such steps. */
  takesTurns?: boolean;
}

/** For all steps that take turns, for one commit, on one processor. */
export const TURNS_SECONDS = 140;

const START = 'npm start (Node alone)';
const TEST = 'npm test (Node alone)';
const INSTALL = 'install tools';
/** The browser engine of old phones: 88 MB that no npm dependency includes. */
const OLD_ENGINE = 'phantomjs:install';

export interface Surroundings {
  /** PATH with only what the README asks for. */
  bare: string;
  /** A Python 3.13 or newer, which LocalStack's state machines need and Debian 12 does not have. */
  python: string | undefined;
  /** The first of the fault campaign. */
  seed: number;
}

const npm = (script: string, ...options: string[]) => ({
  name: `npm run ${script}`,
  command: ['npm', 'run', script, ...(options.length > 0 ? ['--', ...options] : [])],
});

/** In the order in which they start, as far as processors are free. */
export function stepsOf({ bare, python, seed }: Surroundings): Step[] {
  const seeds = `${seed}..${seed + 20}`;
  return [
    // The README's two commands come first, with only what the README asks for.
    {
      name: START,
      command: ['node', 'test/support/runner/ci/start-and-stop.ts', bare],
      processors: 2,
      seconds: 10,
      limitMinutes: 5,
    },
    {
      name: TEST,
      command: ['npm', 'test'],
      env: { PATH: bare },
      after: [START],
      processors: 2,
      seconds: 185,
      limitMinutes: 30,
      isJest: true,
    },
    { name: INSTALL, command: ['.ci/install'], after: [TEST], processors: 0, seconds: 60, limitMinutes: 20 },
    {
      ...npm(OLD_ENGINE),
      after: [TEST],
      processors: 0,
      seconds: 10,
      limitMinutes: 10,
      downloads: true,
    },
    { ...npm('check'), after: [TEST], processors: 2, seconds: 60, limitMinutes: 20 },
    ...suiteSteps(),
    // Single programs, the longest first.
    {
      ...npm('test:aws'),
      needs: [INSTALL],
      processors: 1,
      seconds: 300,
      limitMinutes: 20,
      downloads: true,
      isJest: true,
      takesTurns: true,
    },
    { ...npm('test:generators'), ...outside(180) },
    { ...npm('test:clients'), ...outside(180) },
    { ...npm('test:description'), ...outside(45) },
    ...(python === undefined ? [] : [{ ...npm('test:localstack'), env: { PYTHON: python }, ...outside(120) }]),
    { ...npm('test:schemathesis'), ...outside(120) },
    { ...npm('lint:template'), ...outside(60) },
    {
      ...npm('faults', '--seeds', seeds, '--orders', '12', '--minutes', '1'),
      needs: [INSTALL],
      processors: 1,
      seconds: 75,
      limitMinutes: 20,
    },
    {
      ...npm('faults', '--replay', '--twice', '--seeds', `${seed}..${seed + 9}`, '--orders', '1'),
      name: 'npm run faults, each season twice',
      needs: [INSTALL],
      processors: 1,
      seconds: 240,
      limitMinutes: 20,
      takesTurns: true,
    },
    { ...npm('synth'), after: [TEST], processors: 1, seconds: 10, limitMinutes: 10 },
  ];
}

/** A step of one processor with programs that other registries than npm's have, in turn. */
const outside = (seconds: number): Omit<Step, 'name' | 'command'> => ({
  needs: [INSTALL],
  processors: 1,
  seconds,
  limitMinutes: 20,
  downloads: true,
  takesTurns: true,
});

function suiteSteps(): Step[] {
  const shared = { needs: [INSTALL], processors: 2, seconds: 15, limitMinutes: 60, isJest: true } as const;
  return [
    { ...npm('test:cloud'), ...shared, suite: 'cloud' },
    { ...npm('test:dynamodb-local'), ...shared, suite: 'dynamodb-local' },
    { ...npm('test:programs'), ...shared, after: [`npm run ${OLD_ENGINE}`], suite: 'programs' },
  ];
}

import { requireJava } from '@malote/local-cloud/dynamodb/java.ts';
import { buildArgv, run } from 'jest';
import { missingPackages } from '../../programs/pdf/tools.ts';
import { filesOf, suiteNames, turnsOf } from './suites.ts';

/**
 * `npm test`: with file names or parts of them, runs those tests of any project; without, everything that needs only
 * Node. `--project=<name>` selects one project of `jest.config.js` instead. Everything else is Jest's own: `npm test --
 * --watch prices`, `npm test -- -t 'color'`. `TEST_FILES`, paths separated by spaces, replaces all names (`.ci/run`).
 */
const PROJECT = '--project=';
/** Projects that need only Node. */
const onNodeAlone = ['modules', 'service'];
const projects = process.argv.filter((argument) => argument.startsWith(PROJECT)).map((a) => a.slice(PROJECT.length));
const { TEST_FILES } = process.env;
const given = TEST_FILES
  ? ['--runTestsByPath', ...TEST_FILES.split(' ')]
  : process.argv.slice(2).filter((argument) => !argument.startsWith(PROJECT));
const argv = await buildArgv(given);
const namesFiles = Boolean(TEST_FILES) || argv._.length > 0 || argv.testPathPatterns !== undefined;
if (projects.length === 0 && !namesFiles) projects.push(...onNodeAlone);

// Last, since it takes all following arguments as project names.
const chosen = projects.length > 0 && argv.selectProjects === undefined ? ['--selectProjects', ...projects] : [];
// A test within Jest's own process would see the modules as they were when it first ran; each run gets new workers.
const inWorkers = argv.watch || argv.watchAll ? ['--workerIdleMemoryLimit=4GB'] : [];

// Named files report a missing Java themselves.
const needsJava =
  !namesFiles && (process.env.TEST_TABLES === 'dynamodb-local' || projects.some((name) => !onNodeAlone.includes(name)));

// So do files that need the tools of pages.
const needsTools = !namesFiles && projects.includes('programs');

// CI runs some files of these, chosen by `CASES`.
const suite = namesFiles
  ? undefined
  : suiteNames.find((name) => name === process.env.TEST_TABLES || projects.includes(name));
const files = suite ? turnsOf(suite, await filesOf(suite), process.env.CASES).files : [];
const inTurn = suite ? ['--runTestsByPath', ...files] : [];

try {
  if (needsJava) await requireJava();
  const missing = needsTools ? missingPackages() : [];
  if (missing.length > 0) throw new Error(`These tests need missing packages: apt-get install ${missing.join(' ')}`);
  await run([...given, ...inTurn, ...inWorkers, ...chosen]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

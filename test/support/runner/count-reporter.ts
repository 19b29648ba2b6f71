import { appendFileSync } from 'node:fs';

interface Results {
  testResults: { testFilePath: string; numFailingTests: number; testExecError?: unknown }[];
  numPassedTests: number;
  numFailedTests: number;
  /** Files that could not be loaded. */
  numRuntimeErrorTestSuites: number;
}

/**
 * For `.ci/run`: appends a line `<passed> <failed>` to the file that `TEST_COUNTS` names, to sum up several runs, and
 * the paths of failed files, one per line, to `$TEST_COUNTS.failed`.
 */
export default class CountReporter {
  onRunComplete(_: unknown, results: Results): void {
    const { TEST_COUNTS } = process.env;
    if (!TEST_COUNTS) return;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    appendFileSync(TEST_COUNTS, `${results.numPassedTests} ${failed}\n`);
    for (const { testFilePath, numFailingTests, testExecError } of results.testResults) {
      if (numFailingTests > 0 || testExecError) appendFileSync(`${TEST_COUNTS}.failed`, `${testFilePath}\n`);
    }
  }
}

import { appendFileSync } from 'node:fs';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that could not be loaded. */
  numRuntimeErrorTestSuites: number;
}

/** Adds a line `<passed> <failed>` to the file that `TEST_COUNTS` names, for the sum of several runs (`.ci/run`). */
export default class CountReporter {
  onRunComplete(_: unknown, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }: Results): void {
    const { TEST_COUNTS } = process.env;
    if (TEST_COUNTS) appendFileSync(TEST_COUNTS, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
  }
}

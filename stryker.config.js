/**
 * Mutation testing (`npm run mutation`): changes the rules of the domain and of money one by one and checks whether a test
 * fails. CI does not run it: it takes minutes on two cores. `npm run mutation -- --mutate lib/core/domain/prices.ts` tries
 * one file.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  // Types and `as const` lists give no mutants, so files of these alone need no exception.
  mutate: ['lib/core/domain/*.ts', 'lib/operations/money/*.ts'],
  // The unit tests, and module tests that need no process of services and take less than a second or so.
  testFiles: [
    'test/unit/*.test.ts',
    'test/modules/charging/follow-lifecycle.test.ts',
    'test/programs/confirmation-page/page.test.ts',
    'test/modules/http/{api-handler,error-catalogue,list-query,locale,page-handler,validation,visitor}.test.ts',
    'test/modules/postal-codes/brazilian-states.test.ts',
    'test/modules/webhooks/{schedule,secrets,signature}.test.ts',
  ],
  // Stryker's Jest runner needs Jest's module loader, which our tests do not use (`test/support/runner/native-runner.ts`).
  plugins: ['./test/mutation/in-process-runner.ts'],
  testRunner: 'in-process',
  coverageAnalysis: 'perTest',
  // Node never unloads a module: each run adds some megabytes.
  maxTestRunnerReuse: 200,
  reporters: ['clear-text', 'progress-append-only'],
  jsonReporter: { fileName: '.build/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false },
  concurrency: 2,
  // Stryker measures wall time, and the machine may be busy.
  timeoutFactor: 4,
  timeoutMS: 20_000,
  tempDirName: '.build/mutation',
  ignorePatterns: ['/docs', '/test/fixtures', '/data/postal-codes', '/.build', '/cdk.out', '/dist', '/.local'],
};

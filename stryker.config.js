/**
 * Mutation testing (`npm run mutation`): changes the rules of money and mailings one by one and checks whether a test
 * fails. CI does not run it: it takes minutes on two cores.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'lib/core/domain/{carrier-services,idempotency,ledger,letter-edits,letter-orders,letters,prices,sheets,uploads,verifications}.ts',
    'lib/operations/money/*.ts',
  ],
  // Stryker's Jest runner needs Jest's module loader, which our tests do not use (`test/runner/native-runner.ts`).
  testRunner: 'command',
  commandRunner: {
    command: 'node node_modules/jest/bin/jest.js -c test/mutation/jest.config.js -i --bail --silent',
  },
  reporters: ['clear-text', 'progress-append-only'],
  jsonReporter: { fileName: '.build/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false },
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: '.build/mutation',
  ignorePatterns: [
    '/docs',
    '/test/fixtures',
    '/data/fonts',
    '/data/postal-codes',
    '/.build',
    '/cdk.out',
    '/dist',
    '/.local',
  ],
};

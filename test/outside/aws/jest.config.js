/** Journeys and contract tests against a deployed stack. `run.ts` starts everything and passes the addresses. */
export default {
  rootDir: '../../..',
  testEnvironment: '<rootDir>/test/support/runner/native-environment.ts',
  testRunner: '<rootDir>/test/support/runner/native-runner.ts',
  injectGlobals: false,
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/.build', '<rootDir>/cdk.out', '<rootDir>/.local'],
  testMatch: [
    '<rootDir>/test/service/{journeys,functions}/**/*.test.ts',
    '<rootDir>/test/outside/aws/**/*.deployed.ts',
    '<rootDir>/test/cloud/fidelity/**/*.test.ts',
  ],
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/support/runner/count-reporter.ts'],
  // One at a time: a print batch of one journey would include the letters of another.
  maxWorkers: 1,
};

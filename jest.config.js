const shared = {
  roots: ['bin', 'functions', 'lib', 'test'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: '<rootDir>/test/support/runner/native-environment.ts',
  testRunner: '<rootDir>/test/support/runner/native-runner.ts',
  globalSetup: '<rootDir>/test/support/runner/start.ts',
  globalTeardown: '<rootDir>/test/support/runner/stop.ts',
  injectGlobals: false,
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/.build', '<rootDir>/cdk.out', '<rootDir>/.local'],
};

/** Each folder of `test` says what its tests need (docs/contributing.md). */
const suite = (displayName, ...folders) => ({
  ...shared,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
});

export default {
  maxWorkers: 2,
  // A test takes about a second; the rest is for busy machines.
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/support/runner/count-reporter.ts'],
  projects: [
    suite('modules', 'test/unit', 'test/modules'),
    suite('service', 'test/service'),
    suite('cloud', 'test/cloud', 'lib/local-cloud/test'),
    suite('programs', 'test/programs'),
  ],
};

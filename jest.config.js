const shared = {
  roots: ['bin', 'functions', 'lib', 'test'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: '<rootDir>/test/runner/native-environment.ts',
  testRunner: '<rootDir>/test/runner/native-runner.ts',
  globalSetup: '<rootDir>/test/runner/start.ts',
  globalTeardown: '<rootDir>/test/runner/stop.ts',
  injectGlobals: false,
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/.build', '<rootDir>/cdk.out', '<rootDir>/.local'],
};

/** Tests that talk to the running service over HTTP; the others load the modules they test. */
const overHttp = ['dashboard-api', 'functions', 'journeys', 'openapi/recorded'].map(
  (folder) => `<rootDir>/test/${folder}/`,
);

/** The template, its bundles, and the fidelity of the local cloud to AWS (`npm run test:cloud`). */
const cloud = [
  '<rootDir>/lib/local-cloud/test/',
  '<rootDir>/test/aws/fidelity/',
  '<rootDir>/test/infra/',
  '<rootDir>/test/statemachines/',
];

/**
 * Tests with whole programs: our commands, a browser, a fuzzer, processes that are killed, and tools that check printed
 * pages (`npm run test:programs`). `.ci/run` lists their packages; the other tests need only Java.
 */
const programs = [
  '<rootDir>/test/carrier/',
  '<rootDir>/test/charging/kills/',
  '<rootDir>/test/commits/',
  '<rootDir>/test/confirmation-page/',
  '<rootDir>/test/conformance/',
  '<rootDir>/test/cost/',
  '<rootDir>/test/dashboard/',
  '<rootDir>/test/drill/',
  '<rootDir>/test/evidence/',
  '<rootDir>/test/faults/',
  '<rootDir>/test/fuzz/',
  '<rootDir>/test/hard/',
  '<rootDir>/test/journeys/on-paper/',
  '<rootDir>/test/letter-command/',
  '<rootDir>/test/listen/',
  '<rootDir>/test/mcp/',
  '<rootDir>/test/operator/',
  '<rootDir>/test/pdf/',
  '<rootDir>/test/secrecy/',
  '<rootDir>/test/start/',
  '<rootDir>/test/production/kills/',
  '<rootDir>/test/scaffold/',
  '<rootDir>/test/site/',
  '<rootDir>/test/spreadsheets/judged/',
  '<rootDir>/test/webhooks/hostile/',
  '<rootDir>/test/webhooks/kills/',
];

const testsIn = (folders) => folders.map((folder) => `${folder}**/*.test.ts`);

export default {
  maxWorkers: 2,
  // A test takes about a second; the rest is for busy machines.
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/runner/count-reporter.ts'],
  projects: [
    {
      ...shared,
      displayName: 'modules',
      testMatch: testsIn(['<rootDir>/test/']),
      testPathIgnorePatterns: ['/node_modules/', ...overHttp, ...cloud, ...programs],
    },
    {
      ...shared,
      displayName: 'service',
      testMatch: testsIn(overHttp),
      testPathIgnorePatterns: ['/node_modules/', ...programs],
    },
    { ...shared, displayName: 'cloud', testMatch: testsIn(cloud) },
    { ...shared, displayName: 'programs', testMatch: testsIn(programs) },
  ],
};

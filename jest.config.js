const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/typescript-transformer.js' },
  modulePathIgnorePatterns: ['<rootDir>/.build', '<rootDir>/cdk.out', '<rootDir>/.local'],
};

/** Tests that talk to the running service over HTTP; the others load the modules they judge. */
const overHttp = ['<rootDir>/test/functions/', '<rootDir>/test/journeys/', '<rootDir>/test/openapi/recorded/'];

/** Tests that start whole programs again and again: commands, a browser, a fuzzer (`npm run test:programs`). */
const programs = [
  '<rootDir>/test/confirmation-page/',
  '<rootDir>/test/fuzz/',
  '<rootDir>/test/letter-command/',
  '<rootDir>/test/operator/',
];

export default {
  maxWorkers: 2,
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'modules',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...overHttp, ...programs],
      globalSetup: '<rootDir>/test/support/start-database.ts',
      globalTeardown: '<rootDir>/test/support/stop-database.ts',
    },
    {
      ...shared,
      displayName: 'service',
      testMatch: overHttp.map((folder) => `${folder}**/*.test.ts`),
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop-service.ts',
    },
    {
      ...shared,
      displayName: 'programs',
      testMatch: programs.map((folder) => `${folder}**/*.test.ts`),
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop-service.ts',
    },
  ],
};

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/typescript-transformer.js' },
  modulePathIgnorePatterns: ['<rootDir>/.build', '<rootDir>/cdk.out', '<rootDir>/.local'],
};

/** Tests that talk to the running service over HTTP; the others load the modules they judge. */
const overHttp = [
  '<rootDir>/test/functions/',
  '<rootDir>/test/fuzz/',
  '<rootDir>/test/journeys/',
  '<rootDir>/test/openapi/recorded/',
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
      testPathIgnorePatterns: ['/node_modules/', ...overHttp],
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
  ],
};

/** The tests of the mutated rules, in one process and without any others. */
export default {
  rootDir: '../..',
  testEnvironment: '<rootDir>/test/runner/native-environment.ts',
  testRunner: '<rootDir>/test/runner/native-runner.ts',
  injectGlobals: false,
  transform: {},
  testMatch: [
    '<rootDir>/test/unit/{carrier-services,ledger,prices,letters,verifications,verification-codes,sheets,idempotency,letter-edits,letter-orders,brasilia,tracking-codes,uploads,money}.test.ts',
  ],
};

/** The tests of the rules that are mutated, in one process and with nothing beside it. */
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

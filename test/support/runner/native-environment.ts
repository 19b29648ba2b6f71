import { ModuleMocker } from 'jest-mock';

/**
 * Tests run in the process itself and share its modules: Jest creates no context for each file (`native-runner.ts`).
 */
export default class NativeEnvironment {
  /** Receives the console of the file. */
  readonly global: { console?: Console } = {};
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {}

  getVmContext(): null {
    return null;
  }
}

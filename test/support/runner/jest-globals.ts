import type * as Circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/** What test files and their helper modules import as `@jest/globals` (`native-runner.ts`). */
type Globals = Pick<
  typeof Circus,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'it' | 'test'
> & { expect: unknown };

interface Expect {
  addEqualityTesters(testers: ((received: unknown, expected: unknown) => boolean | undefined)[]): void;
}

// Helpers are loaded once for many files: these bindings follow the running file.
export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let it: Globals['it'];
export let test: Globals['test'];
export let expect: unknown;

/** Called for each test file, before it is loaded. */
export function useGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, it, test, expect } = globals);
  if (!isLengthCompared) (expect as Expect).addEqualityTesters([haveSameLength]);
  isLengthCompared = true;
}

/** Equality testers are kept in the process, for all files. */
let isLengthCompared = false;

/**
 * Arrays of different lengths are not equal. `toEqual` alone ignores items that are undefined: what is not found would
 * count as nothing (https://jestjs.io/docs/expect#toequalvalue).
 */
const haveSameLength = (received: unknown, expected: unknown): boolean | undefined =>
  Array.isArray(received) && Array.isArray(expected) && received.length !== expected.length ? false : undefined;

const mocker = new ModuleMocker(globalThis);
/** Jest stores the timeout of a file under this name: https://jestjs.io/docs/jest-object#jestsettimeouttimeout */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  setTimeout: (milliseconds: number) => void Reflect.set(globalThis, TEST_TIMEOUT, milliseconds),
};

/** Undoes the changes of a test file. */
export function restoreGlobals(): void {
  mocker.restoreAllMocks();
  Reflect.deleteProperty(globalThis, TEST_TIMEOUT);
}

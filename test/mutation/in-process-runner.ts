import { registerHooks } from 'node:module';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CoveragePerTestId,
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type MutantCoverage,
} from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import NativeEnvironment from '../support/runner/native-environment.ts';
import nativeRunner from '../support/runner/native-runner.ts';

/** A test in the events of Jest's framework. */
interface Test {
  name: string;
  parent?: Test;
  mode: string | null | undefined;
  duration: number | null;
  errors: unknown[];
}

/** The state that instrumented code reads and writes. */
const context: InstrumenterContext = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/** A property fails at its first counterexample; shrinking it only helps people. */
fc.configureGlobal({ seed: 1, endOnFailure: true });

/** Stryker's copy of the project. A new query in a URL makes Node load the module again. */
const copy = `${pathToFileURL(process.cwd()).href}/`;
let generation = 0;
registerHooks({
  resolve: (specifier, from, next) => {
    const resolved = next(specifier, from);
    return resolved.url.startsWith(copy) ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
  },
});

/**
 * Runs test files in Stryker's process with the runner of `npm test`: a mutant takes milliseconds instead of the four
 * seconds of a Jest process. Every run loads the modules again with the mutant active, so constants are tested like any
 * rule; code that runs while a file loads counts as covered by each of its tests.
 */
class InProcessRunner implements TestRunner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ testFiles = [] }: DryRunOptions): Promise<DryRunResult> {
    const runs: { tests: TestResult[]; perTest: CoveragePerTestId }[] = [];
    for (const file of testFiles) {
      generation++;
      const { static: loading, perTest }: MutantCoverage = (context.mutantCoverage = { static: {}, perTest: {} });
      const tests = await runFile(file, () => true);
      runs.push({ tests, perTest: Object.fromEntries(tests.map(({ id }) => [id, { ...perTest[id], ...loading }])) });
    }
    // Stryker runs the tests of a mutant in this order: quick files first.
    runs.sort((one, other) => duration(one.tests) - duration(other.tests));
    const perTest = Object.assign({}, ...runs.map((run) => run.perTest)) as CoveragePerTestId;
    const tests = runs.flatMap((run) => run.tests);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant, hitLimit, testFilter = [] }: MutantRunOptions): Promise<MutantRunResult> {
    generation++;
    Object.assign(context, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const wanted = new Set(testFilter);
    const tests: TestResult[] = [];
    for (const file of new Set(testFilter.map(fileOf))) {
      tests.push(...(await runFile(file, (id) => wanted.has(id))));
      if (tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    return toMutantRunResult(
      determineHitLimitReached(context.hitCount, context.hitLimit) ?? { status: DryRunStatus.Complete, tests },
    );
  }
}

/** Runs the wanted tests of a file until one fails. A file that cannot be loaded counts as a failed test. */
async function runFile(file: string, isWanted: (id: string) => boolean): Promise<TestResult[]> {
  const results: TestResult[] = [];
  const add = (id: string, timeSpentMs: number, errors: unknown[]) => {
    const result = { id, name: id, fileName: file, timeSpentMs };
    results.push(
      errors.length === 0
        ? { ...result, status: TestStatus.Success }
        : { ...result, status: TestStatus.Failed, failureMessage: String(errors.flat()[0]) },
    );
  };
  const environment = Object.assign(new NativeEnvironment(), {
    handleTestEvent({ name, test }: { name: string; test: Test }) {
      if (name === 'test_start') {
        const id = idOf(file, test);
        if (!isWanted(id) || results.at(-1)?.status === TestStatus.Failed) test.mode = 'skip';
        else context.currentTestId = id;
      } else if (name === 'test_done') {
        context.currentTestId = undefined;
        add(idOf(file, test), test.duration ?? 0, test.errors);
      }
    },
  });
  try {
    await nativeRunner({}, config, environment, undefined, file);
  } catch (error) {
    add(idOf(file), 0, [error]);
  }
  return results;
}

/** The part of Jest's configuration that its framework reads. */
const config = {
  rootDir: process.cwd(),
  fakeTimers: {},
  setupFilesAfterEnv: [],
  snapshotSerializers: [],
  testMatch: [],
};

function duration(tests: readonly TestResult[]): number {
  return tests.reduce((total, { timeSpentMs }) => total + timeSpentMs, 0);
}

const SEPARATOR = ': ';

function idOf(file: string, test?: Test): string {
  const names = [];
  // Skip the outermost block, which the framework adds.
  for (let block = test; block?.parent; block = block.parent) names.unshift(block.name);
  return `${relative(process.cwd(), file)}${SEPARATOR}${names.join(' ')}`;
}

function fileOf(id: string): string {
  return resolve(id.slice(0, id.indexOf(SEPARATOR)));
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', () => new InProcessRunner())];

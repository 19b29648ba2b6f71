import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { recordSeconds, startMeasuring } from './file-seconds.ts';
import type NativeEnvironment from './native-environment.ts';

const require = createRequire(import.meta.url);
const globalsUrl = new URL('jest-globals.ts', import.meta.url).href;

type RunFile = (
  globalConfig: unknown,
  config: unknown,
  environment: NativeEnvironment,
  runtime: unknown,
  path: string,
  send?: unknown,
) => Promise<unknown>;

const { default: runFile } = require('jest-circus/runner') as { default: RunFile };

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

// Jest stops a worker with a signal, and coverage is written at the end of a process.
if (process.env.NODE_V8_COVERAGE) process.once('SIGTERM', () => process.exit());

/**
 * Runs a test file with Jest's own framework, but loads it like a Node program: Node strips the types, and a module
 * that several files import is loaded once per worker. Jest's own loader evaluates every module again for every file,
 * which takes three quarters of the processor time of `npm test`. Files thus share the modules' state; environment,
 * console and mocks are restored after each.
 */
const nativeRunner: RunFile = async (globalConfig, config, environment, _, path, send) => {
  const { restoreGlobals, useGlobals } = await import('./jest-globals.ts');
  const environmentBefore = { ...process.env };
  const consoleBefore = globalThis.console;
  globalThis.console = environment.global.console ?? consoleBefore;
  const runtime = {
    requireInternalModule: freshly,
    requireModule: require,
    setGlobalsForRuntime: useGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file: string) => import(pathToFileURL(file).href) as Promise<unknown>,
    // Jest's loader forbids imports between tests; Node's does not need to.
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const begin = startMeasuring();
  try {
    return await runFile(globalConfig, config, environment, runtime, path, send);
  } finally {
    recordSeconds(path, begin);
    restoreGlobals();
    globalThis.console = consoleBefore;
    restoreEnvironment(environmentBefore);
  }
};
export default nativeRunner;

/** The framework keeps the tests of a file in the module itself and in two symbols: each file gets a new one. */
function freshly(path: string): unknown {
  const symbols = Object.getOwnPropertySymbols(globalThis);
  for (const symbol of symbols) {
    if (symbol.description === 'EVENT_HANDLERS' || symbol.description === 'JEST_STATE_SYMBOL')
      Reflect.deleteProperty(globalThis, symbol);
  }
  delete require.cache[path];
  return require(path);
}

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

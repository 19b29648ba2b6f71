import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { type Outcome, playScenario } from './replay/scenario.ts';
import { anyRole, keyedTable, lambda, temporaryDirectory, writeAssembly } from './support/assembly.ts';

const resources = {
  AnyRole: anyRole,
  Table: { ...keyedTable, Properties: { ...keyedTable.Properties, TableName: 'Table' } },
  Echo: lambda('echo'),
  Clock: lambda('readClock'),
  Environment: lambda('environment', { Environment: { Variables: { RETRIES: 3 } } }),
  Fail: lambda('fail'),
  FailFirst: lambda('failFirst'),
  Log: lambda('log'),
  SetFlag: lambda('setFlag'),
  Sleep: lambda('sleep', { Timeout: 1 }),
  Crash: lambda('crash', { ReservedConcurrentExecutions: 1, Timeout: 20 }),
  Leave: lambda('leaveWork', { ReservedConcurrentExecutions: 1 }),
  Put: lambda('put', { Timeout: 20 }),
};

interface Played {
  outcome: Outcome;
  trace: { steps: number; hash: string };
}

const program = join(import.meta.dirname, 'replay/on-machine.ts');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
let assembly: string;

async function playOnMachine(seed: string): Promise<Played> {
  // Two machines of one seed draw the same names for their files.
  const env = { ...process.env, TMPDIR: temporaryDirectory() };
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, seed, assembly], { env });
  return JSON.parse(stdout) as Played;
}

beforeAll(() => {
  assembly = writeAssembly({ Resources: resources });
});

test('a seed makes the same steps in two processes at once, bit for bit, and another seed makes others', async () => {
  const [one, again, other] = await Promise.all([playOnMachine('a'), playOnMachine('a'), playOnMachine('b')]);
  expect(one.trace.steps).toBeGreaterThan(50);
  expect(again).toEqual(one);
  expect(other.trace.hash).not.toBe(one.trace.hash);
});

test('functions on a machine and in threads have the same outcomes', async () => {
  const [{ outcome }, threaded] = [await playOnMachine('a'), await playScenario(assembly)];
  expect(outcome).toEqual(threaded);
  expect(outcome).toMatchObject({
    clock: { isClouds: true },
    variables: { RETRIES: '3' },
    failure: 'CustomError',
    timeout: 'Sandbox.Timedout',
    crashes: ['Runtime.ExitError', 'RangeError'],
    after: [{ invocations: 1 }, { invocations: 1 }],
    left: { timers: 1, wereFrozen: true },
    attempts: [0, 1, 3],
  });
});

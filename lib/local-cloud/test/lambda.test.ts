import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import type { FunctionError } from '../lambda/runtime.ts';
import { functionArn, lambda, startTestCloud } from './support/assembly.ts';

const HOUR = 3_600_000;

let cloud: RunningCloud;
let log: string[];

beforeAll(async () => {
  ({ cloud, log } = await startTestCloud(
    {
      Environment: lambda('environment', {
        MemorySize: 256,
        Environment: { Variables: { TABLE_NAME: 'letters', RETRIES: 3, DOCS_URL: 'https://docs.example' } },
      }),
      Other: lambda('environment', { FunctionName: 'other' }),
      Describe: lambda('describe', { Timeout: 20, MemorySize: 512 }),
      Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Describe' } } },
      Alias: {
        Type: 'AWS::Lambda::Alias',
        Properties: {
          FunctionName: { Ref: 'Describe' },
          FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
          Name: 'live',
        },
      },
      Clock: lambda('readClock'),
      LoadTime: lambda('readLoadTime'),
      Leave: lambda('leaveWork', { ReservedConcurrentExecutions: 1 }),
      Log: lambda('log'),
      Fail: lambda('fail'),
      Sleep: lambda('sleep', { Timeout: 1 }),
      Spin: lambda('spin', { Timeout: 1 }),
      Crash: lambda('crash', { ReservedConcurrentExecutions: 1, MemorySize: 128, Timeout: 20 }),
      Produce: lambda('produce'),
      Circular: lambda('circular'),
      Off: lambda('echo', { FunctionName: 'off', ReservedConcurrentExecutions: 0 }),
      Missing: lambda('notThere', { FunctionName: 'missing' }),
    },
    { extraEnvironment: () => ({ DOCS_URL: 'http://localhost/docs', ONLY_HERE: 'true' }) },
  ));
});

afterAll(() => cloud.stop());

const invoke = (name: string, event: unknown = {}) => cloud.invokeFunction(functionArn(name), event);

async function errorOf(name: string, event: unknown = {}): Promise<FunctionError> {
  const { payload, failed } = await invoke(name, event);
  expect(failed).toBe(true);
  return payload as FunctionError;
}

describe('environment', () => {
  test('has the variables of the template as text and those of the runtime, and none of the parent process', async () => {
    const { payload } = await invoke('environment');
    expect(payload).toMatchObject({
      TABLE_NAME: 'letters',
      RETRIES: '3',
      AWS_REGION: 'sa-east-1',
      AWS_ENDPOINT_URL: cloud.endpoint,
      AWS_LAMBDA_FUNCTION_NAME: 'environment',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      ONLY_HERE: 'true',
    });
    expect(payload).not.toHaveProperty('PATH');
    expect(payload).not.toHaveProperty('NODE_COMPILE_CACHE');
  });

  test('of the local cloud overrides that of the template', async () => {
    expect((await invoke('environment')).payload).toHaveProperty('DOCS_URL', 'http://localhost/docs');
  });

  test('of one function does not leak into another', async () => {
    expect((await invoke('other')).payload).not.toHaveProperty('TABLE_NAME');
  });
});

test('the context names the invocation, and the remaining time starts at the timeout', async () => {
  const { payload } = await invoke('describe');
  expect(payload).toMatchObject({
    functionName: 'describe',
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn('describe'),
    memoryLimitInMB: '512',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const { remaining } = payload as { remaining: number };
  expect(remaining).toBeGreaterThan(15_000);
  expect(remaining).toBeLessThanOrEqual(20_000);
});

describe('a published version', () => {
  // https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html
  test.each(['1', 'live'])('is invoked as %s, and sees the name it was invoked by', async (qualifier) => {
    const { payload } = await invoke(`describe:${qualifier}`);
    expect(payload).toMatchObject({
      functionName: 'describe',
      functionVersion: '1',
      invokedFunctionArn: functionArn(`describe:${qualifier}`),
    });
  });

  test('has the ARN of its function with its own version, or with its alias', () => {
    expect(cloud.resourceRef('Version')).toBe(functionArn('describe:1'));
    expect(cloud.resourceRef('Alias')).toBe(functionArn('describe:live'));
  });

  test.each(['2', 'canary'])('%s does not exist', async (qualifier) => {
    await expect(invoke(`describe:${qualifier}`)).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
  });

  test('of a function without versions stops the start', async () => {
    const Properties = { FunctionName: { Ref: 'Describe' }, FunctionVersion: '1', Name: 'live' };
    const start = startTestCloud({ Describe: lambda('describe'), Alias: { Type: 'AWS::Lambda::Alias', Properties } });
    await expect(start).rejects.toThrow('describe has no version 1');
  });
});

describe('the clock of a function', () => {
  test('is the shared one, for Date.now, new Date and Date()', async () => {
    await cloud.clock.advanceTo(cloud.clock.now() + 60 * 24 * HOUR);
    const before = cloud.clock.now();
    const payload = (await invoke('readClock')).payload as Record<string, number>;
    const after = cloud.clock.now();
    for (const instant of [payload.now!, payload.constructed!]) {
      expect(instant).toBeGreaterThanOrEqual(before);
      expect(instant).toBeLessThanOrEqual(after);
    }
    expect(Date.parse(String(payload.text))).toBeGreaterThanOrEqual(before - 1000);
  });

  test('does not change given dates, parsing, UTC, instanceof and performance', async () => {
    expect((await invoke('readClock')).payload).toMatchObject({
      parsed: Date.parse('2020-01-02T03:04:05Z'),
      utc: Date.UTC(2020, 0, 2),
      given: '1970-01-02T00:00:00.000Z',
      isDate: true,
      isConstructor: true,
      performanceMoves: true,
    });
  });

  test('is in place before the bundle loads', async () => {
    const before = cloud.clock.now();
    const { loadedAt } = (await invoke('readLoadTime')).payload as { loadedAt: number };
    expect(loadedAt).toBeGreaterThanOrEqual(before);
  });
});

test('what an invocation leaves behind goes on in the next invocation, not before', async () => {
  expect((await invoke('leaveWork')).payload).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [took, ...others] = (await invoke('leaveWork', { waits: true })).payload as number[];
  expect(took).toBeGreaterThanOrEqual(300);
  expect(others).toEqual([]);
});

test('console output arrives in the log line by line, with the name of the function', async () => {
  await invoke('log', { name: 'the song' });
  expect(log.filter((line) => line.startsWith('log: '))).toEqual([
    'log: first line of the song',
    'log: second line',
    'log: third line',
  ]);
});

describe('a function that', () => {
  test('throws fails with type, message and trace, and its message stays out of the log', async () => {
    const error = await errorOf('fail');
    expect(error).toMatchObject({ errorType: 'CustomError', errorMessage: 'no such thing' });
    expect(error.trace.join('\n')).toContain('functions.mjs');
    expect(log.join('\n')).toContain('fail: CustomError');
    expect(log.join('\n')).not.toContain('no such thing');
  });

  test('waits beyond its timeout ends with Sandbox.Timedout', async () => {
    expect(await errorOf('sleep', { milliseconds: 60_000 })).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Error: Task timed out after 1.00 seconds',
    });
    expect(await invoke('sleep', { milliseconds: 0 })).toEqual({ payload: 'awake', failed: false });
  });

  test('never yields is ended by its timeout too', async () => {
    expect(await errorOf('spin')).toMatchObject({ errorType: 'Sandbox.Timedout' });
  });

  test('exits fails only this invocation; the next one gets a new environment', async () => {
    expect((await invoke('crash', { how: 'not' })).payload).toEqual({ invocations: 1 });
    expect(await errorOf('crash', { how: 'exit' })).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: 'Runtime exited with error: exit status 7',
    });
    expect((await invoke('crash', { how: 'not' })).payload).toEqual({ invocations: 1 });
  });

  test('throws an uncaught error fails only this invocation', async () => {
    expect(await errorOf('crash', { how: 'throw later' })).toMatchObject({
      errorType: 'RangeError',
      errorMessage: 'too late',
    });
    expect(log.join('\n')).toMatch(/crash: RangeError\n {4}at .*functions\.mjs/);
    expect(log.join('\n')).not.toContain('too late');
    expect((await invoke('crash', { how: 'not' })).failed).toBe(false);
  });

  test('throws something other than an Error fails only this invocation', async () => {
    expect(await errorOf('crash', { how: 'throw nothing later' })).toMatchObject({ errorType: 'undefined' });
    expect((await invoke('crash', { how: 'not' })).failed).toBe(false);
  });

  test('uses more memory than it has fails this invocation only', async () => {
    expect(await errorOf('crash', { how: 'exhaust memory' })).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
    expect((await invoke('crash', { how: 'not' })).failed).toBe(false);
  });

  test('cannot be loaded fails with the reason in the log', async () => {
    expect(await errorOf('missing')).toMatchObject({ errorType: 'Runtime.HandlerNotFound' });
    expect(log.join('\n')).toContain('functions.notThere is undefined or not exported');
  });

  test('returns a value that is not JSON fails', async () => {
    expect(await errorOf('circular')).toMatchObject({ errorType: 'TypeError' });
  });

  test('returns more than 6 MiB fails with Function.ResponseSizeTooLarge', async () => {
    expect((await invoke('produce', { bytes: 6 * 1024 * 1024 - 2 })).failed).toBe(false);
    expect(await errorOf('produce', { bytes: 6 * 1024 * 1024 })).toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });
});

describe('an invocation is rejected', () => {
  test('for a payload over 6 MiB', async () => {
    await expect(invoke('describe', 'x'.repeat(6 * 1024 * 1024))).rejects.toMatchObject({
      code: 'RequestTooLargeException',
      status: 413,
    });
  });

  test('for a function that does not exist', async () => {
    await expect(invoke('nobody')).rejects.toMatchObject({ code: 'ResourceNotFoundException', status: 404 });
  });

  test('for a function whose reserved concurrency is zero', async () => {
    await expect(invoke('off')).rejects.toMatchObject({ code: 'TooManyRequestsException', status: 429 });
  });
});

// https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
test('invocations beyond the reserved concurrency are rejected, not queued', async () => {
  const first = invoke('crash', { how: 'not' });
  await expect(invoke('crash', { how: 'not' })).rejects.toMatchObject({
    code: 'TooManyRequestsException',
    status: 429,
    fields: { Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded' },
  });
  expect((await first).failed).toBe(false);
  expect((await invoke('crash', { how: 'not' })).failed).toBe(false);
});

test('a stopped cloud starts no environment for a later invocation', async () => {
  const { cloud: stopped } = await startTestCloud({ Environment: lambda('environment') });
  const call = () => stopped.invokeFunction(functionArn('environment'), {});
  expect(await call()).toMatchObject({ failed: false });
  await stopped.stop();
  expect(await call()).toEqual({
    payload: { errorType: 'Runtime.ExitError', errorMessage: 'The local cloud stopped' },
    failed: true,
  });
});

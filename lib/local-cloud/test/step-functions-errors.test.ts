import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workflows } from './support/workflow-runs.ts';

let workflows: Workflows;
let attempts: number[];

beforeEach(() => {
  workflows = new Workflows(() => 0.25);
  attempts = [];
});

afterEach(() => workflows.cloud.stop());

/** A function that fails with these error names in turn, and then succeeds. */
function failing(...names: string[]): void {
  const { cloud } = workflows;
  const start = cloud.clock.now();
  cloud.defineFunction('work', () => {
    attempts.push(Math.round((cloud.clock.now() - start) / 1000));
    const name = names[attempts.length - 1];
    if (name) throw Object.assign(new Error(`attempt ${attempts.length}`), { name });
    return 'done';
  });
}

const task = (fields: object) => ({
  A: {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: 'work' },
    Output: '{% $states.result.Payload %}',
    End: true,
    ...fields,
  },
  Caught: { Type: 'Succeed' },
  Other: { Type: 'Succeed', Output: 'other' },
});

async function runFor(states: object, seconds: number, input: unknown = {}) {
  const arn = await workflows.start(await workflows.create(states), input);
  await workflows.cloud.advance({ seconds });
  return workflows.outcome(arn);
}

describe('Retry', () => {
  test('waits IntervalSeconds × BackoffRate^n, three times by default', async () => {
    failing('E', 'E', 'E');
    const outcome = await runFor(task({ Retry: [{ ErrorEquals: ['E'] }] }), 60);
    expect(outcome).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
    expect(attempts).toEqual([0, 1, 3, 7]);
  });

  test('MaxDelaySeconds caps the wait', async () => {
    failing('E', 'E', 'E', 'E');
    const Retry = [{ ErrorEquals: ['E'], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 4, MaxDelaySeconds: 10 }];
    await runFor(task({ Retry }), 60);
    expect(attempts).toEqual([0, 2, 8, 18, 28]);
  });

  test('full jitter waits a random part of it', async () => {
    failing('E', 'E');
    await runFor(task({ Retry: [{ ErrorEquals: ['E'], IntervalSeconds: 8, JitterStrategy: 'FULL' }] }), 60);
    expect(attempts).toEqual([0, 2, 6]);
  });

  test('raises the error once the attempts are used up', async () => {
    failing('E', 'E', 'E');
    const outcome = await runFor(task({ Retry: [{ ErrorEquals: ['E'], MaxAttempts: 1 }] }), 60);
    expect(outcome).toMatchObject({ status: 'FAILED', error: 'E', cause: expect.stringContaining('attempt 2') });
    expect(attempts).toEqual([0, 1]);
  });

  test('MaxAttempts 0 disables retries and hides later retriers', async () => {
    failing('E');
    const Retry = [{ ErrorEquals: ['E'], MaxAttempts: 0 }, { ErrorEquals: ['States.ALL'] }];
    expect(await runFor(task({ Retry }), 60)).toMatchObject({ status: 'FAILED', error: 'E' });
  });

  test('the first retrier that names the error is used, and each has its own count', async () => {
    failing('E', 'F', 'E', 'F');
    const Retry = [
      { ErrorEquals: ['E'], IntervalSeconds: 10, BackoffRate: 1 },
      { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 1 },
    ];
    await runFor(task({ Retry }), 60);
    expect(attempts).toEqual([0, 10, 11, 21, 22]);
  });

  test('comes before Catch, which handles the remaining errors', async () => {
    failing('E', 'E', 'E');
    const outcome = await runFor(
      task({
        Retry: [{ ErrorEquals: ['E'], MaxAttempts: 2 }],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }],
      }),
      60,
    );
    expect(outcome).toMatchObject({ status: 'SUCCEEDED', output: { Error: 'E' } });
    expect(attempts).toEqual([0, 1, 3]);
  });

  test('evaluates Arguments again, with the count of retries in the context', async () => {
    const counts: number[] = [];
    workflows.cloud.defineFunction('work', ({ count }: { count: number }) => {
      counts.push(count);
      if (counts.length < 3) throw new Error('again');
    });
    const Arguments = { FunctionName: 'work', Payload: { count: '{% $states.context.State.RetryCount %}' } };
    await runFor(task({ Arguments, Retry: [{ ErrorEquals: ['States.ALL'] }], Output: {} }), 60);
    expect(counts).toEqual([0, 1, 2]);
  });

  test('of a Parallel runs all branches again', async () => {
    failing('E');
    const states = {
      P: {
        Type: 'Parallel',
        Branches: [{ StartAt: 'A', States: { A: task({}).A } }],
        Retry: [{ ErrorEquals: ['E'], IntervalSeconds: 5 }],
        End: true,
      },
    };
    expect(await runFor(states, 10)).toMatchObject({ status: 'SUCCEEDED', output: ['done'] });
    expect(attempts).toEqual([0, 5]);
  });

  test('a stop during the wait for a retry ends it', async () => {
    failing('E');
    const arn = await workflows.start(
      await workflows.create(task({ Retry: [{ ErrorEquals: ['E'], IntervalSeconds: 30 }] })),
    );
    await workflows.cloud.clock.whenIdle();
    await workflows.cloud.call('states', 'StopExecution', { executionArn: arn });
    await workflows.cloud.advance({ hours: 1 });
    expect(attempts).toEqual([0]);
    expect((await workflows.outcome(arn)).status).toBe('ABORTED');
  });
});

describe('Catch', () => {
  test('passes Error and Cause on as the input', async () => {
    failing('E');
    const outcome = await runFor(task({ Catch: [{ ErrorEquals: ['E'], Next: 'Caught' }] }), 1);
    expect(outcome.output).toEqual({
      Error: 'E',
      Cause: JSON.stringify({ errorType: 'E', errorMessage: 'attempt 1' }),
    });
  });

  test('has its own Output and Assign, which replace those of the state', async () => {
    failing('E');
    const states = {
      ...task({
        Assign: { from: 'state' },
        Catch: [
          {
            ErrorEquals: ['E'],
            Assign: { from: 'catcher', error: '{% $states.errorOutput.Error %}' },
            Output: '{% $states.input.id %}',
            Next: 'Caught',
          },
        ],
      }),
      Caught: { Type: 'Pass', Output: '{% [$states.input, $from, $error] %}', End: true },
    };
    expect((await runFor(states, 1, { id: 'x' })).output).toEqual(['x', 'catcher', 'E']);
  });

  test('the first catcher that names the error is used', async () => {
    failing('E');
    const Catch = [
      { ErrorEquals: ['F'], Next: 'Caught' },
      { ErrorEquals: ['F', 'E'], Next: 'Other' },
      { ErrorEquals: ['States.ALL'], Next: 'Caught' },
    ];
    expect((await runFor(task({ Catch }), 1)).output).toBe('other');
  });

  test('States.TaskFailed stands for any error but a timeout', async () => {
    failing('E');
    const Catch = [{ ErrorEquals: ['States.TaskFailed'], Next: 'Other' }];
    expect((await runFor(task({ Catch }), 1)).output).toBe('other');
    const waiting = { Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken', TimeoutSeconds: 5, Catch };
    expect(await runFor(task(waiting), 6)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });

  test('catches a failing expression of its own state', async () => {
    failing();
    const outcome = await runFor(
      task({
        Output: '{% $states.result.none %}',
        Catch: [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'Other' }],
      }),
      1,
    );
    expect(outcome.output).toBe('other');
  });

  test('a failing expression in the catcher fails the execution', async () => {
    failing('E');
    const outcome = await runFor(
      task({ Catch: [{ ErrorEquals: ['States.ALL'], Output: '{% $none %}', Next: 'Caught' }] }),
      1,
    );
    expect(outcome).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('a task token that times out', () => {
  const waiting = (fields: object) =>
    task({ Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken', Output: undefined, ...fields });

  test.each([
    ['TimeoutSeconds as States.Timeout', { TimeoutSeconds: 30 }, 'States.Timeout', 'other'],
    ['HeartbeatSeconds as States.HeartbeatTimeout', { HeartbeatSeconds: 30 }, 'States.HeartbeatTimeout', 'other'],
    ['HeartbeatSeconds as States.Timeout', { HeartbeatSeconds: 30 }, 'States.Timeout', 'other'],
    ['TimeoutSeconds from an expression', { TimeoutSeconds: '{% 10 * 3 %}' }, 'States.Timeout', 'other'],
    ['TimeoutSeconds not as States.HeartbeatTimeout', { TimeoutSeconds: 30 }, 'States.HeartbeatTimeout', undefined],
  ])('%s', async (_, fields, name, expected) => {
    failing();
    const outcome = await runFor(waiting({ ...fields, Catch: [{ ErrorEquals: [name], Next: 'Other' }] }), 31);
    expect(outcome.output).toBe(expected);
  });

  test('does not time out a second earlier', async () => {
    failing();
    const outcome = await runFor(waiting({ TimeoutSeconds: 30 }), 29);
    expect(outcome.status).toBe('RUNNING');
  });

  test('a retry waits with a new token; the old one is invalid', async () => {
    const tokens: string[] = [];
    workflows.cloud.defineFunction('work', ({ token }: { token: string }) => tokens.push(token));
    const arn = await workflows.start(
      await workflows.create(
        waiting({
          Arguments: { FunctionName: 'work', Payload: { token: '{% $states.context.Task.Token %}' } },
          TimeoutSeconds: 30,
          Retry: [{ ErrorEquals: ['States.Timeout'] }],
        }),
      ),
    );
    await workflows.cloud.advance({ seconds: 32 });
    const answer = (taskToken: string | undefined) =>
      workflows.cloud.call('states', 'SendTaskSuccess', { taskToken, output: '"ok"' });
    expect(tokens).toHaveLength(2);
    await expect(answer(tokens[0])).rejects.toMatchObject({ code: 'TaskTimedOut' });
    await answer(tokens[1]);
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.outcome(arn)).output).toBe('ok');
  });
});

import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StepFunctionsService } from '../step-functions/step-functions.ts';
import { WorkflowCloud } from './support/workflow-cloud.ts';

let cloud: WorkflowCloud;
let service: StepFunctionsService;
let sfn: SFNClient;

beforeEach(async () => {
  cloud = new WorkflowCloud();
  service = new StepFunctionsService(cloud);
  cloud.register(service);
  await cloud.listen();
  sfn = new SFNClient({ ...cloud.clientOptions, maxAttempts: 1 });
});

afterEach(async () => {
  sfn.destroy();
  await cloud.stop();
});

async function createMachine(name: string, states: object, StartAt = 'First'): Promise<string> {
  const properties = {
    StateMachineName: name,
    DefinitionString: JSON.stringify({ QueryLanguage: 'JSONata', StartAt, States: states }),
  };
  const type = service.resourceTypes['AWS::StepFunctions::StateMachine']!;
  return (await type.create(properties, { logicalId: name })).ref;
}

/** A machine that hands its token to the function `take` and waits for its result. */
async function createWaitingMachine(name = 'waiting'): Promise<{ arn: string; tokens: string[] }> {
  const tokens: string[] = [];
  cloud.defineFunction('take', ({ token }: { token: string }) => tokens.push(token));
  const arn = await createMachine(name, {
    First: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: 'take', Payload: { token: '{% $states.context.Task.Token %}' } },
      TimeoutSeconds: 60,
      HeartbeatSeconds: 50,
      End: true,
    },
  });
  return { arn, tokens };
}

describe('StartExecution', () => {
  test('runs and is described with its output', async () => {
    const stateMachineArn = await createMachine('echo', {
      First: { Type: 'Pass', Output: '{% $states.input.a + 1 %}', End: true },
    });
    const { executionArn, startDate } = await sfn.send(
      new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":1}' }),
    );
    await cloud.clock.whenIdle();
    expect(executionArn).toBe('arn:aws:states:sa-east-1:000000000000:execution:echo:one');
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'SUCCEEDED',
      input: '{"a":1}',
      output: '2',
      startDate,
      stopDate: expect.any(Date),
      stateMachineArn,
      name: 'one',
    });
  });

  test('same name and input while it runs: returns the running execution', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const start = () => sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":1}' }));
    const [first, again] = [await start(), await start()];
    await cloud.clock.whenIdle();
    expect(again).toMatchObject({ executionArn: first.executionArn, startDate: first.startDate });
    expect(tokens).toHaveLength(1);
  });

  test('same name and other input: ExecutionAlreadyExists', async () => {
    const { arn: stateMachineArn } = await createWaitingMachine();
    await sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":1}' }));
    await expect(
      sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":2}' })),
    ).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    });
  });

  test('same name after the execution closed: ExecutionAlreadyExists', async () => {
    const stateMachineArn = await createMachine('echo', { First: { Type: 'Succeed' } });
    await sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'one' }));
    await cloud.clock.whenIdle();
    await expect(sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'one' }))).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    });
  });

  test.each([
    ['InvalidExecutionInput', { input: '{' }],
    ['InvalidName', { name: 'a b' }],
    ['InvalidName', { name: 'x'.repeat(81) }],
    ['StateMachineDoesNotExist', { stateMachineArn: 'arn:aws:states:sa-east-1:000000000000:stateMachine:none' }],
    ['ValidationException', { input: JSON.stringify('x'.repeat(256 * 1024)) }],
  ])('rejects with %s', async (name, request) => {
    const stateMachineArn = await createMachine('echo', { First: { Type: 'Succeed' } });
    await expect(sfn.send(new StartExecutionCommand({ stateMachineArn, ...request }))).rejects.toMatchObject({ name });
  });
});

describe('StopExecution', () => {
  test('aborts; the token is invalid and nothing runs later', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.clock.whenIdle();
    await sfn.send(new StopExecutionCommand({ executionArn, error: 'Canceled', cause: 'by the customer' }));
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'ABORTED',
      error: 'Canceled',
      cause: 'by the customer',
    });
    await expect(sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '1' }))).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
    await cloud.advance({ days: 1 });
    expect((await sfn.send(new DescribeExecutionCommand({ executionArn }))).status).toBe('ABORTED');
  });

  test('for a closed execution returns its stop date and changes nothing', async () => {
    const stateMachineArn = await createMachine('echo', { First: { Type: 'Succeed' } });
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.clock.whenIdle();
    const { stopDate } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    await cloud.advance({ hours: 1 });
    expect((await sfn.send(new StopExecutionCommand({ executionArn }))).stopDate).toEqual(stopDate);
    expect((await sfn.send(new DescribeExecutionCommand({ executionArn }))).status).toBe('SUCCEEDED');
  });

  test('for an unknown execution: ExecutionDoesNotExist', async () => {
    await expect(sfn.send(new StopExecutionCommand({ executionArn: 'arn:none' }))).rejects.toMatchObject({
      name: 'ExecutionDoesNotExist',
    });
  });
});

describe('task tokens', () => {
  test('success returns the result; a second result is TaskTimedOut', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.clock.whenIdle();
    await sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '{"code":7}' }));
    await cloud.clock.whenIdle();
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'SUCCEEDED',
      output: '{"code":7}',
    });
    await expect(sfn.send(new SendTaskFailureCommand({ taskToken: tokens[0] }))).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
  });

  test('failure returns error and cause', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.clock.whenIdle();
    await sfn.send(new SendTaskFailureCommand({ taskToken: tokens[0], error: 'Refused', cause: 'no' }));
    await cloud.clock.whenIdle();
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'FAILED',
      error: 'Refused',
      cause: 'no',
    });
  });

  test('a timeout wins over a late success', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.advance({ seconds: 40 });
    await sfn.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0] }));
    await cloud.advance({ seconds: 20 });
    await expect(sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '1' }))).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'FAILED',
      error: 'States.Timeout',
    });
  });

  test('a missed heartbeat times out; a sent one postpones that', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const beating = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    const silent = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.advance({ seconds: 30 });
    await sfn.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0] }));
    await cloud.advance({ seconds: 25 });
    const status = async (executionArn?: string) =>
      (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status;
    expect(await status(beating.executionArn)).toBe('RUNNING');
    expect(await status(silent.executionArn)).toBe('FAILED');
    await expect(sfn.send(new SendTaskHeartbeatCommand({ taskToken: tokens[1] }))).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
  });

  test.each([
    ['InvalidToken', 'not a token'],
    ['TaskDoesNotExist', 'abcdefgh.1.bWFjaGluZQ.0123456789abcdef'],
  ])('%s', async (name, taskToken) => {
    await expect(sfn.send(new SendTaskSuccessCommand({ taskToken, output: '1' }))).rejects.toMatchObject({ name });
  });

  test('an output that is not JSON: InvalidOutput, and the task still waits', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await cloud.clock.whenIdle();
    await expect(
      sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: 'posted' })),
    ).rejects.toMatchObject({
      name: 'InvalidOutput',
    });
    await sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '"posted"' }));
  });
});

describe('listing', () => {
  test('returns executions by status, newest first, in pages', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    for (const name of ['a', 'b', 'c']) await sfn.send(new StartExecutionCommand({ stateMachineArn, name }));
    await cloud.clock.whenIdle();
    await sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[1], output: '1' }));
    await cloud.clock.whenIdle();
    const first = await sfn.send(
      new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING', maxResults: 1 }),
    );
    const second = await sfn.send(
      new ListExecutionsCommand({
        stateMachineArn,
        statusFilter: 'RUNNING',
        maxResults: 1,
        nextToken: first.nextToken,
      }),
    );
    expect([first, second].map(({ executions }) => executions!.map(({ name }) => name))).toEqual([['c'], ['a']]);
    expect(second.nextToken).toBeUndefined();
    const { executions } = await sfn.send(new ListExecutionsCommand({ stateMachineArn }));
    expect(executions!.map(({ name, status }) => [name, status])).toEqual([
      ['c', 'RUNNING'],
      ['b', 'SUCCEEDED'],
      ['a', 'RUNNING'],
    ]);
  });

  test('returns state machines with their definition', async () => {
    const stateMachineArn = await createMachine('echo', { First: { Type: 'Succeed' } });
    const { stateMachines } = await sfn.send(new ListStateMachinesCommand({}));
    expect(stateMachines).toMatchObject([{ name: 'echo', stateMachineArn, type: 'STANDARD' }]);
    const { definition, status } = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    expect({ status, states: Object.keys((JSON.parse(definition!) as { States: object }).States) }).toEqual({
      status: 'ACTIVE',
      states: ['First'],
    });
  });

  test('returns the history of a task that waits for its token', async () => {
    const { arn: stateMachineArn, tokens } = await createWaitingMachine();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn, input: '{"id":"x"}' }));
    await cloud.clock.whenIdle();
    await sfn.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '{"ok":true}' }));
    await cloud.clock.whenIdle();
    const { events } = await sfn.send(new GetExecutionHistoryCommand({ executionArn }));
    expect(events!.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, 0, 'TaskStateEntered'],
      [3, 2, 'TaskScheduled'],
      [4, 3, 'TaskStarted'],
      [5, 4, 'TaskSubmitted'],
      [6, 5, 'TaskSucceeded'],
      [7, 6, 'TaskStateExited'],
      [8, 7, 'ExecutionSucceeded'],
    ]);
    expect(events![1]!.stateEnteredEventDetails).toEqual({ name: 'First', input: '{"id":"x"}' });
    expect(events![2]!.taskScheduledEventDetails).toMatchObject({
      resourceType: 'lambda',
      resource: 'invoke.waitForTaskToken',
      timeoutInSeconds: 60,
      heartbeatInSeconds: 50,
    });
    expect(events![5]!.taskSucceededEventDetails).toMatchObject({ output: '{"ok":true}' });
    const reversed = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 2 }),
    );
    expect(reversed.events!.map(({ type }) => type)).toEqual(['ExecutionSucceeded', 'TaskStateExited']);
  });
});

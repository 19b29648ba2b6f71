import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '../aws-error.ts';
import { Workflows } from './support/workflow-runs.ts';

let workflows: Workflows;

beforeEach(() => {
  workflows = new Workflows();
});

afterEach(() => workflows.cloud.stop());

const task = (resource: string, Arguments?: object) => ({
  A: { Type: 'Task', Resource: resource, Arguments, End: true },
});
const run = (resource: string, Arguments?: object, input?: unknown) => workflows.run(task(resource, Arguments), input);

/** Records the calls of an operation, which returns `result` or throws it. */
function record(service: string, operation: string, result: unknown): unknown[] {
  const calls: unknown[] = [];
  workflows.cloud.defineOperation(service, operation, (input: unknown) => {
    calls.push(input);
    if (result instanceof Error) throw result;
    return result;
  });
  return calls;
}

describe('lambda', () => {
  test('invoke returns StatusCode, Payload and ExecutedVersion', async () => {
    workflows.cloud.defineFunction('work', (payload: { a: number }) => ({ b: payload.a + 1 }));
    const { output } = await run('arn:aws:states:::lambda:invoke', { FunctionName: 'work', Payload: { a: 1 } });
    expect(output).toEqual({ StatusCode: 200, Payload: { b: 2 }, ExecutedVersion: '$LATEST' });
  });

  test('invoke accepts an ARN with a version, and sends {} without a Payload', async () => {
    const arn = workflows.cloud.defineFunction('work', (payload) => payload);
    const { output } = await run('arn:aws:states:::lambda:invoke', { FunctionName: `${arn}:$LATEST` });
    expect(output).toMatchObject({ Payload: {} });
  });

  test('invoke of type Event delivers without waiting for the result', async () => {
    const { output } = await run('arn:aws:states:::lambda:invoke', {
      FunctionName: 'work',
      InvocationType: 'Event',
      Payload: { a: 1 },
    });
    expect(output).toEqual({ StatusCode: 202 });
    expect(workflows.cloud.deliveries).toMatchObject([
      { arn: expect.stringMatching(/:function:work$/), input: { a: 1 } },
    ]);
  });

  test('a function named by its ARN gets the input and returns the result itself', async () => {
    const arn = workflows.cloud.defineFunction('work', ({ a }: { a: number }) => a * 2);
    expect(await run(arn, undefined, { a: 4 })).toMatchObject({ status: 'SUCCEEDED', output: 8 });
    expect(await run(arn, { a: '{% $states.input.a + 1 %}' }, { a: 4 })).toMatchObject({ output: 10 });
  });

  test('a function without a result returns null', async () => {
    const arn = workflows.cloud.defineFunction('work', () => undefined);
    expect(await run(arn)).toMatchObject({ status: 'SUCCEEDED', output: null });
  });

  test('an error of the function has its type as name and the error object as cause', async () => {
    workflows.cloud.defineFunction('work', () => {
      throw new RangeError('too far');
    });
    expect(await run('arn:aws:states:::lambda:invoke', { FunctionName: 'work' })).toMatchObject({
      status: 'FAILED',
      error: 'RangeError',
      cause: JSON.stringify({ errorType: 'RangeError', errorMessage: 'too far' }),
    });
  });

  test('a function that does not exist: Lambda.ResourceNotFoundException', async () => {
    expect(await run('arn:aws:states:::lambda:invoke', { FunctionName: 'none' })).toMatchObject({
      status: 'FAILED',
      error: 'Lambda.ResourceNotFoundException',
    });
  });
});

describe('dynamodb', () => {
  const update = { TableName: 't', Key: { PK: { S: '{% $states.input.id %}' } }, UpdateExpression: 'SET a = :a' };

  test.each(['arn:aws:states:::dynamodb:updateItem', 'arn:aws:states:::aws-sdk:dynamodb:updateItem'])(
    '%s calls UpdateItem',
    async (resource) => {
      const calls = record('dynamodb', 'UpdateItem', { Attributes: { a: { S: 'x' } } });
      expect(await run(resource, update, { id: 'p' })).toMatchObject({ output: { Attributes: { a: { S: 'x' } } } });
      expect(calls).toEqual([{ ...update, Key: { PK: { S: 'p' } } }]);
    },
  );

  test.each([
    ['dynamodb:putItem', 'PutItem'],
    ['dynamodb:getItem', 'GetItem'],
    ['dynamodb:deleteItem', 'DeleteItem'],
    ['aws-sdk:dynamodb:transactWriteItems', 'TransactWriteItems'],
    ['aws-sdk:dynamodb:query', 'Query'],
  ])('%s calls %s', async (resource, operation) => {
    const calls = record('dynamodb', operation, {});
    expect(await run(`arn:aws:states:::${resource}`, { TableName: 't' })).toMatchObject({
      status: 'SUCCEEDED',
      output: {},
    });
    expect(calls).toEqual([{ TableName: 't' }]);
  });

  test.each([
    ['dynamodb', 'ConditionalCheckFailedException', 'DynamoDB.ConditionalCheckFailedException'],
    ['aws-sdk:dynamodb', 'ConditionalCheckFailedException', 'DynamoDb.ConditionalCheckFailedException'],
    ['dynamodb', 'ValidationException', 'DynamoDB.AmazonDynamoDBException'],
    ['aws-sdk:dynamodb', 'ValidationException', 'DynamoDb.DynamoDbException'],
    ['aws-sdk:dynamodb', 'InternalServerError', 'DynamoDb.InternalServerErrorException'],
  ])('%s names %s as %s', async (service, code, error) => {
    record('dynamodb', 'UpdateItem', new AwsError(code, 'why'));
    expect(await run(`arn:aws:states:::${service}:updateItem`, update, { id: 'p' })).toMatchObject({
      status: 'FAILED',
      error,
      cause: expect.stringMatching(/^why \(Service: .*, Status Code: 400, /),
    });
  });

  test('a service that cannot be reached: SdkClientException', async () => {
    record('dynamodb', 'UpdateItem', new Error('connect ECONNREFUSED'));
    expect(await run('arn:aws:states:::aws-sdk:dynamodb:updateItem', update, { id: 'p' })).toMatchObject({
      error: 'DynamoDb.SdkClientException',
    });
  });
});

describe('s3', () => {
  const destroy = () => run('arn:aws:states:::aws-sdk:s3:deleteObject', { Bucket: 'b', Key: '{% "a" & "/b" %}' });

  test('deleteObject calls DeleteObject', async () => {
    const calls = record('s3', 'DeleteObject', {});
    expect(await destroy()).toMatchObject({ status: 'SUCCEEDED', output: {} });
    expect(calls).toEqual([{ Bucket: 'b', Key: 'a/b' }]);
  });

  test('an error has the name of its class in the Java SDK', async () => {
    record('s3', 'DeleteObject', new AwsError('NoSuchBucket', 'gone', 404));
    expect(await destroy()).toMatchObject({ status: 'FAILED', error: 'S3.NoSuchBucketException' });
  });
});

describe('a task token kept in a table', () => {
  const states = task('arn:aws:states:::aws-sdk:dynamodb:updateItem.waitForTaskToken', {
    TableName: 't',
    ExpressionAttributeValues: { ':token': { S: '{% $states.context.Task.Token %}' } },
  });
  const token = ([call]: unknown[]) =>
    (call as { ExpressionAttributeValues: { ':token': { S: string } } }).ExpressionAttributeValues[':token'].S;

  test('the result comes from the token, not from the response of the call', async () => {
    const calls = record('dynamodb', 'UpdateItem', { Attributes: {} });
    const arn = await workflows.start(await workflows.create(states));
    await workflows.cloud.clock.whenIdle();
    await workflows.cloud.call('states', 'SendTaskSuccess', {
      taskToken: token(calls),
      output: '{"status":"printed"}',
    });
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.outcome(arn)).output).toEqual({ status: 'printed' });
  });

  test('a failing call ends the wait', async () => {
    record('dynamodb', 'UpdateItem', new AwsError('ConditionalCheckFailedException', 'moved on'));
    expect(await workflows.run(states)).toMatchObject({
      status: 'FAILED',
      error: 'DynamoDb.ConditionalCheckFailedException',
    });
  });

  test('a result for a token is accepted while the call is in progress', async () => {
    let finish = () => {};
    const calls: unknown[] = [];
    workflows.cloud.defineOperation('dynamodb', 'UpdateItem', (input: unknown) => {
      calls.push(input);
      return new Promise((resolve) => (finish = () => resolve({})));
    });
    const arn = await workflows.start(await workflows.create(states));
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await workflows.cloud.call('states', 'SendTaskSuccess', { taskToken: token(calls), output: '1' });
    finish();
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.outcome(arn)).output).toBe(1);
    expect(await workflows.eventTypes(arn)).not.toContain('TaskSubmitted');
  });

  test('a call in progress stops the clock; a stored token does not', async () => {
    let finished = false;
    workflows.cloud.defineOperation('dynamodb', 'UpdateItem', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      finished = true;
      return {};
    });
    const arn = await workflows.start(await workflows.create(states));
    await workflows.cloud.advance({ days: 60 });
    expect(finished).toBe(true);
    expect((await workflows.outcome(arn)).status).toBe('RUNNING');
  });
});

test('the token of a task is only in the context of its own state', async () => {
  workflows.cloud.defineFunction('work', () => 'done');
  const states = {
    A: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: 'work' },
      TimeoutSeconds: 1,
      Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'B' }],
      End: true,
    },
    B: { Type: 'Pass', Output: '{% $exists($states.context.Task) %}', End: true },
  };
  const arn = await workflows.start(await workflows.create(states));
  await workflows.cloud.advance({ seconds: 2 });
  expect((await workflows.outcome(arn)).output).toBe(false);
});

describe('sqs', () => {
  test('sendMessage writes an object as JSON text', async () => {
    const calls = record('sqs', 'SendMessage', { MessageId: 'm', MD5OfMessageBody: 'x' });
    const { output } = await run(
      'arn:aws:states:::sqs:sendMessage',
      { QueueUrl: 'u', MessageGroupId: 'g', MessageBody: { id: '{% $states.input.id %}' } },
      { id: 7 },
    );
    expect(calls).toEqual([{ QueueUrl: 'u', MessageGroupId: 'g', MessageBody: '{"id":7}' }]);
    expect(output).toEqual({ MessageId: 'm', MD5OfMessageBody: 'x' });
  });

  test('aws-sdk names an error with the suffix of the Java SDK', async () => {
    record('sqs', 'SendMessage', new AwsError('QueueDoesNotExist', 'none'));
    expect(await run('arn:aws:states:::aws-sdk:sqs:sendMessage', { QueueUrl: 'u', MessageBody: 'm' })).toMatchObject({
      error: 'Sqs.QueueDoesNotExistException',
    });
  });
});

describe('events', () => {
  const Entries = [{ Source: 's', DetailType: 't', Detail: { a: 1 }, EventBusName: 'b' }];

  test('putEvents writes Detail as text and names machine and execution as resources', async () => {
    const calls = record('events', 'PutEvents', { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] });
    const states = task('arn:aws:states:::events:putEvents', { Entries });
    const arn = await workflows.start(await workflows.create(states));
    await workflows.cloud.clock.whenIdle();
    expect(calls).toEqual([
      {
        Entries: [
          {
            ...Entries[0],
            Detail: '{"a":1}',
            Resources: ['arn:aws:states:sa-east-1:000000000000:stateMachine:Machine1', arn],
          },
        ],
      },
    ]);
  });

  test('a failed entry fails the optimized task, not the aws-sdk one', async () => {
    record('events', 'PutEvents', { FailedEntryCount: 1, Entries: [{ ErrorCode: 'MalformedDetail' }] });
    expect(await run('arn:aws:states:::events:putEvents', { Entries })).toMatchObject({
      error: 'EventBridge.FailedEntry',
    });
    expect(await run('arn:aws:states:::aws-sdk:eventbridge:putEvents', { Entries: [] })).toMatchObject({
      status: 'SUCCEEDED',
    });
  });
});

describe('states', () => {
  test('startExecution starts another machine, with names in PascalCase', async () => {
    const child = await workflows.create({ B: { Type: 'Pass', Output: '{% $states.input.n * 2 %}', End: true } });
    const { output } = await run('arn:aws:states:::states:startExecution', {
      StateMachineArn: child,
      Name: 'one',
      Input: { n: 4 },
    });
    const { ExecutionArn: executionArn, StartDate: startDate } = output as { ExecutionArn: string; StartDate: number };
    expect(executionArn).toMatch(/:execution:Machine1:one$/);
    expect(startDate).toEqual(expect.any(Number));
    await workflows.cloud.clock.whenIdle();
    expect((await workflows.outcome(executionArn)).output).toBe(8);
  });

  test.each([
    ['states:startExecution', 'StepFunctions.ExecutionAlreadyExistsException'],
    ['aws-sdk:sfn:startExecution', 'Sfn.ExecutionAlreadyExistsException'],
  ])('%s of a name in use: %s', async (resource, error) => {
    const StateMachineArn = await workflows.create({ B: { Type: 'Succeed' } });
    await workflows.cloud.call('states', 'StartExecution', { stateMachineArn: StateMachineArn, name: 'one' });
    await workflows.cloud.clock.whenIdle();
    expect(await run(`arn:aws:states:::${resource}`, { StateMachineArn, Name: 'one', Input: '{}' })).toMatchObject({
      error,
    });
  });

  test('aws-sdk:sfn:sendTaskSuccess sends the result for a token of another execution', async () => {
    const tokens: string[] = [];
    workflows.cloud.defineFunction('take', (token: string) => tokens.push(token));
    const waiting = await workflows.start(
      await workflows.create(
        task('arn:aws:states:::lambda:invoke.waitForTaskToken', {
          FunctionName: 'take',
          Payload: '{% $states.context.Task.Token %}',
        }),
      ),
    );
    await workflows.cloud.clock.whenIdle();
    await run('arn:aws:states:::aws-sdk:sfn:sendTaskSuccess', { TaskToken: tokens[0]!, Output: '"hello"' });
    expect((await workflows.outcome(waiting)).output).toBe('hello');
  });
});

test('cloudwatch metrics are published through the service "monitoring"', async () => {
  const calls = record('monitoring', 'PutMetricData', {});
  await run('arn:aws:states:::aws-sdk:cloudwatch:putMetricData', { Namespace: 'Malote', MetricData: [] });
  expect(calls).toEqual([{ Namespace: 'Malote', MetricData: [] }]);
});

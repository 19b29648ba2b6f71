import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import { arnOf, forRules, functionArn, lambda, startTestCloud } from './support/assembly.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let cloud: RunningCloud;
let log: string[];

const queue = (QueueName: string, properties: Record<string, unknown> = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName, ...properties },
});

const mapping = (source: string, fn: string, properties: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: { 'Fn::GetAtt': [source, 'Arn'] }, FunctionName: { Ref: fn }, ...properties },
});

beforeAll(async () => {
  ({ cloud, log } = await startTestCloud({
    // The function's state is in its one worker.
    FailFirst: lambda('failFirst', {
      ReservedConcurrentExecutions: 1,
      DeadLetterConfig: { TargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] } },
    }),
    FailFirstOnce: lambda('failFirst', { FunctionName: 'failOnce', ReservedConcurrentExecutions: 1 }),
    Consume: lambda('consume', { ReservedConcurrentExecutions: 1 }),
    DeadLetters: queue('dead-letters'),
    Results: queue('results'),
    Work: queue('work', { VisibilityTimeout: 30 }),
    Plain: queue('plain'),
    PlainPolicy: forRules('Plain'),
    DeadLettersPolicy: forRules('DeadLetters'),
    Async: {
      Type: 'AWS::Lambda::EventInvokeConfig',
      Properties: {
        FunctionName: { Ref: 'FailFirstOnce' },
        Qualifier: '$LATEST',
        MaximumRetryAttempts: 1,
        DestinationConfig: {
          OnSuccess: { Destination: { 'Fn::GetAtt': ['Results', 'Arn'] } },
          OnFailure: { Destination: { 'Fn::GetAtt': ['Results', 'Arn'] } },
        },
      },
    },
    Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'FailFirstOnce' } } },
    Alias: {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: 'FailFirstOnce' },
        FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
        Name: 'live',
      },
    },
    WorkToConsume: mapping('Work', 'Consume', {
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ body: [{ 'anything-but': ['ignored'] }] }) }] },
    }),
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        EventBusName: { Ref: 'Bus' },
        EventPattern: { source: ['malote'] },
        Targets: [
          { Id: 'queue', Arn: { 'Fn::GetAtt': ['Plain', 'Arn'] } },
          {
            Id: 'gone',
            // With a role, which may send to a queue that does not exist.
            RoleArn: 'arn:aws:iam::000000000000:role/any',
            Arn: arnOf('sqs', 'gone'),
            DeadLetterConfig: { Arn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] } },
          },
        ],
      },
    },
  }));
});

afterAll(() => cloud.stop());

afterEach(async () => {
  for (const name of ['dead-letters', 'results', 'plain']) await messages(name);
});

async function messages(queueName: string): Promise<unknown[]> {
  await cloud.whenIdle();
  const QueueUrl = `${cloud.endpoint}/000000000000/${queueName}`;
  const answer: unknown = await cloud.call('sqs', 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 });
  const { Messages = [] } = answer as { Messages?: { Body: string; ReceiptHandle: string }[] };
  for (const { ReceiptHandle } of Messages) await cloud.call('sqs', 'DeleteMessage', { QueueUrl, ReceiptHandle });
  return Messages.map(({ Body }): unknown => JSON.parse(Body));
}

async function callsOf(fn: string, name: string): Promise<number[]> {
  const { payload } = await cloud.invokeFunction(functionArn(fn), { calls: true });
  return (payload as { at: number; name: string }[]).filter((call) => call.name === name).map(({ at }) => at);
}

describe('an event for a function', () => {
  test('is retried after one minute and after two more when it fails', async () => {
    await cloud.deliver(functionArn('failFirst'), { name: 'twice', times: 2 });
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    const [first, second, third, ...more] = await callsOf('failFirst', 'twice');
    expect(second! - first!).toBeGreaterThanOrEqual(MINUTE);
    expect(second! - first!).toBeLessThan(2 * MINUTE);
    expect(third! - second!).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(more).toEqual([]);
    expect(await messages('dead-letters')).toEqual([]);
  });

  test('goes unchanged to the dead-letter queue when it keeps failing', async () => {
    const event = { name: 'always', times: 99 };
    await cloud.deliver(functionArn('failFirst'), event);
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(await callsOf('failFirst', 'always')).toHaveLength(3);
    expect(await messages('dead-letters')).toEqual([event]);
  });

  test('goes to the destination of its outcome, with request and response', async () => {
    await cloud.deliver(functionArn('failOnce'), { name: 'good', times: 0 });
    await cloud.deliver(functionArn('failOnce'), { name: 'bad', times: 99 });
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(await callsOf('failOnce', 'bad')).toHaveLength(2);
    expect(await messages('results')).toMatchObject([
      {
        requestContext: {
          condition: 'Success',
          approximateInvokeCount: 1,
          functionArn: `${functionArn('failOnce')}:$LATEST`,
        },
        requestPayload: { name: 'good', times: 0 },
        responseContext: { statusCode: 200 },
        responsePayload: 'done',
      },
      {
        requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 2 },
        requestPayload: { name: 'bad', times: 99 },
        responseContext: { functionError: 'Unhandled' },
        responsePayload: { errorType: 'Error', errorMessage: 'not yet' },
      },
    ]);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
  test('for an alias has the settings of the alias, not those of the function', async () => {
    await cloud.deliver(functionArn('failOnce:live'), { name: 'aliased', times: 99 });
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(await callsOf('failOnce:live', 'aliased')).toHaveLength(3);
    expect(await messages('results')).toEqual([]);
  });

  test('is logged and does not stop later events when its destination does not exist', async () => {
    const { cloud: other, log: lines } = await startTestCloud({
      Fn: lambda('failFirst', { DeadLetterConfig: { TargetArn: arnOf('sqs', 'nowhere') } }),
    });
    await other.deliver(functionArn('failFirst'), { name: 'lost', times: 99 });
    await other.clock.advanceTo(other.clock.now() + HOUR);
    expect(lines.join('\n')).toContain('the outcome of an event was not handed on');
    await other.stop();
  });

  test('through the Invoke API returns 202 before it runs', async () => {
    const response = await fetch(`${cloud.endpoint}/2015-03-31/functions/failOnce/invocations`, {
      method: 'POST',
      headers: {
        Authorization: 'AWS4-HMAC-SHA256 Credential=any/20260101/sa-east-1/lambda/aws4_request, Signature=0',
        'X-Amz-Invocation-Type': 'Event',
      },
      body: JSON.stringify({ name: 'by API', times: 0 }),
    });
    expect(response.status).toBe(202);
    await cloud.whenIdle();
    expect(await callsOf('failOnce', 'by API')).toHaveLength(1);
  });
});

describe('an event on a bus', () => {
  test('reaches the targets of its rule; a target that does not exist gets a dead letter', async () => {
    const Entries = [{ EventBusName: 'bus', Source: 'malote', DetailType: 'letter.created', Detail: '{"id":"ltr_1"}' }];
    await cloud.call('events', 'PutEvents', { Entries });
    const event = { source: 'malote', 'detail-type': 'letter.created', detail: { id: 'ltr_1' } };
    expect(await messages('plain')).toMatchObject([event]);
    expect(await messages('dead-letters')).toMatchObject([event]);
    expect(log.join('\n')).not.toContain('ltr_1');
  });

  test('arrives by the ARN of the bus as well', async () => {
    await cloud.deliver(arnOf('events', 'event-bus/bus'), { source: 'malote', 'detail-type': 'x', detail: {} });
    expect(await messages('plain')).toHaveLength(1);
  });
});

describe('a delivery', () => {
  test.each([
    ['a function', functionArn('nobody'), 'ResourceNotFoundException'],
    ['a queue', arnOf('sqs', 'nowhere'), 'QueueDoesNotExist'],
    ['a state machine', arnOf('states', 'stateMachine:none'), 'StateMachineDoesNotExist'],
    ['a topic of an unsupported service', arnOf('sns', 'topic'), 'ValidationException'],
  ])('to %s that does not exist is rejected immediately without dead letters', async (_, arn, code) => {
    await expect(cloud.deliver(arn, {})).rejects.toMatchObject({ code });
  });

  test('to a disabled function is retried until its attempts are used up', async () => {
    const { cloud: other, log: lines } = await startTestCloud({
      Off: lambda('echo', { FunctionName: 'off', ReservedConcurrentExecutions: 0 }),
      Dead: queue('dead'),
    });
    await other.deliver(
      functionArn('off'),
      { a: 1 },
      { deadLetterQueueArn: arnOf('sqs', 'dead'), maximumRetryAttempts: 3 },
    );
    expect(lines.join('\n')).not.toContain('dead letters');
    await other.clock.advanceTo(other.clock.now() + HOUR);
    expect(lines.join('\n')).toContain('an event went to the dead letters: TooManyRequestsException');
    await other.stop();
  });
});

describe('a queue that feeds a function', () => {
  interface Batch {
    at: number;
    values: string[];
  }
  const batches = async () =>
    (await cloud.invokeFunction(functionArn('consume'), { batches: true })).payload as Batch[];
  const sendAll = (...bodies: string[]) =>
    cloud.call('sqs', 'SendMessageBatch', {
      QueueUrl: `${cloud.endpoint}/000000000000/work`,
      Entries: bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody })),
    });

  test('redelivers only the failed message, after its visibility timeout, and leaves out the ones that the filter excludes', async () => {
    await sendAll('a', 'once b', 'ignored', 'c');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    const all = await batches();
    const times = (value: string) => all.filter(({ values }) => values.includes(value)).map(({ at }) => at);
    expect(times('a')).toHaveLength(1);
    expect(times('c')).toHaveLength(1);
    expect(times('ignored')).toEqual([]);
    const [first, second, ...more] = times('once b');
    expect(second! - first!).toBeGreaterThan(25 * SECOND);
    expect(more).toEqual([]);
  });
});

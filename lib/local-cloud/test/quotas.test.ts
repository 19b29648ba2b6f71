import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AwsError } from '../aws-error.ts';
import { Clock } from '../clock.ts';
import type { RunningCloud } from '../cloud.ts';
import type { Use } from '../metering.ts';
import { Quotas, TokenBucket } from '../quotas.ts';
import { arnOf, forGateway, functionArn, keyedTable, lambda, startTestCloud } from './support/assembly.ts';

const START = Date.parse('2030-01-01T00:00:00Z');

/** A clock that moves only when the test advances it. */
async function stillClock(): Promise<Clock> {
  const clock = new Clock('still');
  await clock.advanceTo(START);
  return clock;
}

describe('a bucket', () => {
  test('grants its capacity, then what it refills', async () => {
    const clock = await stillClock();
    const bucket = new TokenBucket({ size: 3, perSecond: 2 }, () => clock.elapsed());
    const taken = () => Array.from({ length: 5 }, () => bucket.take()).filter(Boolean).length;
    expect(taken()).toBe(3);
    await clock.advanceTo(START + 499);
    expect(taken()).toBe(0);
    await clock.advanceTo(START + 1_000);
    expect(taken()).toBe(2);
    await clock.advanceTo(START + 3_600_000);
    expect(taken()).toBe(3);
  });

  test('says when the requested tokens are available, in order of request', async () => {
    const clock = await stillClock();
    const bucket = new TokenBucket({ size: 1, perSecond: 2 }, () => clock.elapsed());
    expect([1, 2, 3].map(() => bucket.reserve())).toEqual([0, 500, 1_000]);
    await clock.advanceTo(START + 1_000);
    expect(bucket.reserve()).toBe(500);
  });
});

/** Calls until one is rejected. @returns how many succeeded, and the first error */
function exhaust(call: () => void): { calls: number; error: AwsError } {
  for (let calls = 0; ; calls++) {
    try {
      call();
    } catch (error) {
      return { calls, error: error as AwsError };
    }
  }
}

// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html
// https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html
test.each([
  ['states', 'StartExecution', 800, 150],
  ['states', 'SendTaskSuccess', 1_500, 300],
  ['states', 'SendTaskFailure', 1_500, 300],
  ['states', 'DescribeExecution', 250, 10],
  ['events', 'PutEvents', 600, 600],
  ['kms', 'GenerateMac', 10_000, 10_000],
  ['kms', 'Sign', 1_000, 1_000],
])(
  '%s:%s: %d at once, then %d a second; half as many where only half is granted',
  async (service, operation, size, rate) => {
    const clock = await stillClock();
    const [whole, half] = [new Quotas(clock, 1), new Quotas(clock, 0.5)];
    const { calls, error } = exhaust(() => whole.countCall(service, operation));
    expect(calls).toBe(size);
    expect(error).toMatchObject({ code: 'ThrottlingException', status: 400 });
    expect(exhaust(() => half.countCall(service, operation)).calls).toBe(size / 2);
    await clock.advanceTo(START + 1_000);
    expect(exhaust(() => whole.countCall(service, operation)).calls).toBe(rate);
    expect(exhaust(() => half.countCall(service, operation)).calls).toBe(rate / 2);
  },
);

test('refills while callers wait for their next attempt, although the clock stands still for them', async () => {
  const clock = new Clock();
  await clock.advanceTo(START);
  const quotas = new Quotas(clock, 1);
  const send = () => quotas.countCall('states', 'SendTaskSuccess');
  let later: number | undefined;
  clock.schedule(START, async () => {
    exhaust(send);
    await sleep(500);
    later = exhaust(send).calls;
  });
  await clock.advanceBy(0);
  clock.stop();
  // 300 a second
  expect(later).toBeGreaterThan(60);
});

test('cryptography with KMS shares one quota; operations without a quota are never rejected', async () => {
  const quotas = new Quotas(await stillClock(), 1);
  expect(exhaust(() => quotas.countCall('kms', 'Decrypt')).error.message).toContain('rate at which you may call KMS');
  expect(() => quotas.countCall('kms', 'VerifyMac')).toThrow(AwsError);
  quotas.countCall('kms', 'DescribeKey');
  quotas.countCall('dynamodb', 'PutItem');
});

const resources = {
  Table: keyedTable,
  Caller: lambda('echo', { FunctionName: 'caller' }),
  One: lambda('sleep', { FunctionName: 'one', Timeout: 60, ReservedConcurrentExecutions: 1 }),
  Dead: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead' } },
  OneAsync: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: 'one',
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Dead', 'Arn'] } } },
    },
  },
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      RoleArn: 'arn:aws:iam::000000000000:role/any',
      Definition: {
        QueryLanguage: 'JSONata',
        StartAt: 'A',
        States: { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Succeed' } },
      },
    },
  },
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: {} },
  Sleeping: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { RestApiId: { Ref: 'Api' }, ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'one' },
  },
  SleepingGet: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'Api' },
      ResourceId: { Ref: 'Sleeping' },
      HttpMethod: 'GET',
      Integration: {
        Type: 'AWS_PROXY',
        Uri: {
          'Fn::Join': [
            '',
            ['arn:aws:apigateway:x:lambda:path/functions/', { 'Fn::GetAtt': ['One', 'Arn'] }, '/invocations'],
          ],
        },
      },
    },
  },
  OnePermission: forGateway('One'),
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: {
      RestApiId: { Ref: 'Api' },
      StageName: 'v1',
      MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 }],
    },
  },
};

describe('a cloud', () => {
  let cloud: RunningCloud;
  let hard: RunningCloud;
  const uses: Use[] = [];
  beforeAll(async () => {
    ({ cloud } = await startTestCloud(resources, { dynamoDb: undefined, meter: (use) => uses.push(use) }));
    ({ cloud: hard } = await startTestCloud(resources, { dynamoDb: undefined, hardness: 'hard' }));
  });
  afterAll(() => Promise.all([cloud.stop(), hard.stop()]));

  const start = { stateMachineArn: arnOf('states', 'stateMachine:Machine') };
  const asFunction = () => ({
    endpoint: hard.endpoint,
    region: hard.region,
    credentials: hard.credentialsOf('caller'),
  });

  test('throttles functions by the quotas of the account, which SDK retries outlast, and never throttles outside clients', async () => {
    const role = { roleArn: 'arn:aws:iam::000000000000:role/any', session: 'caller' };
    let refusal: unknown;
    while (refusal === undefined)
      await hard.call('states', 'StartExecution', start, role).catch((error: unknown) => (refusal = error));
    expect(refusal).toMatchObject({ code: 'ThrottlingException', message: 'Rate exceeded' });
    await hard.call('states', 'StartExecution', start);
    await new SFNClient({ ...asFunction(), maxAttempts: 10 }).send(new StartExecutionCommand(start));
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
  test('a throttled event waits in its queue without using an attempt', async () => {
    const runs = () => uses.filter(({ operation }) => operation === 'one').length;
    const busy = cloud.invokeFunction(functionArn('one'), { milliseconds: 100 });
    await cloud.deliver(functionArn('one'), { milliseconds: 1 });
    expect(runs()).toBe(1);
    expect((await busy).failed).toBe(false);
    await cloud.clock.advanceTo(cloud.clock.now() + 10_000);
    expect(runs()).toBe(2);
    const QueueUrl = `${cloud.endpoint}/000000000000/dead`;
    expect(await cloud.call('sqs', 'ReceiveMessage', { QueueUrl })).toEqual({});
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html
  test('a gateway returns 500 for an invocation that Lambda rejects, and 429 beyond the limit of the stage', async () => {
    // Busy until the cloud stops.
    void cloud.invokeFunction(functionArn('one'), { milliseconds: 60_000 });
    const statuses: number[] = [];
    for (let request = 0; request < 3; request++) statuses.push((await fetch(`${cloud.stageUrl('v1')}/one`)).status);
    expect(statuses).toEqual([500, 500, 429]);
  });

  test('requests of DynamoDB take four times as long when the cloud is hard', async () => {
    const put = new PutItemCommand({ TableName: 'Table', Item: { PK: { S: 'a' } } });
    const began = performance.now();
    await new DynamoDBClient(asFunction()).send(put);
    expect(performance.now() - began).toBeGreaterThanOrEqual(39);
  });
});

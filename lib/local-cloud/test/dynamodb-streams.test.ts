import { randomBytes } from 'node:crypto';
import { DynamoDBClient, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import type { RunningCloud } from '../cloud.ts';
import { arnOf, functionArn, lambda, startTestCloud } from './support/assembly.ts';
import { sharedDatabase } from './support/database.ts';

const endpoint = await sharedDatabase();

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

interface Batch {
  at: number;
  values: string[];
  first: Record<string, unknown>;
}

let cloud: RunningCloud;
let client: DynamoDBClient;

const table = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName: 'letters',
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
  },
};

async function start(mapping: Record<string, unknown>): Promise<void> {
  ({ cloud } = await startTestCloud(
    {
      Table: table,
      Consume: lambda('consume'),
      Failures: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'failures' } },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Consume' },
          StartingPosition: 'TRIM_HORIZON',
          DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
          ...mapping,
        },
      },
    },
    { dynamoDb: { endpoint, accessKeyId: randomBytes(8).toString('hex') } },
  ));
  client = new DynamoDBClient({
    endpoint: cloud.endpoint,
    region: cloud.region,
    credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
  });
}

afterEach(async () => {
  client.destroy();
  await cloud.stop();
});

const item = (value: string) => ({ PK: { S: value } });
const put = (value: string) => client.send(new PutItemCommand({ TableName: 'letters', Item: item(value) }));
/** One transaction: its records reach the stream together. */
const putAll = (...values: string[]) =>
  client.send(
    new TransactWriteItemsCommand({
      TransactItems: values.map((value) => ({ Put: { TableName: 'letters', Item: item(value) } })),
    }),
  );

async function batches(): Promise<Batch[]> {
  await cloud.whenIdle();
  return (await cloud.invokeFunction(functionArn('consume'), { batches: true })).payload as Batch[];
}

const valuesOf = (all: Batch[]) => all.map(({ values }) => values);

interface FailureRecord {
  requestContext: Record<string, unknown>;
  DDBStreamBatchInfo: { batchSize: number; startSequenceNumber: string; endSequenceNumber: string };
}

async function failureRecords(): Promise<FailureRecord[]> {
  const QueueUrl = `${cloud.endpoint}/000000000000/failures`;
  const answer: unknown = await cloud.call('sqs', 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 });
  const { Messages = [] } = answer as { Messages?: { Body: string }[] };
  return Messages.map(({ Body }) => JSON.parse(Body) as FailureRecord);
}

describe('a stream', () => {
  beforeEach(() => start({ BatchSize: 3 }));

  test('reaches the function after the response to a write, and is work in flight until then', async () => {
    await put('a');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(valuesOf(await batches())).toEqual([['a']]);
  });

  test('keeps the order of changes and the batch size', async () => {
    await putAll('a', 'b', 'c', 'd', 'e');
    await put('f');
    const all = await batches();
    expect(all.flatMap(({ values }) => values).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(all.at(-1)!.values.at(-1)).toBe('f');
    expect(Math.max(...all.map(({ values }) => values.length))).toBe(3);
  });

  test('delivers each change once, with any number of concurrent writes', async () => {
    const values = Array.from({ length: 60 }, (_, i) => `v${i}`);
    await Promise.all(values.map(put));
    expect(
      valuesOf(await batches())
        .flat()
        .sort(),
    ).toEqual(values.sort());
  });

  test('describes changes as AWS does, with the time of the shared clock', async () => {
    await cloud.clock.advanceTo(cloud.clock.now() + 30 * 24 * HOUR);
    await put('a');
    const { first } = (await batches())[0]!;
    expect(first).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'sa-east-1',
      eventSourceARN: expect.stringContaining('table/letters/stream/'),
      dynamodb: { Keys: { PK: { S: 'a' } }, NewImage: { PK: { S: 'a' } }, StreamViewType: 'NEW_IMAGE' },
    });
    const { ApproximateCreationDateTime } = first.dynamodb as { ApproximateCreationDateTime: number };
    expect(Math.abs(ApproximateCreationDateTime * SECOND - cloud.clock.now())).toBeLessThan(60 * SECOND);
  });

  test('sees writes made through the local cloud in process', async () => {
    await cloud.call('dynamodb', 'PutItem', { TableName: 'letters', Item: item('a') });
    expect(valuesOf(await batches())).toEqual([['a']]);
  });
});

describe('filter criteria', () => {
  beforeEach(() => {
    const Pattern = JSON.stringify({
      eventName: ['INSERT'],
      dynamodb: { NewImage: { PK: { S: [{ prefix: 'evt' }] } } },
    });
    return start({ FilterCriteria: { Filters: [{ Pattern }] } });
  });

  test('leave the function asleep for other changes', async () => {
    await put('other');
    await put('evt_1');
    await put('evt_1');
    expect(valuesOf(await batches())).toEqual([['evt_1']]);
  });
});

describe('a batch that fails', () => {
  test('is retried on the clock, before later changes, and then goes to the failure destination', async () => {
    await start({ MaximumRetryAttempts: 2 });
    const startedAt = cloud.clock.now();
    await put('poison');
    await cloud.whenIdle();
    await put('later');
    await cloud.clock.advanceTo(startedAt + HOUR);
    const all = await batches();
    expect(valuesOf(all)).toEqual([['poison'], ['poison'], ['poison'], ['later']]);
    expect(all[2]!.at - all[0]!.at).toBeGreaterThanOrEqual(3 * SECOND);
    const [record] = await failureRecords();
    expect(record).toMatchObject({
      requestContext: {
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 3,
        functionArn: functionArn('consume'),
      },
      responseContext: { functionError: 'Unhandled' },
      DDBStreamBatchInfo: { batchSize: 1, streamArn: expect.stringContaining('table/letters/stream/') },
    });
  });

  test('is split until the bad change is alone, when bisecting is on', async () => {
    await start({ MaximumRetryAttempts: 0, BisectBatchOnFunctionError: true });
    await putAll('a', 'b', 'poison', 'd');
    const tried = valuesOf(await batches());
    expect(tried.filter((values) => values.includes('poison')).map((values) => values.length)).toEqual([4, 2, 1]);
    expect(
      tried
        .filter((values) => !values.includes('poison'))
        .flat()
        .sort(),
    ).toEqual(['a', 'b', 'd']);
    expect((await failureRecords()).map(({ DDBStreamBatchInfo }) => DDBStreamBatchInfo.batchSize)).toEqual([1]);
  });

  test('is given up when its changes are too old', async () => {
    await start({ MaximumRetryAttempts: -1, MaximumRecordAgeInSeconds: 60 });
    await put('poison');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    const all = await batches();
    expect(all.at(-1)!.at - all[0]!.at).toBeLessThanOrEqual(180 * SECOND);
    expect((await failureRecords())[0]!.requestContext.condition).toBe('RecordAgeExceeded');
  });
});

describe('a partial failure', () => {
  beforeEach(() => start({ MaximumRetryAttempts: 2, FunctionResponseTypes: ['ReportBatchItemFailures'] }));

  test('is retried from the first failed change on', async () => {
    await put('once');
    await cloud.whenIdle();
    await put('after');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(valuesOf(await batches())).toEqual([['once'], ['once'], ['after']]);
    await putAll('ok', 'once more');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    const [, , , whole, rest] = valuesOf(await batches());
    expect(whole!.sort()).toEqual(['ok', 'once more']);
    expect(rest).toContain('once more');
  });

  test('that names an unknown change fails the whole batch', async () => {
    await putAll('alien', 'b');
    await cloud.clock.advanceTo(cloud.clock.now() + HOUR);
    expect(valuesOf(await batches()).map((values) => values.length)).toEqual([2, 2, 2]);
    expect((await failureRecords())[0]!.DDBStreamBatchInfo.batchSize).toBe(2);
  });
});

test('a failure destination that is not a queue of this stack does not hold up later batches', async () => {
  await start({
    MaximumRetryAttempts: 0,
    DestinationConfig: { OnFailure: { Destination: arnOf('sqs', 'nowhere') } },
  });
  await put('poison');
  await cloud.whenIdle();
  await put('later');
  expect(valuesOf(await batches())).toEqual([['poison'], ['later']]);
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import { type RunningCloud, startCloud } from '../cloud.ts';
import { FileJournal } from '../journal.ts';
import {
  anyRole,
  arnOf,
  forRules,
  functionArn,
  keyedTable,
  lambda,
  temporaryDirectory,
  writeAssembly,
} from './support/assembly.ts';

/** The state of each service that a journal keeps when the process is killed. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const queue = (QueueName: string, properties: Record<string, unknown> = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName, ...properties },
});

const sendToPlain = (body: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::sqs:sendMessage',
  Arguments: { QueueUrl: 'http://127.0.0.1/000000000000/plain', MessageBody: body },
});

const machine = (name: string, states: Record<string, object>) => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    StateMachineName: name,
    RoleArn: { 'Fn::GetAtt': ['AnyRole', 'Arn'] },
    Definition: { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states },
  },
});

const assembly = writeAssembly({
  Resources: {
    AnyRole: anyRole,
    Table: {
      ...keyedTable,
      Properties: {
        ...keyedTable.Properties,
        TableName: 'items',
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'documents' } },
    Versions: {
      Type: 'AWS::S3::Bucket',
      Properties: { BucketName: 'versions', VersioningConfiguration: { Status: 'Enabled' } },
    },
    Plain: queue('plain', { VisibilityTimeout: 30 }),
    PlainPolicy: forRules('Plain'),
    Ticks: queue('ticks'),
    Fifo: queue('line.fifo', { FifoQueue: true, VisibilityTimeout: 30 }),
    Key: { Type: 'AWS::KMS::Key', Properties: {} },
    SigningKey: { Type: 'AWS::KMS::Key', Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' } },
    Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
    FailFirst: lambda('failFirst', { ReservedConcurrentExecutions: 1 }),
    Consume: lambda('consume', { ReservedConcurrentExecutions: 1 }),
    StreamToConsume: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
        FunctionName: { Ref: 'Consume' },
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: 10,
        MaximumRetryAttempts: 2,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      },
    },
    Hourly: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        Name: 'hourly',
        ScheduleExpression: 'rate(1 hour)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: { 'Fn::GetAtt': ['Ticks', 'Arn'] },
          RoleArn: { 'Fn::GetAtt': ['AnyRole', 'Arn'] },
          Input: '<aws.scheduler.scheduled-time>',
        },
      },
    },
    Waits: machine('waits', {
      Wait: { Type: 'Wait', Seconds: 3600, Next: 'Send' },
      Send: { ...sendToPlain('waited'), End: true },
    }),
    Asks: machine('asks', {
      Ask: {
        Type: 'Task',
        Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
        Arguments: {
          QueueUrl: 'http://127.0.0.1/000000000000/plain',
          MessageBody: '{% $states.context.Task.Token %}',
        },
        TimeoutSeconds: 7200,
        Assign: { answer: '{% $states.result.answer %}' },
        Next: 'Wait',
      },
      Wait: { Type: 'Wait', Seconds: 60, Next: 'Send' },
      Send: { ...sendToPlain('{% $answer %}'), End: true },
    }),
  },
  Outputs: { Secret: { Value: { 'Fn::Sub': '{{resolve:secretsmanager:${Secret}:SecretString:::}}' } } },
});

let folder: string;
let journal: FileJournal;
let cloud: RunningCloud;

async function begin(): Promise<void> {
  journal = await FileJournal.open(folder);
  cloud = await startCloud({ assembly, port: 0, log: () => undefined, journal });
}

/** Kills the process, and starts another one over its journal. */
async function dieAndBegin(): Promise<void> {
  journal.close();
  await cloud.stop();
  await begin();
}

beforeEach(() => {
  folder = temporaryDirectory();
  return begin();
});

afterEach(async () => {
  journal.close();
  await cloud.stop();
});

const call = async (service: string, operation: string, input: Record<string, unknown>): Promise<any> =>
  cloud.call(service, operation, input);
const url = (name: string) => `${cloud.endpoint}/000000000000/${name}`;
const wind = (milliseconds: number) => cloud.clock.advanceTo(cloud.clock.now() + milliseconds);
const put = (PK: string) => call('dynamodb', 'PutItem', { TableName: 'items', Item: { PK: { S: PK } } });

async function received(name = 'plain'): Promise<string[]> {
  await cloud.whenIdle();
  const { Messages = [] } = await call('sqs', 'ReceiveMessage', { QueueUrl: url(name), MaxNumberOfMessages: 10 });
  return Messages.map(({ Body }: { Body: string }) => Body);
}

async function consumed(): Promise<string[]> {
  await cloud.whenIdle();
  const { payload } = await cloud.invokeFunction(functionArn('consume'), { batches: true });
  return (payload as { values: string[] }[]).flatMap(({ values }) => values);
}

test('time continues from where it was', async () => {
  await wind(40 * DAY);
  const before = cloud.clock.now();
  await dieAndBegin();
  expect(cloud.clock.now()).toBeGreaterThanOrEqual(before);
  expect(cloud.clock.now()).toBeLessThan(before + HOUR);
});

test('time that was being advanced continues from the last timer that fired', async () => {
  await call('sqs', 'SendMessage', { QueueUrl: url('plain'), MessageBody: 'a' });
  const start = cloud.clock.now();
  void cloud.clock.advanceTo(start + 400 * DAY);
  cloud.clock.schedule(start + 30 * DAY, () => journal.close());
  await cloud.clock.whenIdle();
  while (cloud.clock.now() < start + 30 * DAY) await new Promise(setImmediate);
  await dieAndBegin();
  expect(cloud.clock.now() - start).toBeGreaterThanOrEqual(30 * DAY - HOUR);
  expect(cloud.clock.now() - start).toBeLessThan(31 * DAY);
});

describe('a table', () => {
  const items = async () => {
    const { Items } = await call('dynamodb', 'Scan', { TableName: 'items' });
    return Items.map(({ PK }: { PK: { S: string } }) => PK.S).sort();
  };

  test('has its items', async () => {
    for (const PK of ['a', 'b', 'c']) await put(PK);
    await call('dynamodb', 'DeleteItem', { TableName: 'items', Key: { PK: { S: 'b' } } });
    await dieAndBegin();
    expect(await items()).toEqual(['a', 'c']);
  });

  test('remembers a transaction by its token', async () => {
    const input = {
      ClientRequestToken: 'once',
      TransactItems: [
        {
          Update: {
            TableName: 'items',
            Key: { PK: { S: 'sum' } },
            UpdateExpression: 'ADD amount :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          },
        },
      ],
    };
    await call('dynamodb', 'TransactWriteItems', input);
    await dieAndBegin();
    await call('dynamodb', 'TransactWriteItems', input);
    const { Item } = await call('dynamodb', 'GetItem', { TableName: 'items', Key: { PK: { S: 'sum' } } });
    expect(Item.amount).toEqual({ N: '1' });
  });

  test('streams the changes that no function got yet, and none twice', async () => {
    await put('a');
    expect(await consumed()).toEqual(['a']);
    void put('b');
    await Promise.resolve();
    await dieAndBegin();
    await put('c');
    expect(await consumed()).toEqual(['b', 'c']);
    await wind(2 * DAY);
    await put('d');
    expect(await consumed()).toContain('d');
    await dieAndBegin();
    await put('e');
    expect(await consumed()).toEqual(['e']);
  });
});

describe('a bucket', () => {
  const client = () =>
    new S3Client({
      endpoint: cloud.endpoint,
      region: cloud.region,
      credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
      forcePathStyle: true,
    });
  const get = (Bucket: string, Key: string) => client().send(new GetObjectCommand({ Bucket, Key }));
  const write = (Bucket: string, Key: string, Body: string) =>
    client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/x', Metadata: { of: 'me' } }));
  const remove = (Bucket: string, Key: string) => client().send(new DeleteObjectCommand({ Bucket, Key }));
  const versionIds = async () => {
    const { Versions = [] } = await client().send(new ListObjectVersionsCommand({ Bucket: 'versions' }));
    return Versions.map(({ VersionId }) => VersionId);
  };

  test('has its objects, and no others', async () => {
    for (const text of ['first', 'second']) await write('documents', 'a', text);
    await write('documents', 'b', 'gone');
    await remove('documents', 'b');
    await dieAndBegin();
    const found = await get('documents', 'a');
    expect(found).toMatchObject({ ContentType: 'text/x', Metadata: { of: 'me' } });
    expect(await found.Body!.transformToString()).toBe('second');
    await expect(get('documents', 'b')).rejects.toThrow('does not exist');
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(1);
  });

  test('has its older versions, and continues their numbering', async () => {
    for (const text of ['one', 'two']) await write('versions', 'a', text);
    await remove('versions', 'a');
    await write('versions', 'a', 'three');
    const before = await versionIds();
    await dieAndBegin();
    expect(await versionIds()).toEqual(before);
    await write('versions', 'a', 'four');
    expect(new Set(await versionIds()).size).toBe(4);
  });
});

describe('a queue', () => {
  const send = (name: string, MessageBody: string, fields: object = {}) =>
    call('sqs', 'SendMessage', { QueueUrl: url(name), MessageBody, ...fields });

  test('has its messages, including delayed ones', async () => {
    await send('plain', 'now');
    await send('plain', 'later', { DelaySeconds: 600 });
    await dieAndBegin();
    expect(await received()).toEqual(['now']);
    await wind(10 * MINUTE);
    expect(await received()).toContain('later');
  });

  test('hides received messages until their timeout ends, and has no deleted messages', async () => {
    for (const body of ['a', 'b']) await send('plain', body);
    const { Messages } = await call('sqs', 'ReceiveMessage', { QueueUrl: url('plain'), MaxNumberOfMessages: 10 });
    await call('sqs', 'DeleteMessage', { QueueUrl: url('plain'), ReceiptHandle: Messages[0].ReceiptHandle });
    await dieAndBegin();
    expect(await received()).toEqual([]);
    await wind(31_000);
    expect(await received()).toEqual(['b']);
  });

  test('with message groups keeps each group in order behind received messages, and accepts no duplicate', async () => {
    const line = (body: string) => send('line.fifo', body, { MessageGroupId: 'g', MessageDeduplicationId: body });
    await line('a');
    expect(await received('line.fifo')).toEqual(['a']);
    await line('b');
    await dieAndBegin();
    await line('b');
    expect(await received('line.fifo')).toEqual([]);
    await wind(31_000);
    expect(await received('line.fifo')).toEqual(['a', 'b']);
  });
});

describe('an event', () => {
  const callsOf = async (name: string): Promise<number> => {
    await cloud.whenIdle();
    const { payload } = await cloud.invokeFunction(functionArn('failFirst'), { calls: true });
    return (payload as { name: string }[]).filter((each) => each.name === name).length;
  };

  test('for a function is retried by the next process, with the remaining attempts', async () => {
    await cloud.deliver(functionArn('failFirst'), { name: 'x', times: 9 });
    expect(await callsOf('x')).toBe(1);
    await dieAndBegin();
    // The functions of a new process have no record of earlier calls.
    expect(await callsOf('x')).toBe(0);
    await wind(HOUR);
    expect(await callsOf('x')).toBe(2);
    await dieAndBegin();
    await wind(HOUR);
    expect(await callsOf('x')).toBe(0);
  });

  test('that is due later is delivered', async () => {
    await cloud.deliver(arnOf('sqs', 'plain'), 'later', { notBefore: cloud.clock.now() + MINUTE });
    await dieAndBegin();
    expect(await received()).toEqual([]);
    await wind(MINUTE);
    expect(await received()).toEqual(['"later"']);
  });
});

test('keys decrypt and verify earlier ciphertexts and signatures, and a secret is kept', async () => {
  const [KeyId, signing] = [cloud.resourceRef('Key'), cloud.resourceRef('SigningKey')];
  const { CiphertextBlob } = await call('kms', 'Encrypt', { KeyId, Plaintext: 'c2VjcmV0' });
  const message = { KeyId: signing, Message: 'dGV4dA==', SigningAlgorithm: 'ECDSA_SHA_256' };
  const { Signature } = await call('kms', 'Sign', message);
  const { Secret } = cloud.outputs;
  await dieAndBegin();
  expect(await call('kms', 'Decrypt', { CiphertextBlob })).toMatchObject({ Plaintext: 'c2VjcmV0' });
  expect(await call('kms', 'Verify', { ...message, Signature })).toMatchObject({ SignatureValid: true });
  expect(cloud.outputs.Secret).toBe(Secret);
});

test('a schedule keeps its rhythm', async () => {
  const start = cloud.clock.now();
  await wind(50 * MINUTE);
  await dieAndBegin();
  await cloud.clock.advanceTo(start + HOUR + 2 * MINUTE);
  const ticks = (await received('ticks')).map((instant) => Date.parse(JSON.parse(instant) as string));
  expect(ticks.map((tick) => tick - ticks[0]!)).toEqual([0, HOUR]);
});

describe('an execution', () => {
  const start = async (name: string) => {
    const stateMachineArn = arnOf('states', `stateMachine:${name}`);
    return (await call('states', 'StartExecution', { stateMachineArn, name: 'one' })).executionArn as string;
  };
  const describeIt = (executionArn: string) => call('states', 'DescribeExecution', { executionArn });
  const typesOf = async (executionArn: string) => {
    const { events } = await call('states', 'GetExecutionHistory', { executionArn });
    return events.map(({ type }: { type: string }) => type);
  };

  test('waits until its instant', async () => {
    const arn = await start('waits');
    await wind(59 * MINUTE);
    await dieAndBegin();
    expect(await describeIt(arn)).toMatchObject({ status: 'RUNNING' });
    await wind(2 * MINUTE);
    expect(await received()).toContain('waited');
    await dieAndBegin();
    expect(await describeIt(arn)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await typesOf(arn)).toEqual([
      ...[
        'ExecutionStarted',
        'WaitStateEntered',
        'WaitStateExited',
        'TaskStateEntered',
        'TaskScheduled',
        'TaskStarted',
      ],
      ...['TaskSucceeded', 'TaskStateExited', 'ExecutionSucceeded'],
    ]);
  });

  test('accepts the result for a token of an earlier process, once, and keeps its variables', async () => {
    const arn = await start('asks');
    const [taskToken] = await received();
    await dieAndBegin();
    const answer = { taskToken, output: JSON.stringify({ answer: 'yes' }) };
    await call('states', 'SendTaskSuccess', answer);
    await dieAndBegin();
    await expect(call('states', 'SendTaskSuccess', answer)).rejects.toThrow('does not exist anymore');
    await wind(20_000);
    await dieAndBegin();
    await wind(2 * MINUTE);
    expect(await received()).toContain('yes');
    expect(await describeIt(arn)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('times out at its original instant', async () => {
    const arn = await start('asks');
    await wind(HOUR);
    await dieAndBegin();
    await wind(59 * MINUTE);
    expect(await describeIt(arn)).toMatchObject({ status: 'RUNNING' });
    await wind(2 * MINUTE);
    expect(await describeIt(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });
});

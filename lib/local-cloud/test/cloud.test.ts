import { randomBytes } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import type { RunningCloud } from '../cloud.ts';
import { startCloud } from '../cloud.ts';
import type { Route } from '../endpoint.ts';
import { functionArn, keyedTable, lambda, noDynamoDb, startTestCloud, writeAssembly } from './support/assembly.ts';
import { sharedDatabase } from './support/database.ts';

const endpoint = await sharedDatabase();

const DAY = 24 * 3_600_000;

const resources = {
  Table: keyedTable,
  Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'documents' } },
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'work' } },
  Echo: lambda('echo'),
  CallAws: lambda('callAws', { Timeout: 20, MemorySize: 256 }),
};

const control: Route = (request, response) => {
  if (!request.url?.startsWith('/_control')) return false;
  response.end('control');
  return true;
};

let cloud: RunningCloud;

beforeAll(async () => {
  ({ cloud } = await startTestCloud(resources, {
    Outputs: { TableName: { Value: { Ref: 'Table' } }, QueueUrl: { Value: { Ref: 'Queue' } } },
    dynamoDb: { endpoint, accessKeyId: randomBytes(8).toString('hex') },
    routes: [control],
  }));
});

afterAll(() => cloud.stop());

const settings = () => ({
  endpoint: cloud.endpoint,
  region: cloud.region,
  credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
});

test('the stack has its outputs and the values of Ref', () => {
  expect(cloud.outputs).toEqual({ TableName: 'Table', QueueUrl: `${cloud.endpoint}/000000000000/work` });
  expect(cloud.resourceRef('Bucket')).toBe('documents');
  expect(() => cloud.resourceRef('Nobody')).toThrow('no resource Nobody');
  expect(() => cloud.stageUrl('v1')).toThrow('no API stage v1');
});

describe('one endpoint', () => {
  test('serves unchanged SDK clients of different services', async () => {
    const dynamoDb = new DynamoDBClient(settings());
    const sqs = new SQSClient(settings());
    const s3 = new S3Client(settings());
    await dynamoDb.send(new PutItemCommand({ TableName: 'Table', Item: { PK: { S: 'a' }, Amount: { N: '1050' } } }));
    const { Item } = await dynamoDb.send(new GetItemCommand({ TableName: 'Table', Key: { PK: { S: 'a' } } }));
    expect(Item).toEqual({ PK: { S: 'a' }, Amount: { N: '1050' } });
    const { MessageId } = await sqs.send(
      new SendMessageCommand({ QueueUrl: cloud.outputs.QueueUrl, MessageBody: 'hi' }),
    );
    expect(MessageId).toBeDefined();
    await s3.send(new PutObjectCommand({ Bucket: 'documents', Key: 'a.txt', Body: 'text' }));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'documents', Key: 'a.txt' }));
    expect(await Body!.transformToString()).toBe('text');
    for (const client of [dynamoDb, sqs, s3]) client.destroy();
  });

  test('returns errors whose names the SDK recognizes', async () => {
    const dynamoDb = new DynamoDBClient(settings());
    const get = dynamoDb.send(new GetItemCommand({ TableName: 'Nowhere', Key: { PK: { S: 'a' } } }));
    await expect(get).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    dynamoDb.destroy();
  });

  test('recognizes a presigned URL by its query, and a bucket by its path', async () => {
    const s3 = new S3Client({ ...settings(), requestChecksumCalculation: 'WHEN_REQUIRED' });
    await s3.send(new PutObjectCommand({ Bucket: 'documents', Key: 'b.txt', Body: 'signed' }));
    const signingDate = new Date(cloud.clock.now());
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'documents', Key: 'b.txt' }), { signingDate });
    expect(await (await fetch(url)).text()).toBe('signed');
    const unsigned = await fetch(`${cloud.endpoint}/documents/b.txt`);
    expect(unsigned.status).toBe(403);
    expect(await unsigned.text()).toContain('<Code>AccessDenied</Code>');
    s3.destroy();
  });

  test('names an unknown service in its error', async () => {
    const response = await fetch(cloud.endpoint, {
      method: 'POST',
      headers: { Authorization: 'AWS4-HMAC-SHA256 Credential=any/20260101/sa-east-1/sns/aws4_request, Signature=0' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'The local cloud does not know the service sns' });
  });

  test('tries its own routes first, and returns 404 for unknown paths', async () => {
    expect(await (await fetch(`${cloud.endpoint}/_control/x`)).text()).toBe('control');
    expect((await fetch(`${cloud.endpoint}/nothing`)).status).toBe(404);
  });
});

test.each([0, 100, 3_000_000])(
  'a function calls AWS with %d bytes, without a socket, and other requests go by HTTP',
  async (bytes) => {
    const { payload } = await cloud.invokeFunction(functionArn('callAws'), { bytes });
    expect(payload).toEqual({
      same: true,
      missing: { name: 'NoSuchKey', status: 404 },
      socketsOfAws: 0,
      plain: 'control',
    });
  },
);

test('listeners are notified of writes, not of reads or failed writes', async () => {
  const written: string[] = [];
  cloud.onWrite!(({ operation }) => written.push(operation!));
  await cloud.call('dynamodb', 'PutItem', { TableName: 'Table', Item: { PK: { S: 'w' } } });
  await cloud.call('dynamodb', 'GetItem', { TableName: 'Table', Key: { PK: { S: 'w' } } });
  await cloud.call('dynamodb', 'PutItem', { TableName: 'Nowhere', Item: {} }).catch(() => undefined);
  expect(written).toEqual(['PutItem']);
});

test('a call in process fails with the AWS error', async () => {
  const call = cloud.call('dynamodb', 'GetItem', { TableName: 'Nowhere', Key: {} });
  await expect(call).rejects.toMatchObject({ code: 'ResourceNotFoundException', status: 400 });
  await expect(cloud.call('sns', 'Publish', {})).rejects.toMatchObject({ code: 'UnknownOperationException' });
});

test('one clock moves tables, functions, signatures and the endpoint together', async () => {
  const { cloud: alone } = await startTestCloud({ Clock: lambda('readClock'), Bucket: resources.Bucket });
  await alone.clock.advanceTo(alone.clock.now() + 60 * DAY);
  const { payload } = await alone.invokeFunction('readClock', {});
  const { now } = payload as { now: number };
  const served = Date.parse((await fetch(alone.endpoint)).headers.get('date')!);
  expect(Math.abs(now - alone.clock.now())).toBeLessThan(DAY);
  expect(Math.abs(served - alone.clock.now())).toBeLessThan(DAY);
  await alone.stop();
});

describe('a start that fails', () => {
  test('names the port that is taken, and leaves nothing running', async () => {
    const port = Number(new URL(cloud.endpoint).port);
    const assembly = writeAssembly({ Resources: {} });
    const start = startCloud({ assembly, port, log: () => undefined, dynamoDb: noDynamoDb });
    await expect(start).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  });

  test('names the resources in the template that the local cloud does not know', async () => {
    const start = startTestCloud({
      Broker: { Type: 'AWS::MQ::Broker' },
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { Sparkle: 1 } },
    });
    await expect(start).rejects.toThrow(
      'The local cloud does not know:\n  Broker (AWS::MQ::Broker): type\n  Bucket (AWS::S3::Bucket): property Sparkle',
    );
  });
});

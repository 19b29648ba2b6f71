import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import type { RunningCloud } from '../cloud.ts';
import { arnOf, forRules, functionArn, keyedTable, lambda, startTestCloud } from './support/assembly.ts';

const TABLE = arnOf('dynamodb', 'table/Table');

const role = (service: string, ...Statement: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: `${service}.amazonaws.com` } },
    },
    Policies: [{ PolicyName: 'own', PolicyDocument: { Statement } }],
  },
});

const allow = (Action: string | string[], Resource: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});

const keys = (...patterns: string[]) => ({
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
});

const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName } });
const ofRole = (name: string) => ({ Role: { 'Fn::GetAtt': [name, 'Arn'] } });

const machine = (RoleArn: unknown, Resource: string, Arguments: object) => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    RoleArn,
    Definition: {
      QueryLanguage: 'JSONata',
      StartAt: 'Task',
      States: { Task: { Type: 'Task', Resource: `arn:aws:states:::${Resource}`, Arguments, End: true } },
    },
  },
});

const resources = {
  Table: keyedTable,
  Documents: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'documents' } },
  Secret: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'secret' } },
  SecretPolicy: {
    Type: 'AWS::S3::BucketPolicy',
    Properties: {
      Bucket: { Ref: 'Secret' },
      PolicyDocument: {
        Statement: {
          Effect: 'Deny',
          Action: 's3:GetObject',
          Principal: '*',
          Resource: 'arn:aws:s3:::secret/*',
          Condition: { ArnNotEquals: { 'aws:PrincipalArn': 'arn:aws:iam::000000000000:role/nobody' } },
        },
      },
    },
  },
  Key: { Type: 'AWS::KMS::Key', Properties: {} },
  Work: queue('work'),
  WorkPolicy: forRules('Work'),
  Closed: queue('closed'),
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['malote'] },
      Targets: [
        { Id: 'work', Arn: { 'Fn::GetAtt': ['Work', 'Arn'] } },
        {
          Id: 'closed',
          Arn: { 'Fn::GetAtt': ['Closed', 'Arn'] },
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': ['Work', 'Arn'] } },
        },
      ],
    },
  },
  Writer: role(
    'lambda',
    allow(['dynamodb:PutItem', 'dynamodb:BatchWriteItem', 'dynamodb:Query'], TABLE, keys('letter#*')),
    allow('dynamodb:ConditionCheckItem', TABLE, keys('letter#*', 'account')),
    allow('s3:GetObject', ['arn:aws:s3:::documents/letters/*', 'arn:aws:s3:::secret/*']),
    allow('s3:PutObject', 'arn:aws:s3:::documents/letters/*'),
    allow('s3:ListBucket', 'arn:aws:s3:::documents', { Condition: { StringLike: { 's3:prefix': 'letters/*' } } }),
    allow(
      'kms:Decrypt',
      { 'Fn::GetAtt': ['Key', 'Arn'] },
      {
        Condition: { StringEquals: { 'kms:EncryptionContext:account': 'acc_1' } },
      },
    ),
    allow('sqs:SendMessage', arnOf('sqs', 'work')),
    allow('states:StartExecution', arnOf('states', 'stateMachine:May')),
  ),
  Signer: {
    Type: 'AWS::IAM::User',
    Properties: {
      Policies: [
        {
          PolicyName: 'own',
          PolicyDocument: { Statement: [allow('s3:GetObject', 'arn:aws:s3:::documents/letters/*')] },
        },
      ],
    },
  },
  SignerKey: { Type: 'AWS::IAM::AccessKey', Properties: { UserName: { Ref: 'Signer' } } },
  Put: lambda('put', ofRole('Writer')),
  MachineRole: role('states', allow('dynamodb:GetItem', TABLE)),
  May: machine({ 'Fn::GetAtt': ['MachineRole', 'Arn'] }, 'dynamodb:getItem', {
    TableName: 'Table',
    Key: { PK: { S: 'a' } },
  }),
  MayNot: machine({ 'Fn::GetAtt': ['MachineRole', 'Arn'] }, 'aws-sdk:dynamodb:deleteItem', {
    TableName: 'Table',
    Key: { PK: { S: 'a' } },
  }),
  MayNotInvoke: machine({ 'Fn::GetAtt': ['MachineRole', 'Arn'] }, 'lambda:invoke', {
    FunctionName: 'put',
    Payload: {},
  }),
};

let cloud: RunningCloud;
let log: string[];
beforeAll(async () => {
  ({ cloud, log } = await startTestCloud(resources, { dynamoDb: undefined }));
});
afterAll(() => cloud.stop());

const settings = (credentials: { accessKeyId: string; secretAccessKey: string }) => ({
  endpoint: cloud.endpoint,
  region: cloud.region,
  credentials,
  maxAttempts: 1,
  forcePathStyle: true,
});
const asWriter = () => settings(cloud.credentialsOf('put'));
const asUser = () =>
  settings({ accessKeyId: cloud.resourceRef('SignerKey'), secretAccessKey: LOCAL_SECRET_ACCESS_KEY });
const asAdministrator = () => settings({ accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY });

const denied = (name: string, status: number, action: string) => ({
  name,
  message: expect.stringContaining(`assumed-role/Writer/put is not authorized to perform: ${action} on resource: `),
  $metadata: expect.objectContaining({ httpStatusCode: status }),
});

const item = (PK: string) => ({ PK: { S: PK } });

test('a function may do what its role allows, and otherwise gets the AccessDenied error of AWS', async () => {
  const { payload } = await cloud.invokeFunction(functionArn('put'), { ids: ['letter#1', 'account'] });
  expect(payload).toEqual(['done', 'AccessDeniedException']);
});

describe('DynamoDB', () => {
  const client = () => new DynamoDBClient(asWriter());

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
  test('checks every key of a request', async () => {
    const query = (value: string) =>
      new QueryCommand({
        TableName: 'Table',
        KeyConditionExpression: '#k = :v',
        ExpressionAttributeNames: { '#k': 'PK' },
        ExpressionAttributeValues: { ':v': { S: value } },
      });
    const batch = (...ids: string[]) =>
      new BatchWriteItemCommand({ RequestItems: { Table: ids.map((id) => ({ PutRequest: { Item: item(id) } })) } });
    await client().send(query('letter#1'));
    await expect(client().send(query('account'))).rejects.toMatchObject(
      denied('AccessDeniedException', 400, 'dynamodb:Query'),
    );
    await client().send(batch('letter#2', 'letter#3'));
    await expect(client().send(batch('letter#2', 'account'))).rejects.toMatchObject(
      denied('AccessDeniedException', 400, 'dynamodb:BatchWriteItem'),
    );
    await expect(client().send(new ScanCommand({ TableName: 'Table' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    await expect(
      client().send(new BatchGetItemCommand({ RequestItems: { Table: { Keys: [item('letter#1')] } } })),
    ).rejects.toMatchObject(denied('AccessDeniedException', 400, 'dynamodb:BatchGetItem'));
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
  test('checks each item of a transaction by its own action, and denies the whole transaction', async () => {
    const check = { TableName: 'Table', Key: item('account'), ConditionExpression: 'attribute_not_exists(PK)' };
    const put = (id: string) => ({ Put: { TableName: 'Table', Item: item(id) } });
    await client().send(new TransactWriteItemsCommand({ TransactItems: [{ ConditionCheck: check }, put('letter#4')] }));
    await expect(
      client().send(new TransactWriteItemsCommand({ TransactItems: [put('letter#5'), put('account')] })),
    ).rejects.toMatchObject(denied('AccessDeniedException', 400, 'dynamodb:PutItem'));
    const { Items } = await new DynamoDBClient(asAdministrator()).send(new ScanCommand({ TableName: 'Table' }));
    expect(Items!.map(({ PK }) => PK!.S).sort()).toEqual(['letter#1', 'letter#2', 'letter#3', 'letter#4']);
  });
});

describe('S3', () => {
  const s3 = () => new S3Client(asWriter());
  const object = (Bucket: string, Key: string) => ({ Bucket, Key });

  beforeAll(async () => {
    const administrator = new S3Client(asAdministrator());
    for (const place of [object('documents', 'letters/1'), object('documents', 'codes/1'), object('secret', '1')])
      await administrator.send(new PutObjectCommand({ ...place, Body: 'x' }));
  });

  test('checks objects by their keys, and bucket policies by the caller', async () => {
    await s3().send(new GetObjectCommand(object('documents', 'letters/1')));
    await expect(s3().send(new GetObjectCommand(object('documents', 'codes/1')))).rejects.toMatchObject(
      denied('AccessDenied', 403, 's3:GetObject'),
    );
    await expect(s3().send(new GetObjectCommand(object('secret', '1')))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('with an explicit deny in a resource-based policy'),
    });
    const copy = { ...object('documents', 'letters/2'), CopySource: 'documents/codes/1' };
    await expect(s3().send(new CopyObjectCommand(copy))).rejects.toMatchObject({ name: 'AccessDenied' });
    const deletion = { Bucket: 'documents', Delete: { Objects: [{ Key: 'letters/1' }] } };
    await expect(s3().send(new DeleteObjectsCommand(deletion))).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/amazon-s3-policy-keys.html
  test('lists only under permitted prefixes', async () => {
    const list = (Prefix: string) => s3().send(new ListObjectsV2Command({ Bucket: 'documents', Prefix }));
    expect((await list('letters/')).KeyCount).toBe(1);
    await expect(list('codes/')).rejects.toMatchObject(denied('AccessDenied', 403, 's3:ListBucket'));
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  test('hides whether a file exists from callers that may not list the bucket', async () => {
    await expect(s3().send(new GetObjectCommand(object('documents', 'letters/none')))).rejects.toMatchObject(
      denied('AccessDenied', 403, 's3:ListBucket'),
    );
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
  test('a presigned URL does what its signer may do', async () => {
    const statusOf = async (key: string) =>
      (await fetch(await getSignedUrl(s3(), new GetObjectCommand(object('documents', key))))).status;
    expect(await statusOf('letters/1')).toBe(200);
    expect(await statusOf('codes/1')).toBe(403);
  });
});

// https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-encryption-context
test('KMS checks the key named in the ciphertext, and the encryption context', async () => {
  const administrator = new KMSClient(asAdministrator());
  const seal = async (account: string) => {
    const EncryptionContext = { account };
    const Plaintext = Buffer.from('secret');
    const { CiphertextBlob } = await administrator.send(
      new EncryptCommand({ KeyId: cloud.resourceRef('Key'), Plaintext, EncryptionContext }),
    );
    return new DecryptCommand({ CiphertextBlob, EncryptionContext });
  };
  const kms = new KMSClient(asWriter());
  await kms.send(await seal('acc_1'));
  await expect(kms.send(await seal('acc_2'))).rejects.toMatchObject(
    denied('AccessDeniedException', 400, 'kms:Decrypt'),
  );
});

test('queues, buses and state machines are checked by their ARN', async () => {
  const sqs = new SQSClient(asWriter());
  const Entries = [{ Id: '1', MessageBody: 'x' }];
  const urlOf = (name: string) => `${cloud.endpoint}/000000000000/${name}`;
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf('work'), Entries }));
  const isRefused = { name: 'AccessDenied', $metadata: { httpStatusCode: 400 } };
  const toClosed = new SendMessageBatchCommand({ QueueUrl: urlOf('closed'), Entries });
  await expect(sqs.send(toClosed)).rejects.toMatchObject(isRefused);
  const receive = new ReceiveMessageCommand({ QueueUrl: urlOf('work') });
  await expect(sqs.send(receive)).rejects.toMatchObject(isRefused);
  const events = new EventBridgeClient(asWriter());
  const event = { EventBusName: 'bus', Source: 'malote', DetailType: 'x', Detail: '{}' };
  await expect(events.send(new PutEventsCommand({ Entries: [event] }))).rejects.toMatchObject(
    denied('AccessDeniedException', 400, 'events:PutEvents'),
  );
  const sfn = new SFNClient(asWriter());
  await sfn.send(new StartExecutionCommand({ stateMachineArn: arnOf('states', 'stateMachine:May') }));
  await expect(
    sfn.send(new StartExecutionCommand({ stateMachineArn: arnOf('states', 'stateMachine:MayNot') })),
  ).rejects.toMatchObject(denied('AccessDeniedException', 400, 'states:StartExecution'));
  // A malformed token is reported as such: it names no machine to check.
  await expect(sfn.send(new SendTaskSuccessCommand({ taskToken: 'x', output: '1' }))).rejects.toMatchObject({
    name: 'InvalidToken',
  });
});

test.each([
  ['May', { status: 'SUCCEEDED' }],
  ['MayNot', { status: 'FAILED', error: 'DynamoDb.DynamoDbException' }],
  ['MayNotInvoke', { status: 'FAILED', error: 'Lambda.AWSLambdaException' }],
])('a state machine does what its role may: %s', async (name, outcome) => {
  const sfn = new SFNClient(asAdministrator());
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn: arnOf('states', `stateMachine:${name}`) }),
  );
  await cloud.whenIdle();
  expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject(outcome);
});

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
test('a rule delivers to the queue that allows it; for a queue that does not, the event becomes a dead letter without an attempt', async () => {
  const countOf = async (name: string) => {
    const answer = await cloud.call('sqs', 'GetQueueAttributes', {
      QueueUrl: `${cloud.endpoint}/000000000000/${name}`,
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    return Number((answer as { Attributes: Record<string, string> }).Attributes.ApproximateNumberOfMessages);
  };
  const before = await countOf('work');
  log.length = 0;
  const Entries = [{ EventBusName: 'bus', Source: 'malote', DetailType: 'x', Detail: '{}' }];
  await cloud.call('events', 'PutEvents', { Entries });
  await cloud.whenIdle();
  // One delivered, one dead.
  expect(await countOf('work')).toBe(before + 2);
  expect(await countOf('closed')).toBe(0);
  expect(log).toEqual([expect.stringContaining('dead letters: AccessDeniedException')]);
});

describe('a start fails for', () => {
  const trusted = role('lambda');
  test.each<[string, Record<string, unknown>, string]>([
    [
      'a function whose role another service may assume',
      { Other: role('states'), Fn: lambda('put', ofRole('Other')) },
      'cannot be assumed by lambda.amazonaws.com',
    ],
    [
      'a state machine with the role of a function',
      { Other: trusted, Fn: machine({ 'Fn::GetAtt': ['Other', 'Arn'] }, 'sqs:sendMessage', {}) },
      'cannot be assumed by states.amazonaws.com',
    ],
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    [
      'a function that may not read the queue that feeds it',
      {
        Other: trusted,
        Queue: queue('q'),
        Fn: lambda('put', ofRole('Other')),
        Mapping: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, FunctionName: { Ref: 'Fn' } },
        },
      },
      'not authorized to perform: sqs:ReceiveMessage',
    ],
  ])('%s', async (_, template, why) => {
    await expect(startTestCloud(template)).rejects.toThrow(why);
  });
});

// Last, because these tests advance the clock.
describe('credentials', () => {
  test('of a role need their session token, and expire', async () => {
    const held = cloud.credentialsOf('put');
    const asks = (credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
      new DynamoDBClient(settings(credentials)).send(
        new PutItemCommand({ TableName: 'Table', Item: item('letter#0') }),
      );
    const { sessionToken, ...withoutToken } = held;
    const invalid = { name: 'UnrecognizedClientException' };
    await expect(asks(withoutToken)).rejects.toMatchObject(invalid);
    await expect(asks({ ...withoutToken, sessionToken: `9${sessionToken}` })).rejects.toMatchObject(invalid);
    await asks(held);
    await cloud.clock.advanceTo(cloud.clock.now() + 3_600_000);
    await expect(asks(held)).rejects.toMatchObject({ name: 'ExpiredTokenException' });
    // A running environment has renewed credentials.
    expect((await cloud.invokeFunction(functionArn('put'), { ids: ['letter#0'] })).payload).toEqual(['done']);
    await new DynamoDBClient(asAdministrator()).send(
      new DeleteItemCommand({ TableName: 'Table', Key: item('letter#0') }),
    );
  });

  // https://repost.aws/knowledge-center/presigned-url-s3-bucket-expiration
  test('a presigned URL of a role expires with its credentials; a presigned URL of a user lives its full time', async () => {
    const sign = (signer: ReturnType<typeof settings>, key: string) =>
      getSignedUrl(new S3Client(signer), new GetObjectCommand({ Bucket: 'documents', Key: key }), {
        expiresIn: 7_200,
        signingDate: new Date(cloud.clock.now()),
      });
    const [byRole, byUser, ofNoUser] = [
      await sign(asWriter(), 'letters/1'),
      await sign(asUser(), 'letters/1'),
      await sign(asUser(), 'codes/1'),
    ];
    const answer = async (url: string) => {
      const response = await fetch(url);
      return [response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]];
    };
    expect([await answer(byRole), await answer(byUser), await answer(ofNoUser)]).toEqual([
      [200, undefined],
      [200, undefined],
      [403, 'AccessDenied'],
    ]);
    await cloud.clock.advanceTo(cloud.clock.now() + 3_600_000);
    expect([await answer(byRole), await answer(byUser)]).toEqual([
      [400, 'ExpiredToken'],
      [200, undefined],
    ]);
  });
});

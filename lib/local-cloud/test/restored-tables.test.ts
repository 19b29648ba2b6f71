import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import { type CloudOptions, type RunningCloud, startCloud } from '../cloud.ts';
import { FileJournal } from '../journal.ts';
import { anyRole, functionArn, keyedTable, lambda, temporaryDirectory, writeAssembly } from './support/assembly.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const attribute = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
const table = {
  ...keyedTable,
  Properties: {
    ...keyedTable.Properties,
    TableName: 'items',
    AttributeDefinitions: ['PK', 'group'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: [
      { IndexName: 'groups', KeySchema: [attribute('group', 'HASH')], Projection: { ProjectionType: 'ALL' } },
    ],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
  },
};

let cloud: RunningCloud;
let client: DynamoDBClient;

async function start(options: Partial<CloudOptions> = {}, resources: Record<string, unknown> = { Table: table }) {
  const assembly = writeAssembly({ Resources: { AnyRole: anyRole, ...resources } });
  cloud = await startCloud({ assembly, port: 0, log: () => undefined, backups: true, ...options });
  client = new DynamoDBClient({
    endpoint: cloud.endpoint,
    region: cloud.region,
    credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
  });
}

beforeEach(() => start());
afterEach(async () => {
  client.destroy();
  await cloud.stop();
});

const put = (PK: string, group: string, TableName = 'items') =>
  client.send(new PutItemCommand({ TableName, Item: { PK: { S: PK }, group: { S: group } } }));
const groupOf = async (PK: string, TableName = 'restored') =>
  (await client.send(new GetItemCommand({ TableName, Key: { PK: { S: PK } } }))).Item?.group?.S;
const keysIn = async (group: string) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: 'restored',
      IndexName: 'groups',
      KeyConditionExpression: '#group = :group',
      ExpressionAttributeNames: { '#group': 'group' },
      ExpressionAttributeValues: { ':group': { S: group } },
    }),
  );
  return Items.map(({ PK }) => PK!.S);
};
const wait = (ms: number) => cloud.clock.advanceTo(cloud.clock.now() + ms);
const restore = (instant: number | undefined, fields: object = {}) =>
  client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: 'items',
      TargetTableName: 'restored',
      ...(instant !== undefined && { RestoreDateTime: new Date(instant) }),
      ...fields,
    }),
  );
const describeTable = async (TableName: string) => (await client.send(new DescribeTableCommand({ TableName }))).Table!;

test('a table is restored into a new one as it was at a second, with its indexes; the source stays', async () => {
  await put('changed', 'old');
  await put('deleted later', 'old');
  await wait(MINUTE);
  const instant = Math.floor(cloud.clock.now() / 1000) * 1000;
  await wait(MINUTE);
  await put('changed', 'new');
  await put('made later', 'old');
  await wait(6 * MINUTE);

  const { TableDescription } = await restore(instant);
  expect(TableDescription).toMatchObject({ TableStatus: 'CREATING', RestoreSummary: { RestoreInProgress: true } });
  expect(await groupOf('changed')).toBe('old');
  expect(await groupOf('made later')).toBeUndefined();
  expect((await keysIn('old')).sort()).toEqual(['changed', 'deleted later']);
  expect(await keysIn('new')).toEqual([]);
  expect(await groupOf('changed', 'items')).toBe('new');
  expect((await describeTable('restored')).RestoreSummary).toEqual({
    SourceTableArn: (await describeTable('items')).TableArn,
    RestoreDateTime: new Date(instant),
    RestoreInProgress: false,
  });
});

test('a restored table has no stream, time to live, backups or protection until they are set', async () => {
  await put('one', 'a');
  await wait(6 * MINUTE);
  await restore(undefined, { UseLatestRestorableTime: true });
  const { LatestStreamArn, StreamSpecification, DeletionProtectionEnabled } = await describeTable('restored');
  expect([LatestStreamArn, StreamSpecification, DeletionProtectionEnabled]).toEqual([undefined, undefined, false]);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: 'restored' }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'DISABLED' });
  const backups = async () => {
    const { ContinuousBackupsDescription } = await client.send(
      new DescribeContinuousBackupsCommand({ TableName: 'restored' }),
    );
    return ContinuousBackupsDescription!.PointInTimeRecoveryDescription!.PointInTimeRecoveryStatus;
  };
  expect(await backups()).toBe('DISABLED');

  await client.send(
    new UpdateTableCommand({
      TableName: 'restored',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  await client.send(new UpdateTableCommand({ TableName: 'restored', DeletionProtectionEnabled: true }));
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName: 'restored', PointInTimeRecoverySpecification }));
  expect(await backups()).toBe('ENABLED');
  expect((await describeTable('restored')).LatestStreamArn).toMatch(/:table\/restored\/stream\/.+/);
  await expect(client.send(new DeleteTableCommand({ TableName: 'restored' }))).rejects.toThrow(/protected/);
});

describe('DynamoDB does not restore', () => {
  const failure = (error: unknown) => (error as Error).name;
  test.each([
    ['the last five minutes', () => restore(cloud.clock.now() - 4 * MINUTE), 'InvalidRestoreTimeException'],
    ['before recovery was enabled', () => restore(cloud.clock.now() - DAY), 'InvalidRestoreTimeException'],
    ['more than 35 days ago', () => restore(cloud.clock.now() - 36 * DAY), 'InvalidRestoreTimeException'],
    ['a table that exists', () => restore(undefined, { TargetTableName: 'items' }), 'TableAlreadyExistsException'],
    ['a source that does not exist', () => restore(undefined, { SourceTableName: 'none' }), 'TableNotFoundException'],
    ['an unsupported setting', () => restore(undefined, { BillingModeOverride: 'PROVISIONED' }), 'ValidationException'],
  ])('%s', async (_, run, name) => {
    await wait(6 * MINUTE);
    expect(await run().then(() => 'done', failure)).toBe(name);
  });

  test('a table without point-in-time recovery', async () => {
    await client.send(
      new CreateTableCommand({
        TableName: 'plain',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      }),
    );
    const outcome = await restore(undefined, { SourceTableName: 'plain' }).then(() => 'done', failure);
    expect(outcome).toBe('PointInTimeRecoveryUnavailableException');
  });

  test('anything, in a cloud started without backups', async () => {
    await cloud.stop();
    await start({ backups: false });
    await wait(6 * MINUTE);
    expect(await restore(undefined).then(() => 'done', failure)).toBe('UnknownOperationException');
  });
});

test('changes older than 35 days are forgotten', async () => {
  await put('one', 'first');
  await wait(40 * DAY);
  await put('one', 'second');
  await wait(10 * MINUTE);
  await restore(cloud.clock.now() - 34 * DAY);
  expect(await groupOf('one')).toBe('first');
  const outcome = await restore(cloud.clock.now() - 35 * DAY - MINUTE, { TargetTableName: 'older' }).catch(
    ({ name }: Error) => name,
  );
  expect(outcome).toBe('InvalidRestoreTimeException');
});

test('the next stack over a journal adopts a restored table with its items, its stream and later writes', async () => {
  await cloud.stop();
  const folder = temporaryDirectory();
  const journal = await FileJournal.open(folder);
  await start({ journal });
  await put('one', 'a');
  await wait(6 * MINUTE);
  await restore(undefined, { UseLatestRestorableTime: true });
  await client.send(
    new UpdateTableCommand({
      TableName: 'restored',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const TimeToLiveSpecification = { AttributeName: 'expires_at', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: 'restored', TimeToLiveSpecification }));
  await put('two', 'b', 'restored');
  const { LatestStreamArn } = await describeTable('restored');
  client.destroy();
  journal.close();
  await cloud.stop();

  await start(
    { journal: await FileJournal.open(folder) },
    {
      Consume: lambda('consume', { ReservedConcurrentExecutions: 1 }),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: LatestStreamArn,
          FunctionName: { Ref: 'Consume' },
          StartingPosition: 'TRIM_HORIZON',
        },
      },
    },
  );
  expect((await describeTable('restored')).LatestStreamArn).toBe(LatestStreamArn);
  expect([await groupOf('one'), await groupOf('two')]).toEqual(['a', 'b']);
  expect(await keysIn('a')).toEqual(['one']);
  await cloud.whenIdle();
  const { payload } = await cloud.invokeFunction(functionArn('consume'), { batches: true });
  // Restored items are not changes of the new table.
  expect((payload as { values: string[] }[]).flatMap(({ values }) => values)).toEqual(['two']);
});

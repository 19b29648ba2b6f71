import { randomUUID } from 'node:crypto';
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { atLeast, behavior, take, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html and the records of DynamoDB Streams. */

const stage = useStage();
let sqs: SQSClient;
let dynamoDb: DynamoDBClient;
let TableName: string;
beforeAll(() => {
  sqs = new SQSClient(stage().client);
  dynamoDb = new DynamoDBClient(stage().client);
  TableName = stage().outputs.TableName!;
});
afterAll(() => [sqs, dynamoDb].forEach((client) => client.destroy()));

const freshKey = () => ({ PK: { S: `observed-${randomUUID()}` } });

/** The records of some items, each item's in the order in which its function received them. */
async function recordsOf(keys: readonly { PK: { S: string } }[], count: number): Promise<DynamoDBRecord[]> {
  const messages = await take(sqs, stage().outputs.ObservedRecordsUrl!, {
    enough: atLeast(count),
    wanted: ({ Body }) => keys.some(({ PK }) => Body!.includes(PK.S)),
  });
  const records = messages.map(({ Body }) => JSON.parse(Body!) as DynamoDBRecord);
  // Queues deliver in any order; sequence numbers give the stream's order.
  const sequence = ({ dynamodb }: DynamoDBRecord) => BigInt(dynamodb!.SequenceNumber!);
  return records.sort((one, other) => (sequence(one) < sequence(other) ? -1 : 1));
}

behavior(
  'a new item, a changed one and a removed one are INSERT, MODIFY and REMOVE, with only the new image',
  async () => {
    const Key = freshKey();
    const Item = { ...Key, n: { N: '10.50' }, list: { L: [{ S: 'a' }, { BOOL: true }, { NULL: true }] } };
    await dynamoDb.send(new PutItemCommand({ TableName, Item }));
    await dynamoDb.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET s = :s',
        ExpressionAttributeValues: { ':s': { S: '' } },
      }),
    );
    await dynamoDb.send(new DeleteItemCommand({ TableName, Key }));
    const records = await recordsOf([Key], 3);
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    const [inserted, modified, removed] = records.map(({ dynamodb }) => dynamodb!);
    // DynamoDB drops trailing zeros of numbers.
    const stored = { ...Item, n: { N: '10.5' } };
    expect(inserted!.NewImage).toEqual(stored);
    expect(modified!.NewImage).toEqual({ ...stored, s: { S: '' } });
    expect(removed).not.toHaveProperty('NewImage');
    for (const image of [inserted, modified, removed]) {
      expect(image).not.toHaveProperty('OldImage');
      expect(image!.Keys).toEqual(Key);
    }
  },
);

behavior(
  'a record names its stream and its position in it, in the types that Lambda documents',
  async () => {
    const Item = freshKey();
    await dynamoDb.send(new PutItemCommand({ TableName, Item }));
    const [record] = await recordsOf([Item], 1);
    expect(record).toEqual({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      eventSourceARN: stage().outputs.StreamArn,
      awsRegion: stage().outputs.StreamArn!.split(':')[3],
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: Item,
        NewImage: Item,
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_IMAGE',
      },
    });
    // In seconds, not milliseconds.
    expect(Math.abs(record!.dynamodb!.ApproximateCreationDateTime! - Date.now() / 1000)).toBeLessThan(120);
  },
  { MiniStack: 'names another stream label in records than its CloudFormation does' },
);

behavior(
  'a write that changes nothing makes no record',
  async () => {
    const Item = { ...freshKey(), a: { S: 'same' } };
    await dynamoDb.send(new PutItemCommand({ TableName, Item }));
    await dynamoDb.send(new PutItemCommand({ TableName, Item }));
    await dynamoDb.send(new PutItemCommand({ TableName, Item: { ...Item, a: { S: 'other' } } }));
    const records = await recordsOf([{ PK: Item.PK }], 2);
    expect(records.map(({ eventName, dynamodb }) => [eventName, dynamodb!.NewImage!.a!.S])).toEqual([
      ['INSERT', 'same'],
      ['MODIFY', 'other'],
    ]);
  },
  { MiniStack: 'makes one, a MODIFY' },
);

behavior(
  'each item of a transaction has its own record, and the records of an item are in the order of its changes',
  async () => {
    const keys = [freshKey(), freshKey()];
    for (const step of ['1', '2', '3'])
      await dynamoDb.send(
        new TransactWriteItemsCommand({
          TransactItems: keys.map((key) => ({ Put: { TableName, Item: { ...key, step: { N: step } } } })),
        }),
      );
    const records = await recordsOf(keys, 6);
    for (const { PK } of keys) {
      const own = records.filter(({ dynamodb }) => dynamodb!.Keys!.PK!.S === PK.S);
      expect(own.map(({ dynamodb }) => dynamodb!.NewImage!.step!.N)).toEqual(['1', '2', '3']);
    }
  },
);

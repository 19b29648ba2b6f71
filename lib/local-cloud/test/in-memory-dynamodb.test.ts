import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InMemoryDynamoDb } from '../dynamodb/in-memory/in-memory-dynamodb.ts';
import { sharedDatabase } from './support/database.ts';
import { type DatabaseResponse, TABLE, TwoDatabases } from './support/two-databases.ts';

/** DynamoDB in memory must return the same responses as DynamoDB Local. */

const T = { TableName: TABLE };
const key = (pk: string, sk = '1') => ({ pk: { S: pk }, sk: { S: sk } });
const full = {
  ...key('a'),
  n: { N: '1.50' },
  s: { S: 'hello' },
  l: { L: [{ S: 'x' }, { N: '2' }, { M: { d: { S: 'deep' } } }] },
  m: { M: { a: { N: '1' }, b: { S: 'q' } } },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2.0'] },
  b: { B: 'AQID' },
  t: { BOOL: true },
  z: { NULL: true },
  g1: { S: 'G' },
  rank: { N: '7' },
  g2: { S: 'H' },
};
type Request = readonly [operation: string, input: Record<string, unknown>];

const cond = (c: string, v: object | undefined = undefined, n: object | undefined = undefined): Request => [
  'PutItem',
  {
    ...T,
    Item: full,
    ConditionExpression: c,
    ExpressionAttributeValues: v,
    ExpressionAttributeNames: n,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
];
const upd = (
  u: string,
  v: object | undefined = undefined,
  n: object | undefined = undefined,
  rv = 'ALL_NEW',
  k = key('a'),
): Request => [
  'UpdateItem',
  { ...T, Key: k, UpdateExpression: u, ExpressionAttributeValues: v, ExpressionAttributeNames: n, ReturnValues: rv },
];
const q = (k: string, v: object | undefined, more: object = {}): Request => [
  'Query',
  { ...T, KeyConditionExpression: k, ExpressionAttributeValues: v, ...more },
];
/** The order matters: later requests depend on earlier writes. */
const requests: readonly Request[] = [
  ['PutItem', { ...T, Item: full }],
  ['PutItem', { ...T, Item: full, ReturnValues: 'ALL_OLD' }],
  ['GetItem', { ...T, Key: key('a') }],
  ['GetItem', { ...T, Key: key('zz') }],
  cond('attribute_not_exists(pk)'),
  cond('attribute_exists(pk) AND attribute_not_exists(missing)'),
  cond('missing <> :v', { ':v': { S: '1' } }),
  cond('missing = :v', { ':v': { S: '1' } }),
  cond('NOT missing = :v', { ':v': { S: '1' } }),
  cond('n = :v', { ':v': { N: '1.5' } }),
  cond('n < :v', { ':v': { N: '2' } }),
  cond('n < :v', { ':v': { S: '2' } }),
  cond('n BETWEEN :a AND :b', { ':a': { N: '1' }, ':b': { N: '2' } }),
  cond('n BETWEEN :a AND :b', { ':a': { N: '1' }, ':b': { S: '2' } }),
  cond('n BETWEEN :a AND :b', { ':a': { N: '3' }, ':b': { N: '2' } }),
  cond('s IN (:a,:b)', { ':a': { S: 'x' }, ':b': { S: 'hello' } }),
  cond('begins_with(s,:p)', { ':p': { S: 'he' } }),
  cond('begins_with(s,:p)', { ':p': { N: '1' } }),
  cond('contains(s,:p)', { ':p': { S: 'ell' } }),
  cond('contains(ss,:p)', { ':p': { S: 'a' } }),
  cond('contains(l,:p)', { ':p': { N: '2' } }),
  cond('contains(ns,:p)', { ':p': { N: '2' } }),
  cond('size(s) = :v', { ':v': { N: '5' } }),
  cond('size(l) > :v', { ':v': { N: '2' } }),
  cond('size(n) > :v', { ':v': { N: '2' } }),
  cond('size(b) = :v', { ':v': { N: '3' } }),
  cond('size(m) = :v', { ':v': { N: '2' } }),
  cond('attribute_type(s,:t)', { ':t': { S: 'S' } }),
  cond('attribute_type(s,:t)', { ':t': { S: 'X' } }),
  cond('l[2].d = :v', { ':v': { S: 'deep' } }),
  cond('m.a = :v OR m.zz = :v', { ':v': { N: '1' } }),
  cond('m = :v', { ':v': { M: { b: { S: 'q' }, a: { N: '1.0' } } } }),
  cond('ss = :v', { ':v': { SS: ['b', 'a'] } }),
  cond('t = :v AND z = :n', { ':v': { BOOL: true }, ':n': { NULL: true } }),
  cond('state = :v', { ':v': { S: '1' } }),
  cond('#s = :v', { ':v': { S: '1' } }, { '#s': 'state' }),
  cond('n = :nope', { ':v': { S: '1' } }),
  cond('n = :v', { ':v': { N: '1' }, ':u': { N: '1' } }),
  cond('n = :v', { ':v': { N: '1' } }, { '#u': 'x' }),
  cond('#x = :v', { ':v': { N: '1' } }),
  cond('n == :v', { ':v': { N: '1' } }),
  cond(''),
  cond('n = '),
  cond('foo(n)'),
  cond('attribute_exists(:v)', { ':v': { S: 'a' } }),
  cond('(n = :v) AND (NOT (s = :w))', { ':v': { N: '1.5' }, ':w': { S: 'no' } }),
  cond('size(missing) = :v', { ':v': { N: '0' } }),
  cond('begins_with(:p, s)', { ':p': { S: 'hello world' } }),
  cond('n=:v', { ':v': { N: '1.5' } }),
  cond('contains(:l, s)', { ':l': { L: [{ S: 'hello' }] } }),
  cond('s > m.b', undefined),
  cond('attribute_exists(n) = :v', { ':v': { BOOL: true } }),
  cond('begins_with(s)', undefined),
  cond('n = n'),
  upd('SET n = n + :one', { ':one': { N: '1' } }),
  upd('SET n = n - :one, s = :s', { ':one': { N: '0.25' }, ':s': { S: 'new' } }, undefined, 'UPDATED_NEW'),
  upd('SET c = if_not_exists(c, :z) + :one', { ':z': { N: '0' }, ':one': { N: '1' } }, undefined, 'UPDATED_OLD'),
  upd('SET l = list_append(l, :x)', { ':x': { L: [{ S: 'end' }] } }),
  upd('SET l[0] = :x, l[99] = :y', { ':x': { S: 'first' }, ':y': { S: 'last' } }),
  upd('REMOVE l[0], l[1]'),
  upd('SET m.c.d = :x', { ':x': { S: '1' } }),
  upd('SET m.c = :x REMOVE m.a', { ':x': { S: '1' } }, undefined, 'UPDATED_NEW'),
  upd('ADD n :x, ss :y', { ':x': { N: '10' }, ':y': { SS: ['c', 'a'] } }),
  upd('DELETE ss :y', { ':y': { SS: ['a'] } }),
  upd('DELETE ss :y', { ':y': { SS: ['b', 'c'] } }),
  upd('DELETE ss :y', { ':y': { SS: ['b', 'c'] } }),
  upd('ADD s :x', { ':x': { N: '1' } }),
  upd('SET pk = :x', { ':x': { S: '1' } }),
  upd('SET a = :x, a = :x', { ':x': { S: '1' } }),
  upd('SET m = :x, m.a = :x', { ':x': { S: '1' } }),
  upd('SET a = missing'),
  upd('SET a = s + :x', { ':x': { N: '1' } }),
  upd('REMOVE missing, m.zz, l[44]'),
  upd('REMOVE missing.deep'),
  upd('REMOVE s.deep'),
  upd('SET x.y = :x', { ':x': { N: '1' } }),
  upd('set a = :x remove b add cnt :y', { ':x': { N: '1' }, ':y': { N: '5' } }),
  upd('SET a = :x SET b = :x', { ':x': { N: '1' } }),
  upd('ADD a :x', { ':x': { S: '1' } }),
  upd('SET rank = :x', { ':x': { S: '1' } }),
  upd('SET g1 = :x', { ':x': { S: '' } }),
  upd('SET status = :x', { ':x': { S: '' } }),
  upd('SET a = :x', { ':x': { N: '1' } }, undefined, 'UPDATED_NEW', key('fresh')),
  upd('REMOVE zz', undefined, undefined, 'ALL_NEW', key('fresh2')),
  ['UpdateItem', { ...T, Key: key('fresh3'), ReturnValues: 'ALL_NEW' }],
  upd('SET a = list_append(:x, :x)', { ':x': { S: '1' } }),
  upd('SET a = (n + :x)', { ':x': { N: '1' } }),
  upd('SET l[0].z = :x', { ':x': { N: '1' } }),
  upd('SET a = :x', { ':x': { N: 'abc' } }),
  upd('SET a = :x', { ':x': { N: '123456789012345678901234567890123456789' } }),
  upd('SET a = :x + :y', { ':x': { N: '99999999999999999999999999999999999999' }, ':y': { N: '1' } }),
  upd('SET a = :x + :y', { ':x': { N: '0.1' }, ':y': { N: '0.2' } }),
  upd('SET l[1] = :x REMOVE l[0]', { ':x': { S: 'one' } }),
  upd('SET n = :v', { ':v': { N: '1' } }, undefined, 'FOO'),
  ['PutItem', { ...T, Item: { pk: { S: 'a' } } }],
  ['PutItem', { ...T, Item: { pk: { S: '' }, sk: { S: '1' } } }],
  ['PutItem', { ...T, Item: { pk: { N: '1' }, sk: { S: '1' } } }],
  ['PutItem', { ...T, Item: { ...key('e'), x: { SS: [] } } }],
  ['PutItem', { ...T, Item: { ...key('e'), x: { SS: ['a', 'a'] } } }],
  ['PutItem', { ...T, Item: { ...key('e'), x: {} } }],
  ['PutItem', { ...T, Item: { ...key('e'), x: { S: 'a', N: '1' } } }],
  ['PutItem', { ...T, Item: { ...key('e'), rank: { S: 'a' } } }],
  ['PutItem', { ...T, Item: { ...key('e'), x: { S: '' }, y: { NULL: false } } }],
  [
    'PutItem',
    { ...T, Item: { ...key('e'), x: { N: '007.10' }, y: { N: '-0' }, z: { N: '1E-3' } }, ReturnValues: 'ALL_NEW' },
  ],
  ['PutItem', { ...T, Item: { ...key('e'), x: { N: '007.10' }, y: { N: '-0' }, z: { N: '1E-3' }, w: { N: '1e20' } } }],
  ['GetItem', { ...T, Key: key('e') }],
  ['GetItem', { ...T, Key: { pk: { S: 'a' } } }],
  ['GetItem', { ...T, Key: { ...key('a'), x: { S: '1' } } }],
  ['GetItem', { TableName: 'Other', Key: key('a') }],
  [
    'GetItem',
    { ...T, Key: key('a'), ProjectionExpression: 'l[1], m.b, #n, missing', ExpressionAttributeNames: { '#n': 'n' } },
  ],
  ['GetItem', { ...T, Key: key('a'), ProjectionExpression: 'l[2].d, l[0], l' }],
  ['GetItem', { ...T, Key: key('a'), ProjectionExpression: 'l[2].d, l[0]' }],
  ['PutItem', { ...T, Item: { ...key('big'), x: { S: 'x'.repeat(410_000) } } }],
  ['DeleteItem', { ...T, Key: key('e'), ReturnValues: 'ALL_OLD' }],
  [
    'DeleteItem',
    { ...T, Key: key('a'), ConditionExpression: 's = :x', ExpressionAttributeValues: { ':x': { S: 'no' } } },
  ],
  ...Array.from({ length: 8 }, (_, i): Request => [
    'PutItem',
    {
      ...T,
      Item: {
        ...key('p', `s${i}`),
        n: { N: String(i) },
        g1: { S: 'G' },
        rank: { N: String(i * 3 - 5) },
        g2: { S: i % 2 ? 'odd' : 'even' },
        x: { S: 'y'.repeat(50) },
      },
    },
  ]),
  q('pk = :p', { ':p': { S: 'p' } }),
  q('pk = :p AND sk > :s', { ':p': { S: 'p' }, ':s': { S: 's3' } }),
  q(
    'pk = :p AND sk BETWEEN :s AND :t',
    { ':p': { S: 'p' }, ':s': { S: 's3' }, ':t': { S: 's5' } },
    { ScanIndexForward: false },
  ),
  q('pk = :p AND begins_with(sk,:s)', { ':p': { S: 'p' }, ':s': { S: 's' } }, { Limit: 3 }),
  q('pk = :p', { ':p': { S: 'p' } }, { Limit: 8 }),
  q('pk = :p', { ':p': { S: 'p' } }, { Limit: 9 }),
  q('pk = :p', { ':p': { S: 'p' }, ':n': { N: '3' } }, { Limit: 4, FilterExpression: 'n > :n' }),
  q('pk = :p', { ':p': { S: 'p' } }, { Limit: 2, ExclusiveStartKey: key('p', 's3') }),
  q('pk = :p', { ':p': { S: 'p' } }, { Limit: 2, ExclusiveStartKey: key('p', 's3'), ScanIndexForward: false }),
  q('pk = :p', { ':p': { S: 'p' } }, { ExclusiveStartKey: key('q', 's3') }),
  q('pk = :p', { ':p': { S: 'p' } }, { Select: 'COUNT' }),
  q('g1 = :p', { ':p': { S: 'G' } }, { IndexName: 'byGroup' }),
  q('g1 = :p AND rank >= :r', { ':p': { S: 'G' }, ':r': { N: '4' } }, { IndexName: 'byGroup', Limit: 2 }),
  q(
    'g1 = :p',
    { ':p': { S: 'G' } },
    { IndexName: 'byGroup', Limit: 2, ExclusiveStartKey: { ...key('p', 's2'), g1: { S: 'G' }, rank: { N: '1' } } },
  ),
  q('g2 = :p', { ':p': { S: 'odd' } }, { IndexName: 'keysOnly' }),
  q('g2 = :p', { ':p': { S: 'odd' } }, { IndexName: 'keysOnly', Select: 'ALL_ATTRIBUTES' }),
  q('g2 = :p', { ':p': { S: 'odd' } }, { IndexName: 'keysOnly', ConsistentRead: true }),
  q('g2 = :p', { ':p': { S: 'odd' } }, { IndexName: 'nope' }),
  q('sk = :p', { ':p': { S: 'odd' } }),
  q('pk > :p', { ':p': { S: 'odd' } }),
  q('pk = :p AND n = :p', { ':p': { S: 'odd' } }),
  q('pk = :p AND sk = :n', { ':p': { S: 'odd' }, ':n': { N: '1' } }),
  q('pk = :p OR sk = :p', { ':p': { S: 'odd' } }),
  q('pk = :p AND sk <> :p', { ':p': { S: 'odd' } }),
  q('pk = :p', { ':p': { S: '' } }),
  q('pk = sk', undefined),
  q('pk = :p AND begins_with(sk, n)', { ':p': { S: 'p' } }),
  q('pk = size(sk)', undefined),
  q('pk.a = :p', { ':p': { S: 'p' } }),
  q(':p = :p', { ':p': { S: 'p' } }),
  q('pk = :p AND sk BETWEEN :b AND :a', { ':p': { S: 'p' }, ':a': { S: 'a' }, ':b': { S: 'b' } }),
  q('pk = :p', { ':p': { S: 'p' } }, { ProjectionExpression: 'n' }),
  q('pk = :p', { ':p': { S: 'p' } }, { Limit: 0 }),
  q('pk = :p', { ':p': { S: 'p' }, ':x': { S: 's1' } }, { FilterExpression: 'sk = :x' }),
  q('(pk = :p) AND (sk < :s)', { ':p': { S: 'p' }, ':s': { S: 's3' } }),
  ['BatchGetItem', { RequestItems: { [TABLE]: { Keys: [key('p', 's1'), key('nope')] } } }],
  ['BatchGetItem', { RequestItems: { [TABLE]: { Keys: [key('p', 's1'), key('p', 's1')] } } }],
  ['BatchGetItem', { RequestItems: {} }],
  [
    'BatchWriteItem',
    { RequestItems: { [TABLE]: [{ PutRequest: { Item: key('bw') } }, { DeleteRequest: { Key: key('p', 's7') } }] } },
  ],
  [
    'BatchWriteItem',
    { RequestItems: { [TABLE]: [{ PutRequest: { Item: key('bw') } }, { DeleteRequest: { Key: key('bw') } }] } },
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { ...T, Item: { ...key('t1'), v: { N: '1' } } } },
        {
          Update: {
            ...T,
            Key: key('t2'),
            UpdateExpression: 'SET v = :v',
            ExpressionAttributeValues: { ':v': { N: '2' } },
          },
        },
        { ConditionCheck: { ...T, Key: key('p', 's1'), ConditionExpression: 'attribute_exists(pk)' } },
      ],
    },
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { ...T, Item: key('t3') } },
        {
          Delete: {
            ...T,
            Key: key('t1'),
            ConditionExpression: 'v = :v',
            ExpressionAttributeValues: { ':v': { N: '9' } },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    },
  ],
  ['GetItem', { ...T, Key: key('t3') }],
  ['TransactWriteItems', { TransactItems: [{ Put: { ...T, Item: key('t3') } }, { Delete: { ...T, Key: key('t3') } }] }],
  [
    'TransactWriteItems',
    {
      ClientRequestToken: 'tok',
      TransactItems: [
        {
          Update: {
            ...T,
            Key: key('t4'),
            UpdateExpression: 'ADD v :v',
            ExpressionAttributeValues: { ':v': { N: '1' } },
          },
        },
      ],
    },
  ],
  [
    'TransactWriteItems',
    {
      ClientRequestToken: 'tok',
      TransactItems: [
        {
          Update: {
            ...T,
            Key: key('t4'),
            UpdateExpression: 'ADD v :v',
            ExpressionAttributeValues: { ':v': { N: '1' } },
          },
        },
      ],
    },
  ],
  ['GetItem', { ...T, Key: key('t4') }],
  [
    'TransactWriteItems',
    {
      ClientRequestToken: 'tok',
      TransactItems: [
        {
          Update: {
            ...T,
            Key: key('t4'),
            UpdateExpression: 'ADD v :v',
            ExpressionAttributeValues: { ':v': { N: '2' } },
          },
        },
      ],
    },
  ],
  ['TransactWriteItems', { TransactItems: [] }],
  ['TransactWriteItems', { TransactItems: [{ Put: { ...T, Item: { pk: { S: 'x' } } } }] }],
  ['TransactGetItems', { TransactItems: [{ Get: { ...T, Key: key('t4') } }, { Get: { ...T, Key: key('nope') } }] }],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        {
          Put: {
            ...T,
            Item: key('t9'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Put: {
            ...T,
            Item: key('p', 's1'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    },
  ],
  ...Array.from({ length: 12 }, (_, i): Request => [
    'PutItem',
    { ...T, Item: { ...key('large', `${i}`.padStart(2, '0')), x: { S: 'x'.repeat(200_000) } } },
  ]),
  q('pk = :p', { ':p': { S: 'large' } }, { ProjectionExpression: 'sk' }),
  q('pk = :p', { ':p': { S: 'large' } }, { Select: 'COUNT' }),
];

/**
 * Error messages are AWS's where known; some of DynamoDB Local's differ. DynamoDB Local also reports the capacity of
 * deleting a missing item without being asked.
 */
function withoutMessages({ status, body }: DatabaseResponse): unknown {
  const { message: _, ConsumedCapacity: __, CancellationReasons, ...rest } = body;
  const reasons = CancellationReasons as Record<string, unknown>[] | undefined;
  return { status, ...rest, reasons: reasons?.map(({ message: ___, ...reason }) => reason) };
}

let databases: TwoDatabases;

beforeAll(async () => {
  databases = new TwoDatabases(await sharedDatabase());
  await databases.create();
});

afterAll(() => databases.close());

async function expectTheSame([operation, input]: Request): Promise<void> {
  const { reference, inMemory } = await databases.ask(operation, input);
  expect({ operation, input, ...(withoutMessages(inMemory) as object) }).toEqual({
    operation,
    input,
    ...(withoutMessages(reference) as object),
  });
}

test(`${requests.length} requests get the responses of DynamoDB Local`, async () => {
  for (const request of requests) await expectTheSame(request);
});

test('their changes appear in the stream as in that of DynamoDB Local', async () => {
  const { reference, inMemory } = await databases.records();
  expect(reference.length).toBeGreaterThan(40);
  expect(inMemory).toEqual(reference);
});

test('programs of random writes leave the same items, indexes and stream', async () => {
  const pk = fc.constantFrom('r1', 'r2');
  const sk = fc.constantFrom('a', 'b', 'c');
  const name = fc.constantFrom('x', 'y', 'g1', 'rank', 'm.x', 'l[0]', 'l[1]', 'ss');
  const scalar = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map((n) => ({ N: String(n) })),
    fc.constantFrom('', 'p', 'pq', 'é').map((text) => ({ S: text })),
    fc.constant({ BOOL: true }),
    fc.constant({ SS: ['p', 'q'] }),
    fc.constant({ L: [{ S: 'p' }, { N: '1' }] }),
    fc.constant({ M: { x: { N: '2' } } }),
  );
  const item = fc.record(
    {
      x: scalar,
      y: scalar,
      m: fc.constant({ M: { x: { N: '1' } } }),
      l: fc.constant({ L: [{ S: 'p' }] }),
      ss: fc.constant({ SS: ['p'] }),
      g1: fc.constant({ S: 'G' }),
      rank: fc.integer({ min: -2, max: 2 }).map((n) => ({ N: String(n) })),
    },
    { requiredKeys: [] },
  );
  const atom = fc.oneof(
    name.map((path) => `attribute_exists(${path})`),
    name.map((path) => `attribute_not_exists(${path})`),
    fc.tuple(name, fc.constantFrom('=', '<>', '<', '>=')).map(([path, sign]) => `${path} ${sign} :v`),
    name.map((path) => `contains(${path}, :v)`),
    name.map((path) => `size(${path}) > :v`),
  );
  const condition = fc.oneof(
    atom,
    fc.tuple(atom, fc.constantFrom('AND', 'OR'), atom).map((parts) => parts.join(' ')),
    atom.map((inner) => `NOT (${inner})`),
  );
  const update = fc.oneof(
    name.map((path) => `SET ${path} = :v`),
    fc.tuple(name, name).map(([path, other]) => `SET ${path} = if_not_exists(${other}, :v)`),
    fc.tuple(name, name).map(([path, other]) => `SET ${path} = ${other} + :v`),
    fc.tuple(name, name).map(([path, other]) => `SET ${path} = list_append(${other}, :v)`),
    name.map((path) => `REMOVE ${path} SET z = :v`),
    name.map((path) => `ADD ${path} :v`),
    name.map((path) => `DELETE ${path} :v`),
  );
  const write = fc
    .record({
      pk,
      sk,
      item,
      value: scalar,
      condition: fc.option(condition),
      update,
      kind: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ kind, ...parts }) => writeRequest(kind, parts));
  const read = fc
    .record({
      pk,
      value: scalar,
      filter: fc.option(atom),
      forward: fc.boolean(),
      limit: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ pk: partition, value, filter, forward, limit }): Request => [
      'Query',
      {
        ...T,
        KeyConditionExpression: 'pk = :p',
        ...(filter !== null && { FilterExpression: filter }),
        ExpressionAttributeValues: {
          ':p': { S: partition },
          ...(filter?.includes(':v') && { ':v': value }),
        },
        ScanIndexForward: forward,
        Limit: limit,
      },
    ]);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof({ weight: 4, arbitrary: write }, read), { maxLength: 25 }), async (program) => {
      // Each run has its own partitions, so that items of a failed run do not affect the next.
      const run = `-${runs++}`;
      const own = JSON.parse(JSON.stringify(program).replaceAll(/"(r[12])"/g, `"$1${run}"`)) as Request[];
      for (const request of own) await expectTheSame(request);
      for (const partition of ['r1', 'r2']) await expectTheSame(q('pk = :p', { ':p': { S: partition + run } }));
    }),
    { numRuns: 100 },
  );
  const { reference, inMemory } = await databases.records();
  expect(inMemory).toEqual(reference);
});

interface WriteParts {
  pk: string;
  sk: string;
  item: object;
  value: object;
  condition: string | null;
  update: string;
}

function writeRequest(kind: number, { pk, sk, item, value, condition, update }: WriteParts): Request {
  const uses = (kind === 2 ? update.includes(':v') : false) || condition?.includes(':v');
  const rest = {
    ...T,
    ...(condition !== null && { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    ...(uses && { ExpressionAttributeValues: { ':v': value } }),
  };
  if (kind === 0) return ['PutItem', { ...rest, Item: { ...key(pk, sk), ...item } }];
  if (kind === 1) return ['DeleteItem', { ...rest, Key: key(pk, sk) }];
  return ['UpdateItem', { ...rest, Key: key(pk, sk), UpdateExpression: update, ReturnValues: 'ALL_NEW' }];
}

describe('where DynamoDB Local is not AWS', () => {
  let now = Date.parse('2027-01-01T00:00:00Z');
  let database: InMemoryDynamoDb;
  const call = <Output = Record<string, unknown>>(operation: string, input: Record<string, unknown>) =>
    database.call<Output>(`DynamoDB_20120810.${operation}`, { ...T, ...input });

  beforeAll(async () => {
    database = new InMemoryDynamoDb({ region: 'sa-east-1', accountId: '000000000000', now: () => now });
    await call('CreateTable', {
      AttributeDefinitions: ['pk', 'g1'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byGroup',
          KeySchema: [{ AttributeName: 'g1', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    });
    await call('UpdateTimeToLive', { TimeToLiveSpecification: { AttributeName: 'ends', Enabled: true } });
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.MultiAttributeKeys
  test('rejects an index with several sort keys by name, although AWS supports it', async () => {
    const names = ['pk', 'g1', 'g2', 'g3'];
    const KeySchema = names
      .slice(1)
      .map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' }));
    const wanted = {
      TableName: 'Others',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [{ IndexName: 'byAll', KeySchema, Projection: { ProjectionType: 'ALL' } }],
    };
    await expect(call('CreateTable', wanted)).rejects.toMatchObject({
      code: 'ValidationException',
      message: 'DynamoDB in memory does not know keys of several attributes of one kind',
    });
  });

  /** An item of this many bytes. */
  const sized = (pk: string, bytes: number, more: object = {}) => ({
    pk: { S: pk },
    ...more,
    x: { S: 'x'.repeat(bytes - 3 - pk.length - Object.keys(more).length * 3) },
  });
  const TOTAL = { ReturnConsumedCapacity: 'TOTAL' };
  const units = async (operation: string, input: Record<string, unknown>) => {
    const { ConsumedCapacity } = await call<{
      ConsumedCapacity: { CapacityUnits: number } | { CapacityUnits: number }[];
    }>(operation, { ...input, ...TOTAL });
    return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  };

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling
  test('a transaction consumes two units for each KB of each item, even of equal items, and an index one', async () => {
    const puts = ['a', 'b', 'c', 'd', 'e'].map((pk) => ({ Put: { ...T, Item: sized(pk, 1024) } }));
    expect(await units('TransactWriteItems', { TransactItems: puts })).toBe(10);
    const indexed = { Put: { ...T, Item: sized('f', 3 * 1024, { g1: { S: 'G' } }) } };
    expect(await units('TransactWriteItems', { TransactItems: [indexed] })).toBe(9);
    expect(await units('PutItem', { Item: sized('g', 1025, { g1: { S: 'G' } }) })).toBe(4);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
  test('an index consumes two writes if its key changes, and none if none of its attributes change', async () => {
    const Item = sized('h', 500, { g1: { S: 'G' } });
    expect(await units('PutItem', { Item })).toBe(2);
    expect(await units('PutItem', { Item })).toBe(1);
    expect(await units('PutItem', { Item: { ...Item, g1: { S: 'H' } } })).toBe(3);
    expect(await units('PutItem', { Item: { pk: Item.pk } })).toBe(2);
  });

  test('reads consume a unit for each 4 KB, half a unit if eventually consistent, two in a transaction', async () => {
    await call('PutItem', { Item: sized('i', 5000) });
    const Key = { pk: { S: 'i' } };
    expect(await units('GetItem', { Key })).toBe(1);
    expect(await units('GetItem', { Key, ConsistentRead: true })).toBe(2);
    expect(await units('TransactGetItems', { TransactItems: [{ Get: { ...T, Key } }] })).toBe(4);
    expect(await units('GetItem', { Key: { pk: { S: 'nothing' } } })).toBe(0.5);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html ("Validation Error")
  test('a transaction whose update does not fit the item is canceled', async () => {
    const Update = {
      ...T,
      Key: { pk: { S: 'a' } },
      UpdateExpression: 'SET x.y = :v',
      ExpressionAttributeValues: { ':v': { S: '' } },
    };
    await expect(call('TransactWriteItems', { TransactItems: [{ Update }] })).rejects.toMatchObject({
      code: 'TransactionCanceledException',
      fields: { CancellationReasons: [{ Code: 'ValidationError' }] },
    });
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number
  test('numbers are returned without leading and trailing zeros', async () => {
    await call('PutItem', { Item: { pk: { S: 'n' }, a: { N: '1e5' }, b: { N: '-0.0' }, c: { N: '00.50' } } });
    expect(await call('GetItem', { Key: { pk: { S: 'n' } } })).toEqual({
      Item: { pk: { S: 'n' }, a: { N: '100000' }, b: { N: '0' }, c: { N: '0.5' } },
    });
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
  test('expired items are removed also from a table with an index', async () => {
    const ends = (seconds: number) => ({ N: String(Math.floor(now / 1000) + seconds) });
    await call('PutItem', { Item: { pk: { S: 'soon' }, g1: { S: 'T' }, ends: ends(10) } });
    await call('PutItem', { Item: { pk: { S: 'later' }, g1: { S: 'T' }, ends: ends(1000) } });
    expect(database.removeExpired()).toBe(false);
    now += 10_000;
    expect(database.removeExpired()).toBe(true);
    const { Items } = await call('Query', {
      IndexName: 'byGroup',
      KeyConditionExpression: 'g1 = :g',
      ExpressionAttributeValues: { ':g': { S: 'T' } },
      ProjectionExpression: 'pk',
    });
    expect(Items).toEqual([{ pk: { S: 'later' } }]);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html ("ClientRequestToken")
  test('the token of a transaction is valid for ten minutes', async () => {
    const Update = {
      ...T,
      Key: { pk: { S: 'count' } },
      UpdateExpression: 'ADD v :v',
      ExpressionAttributeValues: { ':v': { N: '1' } },
    };
    const transaction = { ClientRequestToken: 'token', TransactItems: [{ Update }] };
    const value = async () => (await call<{ Item: { v: unknown } }>('GetItem', { Key: Update.Key })).Item.v;
    await call('TransactWriteItems', transaction);
    await call('TransactWriteItems', transaction);
    expect(await value()).toEqual({ N: '1' });
    now += 10 * 60_000;
    await call('TransactWriteItems', transaction);
    expect(await value()).toEqual({ N: '2' });
  });

  test.each([
    ['an operation', 'ExecuteStatement', {}, 'does not know ExecuteStatement'],
    ['a legacy parameter', 'Query', { KeyConditions: {} }, 'does not know the legacy parameter KeyConditions'],
  ])('%s that it does not support is rejected by name', async (_, operation, input, message) => {
    await expect(call(operation, input)).rejects.toThrow(message);
  });
});

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
describe('requests that overlap in time', () => {
  let database: InMemoryDynamoDb;
  const call = (operation: string, input: Record<string, unknown>) =>
    database.call<Record<string, any>>(`DynamoDB_20120810.${operation}`, input);
  const Key = { pk: { S: 'a' } };
  const add = { ...T, Key, UpdateExpression: 'ADD v :v', ExpressionAttributeValues: { ':v': { N: '1' } } };
  const other = { ...add, Key: { pk: { S: 'b' } } };
  const write = (...updates: object[]) =>
    call('TransactWriteItems', { TransactItems: updates.map((Update) => ({ Update })) });
  const conflict = {
    code: 'TransactionCanceledException',
    fields: { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] },
  };

  beforeEach(async () => {
    const latency = { leastMs: 5, mostMs: 10, random: () => 0.5 };
    database = new InMemoryDynamoDb({ region: 'sa-east-1', accountId: '000000000000', now: () => 0, latency });
    await call('CreateTable', {
      ...T,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    });
  });

  const value = async () => (await call('GetItem', { ...T, Key })).Item?.v;

  test('a transaction is canceled if another locks one of its items, and names that item', async () => {
    const first = write(add);
    await expect(write(other, add)).rejects.toMatchObject(conflict);
    await first;
    expect(await value()).toEqual({ N: '1' });
    await write(other, add);
    expect(await value()).toEqual({ N: '2' });
  });

  test('a single write is rejected while a transaction locks its item', async () => {
    const first = write(add);
    await expect(call('UpdateItem', add)).rejects.toMatchObject({ code: 'TransactionConflictException' });
    await first;
    await call('UpdateItem', add);
    expect(await value()).toEqual({ N: '2' });
  });

  test('single writes run one after the other, and do not disturb a transaction', async () => {
    await Promise.all([call('UpdateItem', add), call('UpdateItem', add), write(add)]);
    expect(await value()).toEqual({ N: '3' });
  });

  test('a transactional read is canceled by a write in progress; a plain read is not', async () => {
    const Get = { ...T, Key };
    const first = call('UpdateItem', add);
    const items = [{ Get: { ...T, Key: other.Key } }, { Get }];
    await expect(call('TransactGetItems', { TransactItems: items })).rejects.toMatchObject(conflict);
    await expect(value()).resolves.toBeDefined();
    await first;
  });

  test('transactions of different items do not conflict', async () => {
    await Promise.all([write(add), write(other)]);
    expect(await value()).toEqual({ N: '1' });
  });
});

import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import { linePattern } from '../logs/line-pattern.ts';
import { functionArn, lambda, startTestCloud } from './support/assembly.ts';

const subscription = (group: object | string, fn: string, FilterPattern: string) => ({
  Type: 'AWS::Logs::SubscriptionFilter',
  Properties: { LogGroupName: group, FilterPattern, DestinationArn: { 'Fn::GetAtt': [fn, 'Arn'] } },
});

const forLogs = (fn: string, SourceArn: string) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': [fn, 'Arn'] },
    Principal: 'logs.amazonaws.com',
    SourceArn,
  },
});

const PATTERN = '{ ($.message = "request") && ($.key = "key_*") }';

let cloud: RunningCloud;
let log: string[];
beforeAll(async () => {
  ({ cloud, log } = await startTestCloud({
    Lines: { Type: 'AWS::Logs::LogGroup' },
    Write: lambda('writeLines', { FunctionName: 'write', LoggingConfig: { LogGroup: { Ref: 'Lines' } } }),
    Elsewhere: lambda('writeLines', { FunctionName: 'elsewhere' }),
    Read: lambda('tellLines', { FunctionName: 'read' }),
    Shut: lambda('tellLines', { FunctionName: 'shut' }),
    Permission: forLogs('Read', 'arn:aws:logs:sa-east-1:000000000000:log-group:*'),
    Filter: subscription({ Ref: 'Lines' }, 'Read', PATTERN),
    ShutFilter: subscription({ Ref: 'Lines' }, 'Shut', '{ $.message = "request" }'),
  }));
});
afterAll(() => cloud.stop());
afterEach(() => void log.splice(0));

/** The batches that the function received, from its log. */
const received = () =>
  log.flatMap((line) =>
    line.startsWith('read: ') ? [JSON.parse(line.slice('read: '.length)) as { data: string }] : [],
  );

const write = (name: string, ...lines: unknown[]) =>
  cloud.invokeFunction(functionArn(name), { lines: lines.map((line) => JSON.stringify(line)) });

const aSecond = () => cloud.clock.advanceTo(cloud.clock.now() + 1_000);

test('lines that match a filter reach its function, all lines of a second together', async () => {
  const first = { message: 'request', key: 'key_1' };
  const second = { message: 'request', key: 'key_2', status: 500 };
  await write('write', first, { message: 'request' }, { message: 'other', key: 'key_1' }, 'key_', second);
  await aSecond();
  const batches = received().map(({ data }) => JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString()));
  expect(batches).toEqual([
    {
      messageType: 'DATA_MESSAGE',
      owner: '000000000000',
      logGroup: 'Lines',
      logStream: 'local',
      subscriptionFilters: ['Filter'],
      logEvents: [first, second].map((line) => ({
        id: expect.stringMatching(/^\d{56}$/),
        timestamp: expect.any(Number),
        message: JSON.stringify(line),
      })),
    },
  ]);
});

test('lines of another log group reach no function', async () => {
  await write('elsewhere', { message: 'request', key: 'key_1' });
  await aSecond();
  expect(received()).toEqual([]);
});

test('a function that does not let the service invoke it is not invoked', async () => {
  await write('write', { message: 'request' });
  await aSecond();
  expect(log.filter((line) => line.startsWith('shut: '))).toEqual([]);
  expect(log).toContainEqual(expect.stringMatching(/:shut: 1 log lines were not handed over: .*not authorized/));
});

test('a log group has at most two filters', async () => {
  const filters = Object.fromEntries(
    [1, 2, 3].map((number) => [`Filter${number}`, subscription('group', 'Read', PATTERN)]),
  );
  await expect(startTestCloud({ Read: lambda('tellLines'), ...filters })).rejects.toThrow('has 2 already');
});

test.each(['ERROR', '{ $.status >= 500 }', '{ $.a = "x" || $.b = "y" }', '{ $.a != "x" }', '{ $.a.b = "x" }', '{ }'])(
  'the pattern %s is not mistaken for another one',
  (pattern) => expect(() => linePattern(pattern)).toThrow('is not known'),
);

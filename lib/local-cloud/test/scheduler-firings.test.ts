import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ScheduleHistory, SchedulerService } from '../events/scheduler.ts';
import type { AwsRequest } from '../service.ts';
import { WorkflowCloud } from './support/workflow-cloud.ts';

const QUEUE = 'arn:aws:sqs:sa-east-1:000000000000:work';
const START = Date.parse('2027-01-01T00:00:00Z');

/** A cloud that reports writes. */
class WritingCloud extends WorkflowCloud {
  readonly #listeners: ((request: AwsRequest) => void)[] = [];

  onWrite(listener: (request: AwsRequest) => void): void {
    this.#listeners.push(listener);
  }

  write(item = '{}'): void {
    const request = {
      service: 'dynamodb',
      operation: 'PutItem',
      method: 'POST',
      url: new URL('http://127.0.0.1'),
      headers: {},
    };
    for (const listener of this.#listeners) listener({ ...request, body: Buffer.from(item) });
  }
}

let cloud: WritingCloud;
let scheduler: SchedulerService;

beforeEach(async () => {
  cloud = new WritingCloud();
  scheduler = new SchedulerService(cloud);
  await cloud.clock.advanceTo(START);
});

afterEach(async () => {
  await scheduler.stop();
  cloud.clock.stop();
});

function create(properties: object, logicalId = 'Schedule') {
  return scheduler.resourceTypes['AWS::Scheduler::Schedule']!.create(
    {
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: QUEUE, RoleArn: 'arn:aws:iam::000000000000:role/x' },
      ...properties,
    },
    { logicalId },
  );
}

const times = () => cloud.deliveries.map(({ at }) => new Date(at).toISOString().slice(5, 16));

test('fires each time at its own instant', async () => {
  await create({
    ScheduleExpression: 'cron(0 9,13,17 ? * MON-FRI *)',
    ScheduleExpressionTimezone: 'America/Sao_Paulo',
  });
  scheduler.start();
  await cloud.advance({ days: 4 });
  expect(times()).toEqual(['01-01T12:00', '01-01T16:00', '01-01T20:00', '01-04T12:00', '01-04T16:00', '01-04T20:00']);
});

test('without an Input, the target gets a scheduled event', async () => {
  await create({ Name: 'nightly' });
  scheduler.start();
  await cloud.advance({ minutes: 1 });
  expect(cloud.deliveries[0]).toMatchObject({
    arn: QUEUE,
    input: {
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      time: expect.stringMatching(/^2027-01-01T00:0\d:00Z$/),
      resources: ['arn:aws:scheduler:sa-east-1:000000000000:schedule/default/nightly'],
      detail: '{}',
    },
    options: { maximumRetryAttempts: 185 },
  });
});

test('context attributes are filled into the Input', async () => {
  const Input = JSON.stringify({
    at: '<aws.scheduler.scheduled-time>',
    by: '<aws.scheduler.schedule-arn>',
    id: '<aws.scheduler.execution-id>',
  });
  await create({ ScheduleExpression: 'at(2027-01-01T06:00:00)', Target: { Arn: QUEUE, Input } });
  scheduler.start();
  await cloud.advance({ days: 1 });
  expect(cloud.deliveries.map(({ input }) => input)).toEqual([
    {
      at: '2027-01-01T06:00:00Z',
      by: 'arn:aws:scheduler:sa-east-1:000000000000:schedule/default/Schedule',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
});

test('the delivery has the retry policy, dead-letter queue and message group', async () => {
  await create({
    Target: {
      Arn: QUEUE,
      RoleArn: 'arn:aws:iam::000000000000:role/x',
      RetryPolicy: { MaximumRetryAttempts: 2 },
      DeadLetterConfig: { Arn: `${QUEUE}-dead` },
      SqsParameters: { MessageGroupId: 'g' },
    },
  });
  scheduler.start();
  await cloud.advance({ minutes: 1 });
  expect(cloud.deliveries[0]!.options).toEqual({
    as: { roleArn: 'arn:aws:iam::000000000000:role/x', session: 'Schedule' },
    maximumRetryAttempts: 2,
    deadLetterQueueArn: `${QUEUE}-dead`,
    messageGroupId: 'g',
  });
});

test('StartDate and EndDate bound the firings', async () => {
  await create({
    ScheduleExpression: 'rate(1 hour)',
    StartDate: '2027-01-01T05:30:00Z',
    EndDate: '2027-01-01T07:30:00Z',
  });
  scheduler.start();
  await cloud.advance({ days: 2 });
  expect(times()).toEqual(['01-01T05:30', '01-01T06:30', '01-01T07:30']);
});

test('a disabled schedule never fires', async () => {
  await create({ State: 'DISABLED' });
  scheduler.start();
  await cloud.advance({ hours: 1 });
  expect(cloud.deliveries).toEqual([]);
});

test('nothing fires after stop', async () => {
  await create({});
  scheduler.start();
  await cloud.advance({ minutes: 2 });
  const { length } = cloud.deliveries;
  await scheduler.stop();
  await cloud.advance({ hours: 1 });
  expect(cloud.deliveries).toHaveLength(length);
});

describe('rejects', () => {
  test.each([
    [
      'a flexible window',
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } },
      'FlexibleTimeWindow',
    ],
    ['a universal target', { Target: { Arn: 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage' } }, 'universal target'],
    ['an unknown property of a target', { Target: { Arn: QUEUE, KinesisParameters: {} } }, 'KinesisParameters'],
    ['an invalid expression', { ScheduleExpression: 'cron(* * * * * *)' }, 'invalid schedule expression'],
    ['an unknown state', { State: 'PAUSED' }, 'PAUSED'],
  ])('%s', async (_, properties, message) => {
    await expect((async () => create(properties))()).rejects.toThrow(message);
  });

  test('operations of the API', async () => {
    const url = new URL('http://127.0.0.1/schedules/x');
    const response = await scheduler.handle({
      service: 'scheduler',
      operation: undefined,
      method: 'POST',
      url,
      headers: {},
      body: Buffer.alloc(0),
    });
    expect(response).toMatchObject({ status: 400, headers: { 'x-amzn-errortype': 'UnknownOperationException' } });
  });
});

describe('a schedule that skips idle runs', () => {
  /** When the function has work next. */
  let work: number | null;
  let runs: string[];

  beforeEach(() => {
    work = null;
    runs = [];
  });

  /** A function that runs every five minutes; one run does all work. */
  async function start(run: () => void = () => (work = null)): Promise<void> {
    const Arn = cloud.defineFunction('sweep', () => {
      runs.push(new Date(cloud.clock.now()).toISOString().slice(5, 16));
      run();
    });
    const ScheduleExpression = 'cron(0/5 * * * ? *)';
    await create({ ScheduleExpression, Target: { Arn, RoleArn: 'role' } }, 'NightlySchedule0ED5B45A');
    scheduler.start();
    scheduler.leaveOutIdleRuns({ NightlySchedule: { nextWork: async () => work } });
  }

  test('does not run without work', async () => {
    await start();
    await cloud.advance({ days: 60 });
    cloud.write();
    await cloud.advance({ days: 60 });
    expect(runs).toEqual([]);
  });

  test('runs at the regular instant after a write that made work, then sleeps', async () => {
    await start();
    await cloud.advance({ hours: 5 });
    await cloud.advance({ seconds: 30 });
    work = cloud.clock.now();
    cloud.write();
    await cloud.advance({ days: 60 });
    expect(runs).toEqual(['01-01T05:05']);
  });

  test('runs at the first regular instant after work becomes due by time', async () => {
    await start(() => (work = runs.length === 1 ? START + 5 * 3_600_000 : null));
    work = START + 3 * 3_600_000 + 1;
    await cloud.advance({ days: 1 });
    expect(runs).toEqual(['01-01T03:05', '01-01T05:00']);
  });

  test('is woken by a write before its next planned work', async () => {
    await start();
    work = START + 86_400_000;
    await cloud.advance({ hours: 1 });
    work = cloud.clock.now();
    cloud.write();
    await cloud.advance({ hours: 1 });
    expect(runs).toEqual(['01-01T01:05']);
  });

  test('stays asleep for writes that make no work for it', async () => {
    await start();
    let looks = 0;
    const nextWork = async () => {
      looks++;
      return work;
    };
    scheduler.leaveOutIdleRuns({ NightlySchedule: { nextWork, makesWork: ({ body }) => body.includes('DUE#') } });
    await cloud.advance({ hours: 1 });
    cloud.write('{"GSI1PK":{"S":"ACCOUNT#7"}}');
    await cloud.advance({ hours: 1 });
    expect(looks).toBe(1);
    work = cloud.clock.now();
    cloud.write('{"GSI3PK":{"S":"DUE#7"}}');
    await cloud.advance({ hours: 1 });
    expect(runs).toEqual(['01-01T02:05']);
  });

  test('knows when something was last written and when it last ran; its start counts as a write, a failed run does not count', async () => {
    let failures = 1;
    await start(() => {
      if (failures-- > 0) throw new Error('throttled');
    });
    const seen: string[] = [];
    const time = (at: number) => (at === -Infinity ? 'never' : new Date(at).toISOString().slice(11, 16));
    const nextWork = async ({ writtenAt, ranAt }: ScheduleHistory) => {
      seen.push(`${time(writtenAt)} ${time(ranAt)}`);
      return ranAt <= writtenAt ? 0 : null;
    };
    scheduler.leaveOutIdleRuns({ NightlySchedule: { nextWork } });
    await cloud.advance({ hours: 1 });
    cloud.write();
    await cloud.advance({ days: 1 });
    expect(seen).toEqual(['00:00 never', '00:00 never', '00:00 00:10', '01:00 00:10', '01:00 01:05']);
    expect(runs).toEqual(['01-01T00:05', '01-01T00:10', '01-01T01:05']);
  });

  test('a run that leaves work runs again at its next regular instant', async () => {
    await start(() => (work = runs.length < 3 ? 0 : null));
    work = 0;
    await cloud.advance({ days: 1 });
    expect(runs).toEqual(['01-01T00:05', '01-01T00:10', '01-01T00:15']);
  });

  test('a failed run is repeated at its next regular instant', async () => {
    let failures = 1;
    await start(() => {
      if (failures-- > 0) throw new Error('throttled');
      work = null;
    });
    work = 0;
    await cloud.advance({ days: 1 });
    expect(runs).toEqual(['01-01T00:05', '01-01T00:10']);
    expect(cloud.lines).toEqual([expect.stringContaining('failed')]);
  });

  test('fires one run at a time, however many writes there are', async () => {
    await start();
    work = 0;
    for (let count = 0; count < 5; count++) cloud.write();
    await cloud.advance({ minutes: 6 });
    expect(runs).toEqual(['01-01T00:05']);
  });

  test.each([
    ['a result', () => Promise.resolve(0)],
    ['an error', () => Promise.reject(new Error('Cannot do operations on a non-existent table'))],
  ])('stops after its query for work ended with %s, and does not run', async (_, end) => {
    await start();
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const nextWork = () => {
      asked.resolve();
      return release.promise.then(end);
    };
    scheduler.leaveOutIdleRuns({ NightlySchedule: { nextWork } });
    const advanced = cloud.advance({ minutes: 5 });
    await asked.promise;
    let isStopped = false;
    const stopped = scheduler.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    release.resolve();
    await Promise.all([stopped, advanced]);
    cloud.write();
    await cloud.advance({ days: 1 });
    expect(runs).toEqual([]);
  });

  test('must be in the template and call a function', async () => {
    await start();
    await create({}, 'QueueSchedule0ED5B45A');
    const nextWork = async () => null;
    expect(() => scheduler.leaveOutIdleRuns({ OtherSchedule: { nextWork } })).toThrow('no schedule OtherSchedule');
    expect(() => scheduler.leaveOutIdleRuns({ QueueSchedule: { nextWork } })).toThrow('when a function is called');
  });
});

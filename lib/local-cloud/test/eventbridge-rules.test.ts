import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EventBridgeService } from '../events/eventbridge.ts';
import { Quotas } from '../quotas.ts';
import { WorkflowCloud } from './support/workflow-cloud.ts';

const QUEUE = 'arn:aws:sqs:sa-east-1:000000000000:work';
const entry = {
  Source: 'malote',
  DetailType: 'letter.printed',
  Detail: '{"id":"ltr_1","pages":3}',
  EventBusName: 'letters',
};

let cloud: WorkflowCloud;
let events: EventBridgeService;
let client: EventBridgeClient;

beforeEach(async () => {
  cloud = new WorkflowCloud();
  events = new EventBridgeService(cloud);
  cloud.register(events);
  await cloud.listen();
  client = new EventBridgeClient({ ...cloud.clientOptions, maxAttempts: 1 });
  await create('AWS::Events::EventBus', { Name: 'letters' });
});

afterEach(async () => {
  client.destroy();
  await cloud.stop();
});

async function create(type: string, properties: object) {
  return events.resourceTypes[type]!.create(properties, { logicalId: 'Resource' });
}

function createRule(properties: object, target: object = {}) {
  return create('AWS::Events::Rule', {
    EventBusName: 'letters',
    EventPattern: { source: ['malote'] },
    Targets: [{ Id: 'T', Arn: QUEUE, ...target }],
    ...properties,
  });
}

async function delivered(entries = [entry]): Promise<unknown[]> {
  await client.send(new PutEventsCommand({ Entries: entries }));
  await cloud.clock.whenIdle();
  return cloud.deliveries.map(({ input }) => input);
}

describe('PutEvents', () => {
  test('delivers the envelope to the targets of matching rules', async () => {
    await cloud.clock.advanceTo(Date.parse('2027-03-04T05:06:07.890Z'));
    await createRule({ EventPattern: { 'detail-type': [{ prefix: 'letter.' }] } });
    await createRule({ EventPattern: { 'detail-type': ['letter.posted'] } });
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [{ ...entry, Resources: ['arn:x'] }] }),
    );
    await cloud.clock.whenIdle();
    expect({ FailedEntryCount, count: Entries!.length }).toEqual({ FailedEntryCount: 0, count: 1 });
    expect(cloud.deliveries).toMatchObject([
      {
        arn: QUEUE,
        options: { maximumRetryAttempts: 185 },
        input: {
          version: '0',
          id: Entries![0]!.EventId,
          'detail-type': 'letter.printed',
          source: 'malote',
          account: '000000000000',
          time: '2027-03-04T05:06:07Z',
          region: 'sa-east-1',
          resources: ['arn:x'],
          detail: { id: 'ltr_1', pages: 3 },
        },
      },
    ]);
  });

  test('keeps a given Time in the event', async () => {
    await createRule({});
    expect(await delivered([{ ...entry, Time: new Date('2026-01-02T03:04:05.678Z') } as typeof entry])).toMatchObject([
      { time: '2026-01-02T03:04:05Z' },
    ]);
  });

  test('a bad entry affects no other entry and does not throw', async () => {
    await createRule({});
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({
        Entries: [
          entry,
          { ...entry, Detail: 'not json' },
          { ...entry, Detail: '[]' },
          { ...entry, Source: 'aws.s3' },
          { ...entry, DetailType: undefined },
        ],
      }),
    );
    await cloud.clock.whenIdle();
    expect(FailedEntryCount).toBe(4);
    expect(Entries!.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      'MalformedDetail',
      'MalformedDetail',
      'NotAuthorizedForSourceException',
      'InvalidArgument',
    ]);
    expect(cloud.deliveries).toHaveLength(1);
  });

  test.each([
    ['no entry', []],
    ['eleven entries', Array.from({ length: 11 }, () => entry)],
    [
      'more than 1 MB',
      Array.from({ length: 5 }, () => ({ ...entry, Detail: JSON.stringify({ x: 'x'.repeat(220_000) }) })),
    ],
  ])('rejects %s with ValidationException', async (_, Entries) => {
    await expect(client.send(new PutEventsCommand({ Entries }))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('an event for a bus that does not exist is accepted, dropped, and logged without its data', async () => {
    await delivered([{ ...entry, EventBusName: 'leters' }]);
    expect(cloud.deliveries).toEqual([]);
    expect(cloud.lines).toEqual(['EventBridge: there is no event bus leters; an event of malote is dropped']);
  });

  test('a bus can be named by its ARN', async () => {
    await createRule({});
    const arn = 'arn:aws:events:sa-east-1:000000000000:event-bus/letters';
    expect(await delivered([{ ...entry, EventBusName: arn }])).toHaveLength(1);
  });

  test('an unknown operation is rejected', async () => {
    await expect(cloud.call('events', 'PutRule', {})).rejects.toMatchObject({ code: 'UnknownOperationException' });
  });
});

describe('rules', () => {
  test('match only events of their own bus', async () => {
    await createRule({});
    await createRule({ EventBusName: undefined });
    expect(await delivered()).toHaveLength(1);
  });

  test('of the default bus match the events of AWS services', async () => {
    await createRule({
      EventBusName: undefined,
      EventPattern: { source: ['aws.s3'], detail: { object: { key: [{ prefix: 'inbox/' }] } } },
    });
    const bus = 'arn:aws:events:sa-east-1:000000000000:event-bus/default';
    events.receive(bus, {
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { object: { key: 'inbox/a.jsonl' } },
    });
    events.receive(bus, {
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { object: { key: 'outbox/a.jsonl' } },
    });
    await cloud.clock.whenIdle();
    expect(cloud.deliveries).toMatchObject([{ input: { version: '0', detail: { object: { key: 'inbox/a.jsonl' } } } }]);
  });

  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html: "Invocations still occur but are delayed"
  test('invoke their targets late beyond the quota of the account', async () => {
    cloud.quotas = new Quotas(cloud.clock, 0.01);
    await createRule({});
    // 11 invocations at once and 11 a second.
    for (let request = 0; request < 2; request++) await delivered(Array.from({ length: 10 }, () => entry));
    const now = cloud.clock.now();
    const waits = cloud.deliveries.map(({ options }) => Math.max(0, (options?.notBefore ?? now) - now));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(11);
    expect(waits).toHaveLength(20);
    expect(Math.max(...waits)).toBeGreaterThan(500);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
  });

  test('do not match while disabled', async () => {
    await createRule({ State: 'DISABLED' });
    expect(await delivered()).toEqual([]);
  });

  test('pass on dead-letter queue, retry policy and message group', async () => {
    await createRule(
      {},
      {
        DeadLetterConfig: { Arn: `${QUEUE}-dead` },
        RetryPolicy: { MaximumRetryAttempts: 4, MaximumEventAgeInSeconds: 3600 },
        SqsParameters: { MessageGroupId: 'g' },
      },
    );
    await delivered();
    expect(cloud.deliveries[0]!.options).toMatchObject({
      maximumRetryAttempts: 4,
      deadLetterQueueArn: `${QUEUE}-dead`,
      messageGroupId: 'g',
    });
  });

  test('log an unreachable target and reach the other targets', async () => {
    const reached: string[] = [];
    cloud.deliver = async (arn) => {
      if (arn === QUEUE) throw new Error('no such queue');
      reached.push(arn);
    };
    await createRule({
      Targets: [
        { Id: 'A', Arn: QUEUE },
        { Id: 'B', Arn: `${QUEUE}-2` },
      ],
    });
    await delivered();
    expect(reached).toEqual([`${QUEUE}-2`]);
    expect(cloud.lines).toEqual([`EventBridge: rule Resource could not reach ${QUEUE}: no such queue`]);
  });

  test('have the Ref and Arn of CloudFormation', async () => {
    expect(await createRule({ Name: 'r' })).toEqual({
      ref: 'letters|r',
      attributes: { Arn: 'arn:aws:events:sa-east-1:000000000000:rule/letters/r' },
    });
  });

  test.each([
    ['a schedule', { ScheduleExpression: 'rate(1 minute)', EventPattern: undefined }, 'AWS::Scheduler::Schedule'],
    ['an invalid pattern', { EventPattern: { source: 'malote' } }, 'Event pattern is not valid'],
    ['a bus that does not exist', { EventBusName: 'leters' }, 'no event bus leters'],
    ['an unknown property of a target', { Targets: [{ Id: 'T', Arn: QUEUE, EcsParameters: {} }] }, 'EcsParameters'],
  ])('reject %s', async (_, properties, message) => {
    await expect(createRule(properties)).rejects.toThrow(message);
  });
});

describe('the input of a target', () => {
  test.each<[string, object, unknown]>([
    ['is a constant', { Input: '{"run":true}' }, { run: true }],
    ['is a part of the event', { InputPath: '$.detail.id' }, 'ltr_1'],
    ['is a path with an index', { InputPath: '$.resources[0]' }, 'arn:x'],
    [
      'is a JSON template',
      {
        InputTransformer: {
          InputPathsMap: { id: '$.detail.id', pages: '$.detail.pages', all: '$.detail', none: '$.detail.none' },
          InputTemplate:
            '{"text": "letter <id> has <pages> pages", "id": <id>, "all": <all>, "none": <none>, "rule": "<aws.events.rule-name>"}',
        },
      },
      { text: 'letter ltr_1 has 3 pages', id: 'ltr_1', all: { id: 'ltr_1', pages: 3 }, none: null, rule: 'Resource' },
    ],
    [
      'is a text template',
      { InputTransformer: { InputPathsMap: { id: '$.detail.id' }, InputTemplate: '"letter <id>"' } },
      'letter ltr_1',
    ],
  ])('%s', async (_, target, expected) => {
    await createRule({}, target);
    expect(await delivered([{ ...entry, Resources: ['arn:x'] } as typeof entry])).toEqual([expected]);
  });

  test('quotes in a value do not break a template', async () => {
    await createRule(
      {},
      { InputTransformer: { InputPathsMap: { id: '$.detail.id' }, InputTemplate: '{"text": "<id>!"}' } },
    );
    expect(await delivered([{ ...entry, Detail: JSON.stringify({ id: 'a"b\\' }) }])).toEqual([{ text: 'a"b\\!' }]);
  });

  test.each([
    ['two ways at once', { Input: '{}', InputPath: '$.detail' }],
    ['a path with a filter', { InputPath: '$.detail[?(@.a)]' }],
  ])('rejects %s', async (_, target) => {
    await expect(createRule({}, target)).rejects.toThrow();
  });
});

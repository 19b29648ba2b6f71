import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { patterns } from './patterns.ts';
import { behavior, take, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */

const stage = useStage();
let sqs: SQSClient;
let events: EventBridgeClient;
beforeAll(() => {
  sqs = new SQSClient(stage().client);
  events = new EventBridgeClient(stage().client);
});
afterAll(() => [sqs, events].forEach((client) => client.destroy()));

/** Ids of the events that matched their rules. */
const arrived = new Set<string>();
/** Event → its id, for the details of each case. */
const ids = new Map<object, string>();

const cases = Object.entries(patterns).map(([name, { takes, leaves, otherwise, untaken }], index) => ({
  name,
  type: String(index),
  takes,
  leaves,
  otherwise: { ...otherwise, ...untaken },
}));

/** Send all events at once, so that there is one wait for those that should not arrive. */
beforeAll(async () => {
  const { BusName: EventBusName, MatchesUrl } = stage().outputs;
  for (const { type, takes, leaves } of cases) {
    const details = [...takes, ...leaves];
    const { Entries } = await events.send(
      new PutEventsCommand({
        Entries: details.map((detail) => ({
          EventBusName,
          Source: 'fidelity',
          DetailType: type,
          Detail: JSON.stringify(detail),
        })),
      }),
    );
    details.forEach((detail, index) => ids.set(detail, Entries![index]!.EventId!));
  }
  const expected = cases.reduce((sum, { takes }) => sum + takes.length, 0);
  const awaited = await take(sqs, MatchesUrl!, { enough: ({ length }) => length >= expected, patienceMs: 10_000 });
  const late = await take(sqs, MatchesUrl!, { enough: () => false, patienceMs: 1_500 });
  for (const { Body } of [...awaited, ...late]) arrived.add((JSON.parse(Body!) as { id: string }).id);
});

describe('a pattern', () => {
  for (const { name, takes, leaves, otherwise } of cases)
    behavior(
      name,
      async () => {
        const taken = [...takes, ...leaves].filter((detail) => arrived.has(ids.get(detail)!));
        expect(taken).toEqual(takes);
      },
      otherwise,
    );
});

describe('PutEvents', () => {
  behavior(
    'rejects a single entry and accepts the others: the call does not fail',
    async () => {
      const good = { EventBusName: stage().outputs.BusName, Source: 'fidelity', DetailType: 'none', Detail: '{}' };
      const { FailedEntryCount, Entries } = await events.send(
        new PutEventsCommand({ Entries: [good, { ...good, Detail: 'no JSON' }] }),
      );
      expect(FailedEntryCount).toBe(1);
      expect(Entries).toEqual([
        { EventId: expect.any(String) },
        { ErrorCode: 'MalformedDetail', ErrorMessage: expect.any(String) },
      ]);
    },
    { MiniStack: 'accepts a detail that is not JSON' },
  );
});

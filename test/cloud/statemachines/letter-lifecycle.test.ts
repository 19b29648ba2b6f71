import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '@malote/local-cloud/aws-error.ts';
import { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';
import { openWaitResults, waitResult } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { addDays, brasiliaDate, chargeInstant } from '../../../lib/core/domain/brasilia.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { type StoredWait, storedWait, type WaitRequest } from './stored-wait.ts';
import { clientOf } from './workflow-client.ts';

const definition = readFileSync(new URL('../../../statemachines/letter-lifecycle.asl.json', import.meta.url), 'utf8');
const PRODUCTION_DEADLINE_SECONDS = 432_000;
const MINUTE_MS = 60_000;

/** The machine's message to the queue of charges. */
interface Charge {
  at: number;
  token: string;
  deduplicationId: string;
}

let workflows: Workflows;
let executionArn: string;
let sixOClock: number;
/** The letter as stored in the table. */
let letter: { status: Status; due_at: string | undefined };
let charges: Charge[];
/** What the machine has stored on the letter. */
let waits: StoredWait[];
/** Errors for the next calls, in place of success. */
let refusals: { waits: AwsError[]; charges: AwsError[] };

beforeEach(() => {
  // Every retry waits for the maximum of its jitter.
  workflows = new Workflows(() => 1);
  const { clock } = workflows.cloud;
  sixOClock = chargeInstant(addDays(brasiliaDate(clock.now()), 2));
  letter = { status: 'scheduled', due_at: new Date(sixOClock).toISOString() };
  charges = [];
  waits = [];
  refusals = { waits: [], charges: [] };
  workflows.cloud.defineOperation('dynamodb', 'UpdateItem', storeWait);
  workflows.cloud.defineOperation('dynamodb', 'GetItem', readLetter);
  workflows.cloud.defineOperation('sqs', 'SendMessage', takeCharge);
});

afterEach(() => workflows.cloud.stop());

async function storeWait(request: WaitRequest): Promise<object> {
  const refusal = refusals.waits.shift();
  if (refusal) throw refusal;
  const { status, due_at } = letter;
  waits.push(await storedWait(request, { status, ...(due_at !== undefined && { due_at }) }));
  return {};
}

function readLetter(): object {
  const { status, due_at } = letter;
  return { Item: { status: { S: status }, ...(due_at !== undefined && { due_at: { S: due_at } }) } };
}

/** An error here is a lost response: the queue has the message. */
function takeCharge(input: { MessageBody: string; MessageDeduplicationId: string }): object {
  const { task_token } = JSON.parse(input.MessageBody) as { task_token: string };
  const at = workflows.cloud.clock.now();
  charges.push({ at, token: task_token, deduplicationId: input.MessageDeduplicationId });
  const refusal = refusals.charges.shift();
  if (refusal) throw refusal;
  return { MessageId: 'message' };
}

async function start(): Promise<void> {
  const machine = await workflows.createFrom({
    DefinitionString: definition,
    DefinitionSubstitutions: { TABLE_NAME: 'table', CHARGE_QUEUE_URL: 'queue', PRODUCTION_DEADLINE_SECONDS },
  });
  executionArn = await workflows.start(machine, {
    partition_key: 'ACCOUNT#acc_1#LETTERS',
    account_id: 'acc_1',
    mailing_id: 'ltr_1',
    status: letter.status,
    look_again_at: letter.due_at ?? null,
  });
  await workflows.cloud.clock.whenIdle();
}

type Status = Letter['status'];

/** Like the workers, after a letter has left the status in which its machine waits. */
async function answer(
  { token }: { token: string },
  status: Status,
  lookAgainAt: number | null,
  from: Status = 'scheduled',
): Promise<void> {
  letter = { status, due_at: status === 'scheduled' ? letter.due_at : undefined };
  await openWaitResults(clientOf(workflows)).answer(token, from, waitResult(status, lookAgainAt));
  await workflows.cloud.clock.whenIdle();
}

const advanceTo = (instant: number) => workflows.cloud.clock.advanceTo(instant);
const statusesWaitedIn = () => waits.map(({ status }) => status);
const throttled = () => new AwsError('ThrottlingException', 'Rate exceeded');

/** The states that the machine went through. */
async function way(): Promise<string[]> {
  const { events } = (await workflows.cloud.call('states', 'GetExecutionHistory', { executionArn })) as {
    events: { stateEnteredEventDetails?: { name: string } }[];
  };
  return events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []);
}

async function wander(...statuses: Status[]): Promise<string[]> {
  letter = { status: 'received', due_at: undefined };
  await start();
  for (const status of statuses) await answer(waits.at(-1)!, status, null, waits.at(-1)!.status as Status);
  return way();
}

describe('the states of a letter', () => {
  test('that takes the usual path are its four statuses', async () => {
    expect(await wander('in_production', 'printed', 'posted')).toEqual(['Received', 'InProduction', 'Printed', 'Done']);
  });

  test.each<[string, Status[], string[]]>([
    ['is canceled', ['canceled'], ['Received', 'Route', 'Done']],
    ['fails in production', ['in_production', 'failed'], ['Received', 'InProduction', 'Route', 'Done']],
    [
      'fails when it is printed',
      ['in_production', 'printed', 'failed'],
      ['Received', 'InProduction', 'Printed', 'Done'],
    ],
    ['is posted without earlier reports', ['posted'], ['Received', 'Route', 'Done']],
    ['skips a status', ['printed', 'posted'], ['Received', 'Route', 'Printed', 'Done']],
  ])('that %s', async (_, statuses, states) => {
    expect(await wander(...statuses)).toEqual(states);
  });

  test('that was scheduled start with a read of the letter', async () => {
    await start();
    await advanceTo(sixOClock);
    await answer(charges[0]!, 'received', null);
    const begin = ['Received', 'Look', 'Route', 'Scheduled', 'AwaitLastMinute', 'Charge', 'Received'];
    expect(await way()).toEqual(begin);
  });

  test('whose execution starts late follow from its current status', async () => {
    letter = { status: 'printed', due_at: undefined };
    await start();
    await answer(waits[0]!, 'posted', null, 'printed');
    expect(await way()).toEqual(['Received', 'Look', 'Route', 'Printed', 'Done']);
  });

  test.each<[believed: Status[], status: Status, lastWait: Status, states: string[]]>([
    [['in_production'], 'printed', 'printed', ['InProduction', 'Look', 'Route', 'Printed']],
    [['in_production', 'printed'], 'failed', 'in_production', ['InProduction', 'Printed', 'Look', 'Route', 'Done']],
  ])('that moved on while the machine moved to %s are found by a read', async (believed, status, lastWait, states) => {
    letter = { status: 'received', due_at: undefined };
    await start();
    for (const next of believed.slice(0, -1)) await answer(waits.at(-1)!, next, null, letter.status);
    const result = waitResult(believed.at(-1)!, null);
    await openWaitResults(clientOf(workflows)).answer(waits.at(-1)!.token, letter.status, result);
    letter = { status, due_at: undefined };
    await workflows.cloud.clock.whenIdle();
    expect(await way()).toEqual(['Received', ...states]);
    expect(waits.at(-1)!.status).toBe(lastWait);
  });

  test('that does not move are reported, each time after twice as long, and the wait continues', async () => {
    letter = { status: 'received', due_at: undefined };
    const reports: number[] = [];
    workflows.cloud.defineOperation('monitoring', 'PutMetricData', () => {
      reports.push(workflows.cloud.clock.now());
      return {};
    });
    await start();
    const begun = workflows.cloud.clock.now();
    await advanceTo(begun + 7.5 * PRODUCTION_DEADLINE_SECONDS * 1000);
    const inDeadlines = reports.map((at) => Math.round((at - begun) / (PRODUCTION_DEADLINE_SECONDS * 1000)));
    expect(inDeadlines).toEqual([1, 3, 7]);
    await answer(waits.at(-1)!, 'in_production', null, 'received');
    expect(statusesWaitedIn().at(-1)).toBe('in_production');
  });
});

describe('the charge of a scheduled letter', () => {
  test.each<[string, () => AwsError[]]>([
    ['immediately', () => []],
    ['only after the table has failed for two minutes', () => Array.from({ length: 7 }, throttled)],
    ['only after the table has failed for longer than the retries last', () => Array.from({ length: 12 }, throttled)],
  ])('is requested exactly at 06:00, when its wait is stored %s', async (_, answers) => {
    refusals.waits = answers();
    await start();
    // In one step, since time passes between two.
    await advanceTo(sixOClock + 30 * MINUTE_MS);
    expect(statusesWaitedIn()).toEqual(['scheduled']);
    expect(charges.map(({ at }) => at)).toEqual([sixOClock]);
  });

  test('is never requested if the letter is canceled two minutes before', async () => {
    await start();
    await advanceTo(sixOClock - 2 * MINUTE_MS);
    await answer(waits[0]!, 'canceled', null);
    await advanceTo(sixOClock + MINUTE_MS);
    expect(charges).toEqual([]);
  });

  test('is requested again with a new token and id if the response of the queue was lost', async () => {
    await start();
    refusals.charges = [new AwsError('ServiceUnavailable', 'The server is busy', 503)];
    await advanceTo(sixOClock + MINUTE_MS);
    expect(charges.map(({ at }) => at)).toEqual([sixOClock, sixOClock + 1_000]);
    const [lost, asked] = charges as [Charge, Charge];
    expect(asked.deduplicationId).not.toBe(lost.deduplicationId);
    await expect(answer(lost, 'received', null)).rejects.toThrow('Task Timed Out');
    await answer(asked, 'received', null);
    expect(statusesWaitedIn()).toEqual(['scheduled', 'received']);
  });

  test('without a response is requested again after an hour, and found charged if it was', async () => {
    await start();
    await advanceTo(sixOClock + 61 * MINUTE_MS);
    expect(charges.map(({ at }) => at)).toEqual([sixOClock, sixOClock + 60 * MINUTE_MS + 1_000]);
    letter = { status: 'received', due_at: undefined };
    await advanceTo(sixOClock + 122 * MINUTE_MS);
    expect(charges).toHaveLength(2);
    expect(statusesWaitedIn().at(-1)).toBe('received');
  });

  test('of a suspended account is requested again at the next 06:00', async () => {
    await start();
    await advanceTo(sixOClock);
    const nextMorning = sixOClock + 24 * 60 * MINUTE_MS;
    await answer(charges[0]!, 'scheduled', nextMorning);
    await advanceTo(nextMorning + MINUTE_MS);
    expect(charges.map(({ at }) => at)).toEqual([sixOClock, nextMorning]);
  });

  test.each<[string, Status, number | undefined]>([
    ['moved to another date', 'scheduled', 3],
    ['canceled', 'canceled', undefined],
  ])('is not requested if the letter is %s right after the machine reads it', async (_, status, days) => {
    const due = days === undefined ? undefined : sixOClock + days * 24 * 60 * MINUTE_MS;
    workflows.cloud.defineOperation('dynamodb', 'GetItem', () => {
      const read = readLetter();
      letter = { status, due_at: due === undefined ? undefined : new Date(due).toISOString() };
      return read;
    });
    await start();
    await advanceTo(sixOClock + 4 * 24 * 60 * MINUTE_MS);
    expect(charges[0]?.at).toBe(due);
  });

  test('waits for the date to which the letter was moved in the last minute', async () => {
    await start();
    await advanceTo(sixOClock - MINUTE_MS / 2);
    const later = sixOClock + 3 * 24 * 60 * MINUTE_MS;
    letter.due_at = new Date(later).toISOString();
    await advanceTo(sixOClock);
    await answer(charges[0]!, 'scheduled', later);
    await advanceTo(later + MINUTE_MS);
    expect(charges.map(({ at }) => at)).toEqual([sixOClock, later]);
  });
});

test('a wait that conflicts with a transaction on its letter is stored a second later', async () => {
  letter = { status: 'received', due_at: undefined };
  refusals.waits = [new AwsError('TransactionConflictException', 'Transaction is ongoing for the item')];
  await start();
  expect(refusals.waits).toEqual([]);
  await workflows.cloud.advance({ seconds: 1 });
  expect(statusesWaitedIn()).toEqual(['received']);
});

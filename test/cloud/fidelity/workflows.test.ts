import { randomUUID } from 'node:crypto';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Order } from './functions/obey/handler.ts';
import { atLeast, behavior, type Otherwise, take, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html and connect-to-resource.html */

const stage = useStage();
let sfn: SFNClient;
let sqs: SQSClient;
beforeAll(() => {
  sfn = new SFNClient(stage().client);
  sqs = new SQSClient(stage().client);
});
afterAll(() => [sfn, sqs].forEach((client) => client.destroy()));

type Machine = 'Brief' | 'Patient' | 'Impatient' | 'Errors' | 'OptimizedCondition' | 'SdkCondition';

async function start(machine: Machine, input: object = {}, name = randomUUID()): Promise<string> {
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({
      stateMachineArn: stage().outputs[`${machine}Arn`],
      name,
      input: JSON.stringify(input),
    }),
  );
  return executionArn!;
}

/** How an execution ended. */
async function ending(executionArn: string) {
  const { status, output, error } = await eventually(
    () => sfn.send(new DescribeExecutionCommand({ executionArn })),
    (described) => described.status !== 'RUNNING',
  );
  return { status, error, output: output === undefined ? undefined : (JSON.parse(output) as unknown) };
}

/** How many times an execution tried its task. */
async function attempts(executionArn: string): Promise<number> {
  const { events } = await sfn.send(new GetExecutionHistoryCommand({ executionArn }));
  return events!.filter(({ type }) => type === 'TaskScheduled').length;
}

/** The token that a state machine has just sent. */
async function nextToken(): Promise<string> {
  const [message] = await take(sqs, stage().outputs.TokensUrl!, { enough: atLeast(1) });
  return (JSON.parse(message!.Body!) as { token: string }).token;
}

const answer = (taskToken: string, output: unknown = null) =>
  sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }));

/** Errors after the wait is over; the API reference has both names and does not say which applies. */
const GONE = /^(TaskTimedOut|TaskDoesNotExist)$/;

describe('a task token', () => {
  behavior('ends its wait with the result that was sent', async () => {
    const execution = await start('Patient');
    await answer(await nextToken(), { status: 'posted' });
    expect(await ending(execution)).toMatchObject({ status: 'SUCCEEDED', output: { status: 'posted' } });
  });

  behavior(
    'that got no result in time: States.Timeout, which States.TaskFailed does not catch',
    async () => {
      const execution = await start('Impatient');
      await nextToken();
      expect(await ending(execution)).toMatchObject({
        status: 'SUCCEEDED',
        output: { error: 'States.Timeout', caughtBy: 'TimedOut' },
      });
    },
    { MiniStack: 'catches it with States.TaskFailed' },
  );

  behavior(
    'whose wait is over accepts no result',
    async () => {
      for (const machine of ['Patient', 'Impatient'] as const) {
        const execution = await start(machine);
        const token = await nextToken();
        if (machine === 'Patient') await answer(token);
        await ending(execution);
        await expect(answer(token)).rejects.toMatchObject({ name: expect.stringMatching(GONE) });
      }
    },
    { 'LocalStack without Docker': 'says InvalidToken' },
  );

  behavior(
    'that never existed is InvalidToken',
    async () => {
      await expect(answer('no token')).rejects.toMatchObject({ name: 'InvalidToken' });
    },
    { MiniStack: 'says TaskDoesNotExist' },
  );
});

describe('retries and catches', () => {
  const cases: [what: string, order: Order, tries: number, caught: object][] = [
    [
      'the first retrier that names an error decides, and then the first catcher that does',
      { throws: 'Twice' },
      3,
      { error: 'Twice', caughtBy: 'ByTaskFailed' },
    ],
    [
      'a retrier with no attempts stops later ones from retrying',
      { throws: 'Never' },
      1,
      { error: 'Never', caughtBy: 'ByTaskFailed' },
    ],
    [
      'States.ALL retries errors that no earlier retrier names',
      { throws: 'Named' },
      2,
      { error: 'Named', caughtBy: 'ByName' },
    ],
    [
      'States.TaskFailed catches every failure of a task except its timeout',
      { sleepMs: 5_000 },
      2,
      { error: 'States.Timeout', caughtBy: 'ByAll' },
    ],
  ];
  for (const [what, order, tries, caught] of cases)
    behavior(
      what,
      async () => {
        const execution = await start('Errors', order);
        expect(await ending(execution)).toEqual({ status: 'SUCCEEDED', error: undefined, output: caught });
        expect(await attempts(execution)).toBe(tries);
      },
      {
        MiniStack: 'names every error of a function Runtime.HandlerError, and lets it run past the timeout of its task',
        'LocalStack without Docker': 'runs no functions',
      },
    );
});

describe('a condition that fails', () => {
  const noTable = { 'LocalStack without Docker': 'has no database for tables' };
  const names: [machine: Machine, error: string, otherwise?: Otherwise][] = [
    [
      'OptimizedCondition',
      'DynamoDB.ConditionalCheckFailedException',
      { MiniStack: 'leaves the name of the service out there', ...noTable },
    ],
    ['SdkCondition', 'DynamoDb.ConditionalCheckFailedException', noTable],
  ];
  for (const [machine, error, otherwise] of names)
    behavior(
      `is ${error} (${machine})`,
      async () => {
        expect(await ending(await start(machine))).toMatchObject({ status: 'SUCCEEDED', output: { error } });
      },
      otherwise,
    );
});

describe('a second start of the same name', () => {
  behavior(
    'with the same input returns the same execution, and is rejected with another input',
    async () => {
      const name = randomUUID();
      const first = await start('Patient', { a: 1 }, name);
      expect(await start('Patient', { a: 1 }, name)).toBe(first);
      await expect(start('Patient', { a: 2 }, name)).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
      await answer(await nextToken());
      expect((await ending(first)).status).toBe('SUCCEEDED');
    },
    { MiniStack: 'rejects the same input as well' },
  );

  behavior('is rejected once that execution has ended', async () => {
    const name = randomUUID();
    const first = await start('Brief', {}, name);
    await ending(first);
    await expect(start('Brief', {}, name)).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });
});

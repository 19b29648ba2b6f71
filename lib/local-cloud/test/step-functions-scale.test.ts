import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Quotas } from '../quotas.ts';
import { Workflows } from './support/workflow-runs.ts';

const COUNT = 10_000;

let workflows: Workflows;

beforeEach(() => {
  workflows = new Workflows();
});

afterEach(() => workflows.cloud.stop());

/** Waits 60 days for a token that is stored in a table, and then returns the letter's id. */
const states = {
  Begin: { Type: 'Pass', Assign: { id: '{% $states.input.id %}' }, Next: 'Await' },
  Await: {
    Type: 'Task',
    Resource: 'arn:aws:states:::aws-sdk:dynamodb:updateItem.waitForTaskToken',
    Arguments: {
      TableName: 't',
      Key: { PK: { S: '{% $id %}' } },
      ExpressionAttributeValues: { ':t': { S: '{% $states.context.Task.Token %}' } },
    },
    TimeoutSeconds: 60 * 86_400,
    Catch: [{ ErrorEquals: ['States.Timeout'], Output: "{% 'expired ' & $id %}", Next: 'End' }],
    Next: 'End',
  },
  End: { Type: 'Succeed' },
};

test('ten thousand executions wait sixty days; half get a result, half expire', async () => {
  const { cloud } = workflows;
  const tokens = new Map<string, string>();
  cloud.defineOperation(
    'dynamodb',
    'UpdateItem',
    ({
      Key,
      ExpressionAttributeValues: values,
    }: {
      Key: { PK: { S: string } };
      ExpressionAttributeValues: { ':t': { S: string } };
    }) => {
      tokens.set(Key.PK.S, values[':t'].S);
      return {};
    },
  );
  const machine = await workflows.create(states);
  const arns: string[] = [];
  for (let index = 0; index < COUNT; index++) arns.push(await workflows.start(machine, { id: `ltr_${index}` }));
  await cloud.clock.whenIdle();
  expect(tokens.size).toBe(COUNT);

  await cloud.advance({ days: 59 });
  for (let index = 0; index < COUNT; index += 2) {
    await cloud.call('states', 'SendTaskSuccess', {
      taskToken: tokens.get(`ltr_${index}`),
      output: `"posted ltr_${index}"`,
    });
  }
  await cloud.clock.whenIdle();
  const running = () => cloud.call('states', 'ListExecutions', { stateMachineArn: machine, statusFilter: 'RUNNING' });
  expect(((await running()) as { executions: unknown[] }).executions).toHaveLength(100);

  await cloud.advance({ days: 1, seconds: 60 });
  expect(await running()).toEqual({ executions: [] });
  expect(await workflows.outcome(arns[4000]!)).toMatchObject({ status: 'SUCCEEDED', output: 'posted ltr_4000' });
  expect(await workflows.outcome(arns[4001]!)).toMatchObject({ status: 'SUCCEEDED', output: 'expired ltr_4001' });
});

test('only the last ten thousand closed executions are kept', async () => {
  const machine = await workflows.create({ A: { Type: 'Succeed' } });
  const first = await workflows.start(machine);
  await workflows.cloud.clock.whenIdle();
  for (let index = 0; index < COUNT; index++) await workflows.start(machine);
  await workflows.cloud.clock.whenIdle();
  await expect(workflows.outcome(first)).rejects.toMatchObject({ code: 'ExecutionDoesNotExist' });
});

// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: 800 at once, 800 a second
test('transitions beyond the quota of the account are delayed, and none is lost', async () => {
  const { cloud } = workflows;
  cloud.quotas = new Quotas(cloud.clock, 1);
  const machine = await workflows.create({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Succeed' } });
  for (let index = 0; index < 3_000; index++) await workflows.start(machine, {});
  const runningAt = async (instant: number) => {
    await cloud.clock.advanceTo(instant);
    let running = 0;
    let page: { executions?: unknown[]; nextToken?: string } = {};
    do {
      const filter = { stateMachineArn: machine, statusFilter: 'RUNNING', nextToken: page.nextToken };
      page = (await cloud.call('states', 'ListExecutions', filter)) as typeof page;
      running += page.executions!.length;
    } while (page.nextToken !== undefined);
    return running;
  };
  const began = cloud.clock.now();
  // 6,000 transitions: 800 immediately, and 5,200 in the next 6.5 seconds; this process may already have waited for
  // some.
  expect(await runningAt(began)).toBeGreaterThanOrEqual(2_600);
  expect(await runningAt(began + 4_000)).toBeGreaterThan(0);
  expect(await runningAt(began + 6_500)).toBe(0);
});

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '@malote/local-cloud/aws-error.ts';
import { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';
import {
  type MailingWorkflowInput,
  openWaitResults,
  waitResult,
} from '../../../lib/adapters/workflows/mailing-workflow.ts';
import type { Verification } from '../../../lib/core/domain/verifications.ts';
import { storedWait, type WaitRequest } from './stored-wait.ts';
import { clientOf } from './workflow-client.ts';

const definition = readFileSync(
  new URL('../../../statemachines/verification-lifecycle.asl.json', import.meta.url),
  'utf8',
);
const DAY_MS = 86_400_000;

let workflows: Workflows;
beforeEach(() => {
  workflows = new Workflows(() => 1);
});
afterEach(() => workflows.cloud.stop());

type Status = Verification['status'];

/** The verification as stored in the table. */
let stored: { status: Status; expires_at: number | null; notice_at?: number };

/** The machine of a verification created now, with a simulated S3 and table. */
async function received(
  destroy: () => void,
  storeWait: (status: string) => void = () => undefined,
  status: Status = 'received',
) {
  stored = { status, expires_at: null };
  const tokens: string[] = [];
  const { cloud } = workflows;
  const destroyed: unknown[] = [];
  const waits: string[] = [];
  /** When the expiry was requested. */
  const expired: number[] = [];
  cloud.defineOperation('s3', 'DeleteObject', (input: unknown) => {
    destroyed.push(input);
    destroy();
    return {};
  });
  cloud.defineOperation('dynamodb', 'UpdateItem', async (request: WaitRequest) => {
    storeWait(request.ExpressionAttributeValues[':status'].S);
    const { status, token } = await storedWait(request, { status: stored.status });
    waits.push(status);
    tokens.push(token);
    return {};
  });
  cloud.defineOperation('dynamodb', 'GetItem', () => ({
    Item: {
      status: { S: stored.status },
      mailing: {
        M: {
          ...(stored.expires_at !== null && { expires_at: { N: String(stored.expires_at) } }),
          ...(stored.notice_at !== undefined && { notice_at: { N: String(stored.notice_at) } }),
        },
      },
    },
  }));
  cloud.defineOperation('sqs', 'SendMessage', () => {
    expired.push(cloud.clock.now());
    return {};
  });
  const machine = await workflows.createFrom({
    DefinitionString: definition,
    DefinitionSubstitutions: {
      TABLE_NAME: 'table',
      VERIFICATION_FILES_BUCKET: 'codes',
      EXPIRY_QUEUE_URL: 'queue',
      PRODUCTION_DEADLINE_SECONDS: '432000',
      EXPIRY_NOTICE_DAYS: '7',
    },
  });
  const expires_at = cloud.clock.now() + 60 * DAY_MS;
  const input: MailingWorkflowInput = {
    partition_key: 'ACCOUNT#acc_1#VERIFICATIONS',
    account_id: 'acc_1',
    mailing_id: 'ver_1',
    print_file_key: 'verifications/acc_1/ver_1.pdf',
    status: 'received',
    look_again_at: null,
  };
  const executionArn = await workflows.start(machine, input);
  const answers = openWaitResults(clientOf(workflows));
  /** The verification changes from one status to the next, and to `further` before the machine moves. */
  const goesTo = async (status: Status, further = status): Promise<void> => {
    const from = stored.status;
    const dueAt = status === 'awaiting_code' ? expires_at : null;
    await answers.answer(tokens.at(-1)!, from, waitResult(status, dueAt));
    stored = { status: further, expires_at: further === 'awaiting_code' ? expires_at : stored.expires_at };
    await cloud.clock.whenIdle();
  };
  const way = async (): Promise<string[]> => {
    const { events } = (await cloud.call('states', 'GetExecutionHistory', { executionArn })) as {
      events: { stateEnteredEventDetails?: { name: string } }[];
    };
    return events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []);
  };
  await cloud.clock.whenIdle();
  return { destroyed, waits, expired, expires_at, goesTo, way };
}

/** The machine of a verification posted now. */
async function posted(destroy: () => void, storeWait: () => void = () => undefined) {
  const parts = await received(destroy, (status) => {
    if (status === 'awaiting_code') storeWait();
  });
  await parts.goesTo('in_production');
  await parts.goesTo('awaiting_code');
  parts.waits.splice(0, 2);
  return parts;
}

describe('the states of a verification', () => {
  test.each<[string, Status[], string[]]>([
    [
      'on the usual path are its statuses, five with the deletion of its file',
      ['in_production', 'awaiting_code', 'verified'],
      ['Received', 'InProduction', 'DestroyPrintFile', 'AwaitingCode', 'Done'],
    ],
    [
      'that is canceled end with the deletion of its file',
      ['canceled'],
      ['Received', 'Route', 'DestroyUnneededFile', 'Done'],
    ],
    [
      'that is posted without earlier reports skip a status',
      ['awaiting_code'],
      ['Received', 'Route', 'DestroyPrintFile', 'AwaitingCode'],
    ],
    [
      'that is revoked in production wait for its posting',
      ['in_production', 'revoked'],
      ['Received', 'InProduction', 'Route', 'AwaitPosting'],
    ],
  ])('%s', async (_, statuses, states) => {
    const { goesTo, way, destroyed } = await received(() => undefined);
    for (const status of statuses) await goesTo(status);
    expect(await way()).toEqual(states);
    await workflows.cloud.advance({ days: 6 });
    expect(destroyed).toHaveLength(1);
  });

  test('that was canceled before its execution starts ends', async () => {
    const { way } = await received(() => undefined, undefined, 'canceled');
    expect(await way()).toEqual(['Received', 'Look', 'Route', 'DestroyUnneededFile', 'Done']);
  });

  test.each<[believed: Status[], status: Status, states: string[]]>([
    [['in_production'], 'awaiting_code', ['InProduction', 'Look', 'Route', 'DestroyPrintFile', 'AwaitingCode']],
    [
      ['in_production', 'awaiting_code'],
      'verified',
      ['InProduction', 'DestroyPrintFile', 'AwaitingCode', 'Look', 'Route', 'DestroyUnneededFile', 'Done'],
    ],
  ])('that moved on while the machine moved to %s are found by a read', async (believed, status, states) => {
    const { goesTo, way } = await received(() => undefined);
    for (const next of believed.slice(0, -1)) await goesTo(next);
    await goesTo(believed.at(-1)!, status);
    expect(await way()).toEqual(['Received', ...states]);
  });

  test('that was revoked while the machine was away end immediately', async () => {
    const { goesTo, way, destroyed, expires_at } = await received(() => undefined);
    await goesTo('in_production');
    stored = { status: 'revoked', expires_at };
    // The production deadline has passed: the machine looks.
    workflows.cloud.defineOperation('monitoring', 'PutMetricData', () => ({}));
    await workflows.cloud.advance({ days: 5, minutes: 1 });
    const end = ['ReportLate', 'Look', 'Route', 'DestroyUnneededFile', 'Done'];
    expect(await way()).toEqual(['Received', 'InProduction', ...end]);
    expect(destroyed).toHaveLength(1);
  });
});

test('the file of a posted letter is destroyed before the wait for its code', async () => {
  const { destroyed, waits } = await posted(() => undefined);
  expect(destroyed).toEqual([{ Bucket: 'codes', Key: 'verifications/acc_1/ver_1.pdf' }]);
  expect(waits).toEqual(['awaiting_code']);
});

test('a file that S3 does not delete immediately is retried, and destroyed once', async () => {
  let refusals = 5;
  const { destroyed, waits } = await posted(() => {
    if (refusals-- > 0) throw new AwsError('SlowDown', 'Please reduce your request rate.', 503);
  });
  await workflows.cloud.advance({ hours: 1 });
  expect(destroyed).toHaveLength(6);
  expect(waits).toEqual(['awaiting_code']);
  await workflows.cloud.advance({ days: 30 });
  expect(destroyed).toHaveLength(6);
});

test('a file that S3 never deletes does not keep the code from expiring', async () => {
  const { waits, expired } = await posted(() => {
    throw new AwsError('AccessDenied', 'Access Denied', 403);
  });
  expect(waits).toEqual([]);
  await workflows.cloud.advance({ days: 2 });
  expect(waits).toEqual(['awaiting_code']);
  await workflows.cloud.advance({ days: 58 });
  expect(expired).toHaveLength(1);
});

test.each(['ThrottlingException', 'TransactionConflictException'])(
  'a code whose wait was stored late, for %s, still expires at its instant',
  async (refusal) => {
    let refusals = 7;
    const store = () => {
      if (refusals-- > 0) throw new AwsError(refusal, 'Not now.');
    };
    const { waits, expired, expires_at } = await posted(() => undefined, store);
    await workflows.cloud.advance({ minutes: 10 });
    expect(waits).toEqual(['awaiting_code']);
    await workflows.cloud.advance({ days: 60 });
    expect(expired).toEqual([expires_at]);
  },
);

describe('a machine that lost its wait reads the table when something is due:', () => {
  test.each<[string, object, number]>([
    ['seven days before the end', {}, 53],
    ['at the end, if the notice was sent', { notice_at: 1 }, 60],
  ])('%s', async (_, noticed, days) => {
    let refusals = 1;
    const { expired, expires_at } = await posted(
      () => undefined,
      () => {
        Object.assign(stored, noticed);
        if (refusals-- > 0) throw new AwsError('AccessDeniedException', 'Not now.');
      },
    );
    await workflows.cloud.advance({ days: 60 });
    expect(expired[0]).toBe(expires_at - (60 - days) * DAY_MS);
  });
});

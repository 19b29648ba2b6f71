import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AwsError } from '@malote/local-cloud/service.ts';
import { Workflows } from '@malote/local-cloud/test/support/workflow-runs.ts';
import type { MailingWorkflowInput } from '../../lib/adapters/workflows/mailing-workflow.ts';

const definition = readFileSync(
  new URL('../../statemachines/verification-lifecycle.asl.json', import.meta.url),
  'utf8',
);
const DAY_MS = 86_400_000;

let workflows: Workflows;
beforeEach(() => {
  workflows = new Workflows(() => 1);
});
afterEach(() => workflows.cloud.stop());

/** The machine of a letter that was posted now, over an S3 and a table that do what they are told. */
async function posted(destroy: () => void, storeWait: () => void = () => undefined) {
  const { cloud } = workflows;
  const destroyed: unknown[] = [];
  const waits: string[] = [];
  /** When the expiry was asked for. */
  const expired: number[] = [];
  cloud.defineOperation('s3', 'DeleteObject', (input: unknown) => {
    destroyed.push(input);
    destroy();
    return {};
  });
  cloud.defineOperation(
    'dynamodb',
    'UpdateItem',
    (input: { ExpressionAttributeValues: { ':status': { S: string } } }) => {
      storeWait();
      waits.push(input.ExpressionAttributeValues[':status'].S);
      return {};
    },
  );
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
    },
  });
  const expires_at = cloud.clock.now() + 60 * DAY_MS;
  const input: MailingWorkflowInput = {
    partition_key: 'ACCOUNT#acc_1#VERIFICATIONS',
    account_id: 'acc_1',
    mailing_id: 'ver_1',
    print_file_key: 'verifications/acc_1/ver_1.pdf',
    status: 'awaiting_code',
    look_again_at: new Date(expires_at).toISOString(),
  };
  await workflows.start(machine, input);
  await cloud.clock.whenIdle();
  return { destroyed, waits, expired, expires_at };
}

test('the file of a posted letter is destroyed before the wait for its code', async () => {
  const { destroyed, waits } = await posted(() => undefined);
  expect(destroyed).toEqual([{ Bucket: 'codes', Key: 'verifications/acc_1/ver_1.pdf' }]);
  expect(waits).toEqual(['awaiting_code']);
});

test('a file that S3 does not take away at once is tried again, and destroyed once', async () => {
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

test('a file that S3 never takes away does not keep the code from expiring', async () => {
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
  'a code whose wait was stored late, for %s, expires at its instant all the same',
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

import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Person } from '../../../lib/core/domain/people.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { tablesEndpoint, useServedTable } from '../../support/dynamodb.ts';

const table = useServedTable();
const POOL = { region: 'sa-east-1', userPoolId: 'sa-east-1_Example' };
const issuer = `https://cognito-idp.${POOL.region}.amazonaws.com/${POOL.userPoolId}`;
let handler: (event: PostConfirmationTriggerEvent) => Promise<unknown>;
let lines: string[];

beforeAll(async () => {
  const { accessKeyId, secretAccessKey } = await table().client.config.credentials();
  Object.assign(process.env, {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: await tablesEndpoint(),
    TABLE_NAME: table().name,
    // The logger then writes to the console.
    POWERTOOLS_DEV: 'true',
  });
  for (const level of ['log', 'info', 'error', 'warn'] as const)
    jest.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line.join(' ')));
  // A module of its own: another test of this process may have imported it for another table.
  const module = new URL(
    `../../../functions/workers/end-sessions-after-reset/handler.ts?table=${table().name}`,
    import.meta.url,
  );
  ({ handler } = (await import(module.href)) as { handler: typeof handler });
});

beforeEach(() => {
  lines = [];
});

const now = Date.now();

async function signedIn() {
  const id = createId('person', now, randomBytes);
  const person: Person = { id, email: `${id}@example.com`, name: null, generation: 0, created_at: now };
  const people = openPeople(table());
  const account_id = createId('account', now, randomBytes);
  await people.join({ account_id, person_id: id, role: 'owner', created_at: now }, person);
  await people.identify(person, { issuer, subject: id }, null);
  const hash = randomBytes(32).toString('hex');
  const session = { person_id: id, generation: 0, created_at: now, seen_at: now };
  await openSessions(table()).begin(hash, session, DAY_MS);
  return { id, isIn: async () => (await people.find(id))!.generation === 0 };
}

const event = (triggerSource: string, sub: string) =>
  ({ ...POOL, triggerSource, request: { userAttributes: { sub } } }) as unknown as PostConfirmationTriggerEvent;

const security = () => lines.filter((line) => line.includes('"security"'));

test('a new password ends the sessions of the person, and the log says so without naming anybody', async () => {
  const { id, isIn } = await signedIn();
  await handler(event('PostConfirmation_ConfirmForgotPassword', id));
  expect(await isIn()).toBe(false);
  expect(security()).toHaveLength(1);
  expect(security()[0]).toContain('password_reset');
  expect(lines.join('\n')).not.toContain('@example.com');
});

test('of somebody who is no member it says that', async () => {
  await handler(event('PostConfirmation_ConfirmForgotPassword', 'somebody'));
  expect(security()[0]).toContain('not_a_member');
});

test('a confirmed address ends nothing', async () => {
  const { id, isIn } = await signedIn();
  await handler(event('PostConfirmation_ConfirmSignUp', id));
  expect(await isIn()).toBe(true);
  expect(security()).toEqual([]);
});

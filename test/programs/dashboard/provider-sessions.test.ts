import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { openTable, type Table } from '../../../lib/adapters/data/table/table.ts';
import type { Role } from '../../../lib/core/domain/people.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { assembly, startOwnService } from '../../support/own-service.ts';

/** Sessions end with the right to sign in at the provider (rule DASH-8), on the clock of a service of their own. */

const MINUTE = 60;

let service: LocalService;
let control: Control;
let table: Table;

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
  const { aws, outputs } = await control.get('/stack');
  table = openTable(outputs.TableName, new DynamoDBClient(aws));
});
afterAll(() => service?.stop());

const wind = (minutes: number) => control.post('/clock', { advance_seconds: minutes * MINUTE });
const atProvider = (email: string, change: string) => control.post('/provider/people', { email, change });
const stateOf = async (browser: Browser) => {
  const { status, body } = await browser.ask('GET', '/session');
  return status === 200 ? 'signed in' : body.error.code;
};
const newBrowser = () => new Browser(new URL(service.description.dashboard_url).origin);

let people = 0;
async function signedIn(accountId: string, role: Role, email: string): Promise<Browser> {
  await control.post(`/accounts/${accountId}/people`, { email, role });
  const browser = newBrowser();
  expect(await browser.signIn(email)).toBe('/');
  return browser;
}

/** A person in two browsers, and a colleague. */
async function office() {
  const { id } = await control.openAccount(service.description.base_url);
  people += 1;
  const [email, colleagues] = [`ana-${people}@exemplo.com.br`, `davi-${people}@exemplo.com.br`];
  const here = await signedIn(id, 'owner', email);
  const there = newBrowser();
  await there.signIn(email);
  return { id, email, here, there, colleague: await signedIn(id, 'viewer', colleagues) };
}

/** Uses the browsers each minute, as people do. */
async function work(minutes: number, ...browsers: Browser[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await wind(1);
    await Promise.all(browsers.map((browser) => browser.ask('GET', '/session')));
  }
}

test.each([
  ['disabled at the provider', 'disable'],
  ['given a new password', 'reset_password'],
])('a person who is %s is signed out everywhere within seven minutes; colleagues work on', async (_, change) => {
  const { email, here, there, colleague } = await office();
  await work(12, here, there, colleague);
  for (const browser of [here, there, colleague]) expect(await stateOf(browser)).toBe('signed in');

  await atProvider(email, change);
  await work(7, here, there, colleague);
  for (const browser of [here, there]) expect(await stateOf(browser)).toBe('session_ended');
  expect(await stateOf(colleague)).toBe('signed in');
});

test('who is disabled does not come back, and who has a new password or is enabled again does', async () => {
  const { email, here, there } = await office();
  await atProvider(email, 'disable');
  await work(7, here);
  expect(await there.signIn(email)).toBe('401');
  await atProvider(email, 'enable');
  expect(await there.signIn(email)).toBe('/');
  await atProvider(email, 'reset_password');
  await work(7, there);
  expect(await stateOf(there)).toBe('session_ended');
  expect(await there.signIn(email)).toBe('/');
  await work(7, there);
  expect(await stateOf(there)).toBe('signed in');
});

test('a session that lay idle while its person was disabled ends within two minutes of its next use', async () => {
  const { email, here } = await office();
  await wind(30);
  await atProvider(email, 'disable');
  await wind(30);
  expect(await stateOf(here)).toBe('signed in');
  await wind(2);
  expect(await stateOf(here)).toBe('session_ended');
});

/** The function that the user pool calls: on this machine its name is the ids of its stack and its own. */
function nameOfTrigger(): string {
  const templates = globSync('*.template.json', { cwd: assembly }).map((file) => {
    const { Resources } = JSON.parse(readFileSync(join(assembly, file), 'utf8')) as {
      Resources: Record<string, { Type: string }>;
    };
    return Object.entries(Resources).map(([id, { Type }]) => ({ id, type: Type }));
  });
  const idsOf = (type: string) => templates.flat().flatMap((each) => (each.type === type ? [each.id] : []));
  const [trigger] = idsOf('AWS::Lambda::Function').filter((id) => id.includes('EndSessionsAfterReset'));
  const [stack] = idsOf('AWS::CloudFormation::Stack').filter((id) => /^DashboardNestedStackDashboard/.test(id));
  return stack! + trigger!;
}

test('a password that is reset at the user pool ends sessions at once, and no other trigger does', async () => {
  const { email, colleague } = await office();
  const stored = openPeople(table);
  const person = (await stored.findByEmail(email))!;
  const [region, userPoolId] = ['sa-east-1', 'sa-east-1_example'];
  const subject = person.id;
  // As if the person had signed in by the pool.
  await stored.unlink({ ...person, identity: person.identity! });
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  await stored.identify((await stored.findByEmail(email))!, { issuer, subject }, null);
  const began = (await stored.findByEmail(email))!.generation;

  const { aws } = await control.get('/stack');
  const lambda = new LambdaClient(aws);
  const FunctionName = nameOfTrigger();
  const confirm = async (triggerSource: string, sub = subject) => {
    const event = {
      triggerSource,
      region,
      userPoolId,
      userName: sub,
      request: { userAttributes: { sub } },
      response: {},
    };
    const { Payload, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    expect([FunctionError, JSON.parse(Buffer.from(Payload!).toString())]).toEqual([undefined, event]);
    return (await stored.findByEmail(email))!.generation;
  };
  expect(await confirm('PostConfirmation_ConfirmSignUp')).toBe(began);
  expect(await confirm('PostConfirmation_ConfirmForgotPassword', 'stranger')).toBe(began);
  expect(await confirm('PostConfirmation_ConfirmForgotPassword')).toBe(began + 1);
  expect(await stateOf(colleague)).toBe('signed in');
});

describe('the token of the provider', () => {
  test('is in the table only encrypted, and idle sessions are not asked about', async () => {
    const { email, here } = await office();
    const person = (await openPeople(table).findByEmail(email))!;
    const stored = await openSessions(table).ofPerson(person.id);
    expect(stored).toHaveLength(2);
    for (const { session } of stored) expect(session.refresh_token).toMatch(/^[\w-]{80,}$/);
    await wind(20);
    const due = await openSessions(table).dueForCheck(Date.now() + 365 * 86_400_000, 100);
    const own = new Set(stored.map(({ tokenSha256 }) => tokenSha256));
    expect(due.filter(({ tokenSha256 }) => own.has(tokenSha256))).toEqual([]);
    expect(await stateOf(here)).toBe('signed in');
  });
});

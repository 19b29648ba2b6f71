import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { expect, test } from '@jest/globals';
import { useTarget } from '../../support/target.ts';
import { openAwsGate } from './support/aws-gate.ts';
import { inProcess, openAccount, operatorOf } from './support/operator.ts';

const target = useTarget();

/** What the log of operators' acts says, oldest first. */
async function acts(): Promise<any[]> {
  const { aws, outputs } = await target().control.get('/stack');
  const logs = new CloudWatchLogsClient(aws);
  const { events = [] } = await logs.send(new FilterLogEventsCommand({ logGroupName: outputs.OperatorLogGroup }));
  return events.map(({ message }) => JSON.parse(message!));
}

test('the log names who does what, by their credentials, before and after it is done', async () => {
  const operator = operatorOf(target().control.url);
  const account = await openAccount(operator);
  const { id: key } = await operator.json('keys', 'create', account);
  const before = (await acts()).length;
  await operator.json('keys', 'revoke', account, key);
  await operator.json('people', 'add', account, '--email', 'ana@exemplo.com.br', '--role', 'owner', '--name', 'Ana');
  const principal = expect.stringMatching(/^arn:aws:iam::\d{12}:user\//);
  const line = { message: 'security', security_event: 'operator_act', principal, account_id: account };
  expect((await acts()).slice(before)).toEqual([
    { ...line, command: 'keys revoke', object_id: key, outcome: 'begun' },
    { ...line, command: 'keys revoke', object_id: key, outcome: 'exit 0' },
    { ...line, command: 'people add', outcome: 'begun' },
    { ...line, command: 'people add', outcome: 'exit 0' },
  ]);
  expect(JSON.stringify(await acts())).not.toContain('ana@');
});

test('nothing is done that cannot be written down', async () => {
  const operator = operatorOf(target().control.url);
  const account = await openAccount(operator);
  const gate = await openAwsGate(target().control.url);
  gate.allows = ({ action }) => action !== 'logs:PutLogEvents';
  const suspend = ['accounts', 'suspend', account, '--local', '--yes'];
  expect(await inProcess(suspend, { MALOTE_CONTROL_URL: gate.controlUrl })).toMatchObject({ exit: 3 });
  await gate.close();
  expect((await operator.json('accounts', 'show', account)).suspended).toBe(false);
});

test("the operator's policy neither deletes nor shortens the log", () => {
  const { Statement } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../../docs/operator-policy.json'), 'utf8'),
  );
  const actions = Statement.flatMap(({ Action }: { Action: string | string[] }) => Action) as string[];
  expect(actions.filter((action) => action.startsWith('logs:') || action.includes('*')).sort()).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ]);
});

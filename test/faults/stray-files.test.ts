import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import { startOwnService } from '../support/own-service.ts';
import { templateBody } from '../support/verifications.ts';
import { Backstage } from './backstage.ts';

let service: LocalService;
let api: ApiClient;
let control: Control;
let backstage: Backstage;
let strike: (call: FunctionCall) => Fault | undefined = () => undefined;

beforeAll(async () => {
  service = await startOwnService({ interference: (call) => strike(call) });
  const { base_url, api_key, control_url } = service.description;
  api = new ApiClient(base_url, api_key);
  control = new Control(control_url);
  backstage = new Backstage(service);
});
afterAll(() => service.stop());

const files = async () => [
  ...(await backstage.keys('DocumentsBucket')),
  ...(await backstage.keys('VerificationFilesBucket')),
];

test.each([
  ['letters', letterBody()],
  ['verifications', templateBody()],
])('files of %s whose function ended before it committed are gone a night later, and no others', async (path, body) => {
  const { body: made } = await api.post(`/${path}`, body);
  const before = await files();
  strike = ({ operation }) => (operation === 'TransactWriteItems' ? { kind: 'killed', effect: false } : undefined);
  const { status } = await api.post(`/${path}`, body);
  strike = () => undefined;
  expect(status).toBe(503);
  expect((await files()).length).toBeGreaterThan(before.length);

  await control.advance(30 * 3600);
  expect(await files()).toEqual(before);
  expect((await api.get(`/${path}`)).body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
});

test('a file that was just stored is left alone: its call may still commit', async () => {
  const { now } = await control.get('/clock');
  // A quarter of an hour before the search, of 04:15 in Brasília.
  const date = now.slice(11) < '07:00' ? Date.parse(now) : Date.parse(now) + 86_400_000;
  await control.advance(`${new Date(date).toISOString().slice(0, 10)}T07:00:00Z`);
  const before = await files();
  strike = ({ operation }) => (operation === 'TransactWriteItems' ? { kind: 'killed', effect: false } : undefined);
  await api.post('/letters', letterBody());
  strike = () => undefined;
  await control.advance(30 * 60);
  expect((await files()).length).toBe(before.length + 1);
  await control.advance(24 * 3600);
  expect(await files()).toEqual(before);
});

const codeFiles = () => backstage.keys('VerificationFilesBucket');

async function makeVerification(): Promise<string> {
  return (await api.post('/verifications', templateBody())).body.id;
}

test('files with a code go when nobody needs them, also where executions were stopped by hand', async () => {
  const has = async (id: string) => (await codeFiles()).some((key) => key.includes(id));
  const canceled = await makeVerification();
  // By then its execution has begun.
  await control.advance(60);
  await backstage.stopExecution(canceled);
  await api.post(`/verifications/${canceled}/cancel`);
  const [posted, revoked, printing] = [await makeVerification(), await makeVerification(), await makeVerification()];
  await control.advance(3600);
  await control.post('/production/batches');
  for (const id of [posted, revoked]) await backstage.stopExecution(id);
  await api.post(`/verifications/${revoked}/cancel`);
  await backstage.dropReport([JSON.stringify({ id: posted, status: 'posted', at: (await control.get('/clock')).now })]);
  expect(await Promise.all([canceled, posted, revoked, printing].map(has))).toEqual([true, true, true, true]);

  await control.advance(27 * 3600);
  expect((await api.get(`/verifications/${posted}`)).body.status).toBe('awaiting_code');
  expect(await Promise.all([canceled, posted, revoked, printing].map(has))).toEqual([false, false, true, true]);
  // The print house posts within five days what was revoked while it printed.
  await control.advance(5 * 24 * 3600);
  expect(await Promise.all([revoked, printing].map(has))).toEqual([false, true]);
});

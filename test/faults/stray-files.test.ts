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

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import type { ServiceDescription } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { post, readLetter, templateBody } from '../../support/verifications.ts';
import { descendants, PATIENCE_MS, Started, until, untilGone } from './support/processes.ts';

jest.setTimeout(3 * PATIENCE_MS);

const data = mkdtempSync(join(tmpdir(), 'malote-data-'));
afterAll(() => rmSync(data, { recursive: true }));

const started: Started[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.clean();
});

async function start(env?: Record<string, string>) {
  const service = new Started(env, undefined, ['--data', data]);
  started.push(service);
  await service.ready();
  const description = JSON.parse(readFileSync(service.descriptionFile, 'utf8')) as ServiceDescription;
  const api = new ApiClient(description.base_url, description.api_key);
  return { service, description, api, control: new Control(description.control_url) };
}

async function kill9({ npm }: Started): Promise<void> {
  const family = descendants(npm.pid!);
  const service = family.find(({ command }) => command.includes('bin/local.ts'));
  process.kill(service!.pid, 'SIGKILL');
  await untilGone(family);
}

test('a service that was killed during an advance of its clock continues with its data, its key and its time', async () => {
  const first = await start();
  const { api, control } = first;
  const { body: letter } = await api.post('/letters', letterBody());
  const { body: scheduled } = await api.post('/letters', letterBody({ send_date: dateIn(2) }));
  const { body: verification } = await api.post('/verifications', templateBody());
  const { code } = await readLetter(control, verification.id);
  const before = await control.advance(3600);
  // Its connection ends with the service.
  const winding = control.advance(300 * 86_400).catch(() => undefined);
  await until(async () => (await control.get('/clock')).now > new Date(Date.parse(before) + 86_400_000).toISOString());
  await kill9(first.service);
  await winding;

  const second = await start();
  expect(second.description).toEqual(first.description);
  const now = (await second.control.get('/clock')).now as string;
  expect(Date.parse(now)).toBeGreaterThan(Date.parse(before) + 86_400_000);

  // A letter of a Saturday waits for a batch of the next working day.
  await second.control.advance(7 * 86_400);
  const path = (kind: string, { id }: { id: string }) => `/${kind}/${id}`;
  const statusOf = async (kind: string, of: { id: string }) => (await second.api.get(path(kind, of))).body.status;
  expect(await statusOf('letters', letter)).toBe('in_production');
  expect(await statusOf('letters', scheduled)).toBe('in_production');
  await post(second.control, letter, scheduled, verification);
  expect(await statusOf('letters', letter)).toBe('posted');
  const checked = await second.api.post(`${path('verifications', verification)}/check`, { code });
  expect(checked.body).toMatchObject({ correct: true, verification: { status: 'verified' } });
  const { body: transactions } = await second.api.get('/balance/transactions');
  expect(transactions.data.filter(({ amount }: { amount: number }) => amount < 0)).toHaveLength(3);
  expect(await second.control.get('/ledger/audit')).toEqual({ differences: [] });
});

test('data belongs to its port', async () => {
  const service = new Started({ PORT: '65535' }, undefined, ['--data', data]);
  started.push(service);
  expect(await service.exitCode()).toBe(1);
  expect(service.output).toMatch(/The data belongs to port \d+: start the service with PORT=\d+\./);
});

test('an unknown option is rejected', async () => {
  const service = new Started({}, undefined, ['--dta', data]);
  started.push(service);
  expect(await service.exitCode()).toBe(1);
  expect(service.output).toContain("Unknown option '--dta'");
});

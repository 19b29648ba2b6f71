import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import { startOwnService } from '../support/own-service.ts';
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

test('a report whose message was thrown away after its function died is applied within seven hours', async () => {
  const { id } = (await api.post('/letters', letterBody())).body;
  await control.post('/production/batches');
  strike = ({ functionName }) =>
    functionName.includes('ApplyPrintReport') ? { kind: 'killed', effect: false } : undefined;
  await backstage.dropReport([JSON.stringify({ id, status: 'posted', at: (await control.get('/clock')).now })]);
  await control.advance(60);
  expect(await backstage.purgeSome(() => 0)).toMatchObject({ lost: 1 });
  strike = () => undefined;

  await control.advance(50 * 60);
  expect((await api.get(`/letters/${id}`)).body.status).toBe('in_production');
  await control.advance(7 * 3600);
  expect((await api.get(`/letters/${id}`)).body.status).toBe('posted');
  const names = (folder: string, keys: string[]) =>
    keys.filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length));
  const keys = await backstage.keys('ProductionBucket');
  expect(names('results/', keys)).toEqual(names('inbox/', keys));
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { CheckedClient } from '../../support/checked-client.ts';
import { describedExamples } from '../../support/described-examples.ts';
import { request } from '../../support/every-endpoint.ts';
import { startOwnService } from '../../support/own-service.ts';
import { createOutages } from './outage.ts';

const outages = createOutages();
let service: LocalService;
let api: CheckedClient;

beforeAll(async () => {
  service = await startOwnService({ interference: outages.interference });
  const { base_url, control_url } = service.description;
  const customer = await new Control(control_url).openAccount(base_url);
  api = new CheckedClient(base_url, customer.api.key);
});

afterAll(() => service?.stop());

test.each(describedExamples)('$method $path: says when to retry while AWS is unavailable', async (example) => {
  const answer = await outages.during({ afterCalls: 1, lastCall: 'lost' }, () => request(api, example));
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
});

test('nothing was created meanwhile, and the service works afterwards', async () => {
  expect((await api.get('/letters')).body.data).toEqual([]);
  expect((await api.get('/balance/transactions?type=letter')).body.data).toEqual([]);
});

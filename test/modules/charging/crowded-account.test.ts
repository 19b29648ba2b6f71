import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { seeded } from '../../support/seeded.ts';

/** One account that sends all at once, on a table whose transactions take time and conflict, as on AWS. */

let service: LocalService;
let control: Control;
let api: ApiClient;

beforeAll(async () => {
  service = await startOwnService({ latency: { leastMs: 10, mostMs: 20, random: seeded(2026) } });
  control = new Control(service.description.control_url);
  ({ api } = await control.openAccount(service.description.base_url, { balance: 10_000_000 }));
});

afterAll(() => service.stop());

const PRICE = 690;

test('concurrent creations and cancellations are all done, each once', async () => {
  const create = (key?: string) =>
    api.post('/letters', letterBody(), key === undefined ? {} : { 'idempotency-key': key });
  const before = await Promise.all(Array.from({ length: 6 }, () => create()));
  const [created, keyed, canceled] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => create())),
    Promise.all(Array.from({ length: 8 }, (_, index) => create(`order-${index}`))),
    Promise.all(before.map(({ body }) => api.post(`/letters/${body.id}/cancel`))),
  ]);
  const statuses = [...before, ...created, ...keyed].map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(canceled.map(({ status, body }) => `${status} ${body.status}`)).toEqual(before.map(() => '200 canceled'));

  // The same keys again: the same letters.
  const again = await Promise.all(keyed.map((_, index) => create(`order-${index}`)));
  expect(again.map(({ body }) => body.id)).toEqual(keyed.map(({ body }) => body.id));

  const { body: list } = await api.get('/letters?limit=100');
  expect(list.data).toHaveLength(statuses.length);
  const { body: balance } = await api.get('/balance');
  expect(balance.amount).toBe(10_000_000 - (statuses.length - before.length) * PRICE);
  expect((await control.get('/ledger/audit')).differences).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { batchIn, quotedBatch, rowFor } from '../../support/letter-batches.ts';
import { startOwnService } from '../../support/own-service.ts';

const ROWS = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio'].map(rowFor);

let service: LocalService;
let control: Control;

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
});
afterAll(() => service?.stop());

test('batches confirmed twice at once charge no more than the balance, and their cancellation refunds each letter once', async () => {
  const rich = await control.openAccount(service.description.base_url);
  const { total } = (await quotedBatch(rich.api, ROWS)).batch.quote;
  // Holds two batches and half of a third.
  const balance = Math.floor(total * 2.5);
  const { api: poor } = await control.openAccount(service.description.base_url, { balance });
  const offered = [];
  for (let count = 0; count < 4; count++) offered.push(await quotedBatch(poor, ROWS));

  const replies = await Promise.all(
    [...offered, ...offered].map(async ({ path, batch }) => ({
      path,
      ...(await poor.post(`${path}/confirm`, { quote_hash: batch.quote.hash })),
    })),
  );
  const paid = [...new Set(replies.filter(({ status }) => status === 200).map(({ path }) => path))];
  expect(paid).toHaveLength(2);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 402]));

  // Some letters exist by now, others do not.
  await Promise.all([...paid, ...paid].map((path) => poor.post(`${path}/cancel`)));
  for (const path of paid) {
    const ended = await batchIn(poor, path, 'canceled');
    expect(ended.counts).toMatchObject({ kept: 0, waiting: 0 });
  }
  expect((await poor.get('/balance')).body.amount).toBe(balance);
  expect(await control.get('/ledger/audit')).toEqual({ differences: [] });
}, 90_000);

import { randomUUID } from 'node:crypto';
import { ApiClient } from '../../../support/api.ts';
import { check } from '../check.ts';
import { expectStatus, holds, refused, same } from '../expectations.ts';
import { letterOrder } from '../world.ts';

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const upload = (fields: object = {}) => ({ filename: 'carta.pdf', size: 1_000, ...fields });

export const idempotency = [
  check('IDEM-1', 'a key has 1 to 255 characters', async ({ api }) => {
    refused(await api.post('/uploads', upload(), keyed('x'.repeat(256))), 400, 'invalid_idempotency_key');
    expectStatus(await api.post('/uploads', upload(), keyed(randomUUID().padEnd(255, 'x'))), 201);
  }),
  check('IDEM-1', 'keys of different accounts are independent', ['operator'], async (world) => {
    const headers = keyed();
    const one = expectStatus(await world.api.post('/uploads', upload(), headers), 201);
    const { api } = await world.customer();
    const other = expectStatus(await api.post('/uploads', upload(), headers), 201);
    holds(one.id !== other.id, 'two accounts share the response of one key');
  }),
  check('IDEM-2', 'the order of fields and whitespace are ignored', async ({ api }) => {
    const headers = keyed();
    const one = expectStatus(await api.post('/uploads', '{"filename":"a.pdf","size":7}', headers), 201);
    const other = await api.post('/uploads', '{ "size": 7.0,\n "filename": "a.pdf" }', headers);
    same([expectStatus(other, 201).id, other.headers.get('idempotent-replayed')], [one.id, 'true'], 'the repetition');
  }),
  check('IDEM-3', 'a repetition gets the first response, byte for byte', async ({ api }) => {
    const headers = { ...keyed(), authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    const send = () => fetch(`${api.baseUrl}/uploads`, { method: 'POST', headers, body: JSON.stringify(upload()) });
    const [one, other] = [await send(), await send()];
    same([one.status, other.status], [201, 201], 'statuses');
    same(other.headers.get('idempotent-replayed'), 'true', 'Idempotent-Replayed');
    holds((await one.text()) === (await other.text()), 'the second response has other bytes');
  }),
  check(
    'IDEM-3',
    'a letter that is ordered twice with one key is one letter and one charge',
    ['orders'],
    async (world) => {
      const { api } = world;
      const [headers, reference] = [keyed(), world.unique()];
      const body = letterOrder({ reference });
      const one = expectStatus(await world.order('/letters', body, headers), 201);
      const other = expectStatus(await world.order('/letters', body, headers), 201);
      for (const { id } of [one, other]) await world.cancel('/letters', id);
      same(other.id, one.id, 'the id of the second response');
      same((await api.get(`/letters?reference=${reference}`)).body.data.length, 1, 'the number of letters');
      const charges = (await api.get('/balance/transactions?type=letter&limit=100')).body.data;
      same(charges.filter(({ source_id }: any) => source_id === one.id).length, 1, 'the number of charges');
    },
  ),
  check('IDEM-3', 'after 24 hours the key is free again', ['clock'], async (world) => {
    const headers = keyed();
    const one = expectStatus(await world.api.post('/uploads', upload(), headers), 201);
    const at = Date.parse(one.created_at) + 86_400_000;
    return {
      at: at - 60_000,
      look: async () => {
        same(
          expectStatus(await world.api.post('/uploads', upload(), headers), 201).id,
          one.id,
          'the id before the end',
        );
        return {
          at: at + 1_000,
          look: async () => {
            holds(
              expectStatus(await world.api.post('/uploads', upload(), headers), 201).id !== one.id,
              'the key still replays the first response',
            );
          },
        };
      },
    };
  }),
  check('IDEM-4', 'a rejection releases the key', async ({ api }) => {
    const headers = keyed();
    refused(await api.post('/uploads', upload({ size: 0 }), headers), 422, 'invalid_parameters', 'size out_of_range');
    const served = await api.post('/uploads', upload(), headers);
    expectStatus(served, 201);
    same(served.headers.get('idempotent-replayed'), null, 'Idempotent-Replayed');
  }),
  check('IDEM-4', 'a quote is replayed', async ({ api }) => {
    const headers = keyed();
    expectStatus(await api.post('/letters/quote', letterOrder(), headers), 200);
    same(
      (await api.post('/letters/quote', letterOrder(), headers)).headers.get('idempotent-replayed'),
      'true',
      'Idempotent-Replayed',
    );
  }),
  check('IDEM-5', 'a key used for another body or endpoint is rejected', async ({ api }) => {
    const headers = keyed();
    expectStatus(await api.post('/uploads', upload(), headers), 201);
    refused(await api.post('/uploads', upload({ size: 2 }), headers), 409, 'idempotency_key_reused');
    refused(await api.post('/letters/quote', letterOrder(), headers), 409, 'idempotency_key_reused');
  }),
  check('IDEM-5', 'of many concurrent repetitions, one is carried out', async ({ api }) => {
    const headers = keyed();
    const client = new ApiClient(api.baseUrl, api.key);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.post('/uploads', upload(), headers)));
    const done = answers.filter(({ status }) => status === 201);
    holds(done.length > 0, 'none is served');
    holds(new Set(done.map(({ body }) => body.id)).size === 1, 'more than one upload is made');
    for (const answer of answers.filter(({ status }) => status !== 201)) refused(answer, 409, 'idempotency_key_in_use');
  }),
];

import { describe, expect, test } from '@jest/globals';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { openCustomer, useCustomer } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

const customer = useCustomer();
const at = (path: string) => `/accounts/${customer().id}${path}`;
const erase = async (mailing_id: string, role: 'owner' | 'sender' = 'owner') =>
  (await signedIn(customer().id, role)).ask('POST', at('/erasures'), { mailing_id });

describe('an erasure', () => {
  test('removes the recipient from a letter, its events and its file, and appears in the activity log', async () => {
    const { api } = customer();
    const order = letterBody({ send_date: dateIn(5), reference: 'APAGAR-1' });
    const { id } = (await api.post('/letters', order, { 'idempotency-key': 'apagar' })).body;
    await api.post(`/letters/${id}/cancel`);
    expect(await erase(id)).toMatchObject({ status: 201, body: { object: 'erasure', id } });
    const erased = await eventually(
      async () => (await api.get(`/letters/${id}`)).body,
      ({ reference }) => reference === null,
    );
    expect(erased).toMatchObject({ id, status: 'canceled', to: { name: '[apagado]' }, reference: null });
    const traces = await eventually(
      async () => JSON.stringify((await api.get(`/events?object_id=${id}`)).body),
      (text) => !text.includes('APAGAR-1'),
    );
    expect(traces).toContain('[apagado]');
    const repeated = await eventually(
      async () => JSON.stringify((await api.post('/letters', order, { 'idempotency-key': 'apagar' })).body),
      (text) => !text.includes('APAGAR-1'),
    );
    expect(repeated).toContain(id);
    const { body } = await (await signedIn(customer().id, 'viewer')).ask('GET', at('/activity'));
    // The viewer's own sign-in is newer.
    expect(body.data[1]).toMatchObject({ operation: 'erasures-create', object_id: id, outcome: 'done' });
  });

  test('removes the recipient from a verification', async () => {
    const { api } = customer();
    const { id } = (await api.post('/verifications', templateBody())).body;
    await api.post(`/verifications/${id}/cancel`);
    expect((await erase(id)).status).toBe(201);
    const erased = await eventually(
      async () => (await api.get(`/verifications/${id}`)).body,
      ({ to }) => to.name === '[apagado]',
    );
    expect(erased).toMatchObject({ status: 'canceled', to: { name: '[apagado]', postal_code: '00000-000' } });
  });

  test('of a letter that still needs its data is rejected and changes nothing', async () => {
    const { api } = customer();
    const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(5) }));
    const { status, body } = await erase(letter.id);
    expect([status, body.error.code]).toEqual([409, 'mailing_not_erasable']);
    expect((await api.get(`/letters/${letter.id}`)).body.to).toEqual(letter.to);
  });

  test('of a missing or foreign object, or of a malformed id, finds nothing', async () => {
    const other = await openCustomer();
    const { id } = (await other.api.post('/letters', letterBody({ send_date: dateIn(5) }))).body;
    await other.api.post(`/letters/${id}/cancel`);
    for (const named of [id, 'ltr_00000000000000000000000000', 'ver_x', 'acc_bcdfgh']) {
      const { status, body } = await erase(named);
      expect([named, status, body.error.code]).toEqual([named, 404, 'resource_not_found']);
    }
    expect((await other.api.get(`/letters/${id}`)).body.to.name).not.toBe('[apagado]');
  });
});

import { expect, test } from '@jest/globals';
import { storeLetter } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeDelivery, storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useCustomer();

test('the delivery as in the list, with the text of its event', async () => {
  const { id, api } = customer();
  const { event } = await storeLetter(id);
  const delivery = await storeDelivery(await storeEndpoint(id), { event_id: event.id });
  const { status, body } = await api.get(`/webhook-deliveries/${delivery}`);
  const [listed] = (await api.get('/webhook-deliveries')).body.data;
  expect([status, body]).toEqual([200, { ...listed, body: event.body }]);
  expect(JSON.parse(body.body)).toEqual((await api.get('/events')).body.data[0]);
});

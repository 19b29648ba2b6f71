import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createId } from '../../../../lib/core/domain/ids.ts';
import { storeLetter } from '../../../support/internals.ts';
import { describePages, idsOf } from '../../../support/lists.ts';
import { openCustomer, useCustomer } from '../../../support/service.ts';
import { storeDelivery, storeEndpoint, webhookDeliveries } from '../../../support/stored-webhooks.ts';

describePages(webhookDeliveries);

describe('GET /webhook-deliveries', () => {
  const customer = useCustomer();
  const list = async (parameters = '') => idsOf(await customer().api.get(`/webhook-deliveries?${parameters}`));

  test('filters by endpoint, event, object and state, alone and together', async () => {
    const { id } = customer();
    const { letter, event } = await storeLetter(id);
    const [one, other] = [await storeEndpoint(id), await storeEndpoint(id)];
    const ofLetter = await storeDelivery(one, { event_id: event.id, state: 'failed' });
    const alsoOfLetter = await storeDelivery(other, { event_id: event.id });
    const later = createId('event', Date.now() + 1_000, randomBytes);
    const ofAnother = await storeDelivery(one, { event_id: later, state: 'failed' });
    expect(await list()).toEqual([ofAnother, ...[ofLetter, alsoOfLetter].sort()]);
    expect(await list(`endpoint_id=${one.id}`)).toEqual([ofAnother, ofLetter]);
    expect(await list(`event_id=${later}`)).toEqual([ofAnother]);
    expect((await list(`object_id=${letter.id}`)).sort()).toEqual([ofLetter, alsoOfLetter].sort());
    expect(await list('state=failed')).toEqual([ofAnother, ofLetter]);
    expect(await list(`endpoint_id=${one.id}&object_id=${letter.id}&state=failed`)).toEqual([ofLetter]);
    expect(await list(`endpoint_id=${other.id}&state=failed`)).toEqual([]);
    for (const unknown of ['endpoint_id=whe_1', 'event_id=evt_1', 'object_id=ltr_1'])
      expect(await list(unknown)).toEqual([]);
  });

  test('shows no delivery of another account, with any filter', async () => {
    const owner = await openCustomer();
    const { letter, event } = await storeLetter(owner.id);
    const endpoint = await storeEndpoint(owner.id);
    await storeDelivery(endpoint, { event_id: event.id });
    for (const filter of [`endpoint_id=${endpoint.id}`, `event_id=${event.id}`, `object_id=${letter.id}`])
      expect(await list(filter)).toEqual([]);
  });
});

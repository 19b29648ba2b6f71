import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { describeListRefusals } from '../../../support/lists.ts';
import { webhookDeliveries } from '../../../support/stored-webhooks.ts';

describeListRefusals(webhookDeliveries);

describe('GET /webhook-deliveries with its own filters', () => {
  const customer = useUnchangedCustomer();

  test.each([
    ['state=lost', 'state invalid_value'],
    ['state=', 'state invalid_value'],
    ['endpoint_id=', 'endpoint_id too_short'],
    [`endpoint_id=${'x'.repeat(101)}`, 'endpoint_id too_long'],
    ['event_id=', 'event_id too_short'],
    [`object_id=${'x'.repeat(101)}`, 'object_id too_long'],
    ['type=letter.posted', 'type unknown_parameter'],
  ])('%s', async (parameters, detail) => {
    expect(detailsOf(await customer().api.get(`/webhook-deliveries?${parameters}`))).toEqual([detail]);
  });
});

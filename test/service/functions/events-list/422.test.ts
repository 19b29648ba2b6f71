import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { describeListRefusals } from '../../../support/lists.ts';
import { events } from '../../../support/seeds.ts';

describeListRefusals(events);

describe('GET /events with its own filters', () => {
  const customer = useUnchangedCustomer();

  test.each([
    ['type=letter', 'type invalid_value'],
    ['type=webhook.test', 'type invalid_value'],
    ['type=', 'type invalid_value'],
    ['object_id=', 'object_id too_short'],
    [`object_id=${'x'.repeat(101)}`, 'object_id too_long'],
    ['status=received', 'status unknown_parameter'],
  ])('%s', async (parameters, detail) => {
    expect(detailsOf(await customer().api.get(`/events?${parameters}`))).toEqual([detail]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { describeListRefusals } from '../../../support/lists.ts';
import { balanceTransactions } from '../../../support/seeds.ts';

describeListRefusals(balanceTransactions);

describe('GET /balance/transactions with its own filters', () => {
  const customer = useUnchangedCustomer();

  test.each([
    ['type=debit', 'type invalid_value'],
    ['type=', 'type invalid_value'],
    ['source_id=ltr_1', 'source_id unknown_parameter'],
  ])('%s', async (parameters, detail) => {
    expect(detailsOf(await customer().api.get(`/balance/transactions?${parameters}`))).toEqual([detail]);
  });
});

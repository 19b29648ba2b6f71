import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { describeListRefusals } from '../../../support/lists.ts';
import { letters } from '../../../support/seeds.ts';

describeListRefusals(letters);

describe('GET /letters with its own filters', () => {
  const customer = useUnchangedCustomer();

  test.each([
    ['status=paid', 'status invalid_value'],
    ['status=', 'status invalid_value'],
    ['status=Received', 'status invalid_value'],
    ['status=received,posted', 'status invalid_value'],
    [`reference=${'x'.repeat(101)}`, 'reference too_long'],
    ['recipient=', 'recipient too_short'],
    [`recipient=${'x'.repeat(101)}`, 'recipient too_long'],
    ['tracking_code=', 'tracking_code invalid_format'],
    ['tracking_code=aa123456785br', 'tracking_code invalid_format'],
    ['tracking_code=AA123456785US', 'tracking_code invalid_format'],
    ['type=letter', 'type unknown_parameter'],
  ])('%s', async (parameters, detail) => {
    expect(detailsOf(await customer().api.get(`/letters?${parameters}`))).toEqual([detail]);
  });
});

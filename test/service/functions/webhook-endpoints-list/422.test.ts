import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';

const customer = useUnchangedCustomer();

test.each<[string, string[]]>([
  ['limit=0', ['limit out_of_range']],
  ['limit=101', ['limit out_of_range']],
  ['limit=ten', ['limit invalid_type']],
  ['cursor=abc', ['cursor invalid_value']],
  ['created_after=yesterday', ['created_after invalid_format']],
  ['created_before=2026-01-01', ['created_before invalid_format']],
  ['state=active', ['state unknown_parameter']],
  ['page=2&limit=0', ['limit out_of_range', 'page unknown_parameter']],
])('%s', async (parameters, expected) => {
  const answer = await customer().api.get(`/webhook-endpoints?${parameters}`);
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer).sort()).toEqual(expected.sort());
});

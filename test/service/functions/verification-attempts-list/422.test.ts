import { beforeAll, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useOneCustomer } from '../../../support/service.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useOneCustomer();
let path: string;

beforeAll(async () => {
  const { body: made } = await customer().api.post('/verifications', templateBody());
  path = `/verifications/${made.id}/attempts`;
});

test.each<[string, string[]]>([
  ['limit=0', ['limit out_of_range']],
  ['limit=101', ['limit out_of_range']],
  ['limit=ten', ['limit invalid_type']],
  ['cursor=abc', ['cursor invalid_value']],
  ['created_after=yesterday', ['created_after invalid_format']],
  ['created_before=2026-01-01', ['created_before invalid_format']],
  ['status=verified', ['status unknown_parameter']],
  ['code=042317', ['code unknown_parameter']],
  ['page=2&limit=0', ['limit out_of_range', 'page unknown_parameter']],
])('%s', async (parameters, expected) => {
  const answer = await customer().api.get(`${path}?${parameters}`);
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer).sort()).toEqual(expected.sort());
});

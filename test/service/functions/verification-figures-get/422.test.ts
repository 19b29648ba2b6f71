import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { describeUnknownParameters } from '../../../support/every-endpoint.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';

describeUnknownParameters({ method: 'GET', path: '/verifications/figures' });

describe('GET /verifications/figures of an invalid period', () => {
  const customer = useUnchangedCustomer();

  test.each(['created_after=yesterday', 'created_before=2026-02-30T00:00:00Z', 'created_after='])(
    '%s: invalid_format',
    async (query) => {
      const answer = await customer().api.get(`/verifications/figures?${query}`);
      expect([answer.status, detailsOf(answer)]).toEqual([422, [`${query.split('=')[0]} invalid_format`]]);
    },
  );
});

import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeVerification } from '../../../support/stored-verifications.ts';

const customer = useCustomer();

test('a body with a field', async () => {
  const { id, api } = customer();
  const { id: verificationId } = await storeVerification(id);
  const answer = await unchanged(id, () => api.post(`/verifications/${verificationId}/cancel`, { reason: 'x' }));
  expect([answer.status, detailsOf(answer)]).toEqual([422, ['reason unknown_parameter']]);
});

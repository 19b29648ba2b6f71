import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import {
  moveStored,
  storeVerification,
  toAwaitingCode,
  toInProduction,
} from '../../../support/stored-verifications.ts';

const customer = useCustomer();

test.each([
  ['received', []],
  ['in_production', toInProduction],
  ['awaiting_code', toAwaitingCode],
])('a verification that is %s has no evidence', async (_, moves) => {
  const { id, api } = customer();
  const verification = await storeVerification(id);
  await moveStored(id, verification.id, ...moves);
  const { status, body } = await api.get(`/verifications/${verification.id}/evidence`);
  expect([status, body.error.code]).toEqual([409, 'verification_not_final']);
});

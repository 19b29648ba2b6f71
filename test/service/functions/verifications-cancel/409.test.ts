import { describe, expect, test } from '@jest/globals';
import { describeKeyConflicts } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { moveStored, storeVerification, toFailed } from '../../../support/stored-verifications.ts';
import { cancelRequests } from '../../../support/verification-requests.ts';

describeKeyConflicts('POST /verifications/{verification_id}/cancel', cancelRequests);

describe('POST /verifications/{verification_id}/cancel', () => {
  const customer = useCustomer();

  test('one that ended without a confirmation stays unchanged, and no key is kept', async () => {
    const { id, api } = customer();
    const locked = await storeVerification(id);
    await moveStored(id, locked.id, ...toFailed);
    const expired = await storeVerification(id, { status: 'expired', reached: { expired: Date.now() } });
    for (const verification of [locked, expired]) {
      const answer = await unchanged(id, () =>
        api.post(`/verifications/${verification.id}/cancel`, undefined, { 'idempotency-key': 'key' }),
      );
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'verification_not_cancelable' } } });
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import type { VerificationMove } from '../../../lib/domain/verifications.ts';
import { unchanged } from '../../support/backstage.ts';
import { describeKeyConflicts } from '../../support/every-post.ts';
import { useCustomer, useService } from '../../support/service.ts';
import { moveStored, toAwaitingCode, toFailed, toInProduction } from '../../support/stored-verifications.ts';
import { checkRequests } from '../../support/verification-requests.ts';
import { readLetter, templateBody, wrongCode } from '../../support/verifications.ts';

describeKeyConflicts('POST /verifications/{verification_id}/check', checkRequests);

describe('POST /verifications/{verification_id}/check', () => {
  const customer = useCustomer();

  test.each<[string, VerificationMove[]]>([
    ['received', []],
    ['in_production', toInProduction],
    ['failed', toFailed],
    ['canceled', [{ trigger: 'cancel' }]],
    ['revoked', [...toAwaitingCode, { trigger: 'cancel' }]],
  ])('a verification that is %s awaits no code, right or wrong, and no key is kept', async (_, moves) => {
    const { id, api } = customer();
    const { body: verification } = await api.post('/verifications', templateBody());
    await moveStored(id, verification.id, ...moves);
    const { code } = await readLetter(useService().control, verification.id);
    for (const tried of [code, wrongCode(code)]) {
      const answer = await unchanged(id, () =>
        api.post(`/verifications/${verification.id}/check`, { code: tried }, { 'idempotency-key': 'key' }),
      );
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'verification_not_awaiting_code' } } });
      expect(JSON.stringify(answer.body)).not.toContain(tried);
    }
  });
});

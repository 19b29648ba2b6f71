import { describe, expect, test } from '@jest/globals';
import type { VerificationMove } from '../../../../lib/core/domain/verifications.ts';
import { texts } from '../../../../lib/texts/confirmation-page/texts.ts';
import { describeKeyConflicts } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { PageVisit } from '../../../support/page.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import {
  awaited,
  moveStored,
  outlive,
  toAwaitingCode,
  toFailed,
  toInProduction,
} from '../../../support/stored-verifications.ts';
import { checkRequests } from '../../../support/verification-requests.ts';
import { readLetter, templateBody, wrongCode } from '../../../support/verifications.ts';

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
    const { code } = await readLetter(useService().control, verification.id);
    await moveStored(id, verification.id, ...moves);
    for (const tried of [code, wrongCode(code)]) {
      const answer = await unchanged(id, () =>
        api.post(`/verifications/${verification.id}/check`, { code: tried }, { 'idempotency-key': 'key' }),
      );
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'verification_not_awaiting_code' } } });
      expect(JSON.stringify(answer.body)).not.toContain(tried);
    }
  });

  test.each([
    ['right', 0],
    ['wrong', 1],
  ])('after the 60 days the %s code has no effect, even before the expiry is recorded', async (_, step) => {
    const { id: accountId, api } = customer();
    const { id, verification, code, path } = await awaited(customer());
    await outlive(accountId, id);
    expect((await api.get(path)).body.status).toBe('awaiting_code');
    const page = new PageVisit(verification.hosted_page_url);
    for (const shown of [await page.open(), await page.enter(code)])
      expect(shown.heading).toBe(texts['pt-BR'].notices.expired.heading);

    const answer = await api.post(`${path}/check`, { code: wrongCode(code, step) });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'verification_not_awaiting_code' } } });
    expect((await api.get(path)).body).toMatchObject({
      status: 'expired',
      attempts_remaining: 5,
      confirmation: null,
      status_transitions: { verified_at: null, expired_at: expect.any(String) },
    });
    const { body: events } = await api.get(`/events?object_id=${id}&type=verification.expired`);
    expect(events.data).toHaveLength(1);
  });
});

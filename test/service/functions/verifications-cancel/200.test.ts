import { describe, expect, test } from '@jest/globals';
import type { VerificationMove } from '../../../../lib/core/domain/verifications.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import {
  awaited,
  moveStored,
  storeVerification,
  toAwaitingCode,
  toInProduction,
} from '../../../support/stored-verifications.ts';
import { cancelRequests } from '../../../support/verification-requests.ts';
import { templateBody } from '../../../support/verifications.ts';

describeReplays('POST /verifications/{verification_id}/cancel', 200, cancelRequests);

describe('POST /verifications/{verification_id}/cancel', () => {
  const customer = useCustomer();
  const cancel = (id: string) => customer().api.post(`/verifications/${id}/cancel`);
  const balance = async () => (await customer().api.get('/balance')).body.amount;

  test('a received one is canceled: other fields stay, and the whole price is refunded', async () => {
    const { body: created } = await customer().api.post('/verifications', templateBody({ reference: 'a' }));
    const { status, body } = await cancel(created.id);
    expect([status, body]).toEqual([
      200,
      {
        ...created,
        status: 'canceled',
        preview_url: expect.stringContaining(created.id),
        status_transitions: { ...created.status_transitions, canceled_at: expect.any(String) },
      },
    ]);
    expect(await balance()).toBe(100_000);
    const { body: entries } = await customer().api.get('/balance/transactions?type=refund');
    expect(entries.data).toMatchObject([{ amount: created.price.total, source_id: created.id }]);
  });

  test.each<[string, VerificationMove[]]>([
    ['in_production', toInProduction],
    ['awaiting_code', toAwaitingCode],
  ])('one that is %s is revoked without a refund', async (_, moves) => {
    const { id, api } = customer();
    const { body: created } = await api.post('/verifications', templateBody());
    await moveStored(id, created.id, ...moves);
    expect((await cancel(created.id)).body).toMatchObject({ status: 'revoked', confirmation: null });
    expect(await balance()).toBe(100_000 - created.price.total);
  });

  test('a verified one is revoked, and its confirmation is kept', async () => {
    const { id, code, path } = await awaited(customer());
    const { body } = await customer().api.post(`${path}/check`, { code });
    const { body: revoked } = await cancel(id);
    expect(revoked).toEqual({
      ...body.verification,
      status: 'revoked',
      preview_url: expect.any(String),
      status_transitions: { ...body.verification.status_transitions, revoked_at: expect.any(String) },
    });
  });

  test.each<[string, VerificationMove[]]>([
    ['canceled', [{ trigger: 'cancel' }]],
    ['revoked', [...toAwaitingCode, { trigger: 'cancel' }]],
  ])('one that is %s is returned unchanged', async (status, moves) => {
    const { id } = customer();
    const stored = await storeVerification(id);
    await moveStored(id, stored.id, ...moves);
    const again = await unchanged(id, () => cancel(stored.id));
    expect([again.status, again.body.status]).toEqual([200, status]);
  });
});

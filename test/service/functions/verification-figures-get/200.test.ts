import { describe, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../../lib/core/domain/units.ts';
import { confirmedByApi } from '../../../../lib/core/domain/verifications.ts';
import { useCustomer } from '../../../support/service.ts';
import { moveStored, storeVerification, toAwaitingCode, toFailed } from '../../../support/stored-verifications.ts';

const none = {
  received: 0,
  in_production: 0,
  awaiting_code: 0,
  verified: 0,
  failed: 0,
  expired: 0,
  canceled: 0,
  revoked: 0,
};

describe('GET /verifications/figures', () => {
  const customer = useCustomer();
  const figures = async (query = '') => (await customer().api.get(`/verifications/figures${query}`)).body;

  /** A verification that was confirmed this many days after posting. */
  async function confirmed(days: number, created_at = Date.now()) {
    const { id, account_id } = await storeVerification(customer().id, {
      status: 'awaiting_code',
      created_at,
      reached: { in_production: created_at, awaiting_code: Date.now() - days * DAY_MS - 60_000 },
      expires_at: Date.now() + DAY_MS,
    });
    await moveStored(account_id, id, { trigger: 'confirm', confirmer: confirmedByApi });
    return id;
  }

  test('of an account without verifications', async () => {
    expect(await figures()).toEqual({
      object: 'verification_figures',
      created_after: null,
      created_before: null,
      created: 0,
      sent: 0,
      confirmed: 0,
      by_status: none,
      days_to_confirm: { median: null, counts: [] },
    });
  });

  test('count each by outcome, and the days until confirmation', async () => {
    const account = customer().id;
    await storeVerification(account);
    await moveStored(account, (await storeVerification(account)).id, ...toAwaitingCode);
    await moveStored(account, (await storeVerification(account)).id, ...toFailed);
    await moveStored(account, (await storeVerification(account)).id, { trigger: 'cancel' });
    for (const days of [2, 9, 2]) await confirmed(days);
    expect(await figures()).toMatchObject({
      created: 7,
      sent: 5,
      confirmed: 3,
      by_status: { ...none, received: 1, awaiting_code: 1, failed: 1, canceled: 1, verified: 3 },
      days_to_confirm: {
        median: 2,
        counts: [
          { days: 2, count: 2 },
          { days: 9, count: 1 },
        ],
      },
    });
  });

  test('do not count a revoked verification as confirmed, nor its days', async () => {
    const id = await confirmed(4);
    await moveStored(customer().id, id, { trigger: 'cancel' });
    expect(await figures()).toMatchObject({
      confirmed: 0,
      by_status: { verified: 0, revoked: 1 },
      days_to_confirm: { median: null, counts: [] },
    });
  });

  test('of a period include its first instant and exclude its last', async () => {
    const [before, in_it, after] = ['2026-03-01', '2026-04-01', '2026-05-01'].map((day) => Date.parse(day)) as [
      number,
      number,
      number,
    ];
    for (const at of [before, in_it, after]) await confirmed(3, at);
    const answer = await figures('?created_after=2026-04-01T00:00:00Z&created_before=2026-05-01T00:00:00Z');
    expect(answer).toMatchObject({
      created_after: '2026-04-01T00:00:00Z',
      created_before: '2026-05-01T00:00:00Z',
      created: 1,
      confirmed: 1,
      days_to_confirm: { median: 3, counts: [{ days: 3, count: 1 }] },
    });
    expect(await figures('?created_after=2027-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z')).toMatchObject({
      created: 0,
    });
  });

  test("never count other accounts' verifications", async () => {
    await storeVerification('acc_another');
    expect(await figures()).toMatchObject({ created: 0 });
  });
});

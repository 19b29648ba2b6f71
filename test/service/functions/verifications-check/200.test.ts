import { describe, expect, test } from '@jest/globals';
import { describeReplays } from '../../../support/every-post.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { awaited } from '../../../support/stored-verifications.ts';
import { checkRequests } from '../../../support/verification-requests.ts';
import { wrongCode } from '../../../support/verifications.ts';

describeReplays('POST /verifications/{verification_id}/check', 200, checkRequests);

describe('POST /verifications/{verification_id}/check', () => {
  const customer = useCustomer();
  const setUp = async () => {
    const { code, path, verification } = await awaited(customer());
    const check = (tried: unknown, headers = {}) => customer().api.post(`${path}/check`, { code: tried }, headers);
    return { code, path, verification, check };
  };

  test('a wrong code is not an error: one attempt fewer, and nothing else changes', async () => {
    const { code, check, path } = await setUp();
    const { body: before } = await customer().api.get(path);
    const { body } = await check(wrongCode(code));
    expect(body).toEqual({
      object: 'verification_check',
      correct: false,
      verification: { ...before, attempts_remaining: 4, preview_url: expect.any(String) },
    });
    const { body: events } = await customer().api.get(`/events?object_id=${before.id}&type=verification.failed`);
    expect(events.data).toEqual([]);
  });

  test.each([
    ['as it is', (code: string) => code],
    ['in two groups', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with dashes', (code: string) => code.split('').join('-')],
    ['between blanks', (code: string) => `  ${code} `],
  ])('the right code %s verifies', async (_, write) => {
    const { code, check } = await setUp();
    const { body } = await check(write(code));
    expect(body).toMatchObject({
      correct: true,
      verification: {
        status: 'verified',
        attempts_remaining: 5,
        confirmation: { method: 'api', confirmed_at: body.verification.status_transitions.verified_at },
      },
    });
  });

  test('works for a suspended account too', async () => {
    const { code, check } = await setUp();
    await useService().control.post(`/accounts/${customer().id}/suspend`);
    expect((await check(code)).body.correct).toBe(true);
  });

  test('the same wrong code uses two attempts under two keys, and one under one key', async () => {
    const { code, check } = await setUp();
    const wrong = wrongCode(code);
    for (const [key, left] of [
      ['a', 4],
      ['b', 3],
      ['a', 4],
      ['b', 3],
    ] as const) {
      const { body } = await check(wrong, { 'idempotency-key': key });
      expect(body.verification.attempts_remaining).toBe(left);
    }
    expect((await check(wrong)).body.verification.attempts_remaining).toBe(2);
  });
});

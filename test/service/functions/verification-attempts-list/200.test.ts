import { describe, expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import { awaited } from '../../../support/stored-verifications.ts';
import { templateBody, wrongCode } from '../../../support/verifications.ts';

describe('GET /verifications/{verification_id}/attempts', () => {
  const customer = useCustomer();

  async function tried() {
    const { code, path, verification } = await awaited(customer());
    const check = (text: string) => customer().api.post(`${path}/check`, { code: text });
    const { body: wrong } = await check(wrongCode(code));
    const { body: right } = await check(code);
    return { wrong, right, path: `${path}/attempts`, id: verification.id };
  }

  test('of a verification without attempts is empty', async () => {
    const { body: made } = await customer().api.post('/verifications', templateBody());
    const { status, body } = await customer().api.get(`/verifications/${made.id}/attempts`);
    expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false, next_cursor: null }]);
  });

  test('shows every code that was tried, newest first, and its outcome', async () => {
    const { right, path, id } = await tried();
    const { body } = await customer().api.get(path);
    const common = { object: 'verification_attempt', verification_id: id, entry: 'api' };
    expect(body.data).toEqual([
      { ...common, number: 2, correct: true, created_at: right.verification.confirmation.confirmed_at },
      { ...common, number: 1, correct: false, created_at: expect.any(String) },
    ]);
    expect(right.verification).toMatchObject({ status: 'verified', attempts_remaining: 4 });
  });

  test('works page by page, and between instants', async () => {
    const { path, right } = await tried();
    const { api } = customer();
    const numbers = async (query: string) => {
      const { body } = await api.get(`${path}?${query}`);
      return [body.data.map(({ number }: { number: number }) => number), body.has_more];
    };
    const { body: first } = await api.get(`${path}?limit=1`);
    expect([first.data[0].number, first.has_more]).toEqual([2, true]);
    expect(await numbers(`limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)).toEqual([[1], false]);
    const { confirmed_at } = right.verification.confirmation;
    const later = new Date(Date.parse(confirmed_at) + 1_000).toISOString();
    expect(await numbers(`created_after=${later}`)).toEqual([[], false]);
    expect(await numbers(`created_before=${later}&limit=100`)).toEqual([[2, 1], false]);
  });

  test('rejects a cursor of another verification', async () => {
    const [one, other] = [await tried(), await tried()];
    const { body } = await customer().api.get(`${one.path}?limit=1`);
    const answer = await customer().api.get(`${other.path}?limit=1&cursor=${encodeURIComponent(body.next_cursor)}`);
    expect([answer.status, answer.body.error.details[0].param]).toEqual([422, 'cursor']);
  });
});

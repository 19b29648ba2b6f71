import { describe, expect, test } from '@jest/globals';
import { dateIn, letterBody } from '../../../support/letters.ts';
import { describePages } from '../../../support/lists.ts';
import { balanceTransactions } from '../../../support/seeds.ts';
import { useCustomer, useService } from '../../../support/service.ts';

describePages(balanceTransactions);

describe('GET /balance/transactions', () => {
  const customer = useCustomer();
  const list = async (parameters = '') => (await customer().api.get(`/balance/transactions?${parameters}`)).body.data;

  test('shows every movement with the balance after it, which adds up', async () => {
    const { id, api } = customer();
    await useService().control.post(`/accounts/${id}/credits`, { amount: 5 });
    const { body: letter } = await api.post('/letters', letterBody());
    await api.post(`/letters/${letter.id}/cancel`);
    const { total } = letter.price;
    expect(await list()).toMatchObject([
      { type: 'refund', amount: total, balance_after: 100_005, source_id: letter.id },
      { type: 'letter', amount: -total, balance_after: 100_005 - total, source_id: letter.id },
      { type: 'credit', amount: 5, balance_after: 100_005, source_id: null },
      { type: 'top_up', amount: 100_000, balance_after: 100_000, source_id: null },
    ]);
  });

  test('a scheduled letter moves no money, nor does canceling it', async () => {
    const { api } = customer();
    const send_date = dateIn(10);
    const { body: letter } = await api.post('/letters', letterBody({ send_date }));
    await api.post(`/letters/${letter.id}/cancel`);
    expect(await list()).toHaveLength(1);
  });

  test.each(['top_up', 'letter', 'verification', 'refund', 'credit', 'adjustment'])(
    'type=%s filters the list',
    async (type) => {
      const { id, api } = customer();
      await useService().control.post(`/accounts/${id}/credits`, { amount: 5 });
      const { body: letter } = await api.post('/letters', letterBody());
      await api.post(`/letters/${letter.id}/cancel`);
      const made = ['top_up', 'letter', 'refund', 'credit'];
      const types = (await list(`type=${type}`)).map((entry: { type: string }) => entry.type);
      expect(types).toEqual(made.includes(type) ? [type] : []);
    },
  );
});

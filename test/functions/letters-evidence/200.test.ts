import { expect, test } from '@jest/globals';
import { letterBody } from '../../support/letters.ts';
import { useCustomer } from '../../support/service.ts';

const customer = useCustomer();

test('answers every documented field', async () => {
  const { body: made } = await customer().api.post('/letters', letterBody());
  const answer = await customer().api.get(`/letters/${made.id}/evidence`);
  expect([answer.status, answer.body]).toEqual([200, { object: 'letters_evidence', letter_id: made.id }]);
});

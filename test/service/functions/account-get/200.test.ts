import { expect, test } from '@jest/globals';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';

const customer = useCustomer();

test('the account of the key', async () => {
  const { id, api } = customer();
  expect(await api.get('/account')).toMatchObject({
    status: 200,
    body: {
      id,
      legal_name: 'Empresa de Teste Ltda.',
      trade_name: null,
      cnpj: '15.216.260/0001-76',
      plan: 'pay_as_you_go',
      default_sender: {
        name: 'Empresa de Teste',
        street: 'Praça da Sé',
        number: '10',
        complement: null,
        neighborhood: 'Sé',
        city: 'São Paulo',
        state: 'SP',
        postal_code: '01001-000',
      },
    },
  });
});

test('with a trade name, and a CNPJ with letters', async () => {
  const { api } = await openCustomer({ trade_name: 'Teste', cnpj: '12ABC34501DE35', plan: 'scale' });
  expect((await api.get('/account')).body).toMatchObject({
    trade_name: 'Teste',
    cnpj: '12.ABC.345/01DE-35',
    plan: 'scale',
  });
});

test('also while it is suspended', async () => {
  const { id, api } = customer();
  await useService().control.post(`/accounts/${id}/suspend`);
  expect((await api.get('/account')).status).toBe(200);
});

test('ignores the content type and the Idempotency-Key', async () => {
  const headers = { 'content-type': 'text/plain', 'idempotency-key': '' };
  expect((await customer().api.get('/account', headers)).status).toBe(200);
});

test('counts down the requests of the second', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => customer().api.get('/account')));
  const left = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  // Some of five simultaneous calls may fall into the next second, which has its own count.
  expect(Math.max(...left)).toBe(49);
  for (const remaining of left) expect(remaining).toBeGreaterThanOrEqual(45);
});

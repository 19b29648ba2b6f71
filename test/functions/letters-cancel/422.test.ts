import { expect, test } from '@jest/globals';
import { storeLetter, unchanged } from '../../support/backstage.ts';
import { detailsOf } from '../../support/checked-client.ts';
import { useCustomer } from '../../support/service.ts';

const customer = useCustomer();

test.each<[string, unknown, string[]]>([
  ['a field', { reason: 'x' }, ['reason unknown_parameter']],
  ['fields', { reason: 'x', letter_id: 'y' }, ['reason unknown_parameter', 'letter_id unknown_parameter']],
  ['a list', [], ['body invalid_type']],
  ['null', 'null', ['body invalid_type']],
  ['__proto__', '{"__proto__":{}}', ['__proto__ unknown_parameter']],
])('a body with %s', async (_, body, expected) => {
  const { id, api } = customer();
  const { letter } = await storeLetter(id);
  const answer = await unchanged(id, () =>
    api.post(`/letters/${letter.id}/cancel`, body, { 'idempotency-key': 'key' }),
  );
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect([...new Set(detailsOf(answer))]).toEqual(expected);
});

test('a query parameter', async () => {
  const { id, api } = customer();
  const { letter } = await storeLetter(id);
  const answer = await unchanged(id, () => api.post(`/letters/${letter.id}/cancel?reason=x`));
  expect(detailsOf(answer)).toEqual(['reason unknown_parameter']);
});

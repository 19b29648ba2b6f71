import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged } from '../../../support/internals.ts';
import { useOneCustomer } from '../../../support/service.ts';
import { awaited } from '../../../support/stored-verifications.ts';

const customer = useOneCustomer();
let path: Promise<string> | undefined;
const checkPath = () => (path ??= awaited(customer()).then((made) => `${made.path}/check`));

test.each<[string, unknown, string[]]>([
  ['nothing', {}, ['code required']],
  ['a number', { code: 123456 }, ['code invalid_type']],
  ['null', { code: null }, ['code invalid_type']],
  ['an empty text', { code: '' }, ['code invalid_format']],
  ['five digits', { code: '12345' }, ['code invalid_format']],
  ['seven digits', { code: '1234567' }, ['code invalid_format']],
  ['letters', { code: '12345a' }, ['code invalid_format']],
  ['other digits', { code: '１２３４５６' }, ['code invalid_format']],
  ['100,000 blanks', { code: ' '.repeat(100_000) }, ['code invalid_format']],
  ['another field', { code: '123456', verification_id: 'x' }, ['verification_id unknown_parameter']],
])('%s uses up no attempt', async (_, body, expected) => {
  const { id, api } = customer();
  const at = await checkPath();
  const answer = await unchanged(id, () => api.post(at, body, { 'idempotency-key': 'key' }));
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer)).toEqual(expected);
});

import { expect, test } from '@jest/globals';
import type { LetterMove } from '../../../../lib/core/domain/letters.ts';
import { moveLetter, storeLetter } from '../../../support/internals.ts';
import { dateIn, letterBody } from '../../../support/letters.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();
const printed: LetterMove[] = [{ trigger: 'batch', batch_id: 'bat_1' }, { trigger: 'print' }];

test.each<[string, LetterMove[]]>([
  ['received', []],
  ['in_production', printed.slice(0, 1)],
  ['printed', printed],
])('a letter that is %s has no evidence', async (_, moves) => {
  const { id, api } = customer();
  const { letter } = await storeLetter(id);
  await moveLetter(id, letter.id, ...moves);
  const { status, body } = await api.get(`/letters/${letter.id}/evidence`);
  expect([status, body.error.code]).toEqual([409, 'letter_not_final']);
});

test('a scheduled letter has no evidence', async () => {
  const { api } = customer();
  const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(3) }));
  const { status, body } = await api.get(`/letters/${letter.id}/evidence`);
  expect([status, body.error.code]).toEqual([409, 'letter_not_final']);
});

import { expect, test } from '@jest/globals';
import { useCustomer } from '../../support/service.ts';
import { storeLetter } from '../../support/stored-letters.ts';

const customer = useCustomer();

test.each(['scheduled', 'received', 'in_production', 'printed'] as const)(
  'a letter that is %s has no evidence',
  async (letterStatus) => {
    const { id, api } = customer();
    const letter = await storeLetter(id, { status: letterStatus });
    const { status, body } = await api.get(`/letters/${letter.id}/evidence`);
    expect([status, body.error.code]).toEqual([409, 'letter_not_final']);
  },
);

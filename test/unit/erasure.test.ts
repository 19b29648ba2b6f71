import { describe, expect, test } from '@jest/globals';
import { canErase, erasedLetter } from '../../lib/core/domain/erasure.ts';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import { previewOfLetter } from '../../lib/core/domain/letters.ts';
import { letterSample } from '../support/samples.ts';

describe('erasing a letter', () => {
  test.each(letterStatuses)('in %s is possible only when it is over', (status) => {
    expect(canErase(letterSample({ status }))).toBe(['posted', 'canceled', 'failed'].includes(status));
  });

  test('keeps ids, amounts and dates, and the first instant of erasure', () => {
    const letter = letterSample({ status: 'posted', reference: 'r', metadata: { a: 'b' } });
    const once = erasedLetter(letter, 5_000);
    const { id, account_id, price, reached, created_at } = letter;
    expect(once).toMatchObject({ id, account_id, price, reached, created_at, erased_at: 5_000 });
    expect(erasedLetter(once, 9_000)).toEqual(once);
    expect(previewOfLetter(once).available_until).toBe(5_000);
  });

  test('keeps only the city and the state of recipient and sender', () => {
    const { to, from } = erasedLetter(letterSample({ status: 'posted' }), 1);
    for (const address of [to, from]) {
      const { city, state, postal_code, complement, ...others } = address;
      expect({ city, state, postal_code, complement }).toEqual({
        city: expect.stringMatching(/^[^[]+$/),
        state: expect.stringMatching(/^[A-Z]{2}$/),
        postal_code: '00000-000',
        complement: null,
      });
      expect(new Set(Object.values(others))).toEqual(new Set(['[apagado]']));
    }
  });

  test.each([
    [{ type: 'url', url: 'https://example.com/?ana', variables: { nome: 'Ana' } }],
    [{ type: 'upload', filename: 'ana.pdf' }],
    [{ type: 'base64', variables: { nome: 'Ana' } }],
  ] as const)('removes the files that its document names: %j', (document) => {
    expect(JSON.stringify(erasedLetter(letterSample({ document: { ...document } }), 1).document)).not.toMatch(/ana/i);
  });
});

import { describe, expect, test } from '@jest/globals';
import { canErase, erasedLetter } from '../../lib/domain/erasure.ts';
import { letterStatuses, previewOfLetter } from '../../lib/domain/letters.ts';
import { letterSample } from '../support/samples.ts';

describe('erasing a letter', () => {
  test.each(letterStatuses)('in %s is possible only when it is over', (status) => {
    expect(canErase(letterSample({ status }))).toBe(['posted', 'canceled', 'failed'].includes(status));
  });

  test('keeps ids, amounts and dates, and the first instant of erasure', () => {
    const letter = letterSample({ status: 'posted', reference: 'r', metadata: { a: 'b' } });
    const once = erasedLetter(letter, 5_000);
    const { id, account_id, price, reached, created_at, from } = letter;
    expect(once).toMatchObject({ id, account_id, price, reached, created_at, from, erased_at: 5_000 });
    expect(erasedLetter(once, 9_000)).toEqual(once);
    expect(previewOfLetter(once).available_until).toBe(5_000);
  });

  test.each([
    [{ type: 'url', url: 'https://example.com/?ana', variables: { nome: 'Ana' } }],
    [{ type: 'upload', filename: 'ana.pdf' }],
    [{ type: 'base64', variables: { nome: 'Ana' } }],
  ] as const)('takes what its document says: %j', (document) => {
    expect(JSON.stringify(erasedLetter(letterSample({ document: { ...document } }), 1).document)).not.toMatch(/ana/i);
  });
});

import { expect, test } from '@jest/globals';
import type { LetterTexts } from '../../lib/core/domain/accounts.ts';
import type { Problem } from '../../lib/core/domain/problems.ts';
import { changeAccount } from '../../lib/operations/accounts/change-account.ts';
import { accountSample } from '../support/samples.ts';

const account = accountSample();

/** What is stored when an account gets these default texts, or the error details. */
async function given(default_letter: LetterTexts) {
  const stored: unknown[] = [];
  const accounts = {
    find: async () => account,
    set: async (_: string, fields: object) => (stored.push(fields), account),
  };
  try {
    await changeAccount(accounts, account.id, { default_letter });
    return { stored };
  } catch (error) {
    return { stored, details: (error as Problem).details };
  }
}

test('printable default texts are accepted', async () => {
  const texts = { title: 'Falta um passo', body: 'Olá!\n\nConfirme.', footer: '' };
  expect(await given(texts)).toEqual({ stored: [{ default_letter: texts }] });
});

test('default texts of as many characters as allowed are accepted', async () => {
  const texts = { title: 'á'.repeat(120), footer: 'a'.repeat(300) };
  expect(await given(texts)).toEqual({ stored: [{ default_letter: texts }] });
});

test.each<[string, LetterTexts, object]>([
  ['an empty title', { title: '' }, { param: 'default_letter.title', code: 'too_short', values: { minimum: 1 } }],
  [
    'a title of only spaces',
    { title: ' \n' },
    { param: 'default_letter.title', code: 'too_short', values: { minimum: 1 } },
  ],
  [
    'a character that no font has',
    { title: 'Olá 🙂' },
    { param: 'default_letter.title', code: 'invalid_value', values: { character: '🙂' } },
  ],
  [
    'more lines than the sheet has',
    { body: 'a\n'.repeat(300) },
    { param: 'default_letter.body', code: 'too_long', values: { lines: 300 } },
  ],
  [
    'more characters than allowed',
    { title: 'a'.repeat(121) },
    { param: 'default_letter.title', code: 'too_long', values: { maximum: 120 } },
  ],
])('default texts with %s are rejected, because every letter would be', async (_, texts, detail) => {
  const { stored, details } = await given(texts);
  expect(stored).toEqual([]);
  expect(details).toMatchObject([detail]);
});

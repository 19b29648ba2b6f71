import { describe, expect, test } from '@jest/globals';
import { canErase, erasedLetter, erasedVerification, MailingNotErasable } from '../../lib/core/domain/erasure.ts';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import { previewOfLetter } from '../../lib/core/domain/letters.ts';
import { verificationStatuses } from '../../lib/core/domain/verification-statuses.ts';
import type { Verification } from '../../lib/core/domain/verifications.ts';
import { confirmerSample, letterSample, verificationSample } from '../support/samples.ts';

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
    const erased = erasedLetter(letterSample({ document: { ...document } }), 1).document;
    expect(erased.type).toBe(document.type);
    expect(Object.keys(erased)).toEqual(Object.keys(document));
    expect(JSON.stringify(erased)).not.toMatch(/ana/i);
  });
});

describe('erasing a verification (rule PRIV-3)', () => {
  test.each(verificationStatuses)('in %s is possible only when it is over', (status) => {
    const over = ['verified', 'failed', 'expired', 'canceled', 'revoked'];
    expect(canErase(verificationSample({ status }))).toBe(over.includes(status));
  });

  const person = {
    ip: '203.0.113.7',
    location: { city: 'Ana' },
    user_agent: 'Ana',
    device: { model: 'Ana' },
    client: { name: 'Ana' },
    precise_location: { latitude: 1, longitude: 2, accuracy_meters: 3, shared_at: 4 },
  };
  const verification = verificationSample({
    status: 'verified',
    document: { ...(verificationSample().document as object), title: 'Ana', body: 'Ana', footer: 'Ana' } as never,
    instructions: 'Ana',
    return_url: 'https://a.example/ana',
    reference: 'Ana',
    metadata: { nome: 'Ana' },
    network_salt: 'Ana',
    code_mac: 'Ana',
    asked: { api_key_id: 'key_1', to: { name: 'Ana' }, directory: 'e-DNE 2027-02' },
    confirmation: { ...confirmerSample, ...person, confirmed_at: 50 } as unknown as Verification['confirmation'],
  });

  test('leaves nothing of the person, nor a hash that would confirm a guess', () => {
    const erased = erasedVerification(verification, 5_000);
    expect(JSON.stringify(erased)).not.toMatch(/ana|203\.0\.113|000000{20}/i);
    expect(erased).toMatchObject({
      code_mac: '',
      erased_at: 5_000,
      document: { title: '[apagado]', body: '[apagado]' },
    });
    for (const file of [erased.print_file, erased.preview_file]) expect(file).toMatchObject({ sha256: '', size: 0 });
  });

  test('keeps who ordered it, and that it was confirmed, when and how', () => {
    const { id, price, reached } = verification;
    expect(erasedVerification(verification, 5_000)).toMatchObject({
      ...{ id, price, reached, status: 'verified' },
      asked: { api_key_id: 'key_1', to: null },
      confirmation: { method: 'hosted_page', hosted_page_entry: 'typed', confirmed_at: 50, ip: null },
    });
  });

  test('invents no fields that an earlier release did not store', () => {
    const { asked: _, ...earlier } = verification;
    const erased = erasedVerification({ ...earlier, confirmation: null }, 5_000);
    expect(erased).not.toHaveProperty('asked');
    expect(erased.confirmation).toBeNull();
  });

  test('removes the contents of its own PDF', () => {
    const document = { type: 'url', url: 'https://a.example/ana.pdf', variables: { nome: 'Ana' } } as const;
    expect(erasedVerification({ ...verification, document }, 1).document).toEqual({
      type: 'url',
      url: 'https://erased.invalid/',
      variables: null,
    });
  });

  test('names the status if it is too early', () => {
    expect(new MailingNotErasable('printed')).toMatchObject({
      name: 'MailingNotErasable',
      message: 'a mailing in printed still needs its data',
      status: 'printed',
    });
  });
});

import { describe, expect, test } from '@jest/globals';
import { storeLetter, unchanged, unknownId, useUnchangedCustomer } from './backstage.ts';
import { request, type Example } from './every-endpoint.ts';
import { openCustomer } from './service.ts';

/** The 404s of an endpoint that names a letter: what is not the account's own does not exist (spec, Authentication). */
export function describeUnknownLetters(method: Example['method'], path: (letterId: string) => string): void {
  describe(`${method} ${path('{letter_id}')}`, () => {
    const customer = useUnchangedCustomer();
    const ask = (id: string, { api } = customer()) => request(api, { method, path: path(id) });
    const notFound = { status: 404, body: { error: { code: 'resource_not_found' } } };

    test.each([
      ['an id that was never given', () => unknownId('letter')],
      ['an id of another kind', () => unknownId('upload')],
      ['no id', () => 'letter'],
      ['an id without its end', () => unknownId('letter').slice(0, -1)],
      ['an id of 1,024 characters', () => `ltr_${'0'.repeat(1_020)}`],
      ['an id of 4,000 characters', () => `ltr_${'0'.repeat(3_996)}`],
      ['a blank', () => '%20'],
      ['a null character', () => '%00'],
      ['an encoding of nothing', () => '%zz'],
      ['a path', () => '..%2Faccount'],
      ['letters of every alphabet', () => encodeURIComponent('carta-ação-📮')],
      ['a key of the table', () => encodeURIComponent('ACCOUNT#BALANCE')],
    ])('%s', async (_, id) => {
      expect(await ask(id())).toMatchObject(notFound);
    });

    test("an id in capitals is not the letter's", async () => {
      const owner = await openCustomer();
      const { letter } = await storeLetter(owner.id);
      expect(await ask(letter.id.toUpperCase(), owner)).toMatchObject(notFound);
    });

    test("another account's letter, which stays as it is", async () => {
      const owner = await openCustomer();
      const { letter } = await storeLetter(owner.id);
      expect(await unchanged(owner.id, () => ask(letter.id))).toMatchObject(notFound);
    });
  });
}

import { describe, expect, test } from '@jest/globals';
import { idPrefixes } from '../../lib/core/domain/ids.ts';
import type { MailingKind } from '../../lib/core/domain/mailing-fields.ts';
import { storeLetter, unchanged, unknownId, useUnchangedCustomer } from './backstage.ts';
import { type Example, request } from './every-endpoint.ts';
import { openCustomer } from './service.ts';
import { storeVerification } from './stored-verifications.ts';

/** Makes one of the account's own, and tells its id. */
const store: Record<MailingKind, (accountId: string) => Promise<string>> = {
  letter: async (accountId) => (await storeLetter(accountId)).letter.id,
  verification: async (accountId) => (await storeVerification(accountId)).id,
};

/** The 404s of an endpoint that names a mailing: what is not the account's own does not exist (rule REQ-6). */
export function describeUnknownMailings(
  kind: MailingKind,
  method: Example['method'],
  path: (id: string) => string,
  body?: unknown,
): void {
  const prefix = idPrefixes[kind];
  describe(`${method} ${path(`{${kind}_id}`)}`, () => {
    const customer = useUnchangedCustomer();
    const ask = (id: string, { api } = customer()) => request(api, { method, path: path(id), body });
    const notFound = { status: 404, body: { error: { code: 'resource_not_found' } } };

    test.each([
      ['an id that was never given', () => unknownId(kind)],
      ['an id of another kind', () => unknownId('upload')],
      ['no id', () => kind],
      ['an id without its end', () => unknownId(kind).slice(0, -1)],
      ['an id of 1,024 characters', () => `${prefix}_${'0'.repeat(1_020)}`],
      ['an id of 4,000 characters', () => `${prefix}_${'0'.repeat(3_996)}`],
      ['a blank', () => '%20'],
      ['a null character', () => '%00'],
      ['an encoding of nothing', () => '%zz'],
      ['a path', () => '..%2Faccount'],
      ['letters of every alphabet', () => encodeURIComponent('carta-ação-📮')],
      ['a key of the table', () => encodeURIComponent('ACCOUNT#BALANCE')],
    ])('%s', async (_, id) => {
      expect(await ask(id())).toMatchObject(notFound);
    });

    test('an id in capitals is another one', async () => {
      const owner = await openCustomer();
      const id = await store[kind](owner.id);
      expect(await ask(id.toUpperCase(), owner)).toMatchObject(notFound);
    });

    test("another account's, which stays as it is", async () => {
      const owner = await openCustomer();
      const id = await store[kind](owner.id);
      expect(await unchanged(owner.id, () => ask(id))).toMatchObject(notFound);
    });
  });
}

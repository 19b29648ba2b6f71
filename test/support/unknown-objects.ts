import { describe, expect, test } from '@jest/globals';
import { idPrefixes } from '../../lib/core/domain/ids.ts';
import { DELIVERY_PREFIX } from '../../lib/core/domain/webhooks.ts';
import { type Example, request } from './every-endpoint.ts';
import { storeLetter, unchanged, unknownId, useUnchangedCustomer } from './internals.ts';
import { openCustomer } from './service.ts';
import { storeLetterBatch } from './stored-letter-batches.ts';
import { storeVerification } from './stored-verifications.ts';
import { storeDelivery, storeEndpoint, unknownDeliveryId } from './stored-webhooks.ts';

interface Kind {
  prefix: string;
  /** An id that the service could have given. */
  unknown: () => string;
  /** Creates one in the account and returns its id. */
  store: (accountId: string) => Promise<string>;
}

const kinds = {
  letter: {
    prefix: `${idPrefixes.letter}_`,
    unknown: () => unknownId('letter'),
    store: async (accountId) => (await storeLetter(accountId)).letter.id,
  },
  verification: {
    prefix: `${idPrefixes.verification}_`,
    unknown: () => unknownId('verification'),
    store: async (accountId) => (await storeVerification(accountId)).id,
  },
  letter_batch: {
    prefix: `${idPrefixes.mail_merge}_`,
    unknown: () => unknownId('mail_merge'),
    store: async (accountId) => (await storeLetterBatch(accountId)).id,
  },
  webhook_endpoint: {
    prefix: `${idPrefixes.webhook_endpoint}_`,
    unknown: () => unknownId('webhook_endpoint'),
    store: async (accountId) => (await storeEndpoint(accountId)).id,
  },
  webhook_delivery: {
    prefix: DELIVERY_PREFIX,
    unknown: unknownDeliveryId,
    store: async (accountId) => storeDelivery(await storeEndpoint(accountId)),
  },
} satisfies Record<string, Kind>;

/** The 404s of an endpoint that names an object: objects of other accounts do not exist (rule REQ-6). */
export function describeUnknownObjects(
  kind: keyof typeof kinds,
  method: Example['method'],
  path: (id: string) => string,
  body?: unknown,
): void {
  const { prefix, unknown, store } = kinds[kind];
  describe(`${method} ${path(`{${kind}_id}`)}`, () => {
    const customer = useUnchangedCustomer();
    const ask = (id: string, { api } = customer()) => request(api, { method, path: path(id), body });
    const notFound = { status: 404, body: { error: { code: 'resource_not_found' } } };

    test.each([
      ['an id that never existed', unknown],
      ['an id of another kind', () => unknownId('upload')],
      ['no id', () => kind],
      ['an id without its end', () => unknown().slice(0, -1)],
      ['an id of 1,024 characters', () => prefix.padEnd(1_024, '0')],
      ['an id of 4,000 characters', () => prefix.padEnd(4_000, '0')],
      ['a space', () => '%20'],
      ['a null character', () => '%00'],
      ['an invalid encoding', () => '%zz'],
      ['a path', () => '..%2Faccount'],
      ['letters of every alphabet', () => encodeURIComponent('carta-ação-📮')],
      ['a key of the table', () => encodeURIComponent('ACCOUNT#BALANCE')],
    ])('%s', async (_, id) => {
      expect(await ask(id())).toMatchObject(notFound);
    });

    test('an id in capitals, which is a different id', async () => {
      const owner = await openCustomer();
      const id = await store(owner.id);
      expect(await ask(id.toUpperCase(), owner)).toMatchObject(notFound);
    });

    test("another account's, which is not changed", async () => {
      const owner = await openCustomer();
      const id = await store(owner.id);
      expect(await unchanged(owner.id, () => ask(id))).toMatchObject(notFound);
    });
  });
}

import { moveMoney, storeLetter } from './internals.ts';
import type { ListExample } from './lists.ts';
import { storeVerification } from './stored-verifications.ts';

/** The lists of the API, each with how to create its objects at given instants. */

export const letters: ListExample = {
  path: '/letters',
  seed: async (accountId, instants) => {
    const stored = await Promise.all(instants.map((created_at) => storeLetter(accountId, { created_at })));
    return stored.map(({ letter }) => letter.id);
  },
  filter: 'status=received',
  otherFilter: 'reference=pedido-1',
};

export const verifications: ListExample = {
  path: '/verifications',
  seed: async (accountId, instants) => {
    const stored = await Promise.all(instants.map((created_at) => storeVerification(accountId, { created_at })));
    return stored.map(({ id }) => id);
  },
  filter: 'status=received',
  otherFilter: 'reference=pedido-1',
};

export const events: ListExample = {
  path: '/events',
  seed: async (accountId, instants) => {
    const stored = await Promise.all(instants.map((created_at) => storeLetter(accountId, { created_at })));
    return stored.map(({ event }) => event.id);
  },
  filter: 'type=letter.received',
  otherFilter: 'object_id=ltr_1',
};

export const balanceTransactions: ListExample = {
  path: '/balance/transactions',
  seed: async (accountId, instants) => {
    const ids: string[] = [];
    // Each entry depends on the previous one.
    for (const at of instants) ids.push((await moveMoney(accountId, 'credit', 100, at)).id);
    return ids;
  },
  filter: 'type=credit',
  otherFilter: 'type=refund',
};

import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../../lib/adapters/http/page-handler.ts';
import type { Account } from '../../lib/core/domain/accounts.ts';
import type { Verification } from '../../lib/core/domain/verifications.ts';
import { callWithTime } from './calls.ts';

/** Last part of the page's address. */
export const PAGE_TOKEN = 'bcdf-ghjk-mnpq';

/** The data of one verification and its account that the page's functions read. */
export function storesOfPage(account: Account, mailing: Verification) {
  return {
    randomBytes,
    accounts: { find: async () => account, hostOwner: async (): Promise<string | undefined> => undefined },
    verifications: {
      find: async () => ({ mailing, version: 1, wait: null }),
      findPage: async () => ({ account_id: account.id, verification_id: mailing.id }),
    },
    tries: { take: async () => undefined, countMiss: async () => {}, waitAfterMisses: async () => undefined },
  };
}

/** A request from the page by a visitor with only the given properties. */
export function sentFromPage(account: Account, fields: Pick<PageRequest, 'now'> & Partial<PageRequest>): PageRequest {
  return {
    locale: 'pt-BR',
    accountId: account.id,
    pageToken: PAGE_TOKEN,
    host: null,
    query: {},
    form: {},
    visitor: { ip: null, location: null, user_agent: null, device: null, client: null },
    network: null,
    response: { call: callWithTime(), status: 303, body: {} },
    ...fields,
  };
}

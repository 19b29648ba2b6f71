import { mailingKindOf } from '../../../core/domain/mailing-fields.ts';
import { mailingPartition, trackingPartition } from '../table/keys.ts';
import { queryAll, readItems } from '../table/queries.ts';
import { readEach } from '../table/stored.ts';
import type { Table } from '../table/table.ts';
import { letterShape, mailingOf } from './mailing-shapes.ts';

/** A mailing with its account. */
export interface MailingRef {
  account_id: string;
  id: string;
}

/** Maximum keys of a BatchGetItem. */
const KEYS_AT_ONCE = 100;

/** Finds mailings of unknown accounts, for customer support; not for API requests. */
export function openMailingSearch(table: Table) {
  return {
    /**
     * The mailing with an id in one of the given accounts. The account is part of its key, so each is tried: a hundred
     * per call, which is cheaper than an index entry for every mailing.
     */
    byId: async (accountIds: readonly string[], id: string): Promise<MailingRef | undefined> => {
      const kind = mailingKindOf(id);
      for (let at = 0; at < accountIds.length; at += KEYS_AT_ONCE) {
        const some = accountIds.slice(at, at + KEYS_AT_ONCE);
        const keys = some.map((accountId) => ({ PK: mailingPartition(accountId, kind), SK: id }));
        const [found] = await readItems(table, keys);
        if (found) return mailingOf(found);
      }
      return undefined;
    },

    /** Letters with a tracking code, newest first; carriers reuse a code after some years. */
    byTrackingCode: async (trackingCode: string): Promise<MailingRef[]> =>
      readEach(table, await queryAll(table, trackingPartition(trackingCode), 'GSI3'), letterShape.read).reverse(),
  };
}

export type MailingSearch = ReturnType<typeof openMailingSearch>;

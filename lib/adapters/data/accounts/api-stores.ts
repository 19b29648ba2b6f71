import { openIdempotencyRecords } from '../table/idempotency-records.ts';
import type { Table } from '../table/table.ts';
import { readAccount } from './accounts.ts';
import { openActivities } from './activities.ts';
import { openApiKeys } from './api-keys.ts';
import { openPeople } from './people.ts';
import { openRequestCounts } from './request-counts.ts';
import { openSessions } from './sessions.ts';

/** Stores that every authenticated endpoint uses before its own work begins; `apiHandler` takes them as `stores`. */
export function openApiStores(table: Table) {
  return {
    apiKeys: openApiKeys(table),
    accounts: { find: (accountId: string) => readAccount(table, accountId) },
    requestCounts: openRequestCounts(table),
    idempotencyRecords: openIdempotencyRecords(table),
    sessions: openSessions(table),
    people: openPeople(table),
    activities: openActivities(table),
  };
}

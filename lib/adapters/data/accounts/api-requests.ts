import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { retention } from '../../../core/domain/retention.ts';
import { liveIdOf } from '../../../core/domain/sandbox.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import type { ApiRequest, ApiRequestFilters } from '../../../core/schemas/api-request.ts';
import { writeAll } from '../table/batch-writes.ts';
import { apiRequestKey, apiRequestsPartition, refusedApiRequestsPartition } from '../table/keys.ts';
import { type Page, type PageRequest, queryPage, type Source } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { shapeOf } from '../table/stored.ts';
import { storedApiRequest } from '../table/stored-schemas.ts';
import { epochSeconds, type Table } from '../table/table.ts';

const shape = /* @__PURE__ */ shapeOf('API request', ({ api_request }) => api_request, storedApiRequest);
const KEPT_MS = retention.apiRequestDays * DAY_MS;

/** Rows that one call examines, 500 KB. If a filter matches few rows, the page is short, and the next one continues. */
const MOST_EXAMINED = 1_000;
const ROWS_A_READ = 250;

/**
 * Requests with API keys (rule DASH-15), those of a sandbox in the list of its account. Rejected requests are in an
 * index by kind, since people look for them. Other filters read rows and skip them, which costs less than an index
 * entry for every request (docs/decisions/api-requests.md).
 */
export function openApiRequests(table: Table) {
  return {
    /** Stores requests; repeating it is harmless. */
    add: (requests: readonly ApiRequest[]): Promise<void> =>
      writeAll(
        table,
        requests.map((request) => ({ PutRequest: { Item: itemOf(request) } })),
      ),

    find: async (accountId: string, requestId: string, now: number): Promise<ApiRequest | undefined> => {
      const Key = apiRequestKey(accountId, requestId);
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
      const found = Item && shape.read(Item);
      return found && found.created_at >= now - KEPT_MS ? found : undefined;
    },

    /** A page, newest first. Expired items may still be in the table, so the age limits the range too. */
    list: async (
      accountId: string,
      request: PageRequest,
      { outcome, operation, api_key_id }: ApiRequestFilters,
      now: number,
    ): Promise<Page<ApiRequest>> => {
      const base = apiRequestsPartition(accountId);
      const source: Source =
        outcome === '4xx' || outcome === '5xx'
          ? { index: 'GSI1', partition: refusedApiRequestsPartition(accountId, outcome), base }
          : { partition: base };
      const page = { ...request, createdAfter: Math.max(request.createdAfter ?? 0, now - KEPT_MS) };
      const isWanted = (row: ApiRequest) =>
        (outcome !== '2xx' || row.status < 300) &&
        (operation === undefined || row.operation === operation) &&
        (api_key_id === undefined || row.api_key_id === api_key_id);
      const read = (limit: number, after: string | undefined) =>
        queryPage(table, source, 'request', { ...page, limit, ...(after !== undefined && { after }) }, shape.read);

      const rows: ApiRequest[] = [];
      let { after } = request;
      const isFiltered = outcome === '2xx' || operation !== undefined || api_key_id !== undefined;
      if (!isFiltered) return read(request.limit, after);
      for (let examined = 0; examined < MOST_EXAMINED; examined += ROWS_A_READ) {
        const found = await read(ROWS_A_READ, after);
        for (const row of found.rows) {
          // There is a next page only if another entry matches.
          if (isWanted(row)) {
            if (rows.length === request.limit) return { rows, next: after! };
            rows.push(row);
          }
          after = row.id;
        }
        if (found.next === null) return { rows, next: null };
        after = found.next;
      }
      return { rows, next: after! };
    },
  };
}

export type ApiRequests = ReturnType<typeof openApiRequests>;

function itemOf(request: ApiRequest): Item {
  const { id, account_id, status, created_at } = request;
  const accountId = liveIdOf(account_id);
  const refused = status >= 500 ? '5xx' : status >= 400 ? '4xx' : undefined;
  return {
    ...apiRequestKey(accountId, id),
    ...(refused && { GSI1PK: refusedApiRequestsPartition(accountId, refused), GSI1SK: id }),
    kind: 'api_request',
    api_request: request,
    ...shape.stamp,
    expires_at_epoch: epochSeconds(created_at + KEPT_MS),
  };
}

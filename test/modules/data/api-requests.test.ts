import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openApiRequests } from '../../../lib/adapters/data/accounts/api-requests.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { retention } from '../../../lib/core/domain/retention.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/core/domain/units.ts';
import type { ApiRequest } from '../../../lib/core/schemas/api-request.ts';
import { noteRequests } from '../../../lib/operations/requests/note-requests.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();
const NOW = Date.UTC(2026, 10, 24, 12);
const requests = () => openApiRequests(table());

let accounts = 0;
const newAccount = () => `acc_bcdfg${String((accounts += 1)).padStart(3, '0')}`;

function request(account_id: string, changes: Partial<ApiRequest> = {}): ApiRequest {
  const { created_at = NOW } = changes;
  return {
    id: createId('request', created_at, randomBytes),
    account_id,
    api_key_id: 'key_1',
    operation: 'letters-list',
    method: 'GET',
    path: '/letters',
    object_id: null,
    status: 200,
    error_code: null,
    replayed: false,
    duration_ms: 12,
    created_at,
    ...changes,
  };
}

/** Requests of an account, a second apart, the oldest first. */
const inTurn = (account: string, count: number, changes: (number: number) => Partial<ApiRequest> = () => ({})) =>
  Array.from({ length: count }, (_, number) =>
    request(account, { created_at: NOW - (count - number) * 1000, ...changes(number) }),
  );

/** Every page of a list. */
async function pagesOf(account: string, filters: Parameters<ReturnType<typeof requests>['list']>[2], limit: number) {
  const pages: string[][] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { rows, next } = await requests().list(
      account,
      { limit, ...(after !== undefined && { after }) },
      filters,
      NOW,
    );
    pages.push(rows.map(({ id }) => id));
    after = next;
  }
  return pages;
}

const idsOf = (rows: readonly ApiRequest[]) => rows.map(({ id }) => id).reverse();

describe('requests', () => {
  test('are listed newest first, page by page, and found by their id', async () => {
    const account = newAccount();
    const made = inTurn(account, 7);
    await requests().add(made);
    await requests().add(made.slice(2, 4));
    const ids = idsOf(made);
    expect(await pagesOf(account, {}, 3)).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    expect(await requests().find(account, made[4]!.id, NOW)).toEqual(made[4]);
  });

  test('of a sandbox are in the list of its account; those of other accounts are not', async () => {
    const [account, other] = [newAccount(), newAccount()];
    const ofSandbox = request(sandboxIdOf(account));
    const ofOther = request(other);
    await requests().add([ofSandbox, ofOther]);
    expect(await pagesOf(account, {}, 5)).toEqual([[ofSandbox.id]]);
    expect(await requests().find(account, ofSandbox.id, NOW)).toEqual(ofSandbox);
    expect(await requests().find(account, ofOther.id, NOW)).toBeUndefined();
  });

  test('are filtered by outcome, by operation and by key, in every combination', async () => {
    const account = newAccount();
    const statuses = [200, 201, 404, 422, 500, 503];
    const made = inTurn(account, 36, (number) => ({
      status: statuses[number % 6]!,
      operation: number % 4 === 0 ? 'letters-create' : 'letters-list',
      api_key_id: number % 5 === 0 ? 'key_1' : 'key_2',
    }));
    await requests().add(made);
    for (const outcome of [undefined, '2xx', '4xx', '5xx'] as const)
      for (const operation of [undefined, 'letters-create'])
        for (const api_key_id of [undefined, 'key_2']) {
          const wanted = made.filter(
            (row) =>
              (outcome === undefined || String(row.status).startsWith(outcome[0]!)) &&
              (operation === undefined || row.operation === operation) &&
              (api_key_id === undefined || row.api_key_id === api_key_id),
          );
          const filters = {
            ...(outcome && { outcome }),
            ...(operation !== undefined && { operation }),
            ...(api_key_id !== undefined && { api_key_id }),
          };
          const pages = await pagesOf(account, filters, 4);
          expect([filters, pages.flat()]).toEqual([filters, idsOf(wanted)]);
          expect([filters, pages.every((page) => page.length > 0)]).toEqual([filters, true]);
        }
  });

  test('that a filter excludes end a page after a thousand, and the next page continues', async () => {
    const account = newAccount();
    const made = inTurn(account, 1_100, (number) => ({ operation: number === 5 ? 'letters-create' : 'letters-list' }));
    await requests().add(made);
    expect(await pagesOf(account, { operation: 'letters-create' }, 10)).toEqual([[], [made[5]!.id]]);
  });

  test('expire on time, whether or not they are deleted', async () => {
    const account = newAccount();
    const end = NOW - retention.apiRequestDays * DAY_MS;
    const [gone, kept] = [request(account, { created_at: end - 1 }), request(account, { created_at: end })];
    await requests().add([gone, kept]);
    expect(await pagesOf(account, {}, 5)).toEqual([[kept.id]]);
    expect(await requests().find(account, gone.id, NOW)).toBeUndefined();
    expect(await requests().find(account, kept.id, NOW)).toEqual(kept);
  });
});

describe('the log of requests', () => {
  const open = () => ({ requests: requests(), apiKeys: openApiKeys(table()), lastNoted: new Map<string, number>() });
  const lastUsed = async (account: string) =>
    (await openApiKeys(table()).list(account)).map(({ last_used_at }) => last_used_at);

  test('keeps only the first 429 of each second, and every other response', async () => {
    const account = newAccount();
    const second = (offset: number, status: number) => request(account, { created_at: NOW + offset, status });
    const made = [
      second(0, 429),
      second(1, 429),
      second(2, 401),
      second(3, 401),
      second(4, 200),
      second(5, 200),
      second(1000, 429),
    ];
    await noteRequests(open(), made);
    const [first, , refused, , answered, again, next] = made.map(({ id }) => id);
    expect((await pagesOf(account, {}, 10)).flat().sort()).toEqual([first, refused, answered, again, next].sort());
  });

  test('keeps the last use of each key, at most once an hour, from any process and in any order', async () => {
    const account = newAccount();
    const keys = openApiKeys(table());
    const { apiKey } = await keys.issue(account, NOW, randomBytes);
    await keys.issue(account, NOW + 1, randomBytes);
    const use = (created_at: number, status = 200) => request(account, { api_key_id: apiKey.id, created_at, status });
    expect(await lastUsed(account)).toEqual([null, null]);
    await noteRequests(open(), [use(NOW, 401)]);
    expect(await lastUsed(account)).toEqual([null, null]);
    await noteRequests(open(), [use(NOW + 2), use(NOW + 1)]);
    expect(await lastUsed(account)).toEqual([NOW + 2, null]);
    const process = open();
    for (const at of [NOW + 3, NOW - HOUR_MS, NOW + HOUR_MS]) await noteRequests(process, [use(at)]);
    await noteRequests(open(), [use(NOW + HOUR_MS)]);
    expect(await lastUsed(account)).toEqual([NOW + 2, null]);
    await noteRequests(process, [use(NOW + 2 + HOUR_MS)]);
    await noteRequests(open(), [use(NOW + 5)]);
    expect(await lastUsed(account)).toEqual([NOW + 2 + HOUR_MS, null]);
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from './api.ts';
import { type CheckedClient, detailsOf } from './checked-client.ts';
import { useUnchangedCustomer } from './internals.ts';
import { openCustomer, useCustomer, useOneCustomer, useService } from './service.ts';

/** The fixtures for the contract of every list. */
export interface ListExample {
  path: string;
  /** Creates one object at each of the instants; ids in the same order. */
  seed: (accountId: string, instants: readonly number[]) => Promise<string[]>;
  /** A filter that matches all seeded objects. */
  filter: string;
  /** Another filter of the list. */
  otherFilter: string;
}

/** An hour ago, on a whole second: the shared clock is never behind it. */
const start = () => Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

export const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

const at = (instant: number, offset = 'Z') => new Date(instant).toISOString().replace(/\.000Z$/, offset);

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

/** Order, pages, cursors and date filters of a list (rules LIST-1 to LIST-4). */
export function describePages({ path, seed, filter }: ListExample): void {
  describe(`GET ${path}`, () => {
    const customer = useCustomer({ balance: 0 });

    async function seeded(count: number, step = 1000) {
      const { id, api } = customer();
      const instants = Array.from({ length: count }, (_, index) => start() + index * step);
      const ids = await seed(id, instants);
      return { api, instants, newestFirst: ids.toReversed() };
    }

    test('is empty for an account without any', async () => {
      const { status, body } = await customer().api.get(path);
      expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false, next_cursor: null }]);
    });

    test('returns 20 by default, newest first', async () => {
      const { api, newestFirst } = await seeded(23);
      const first = await api.get(path);
      expect(idsOf(first)).toEqual(newestFirst.slice(0, 20));
      expect(first.body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
      const rest = await api.get(`${path}?${query({ cursor: first.body.next_cursor })}`);
      expect(idsOf(rest)).toEqual(newestFirst.slice(20));
      expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
      for (const limit of [23, 100]) expect(idsOf(await api.get(`${path}?limit=${limit}`))).toEqual(newestFirst);
    });

    test.each(['', `${filter}&`])('is read page by page to its end, each object once (%s)', async (filters) => {
      const { api, newestFirst } = await seeded(7);
      const pages: string[][] = [];
      let cursor = '';
      do {
        const page = await api.get(`${path}?${filters}limit=3${cursor}`);
        pages.push(idsOf(page));
        expect(page.body.has_more).toBe(page.body.next_cursor !== null);
        cursor = page.body.next_cursor === null ? '' : `&${query({ cursor: page.body.next_cursor })}`;
      } while (cursor);
      expect(pages).toEqual([newestFirst.slice(0, 3), newestFirst.slice(3, 6), newestFirst.slice(6)]);
    });

    test('has has_more false on a full last page', async () => {
      const { api } = await seeded(4);
      const { body } = await api.get(`${path}?limit=2`);
      const last = await api.get(`${path}?limit=2&${query({ cursor: body.next_cursor })}`);
      expect([last.body.data.length, last.body.has_more]).toEqual([2, false]);
    });

    test('keeps its position when newer objects are added between pages', async () => {
      const { api, instants, newestFirst } = await seeded(4);
      const { body } = await api.get(`${path}?limit=2`);
      await seed(customer().id, [instants.at(-1)! + 1000]);
      expect(idsOf(await api.get(`${path}?limit=2&${query({ cursor: body.next_cursor })}`))).toEqual(
        newestFirst.slice(2),
      );
    });

    test('treats created_after as inclusive and created_before as exclusive, to the second, in any offset', async () => {
      const { api, instants, newestFirst } = await seeded(5);
      const [, second, third, fourth] = instants as [number, number, number, number, number];
      const ids = async (parameters: Record<string, string>) => idsOf(await api.get(`${path}?${query(parameters)}`));
      expect(await ids({ created_after: at(second) })).toEqual(newestFirst.slice(0, 4));
      expect(await ids({ created_after: at(second, '.001Z') })).toEqual(newestFirst.slice(0, 3));
      expect(await ids({ created_before: at(fourth) })).toEqual(newestFirst.slice(2));
      expect(await ids({ created_before: at(fourth, '.001Z') })).toEqual(newestFirst.slice(1));
      expect(await ids({ created_after: at(second), created_before: at(fourth) })).toEqual(newestFirst.slice(2, 4));
      expect(await ids({ created_after: at(third), created_before: at(third) })).toEqual([]);
      expect(await ids({ created_after: at(third - 3 * 3_600_000, '-03:00') })).toEqual(newestFirst.slice(0, 3));
    });

    test('finds an object by the whole second in its created_at', async () => {
      const { id, api } = customer();
      const [object] = await seed(id, [start() + 999]);
      const { created_at } = (await api.get(path)).body.data[0];
      expect(idsOf(await api.get(`${path}?${query({ created_after: created_at })}`))).toEqual([object]);
      expect(idsOf(await api.get(`${path}?${query({ created_before: created_at })}`))).toEqual([]);
    });

    test('is empty when created_after is later than created_before', async () => {
      const { api, instants } = await seeded(2);
      const bounds = query({ created_after: at(instants[1]!), created_before: at(instants[0]!) });
      expect((await api.get(`${path}?${bounds}`)).body).toMatchObject({ data: [], has_more: false, next_cursor: null });
    });

    test('combines dates, a filter and pages', async () => {
      const { api, instants, newestFirst } = await seeded(6);
      const filters = `${filter}&limit=2&${query({ created_after: at(instants[1]!), created_before: at(instants[5]!) })}`;
      const first = await api.get(`${path}?${filters}`);
      expect(idsOf(first)).toEqual(newestFirst.slice(1, 3));
      const second = await api.get(`${path}?${filters}&${query({ cursor: first.body.next_cursor })}`);
      expect(idsOf(second)).toEqual(newestFirst.slice(3, 5));
      expect(second.body.has_more).toBe(false);
    });

    test('shows no object of another account', async () => {
      await seeded(2);
      const { api } = await openCustomer({ balance: 0 });
      for (const filters of ['', `?${filter}`]) expect((await api.get(path + filters)).body.data).toEqual([]);
    });

    test('can be read while the account is suspended', async () => {
      const { api } = await seeded(1);
      await useService().control.post(`/accounts/${customer().id}/suspend`);
      expect(await api.get(path)).toMatchObject({ status: 200, body: { data: [{}] } });
    });
  });
}

const DATE_TIMES = [
  '2026-01-01',
  'yesterday',
  '2026-13-01T00:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T25:00:00Z',
  '',
];

/** The 422s of every list: malformed, unknown and repeated parameters, and foreign cursors. */
export function describeListRefusals({ path, seed, filter, otherFilter }: ListExample): void {
  describe(`GET ${path}`, () => {
    const customer = useUnchangedCustomer();
    const get = (api: CheckedClient, parameters: string) => api.get(`${path}?${parameters}`);

    test.each<[string, string[]]>([
      ['limit=0', ['limit out_of_range']],
      ['limit=101', ['limit out_of_range']],
      ['limit=-1', ['limit out_of_range']],
      ['limit=99999999999999999999', ['limit out_of_range']],
      [`limit=-${'9'.repeat(400)}`, ['limit out_of_range']],
      ['limit=2.5', ['limit invalid_type']],
      ['limit=1e1', ['limit invalid_type']],
      ['limit=0x10', ['limit invalid_type']],
      ['limit=%2010', ['limit invalid_type']],
      ['limit=ten', ['limit invalid_type']],
      ['limit=', ['limit invalid_type']],
      ['limit=1&limit=1', ['limit invalid_value']],
      ['cursor=', ['cursor invalid_value']],
      ['cursor=abc', ['cursor invalid_value']],
      ['cursor=%00', ['cursor invalid_value']],
      ['limit=0&cursor=abc', ['limit out_of_range', 'cursor invalid_value']],
      [`cursor=${'A'.repeat(500)}`, ['cursor invalid_value']],
      ...DATE_TIMES.map((text): [string, string[]] => [`created_after=${text}`, ['created_after invalid_format']]),
      ...DATE_TIMES.map((text): [string, string[]] => [`created_before=${text}`, ['created_before invalid_format']]),
      ['page=2', ['page unknown_parameter']],
      ['Limit=2', ['Limit unknown_parameter']],
      ['limit%5B%5D=2', ['limit[] unknown_parameter']],
      ['constructor=1', ['constructor unknown_parameter']],
      ['__proto__=1', ['__proto__ unknown_parameter']],
      ['page', ['page unknown_parameter']],
      ['=1', [' unknown_parameter']],
      [`${filter}&${filter}`, [`${filter.split('=')[0]} invalid_value`]],
      [
        'offset=1&limit=0&created_after=x',
        ['limit out_of_range', 'created_after invalid_format', 'offset unknown_parameter'],
      ],
    ])('%s', async (parameters, expected) => {
      const answer = await get(customer().api, parameters);
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      expect(detailsOf(answer).sort()).toEqual(expected.sort());
    });

    describe('a cursor', () => {
      const owner = useOneCustomer({ balance: 0 });
      let cursor: string;
      const withCursor = async (parameters: string, text = cursor, { api } = owner()) =>
        get(api, `${parameters}&cursor=${encodeURIComponent(text)}`);

      beforeAll(async () => {
        await seed(
          owner().id,
          [0, 1, 2, 3].map((index) => start() + index * 1000),
        );
        cursor = (await get(owner().api, 'limit=2')).body.next_cursor;
      });

      test('works with its parameters in any order', async () => {
        expect((await withCursor('limit=2')).status).toBe(200);
        expect((await get(owner().api, `cursor=${cursor}&limit=2`)).status).toBe(200);
      });

      test.each<[string, string]>([
        ['with another limit', 'limit=3'],
        ['with the default limit', ''],
        ['with a filter', `limit=2&${filter}`],
        ['with another filter', `limit=2&${otherFilter}`],
        ['with a date', 'limit=2&created_after=2020-01-01T00:00:00Z'],
      ])('%s', async (_, parameters) => {
        expect(detailsOf(await withCursor(parameters))).toEqual(['cursor invalid_value']);
      });

      test.each<[string, (text: string) => string]>([
        ['without its last character', (text) => text.slice(0, -1)],
        ['with one more character', (text) => `${text}A`],
        ['with its first character changed', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)],
        ['with its last character changed', (text) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')],
        ['with a character that base64 would skip', (text) => `${text.slice(0, 5)} ${text.slice(5)}`],
        ['padded', (text) => `${text}=`],
        ['in capitals', (text) => text.toUpperCase()],
        ['repeated', (text) => text + text],
      ])('%s', async (_, tamper) => {
        expect(detailsOf(await withCursor('limit=2', tamper(cursor)))).toEqual(['cursor invalid_value']);
      });

      test('sent twice', async () => {
        expect(detailsOf(await withCursor(`limit=2&cursor=${cursor}`))).toEqual(['cursor invalid_value']);
      });

      test('of another list', async () => {
        const lists = ['/letters', '/events', '/balance/transactions'].filter((list) => list !== path);
        for (const list of lists) {
          const answer = await owner().api.get(`${list}?limit=2&cursor=${cursor}`);
          expect(detailsOf(answer)).toEqual(['cursor invalid_value']);
        }
      });

      test('of another account', async () => {
        expect(detailsOf(await withCursor('limit=2', cursor, await openCustomer()))).toEqual(['cursor invalid_value']);
      });
    });
  });
}

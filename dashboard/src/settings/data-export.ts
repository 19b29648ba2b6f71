import type { List } from '../api/objects.ts';

type AskPage = (page: { limit: number; cursor?: string | undefined }) => Promise<List<object>>;

/** Where the objects come from: each is a request to the service. */
export interface Exporting extends Record<'transactions' | 'letters' | 'verifications' | 'events', AskPage> {
  account: () => Promise<object>;
  people: () => Promise<List<object>>;
}

/** Maximum per request. */
const PAGE_SIZE = 100;

/**
 * Everything that the service shows of an account, one JSON object per line: the account, its people, its statement,
 * letters, verifications, and the events of the last 30 days.
 * @param count called for each object
 */
export async function exportedData(api: Exporting, count: (objects: number) => void): Promise<string> {
  const lines: string[] = [];
  const add = (objects: readonly object[]) => {
    for (const object of objects) lines.push(JSON.stringify(object));
    count(lines.length);
  };
  add([await api.account()]);
  add((await api.people()).data);
  for (const list of [api.transactions, api.letters, api.verifications, api.events]) {
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await list({ limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) });
      add(page.data);
      cursor = page.next_cursor;
    }
  }
  return `${lines.join('\n')}\n`;
}

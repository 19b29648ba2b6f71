import type { accountApi } from '../api/account-api.ts';
import type { List } from '../api/objects.ts';

/** Maximum per request. */
const PAGE_SIZE = 100;

/**
 * Everything that the service shows of an account, one JSON object per line: the account, its people, its statement,
 * letters, verifications, and the events of the last 30 days.
 * @param count called for each object
 */
export async function exportedData(
  api: ReturnType<typeof accountApi>,
  count: (objects: number) => void,
): Promise<string> {
  const lines: string[] = [];
  const add = (objects: readonly object[]) => {
    for (const object of objects) lines.push(JSON.stringify(object));
    count(lines.length);
  };
  add([await api.account()]);
  add((await api.people()).data);
  const lists: ((page: { limit: number; cursor?: string | undefined }) => Promise<List<object>>)[] = [
    api.transactions,
    api.letters,
    api.verifications,
    api.events,
  ];
  for (const list of lists) {
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await list({ limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) });
      add(page.data);
      cursor = page.next_cursor;
    }
  }
  return `${lines.join('\n')}\n`;
}

export interface Rounds<Item> {
  /** Reads remaining work with one query. */
  find: () => Promise<readonly Item[]>;
  id: (item: Item) => string;
  work: (items: readonly Item[]) => Promise<void>;
  /** False when no further round may begin. */
  hasTime: () => boolean;
}

/**
 * Works off a backlog in rounds, because a query returns at most 1 MB. It ends when a round finds only work that was
 * already tried, since an index may still show finished work, or when time runs out.
 */
export async function inRounds<Item>({ find, id, work, hasTime }: Rounds<Item>): Promise<void> {
  const tried = new Set<string>();
  do {
    const items = (await find()).filter((item) => !tried.has(id(item)));
    if (items.length === 0) return;
    await work(items);
    for (const item of items) tried.add(id(item));
  } while (hasTime());
}

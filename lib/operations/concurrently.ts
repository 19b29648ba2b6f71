import { settleAll } from '../core/settle-all.ts';

/**
 * Runs `run` for each item, at most `limit` at a time, and returns the results in the order of the items. After a
 * failure it starts no other, and rejects once those that run have ended.
 */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await run(items[index]!);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await settleAll(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}

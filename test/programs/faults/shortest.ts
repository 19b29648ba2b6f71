/**
 * Removes from a list what a failure does not need: halves, then quarters and so on (delta debugging, Zeller and
 * Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input").
 * @param fails whether a part of the list still fails
 * @param mayGoOn false ends the search with the best so far
 * @returns a part that fails, in the order of the list
 */
export async function shortest<T>(
  list: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
  mayGoOn: () => boolean = () => true,
): Promise<readonly T[]> {
  let best = list;
  let size = Math.ceil(best.length / 2);
  while (best.length > 0 && mayGoOn()) {
    const smaller = await firstThatFails(best, size, fails, mayGoOn);
    if (smaller) {
      best = smaller;
      size = Math.min(size, Math.ceil(best.length / 2));
    } else if (size === 1) {
      break;
    } else {
      size = Math.ceil(size / 2);
    }
  }
  return best;
}

/** The list without one run of this many members. */
async function firstThatFails<T>(
  list: readonly T[],
  size: number,
  fails: (part: readonly T[]) => Promise<boolean>,
  mayGoOn: () => boolean,
): Promise<readonly T[] | undefined> {
  for (let from = 0; from < list.length && mayGoOn(); from += size) {
    const rest = list.toSpliced(from, size);
    if (await fails(rest)) return rest;
  }
  return undefined;
}

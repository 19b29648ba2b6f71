import { createHash } from 'node:crypto';

/** Something that takes turns with others: a test file or a step of CI. */
export interface Turn {
  name: string;
  /** On a machine with two idle processors. */
  seconds: number;
}

/** Everything runs at least once in this many commits, on average. */
const RAREST = 12;

/**
 * What runs for one commit, in about `budget` seconds: every item gets the same slice of time. An item that fits into
 * the slice always runs, and one that takes five slices runs for every fifth commit. Without `cases` everything runs.
 */
export function inTurn<Item extends Turn>(items: readonly Item[], budget: number, cases: string | undefined): Item[] {
  if (cases === undefined) return [...items];
  const slice = sliceOf(items, budget);
  // A fraction of each item's turn has passed for every commit; the commit chooses where. Neighbors take turns, so items
  // of similar length are neighbors: then all commits take about as long.
  const byLength = [...items].sort((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1));
  let passed = fractionOf(cases);
  const chosen = byLength.filter((item) => {
    passed += chanceOf(item, slice);
    const isDue = passed >= 1;
    if (isDue) passed -= 1;
    return isDue;
  });
  return items.filter((item) => chosen.includes(item));
}

/** How often an item runs: 1 for every commit. */
function chanceOf({ seconds }: Turn, slice: number): number {
  return Math.max(1 / RAREST, seconds <= slice ? 1 : slice / seconds);
}

/** The slice with which the expected seconds are the budget, by halving an interval that holds it. */
function sliceOf(items: readonly Turn[], budget: number): number {
  const expected = (slice: number) => items.reduce((sum, item) => sum + item.seconds * chanceOf(item, slice), 0);
  let [below, above] = [0, Math.max(0, ...items.map(({ seconds }) => seconds))];
  if (expected(above) <= budget) return above;
  for (let halving = 0; halving < 50; halving++) {
    const middle = (below + above) / 2;
    if (expected(middle) <= budget) below = middle;
    else above = middle;
  }
  return below;
}

/** A number from 0 up to 1 that depends on the commit alone. */
export function fractionOf(cases: string): number {
  return createHash('sha256').update(cases).digest().readUInt32BE() / 2 ** 32;
}
